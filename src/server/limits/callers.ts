/** Finds the caller that a request counts for: a partner by its search token, others by address, none for this machine. */

import { createHmac } from 'node:crypto';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { memoizeByVersion } from '../../domain/memoize.ts';
import { hostOf } from '../request/rate-limit.ts';
import { addressParams } from '../request/request-context.ts';

/**
 * A caller; one object for the requests of a connection that come from one address. `key` cannot be turned back into an
 * address or a token without the secret.
 */
export type Caller = { kind: 'partner' | 'other'; key: string };

type CallersOptions = {
  /** Returns the search tokens that are accepted from partners now. */
  partnerTokens: () => readonly { name: string; token: string }[];
  /** The secret for the keys; the same in all instances that share counters. */
  secret: Uint8Array;
  /** Called with the address of a web server on this machine that forwards requests and is not trusted: they count for no caller. */
  onUntrustedProxy: (address: string) => void;
};

/** The network that one caller with IPv6 may have: a prefix of this many bits. */
const IPV6_BITS = 56;
/** The property of a request that caches its caller; null: it counts for no caller. */
const CALLER = Symbol('caller');
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const BEARER = /^bearer[ \t]/i;

/**
 * Returns a function that finds the caller of a request; undefined if it counts for no caller. A token that is not
 * accepted is ignored. The result is computed once for each request.
 */
export function callers({
  partnerTokens,
  secret,
  onUntrustedProxy,
}: CallersOptions): (req: Request) => Caller | undefined {
  const keyOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const partners = memoizeByVersion(
    partnerTokens,
    (tokens) =>
      new Map(
        tokens.map(({ name, token }): [string, Caller] => [
          keyOf(`token ${token}`),
          { kind: 'partner', key: keyOf(`partner ${name}`) },
        ]),
      ),
  );
  /** The last address of each connection, which is the same for all its requests unless a web server forwards them. */
  const lastOf = new WeakMap<Socket, { address: string; caller: Caller }>();

  function partnerOf(req: Request): Caller | undefined {
    const token = partners().size === 0 ? undefined : tokenOf(req);
    return token === undefined ? undefined : partners().get(keyOf(`token ${token}`));
  }

  function find(req: Request): Caller | undefined {
    if (isOfThisMachine(req)) {
      if (namesUntrustedCaller(req)) onUntrustedProxy(hostOf(req.socket.remoteAddress ?? ''));
      return undefined;
    }
    return partnerOf(req) ?? callerAt(req.ip ?? '', req.socket);
  }

  function callerAt(address: string, socket: Socket): Caller {
    const last = lastOf.get(socket);
    if (last?.address === address) return last.caller;
    const network = ipKeyGenerator(hostOf(address), IPV6_BITS);
    const caller: Caller = { kind: 'other', key: keyOf(`address ${network}`) };
    lastOf.set(socket, { address, caller });
    return caller;
  }

  return (req: Request & { [CALLER]?: Caller | null }) => {
    const known = req[CALLER];
    const caller = known === undefined ? (find(req) ?? null) : known;
    req[CALLER] = caller;
    return caller ?? undefined;
  };
}

/**
 * Whether a request counts as one of this machine. A trusted web server here forwards the address of its caller, who
 * then counts; an untrusted one does not.
 */
function isOfThisMachine(req: Request): boolean {
  if (!LOOPBACK.test(req.socket.remoteAddress ?? '')) return false;
  return req.headers['x-forwarded-for'] === undefined || LOOPBACK.test(req.ip ?? '');
}

/** Whether a web server on this machine forwards a request from another address without being trusted. */
function namesUntrustedCaller(req: Request): boolean {
  const named = req.headers['x-forwarded-for'];
  return (
    named !== undefined &&
    !String(named)
      .split(',')
      .every((address) => LOOPBACK.test(address.trim()))
  );
}

/** Reads the token as the API does: the parameter before the header, with blanks turned back into `+`. */
function tokenOf(req: Request): string | undefined {
  const { authorization } = req.headers;
  const parameter = req.originalUrl.includes('auth=') ? addressParams(req.originalUrl).get('auth') : null;
  if (parameter !== null) return parameter.replaceAll(' ', '+');
  if (authorization === undefined || !BEARER.test(authorization)) return undefined;
  return authorization.slice('bearer '.length);
}
