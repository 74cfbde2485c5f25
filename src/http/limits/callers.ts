/** Who a request counts for: a partner by its search token, anybody else by address; nobody on this machine. */

import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { ipKeyGenerator } from 'express-rate-limit';
import { madeOnce } from '../../domain/made-once.ts';
import { hostOf } from '../request/network-of.ts';
import { addressParams } from '../request/request-context.ts';

/** `key` names nobody: it cannot be turned back into an address or a token without the secret. */
export type Caller = { kind: 'partner' | 'other'; key: string };

type CallersOptions = {
  /** The search tokens that are accepted from partners at the moment. */
  partnerTokens: () => readonly { name: string; token: string }[];
  /** What keys are made with; the same in every instance that shares counters. */
  secret: Uint8Array;
  /**
   * Called with the address of a web server on this machine that names callers and is not trusted: then nobody counts.
   */
  onUntrustedProxy: (address: string) => void;
};

/** Somebody with IPv6 may have up to so many bits of networks to themselves. */
const IPV6_BITS = 56;
/** Where a request holds for whom it counts; null: for nobody. */
const CALLER = Symbol('caller');
const LOOPBACK = /^(?:::ffff:)?127\.|^::1$/;
const BEARER = /^bearer[ \t]/i;

/**
 * Answers whom a request counts for; undefined where it counts for nobody. A token that is not accepted changes
 * nothing. It is found out once for each request.
 */
export function callers({
  partnerTokens,
  secret,
  onUntrustedProxy,
}: CallersOptions): (req: Request) => Caller | undefined {
  const keyOf = (text: string) => createHmac('sha256', secret).update(text).digest('base64url');
  const partners = madeOnce(
    partnerTokens,
    (tokens) => new Map(tokens.map(({ name, token }) => [keyOf(`token ${token}`), keyOf(`partner ${name}`)])),
  );

  function partnerOf(req: Request): string | undefined {
    const token = partners().size === 0 ? undefined : tokenOf(req);
    return token === undefined ? undefined : partners().get(keyOf(`token ${token}`));
  }

  function find(req: Request): Caller | undefined {
    if (isOfThisMachine(req)) {
      if (namesUntrustedCaller(req)) onUntrustedProxy(hostOf(req.socket.remoteAddress ?? ''));
      return undefined;
    }
    const partner = partnerOf(req);
    if (partner !== undefined) return { kind: 'partner', key: partner };
    const network = ipKeyGenerator(hostOf(req.ip ?? ''), IPV6_BITS);
    return { kind: 'other', key: keyOf(`address ${network}`) };
  }

  return (req: Request & { [CALLER]?: Caller | null }) => {
    const known = req[CALLER];
    const caller = known === undefined ? (find(req) ?? null) : known;
    req[CALLER] = caller;
    return caller ?? undefined;
  };
}

/** A web server on this machine that is trusted names its caller, who then counts; one that is not cannot. */
function isOfThisMachine(req: Request): boolean {
  if (!LOOPBACK.test(req.socket.remoteAddress ?? '')) return false;
  return req.headers['x-forwarded-for'] === undefined || LOOPBACK.test(req.ip ?? '');
}

/** Whether a program on this machine names a caller elsewhere, and is not trusted to. */
function namesUntrustedCaller(req: Request): boolean {
  const named = req.headers['x-forwarded-for'];
  return (
    named !== undefined &&
    !String(named)
      .split(',')
      .every((address) => LOOPBACK.test(address.trim()))
  );
}

/** As the API reads it: the parameter before the header, and a blank for the + that it was. */
function tokenOf(req: Request): string | undefined {
  const { authorization } = req.headers;
  const parameter = req.originalUrl.includes('auth=') ? addressParams(req.originalUrl).get('auth') : null;
  if (parameter !== null) return parameter.replaceAll(' ', '+');
  if (authorization === undefined || !BEARER.test(authorization)) return undefined;
  return authorization.slice('bearer '.length);
}
