/** Tries a connection to a partner step by step and reads its certificate. Sends no request. */

import type { Socket } from 'node:net';
import { checkServerIdentity, type PeerCertificate, TLSSocket } from 'node:tls';
import { type Finding, finding } from '../../domain/federation/findings.ts';
import { ownMember } from '../../domain/own-member.ts';
import type { CallFailure } from '../dialect/reply.ts';
import { toCallFailure } from './call-failures.ts';
import { timedConnector } from './connector.ts';

export type ConnectionProbe = {
  /** The addresses of the host. */
  addresses: readonly string[];
  /** How long each step took, in milliseconds; undefined if it was not reached, or does not exist, such as TLS with `http`. */
  lookupMs: number | undefined;
  connectMs: number | undefined;
  tlsMs: number | undefined;
  /** The version of TLS, such as `TLSv1.3`. */
  protocol: string | undefined;
  certificate: SeenCertificate | undefined;
  failure: CallFailure | undefined;
};

type SeenCertificate = {
  /** Null if the issuer has no name. */
  issuer: string | null;
  validUntil: Date;
  /** What is wrong with the certificate. */
  problems: readonly Finding[];
};

type Ends = { socket: Socket | undefined; error: Error | null };

/**
 * Connects as a question would, but also where the certificate is refused, to read it: the chain of certificates is checked
 * once, and the connection is closed before anything is sent. Never rejects.
 */
export async function probeConnection(url: string, connectTimeoutMs: number): Promise<ConnectionProbe> {
  const began = performance.now();
  const times = { lookup: began, connect: Number.NaN, secureConnect: Number.NaN };
  const addresses = new Set<string>();
  const { socket, error } = await connected(url, connectTimeoutMs, {
    takesAnyCertificate: true,
    onSocket: (opened) => {
      opened.on('lookup', (_, address: string | undefined) => {
        if (address) addresses.add(address);
        times.lookup = performance.now();
      });
      for (const step of ['connect', 'secureConnect'] as const) {
        opened.once(step, () => {
          times[step] = performance.now();
        });
      }
    },
  });
  const seen = socket instanceof TLSSocket ? seenOn(socket, url) : undefined;
  socket?.destroy();
  const refusal = error ?? (socket instanceof TLSSocket ? refusalOf(socket) : undefined);
  const failure = refusal === undefined ? undefined : toCallFailure(refusal, 'waiting');
  const [lookupMs, connectMs, tlsMs] = [
    times.lookup - began,
    times.connect - times.lookup,
    times.secureConnect - times.connect,
  ].map((ms) => (Number.isNaN(ms) ? undefined : Math.round(ms)));
  return {
    ...{ addresses: [...addresses], lookupMs, connectMs, tlsMs, failure },
    ...(seen ?? NOTHING_SEEN),
  };
}

type Seen = Pick<ConnectionProbe, 'protocol' | 'certificate'>;

const NOTHING_SEEN: Seen = { protocol: undefined, certificate: undefined };

/** Returns the error with which a question would be refused, if the certificate is not trusted. Node.js gives its code alone. */
function refusalOf({ authorized, authorizationError }: TLSSocket): Error | undefined {
  if (authorized) return undefined;
  return authorizationError instanceof Error
    ? authorizationError
    : Object.assign(new Error('the certificate is refused'), { code: String(authorizationError) });
}

function connected(
  url: string,
  connectTimeoutMs: number,
  options: Parameters<typeof timedConnector>[1],
): Promise<Ends> {
  const { hostname, host, protocol, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<Ends>();
  const address = { hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port };
  timedConnector(connectTimeoutMs, options)(address, (error, socket) =>
    resolve(error === null ? { socket, error } : { socket: undefined, error }),
  );
  return promise;
}

function seenOn(socket: TLSSocket, url: string): Seen {
  const protocol = socket.getProtocol() ?? undefined;
  const certificate = socket.getPeerCertificate();
  // A host may present no certificate.
  if (certificate.valid_to === undefined) return { protocol, certificate: undefined };
  return { protocol, certificate: seenCertificate(certificate, url, socket.authorizationError) };
}

/** Why the issuer of a certificate is not trusted. */
const UNTRUSTED: Readonly<Record<string, Finding>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: finding('certificate-self-signed'),
  SELF_SIGNED_CERT_IN_CHAIN: finding('certificate-by-untrusted'),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: finding('certificate-by-unknown'),
  UNABLE_TO_GET_ISSUER_CERT: finding('certificate-by-unknown'),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: finding('certificate-by-unknown'),
};

function seenCertificate(certificate: PeerCertificate, url: string, authorization: unknown): SeenCertificate {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const [from, until] = [new Date(certificate.valid_from), new Date(certificate.valid_to)];
  const code = authorization instanceof Error ? (authorization as NodeJS.ErrnoException).code : authorization;
  const untrusted = ownMember(UNTRUSTED, String(code));
  const { issuer, subjectaltname = '', subject } = certificate;
  const listed = subjectaltname.replace(/(?:DNS|IP Address):/g, '');
  const names = listed || textOrNull(subject?.CN);
  return {
    issuer: textOrNull(issuer?.O ?? issuer?.CN),
    validUntil: until,
    problems: [
      ...(until < new Date() ? [finding('certificate-expired', { on: day(until) })] : []),
      ...(from > new Date() ? [finding('certificate-not-yet-valid', { from: day(from) })] : []),
      ...(checkServerIdentity(host, certificate) === undefined
        ? []
        : [finding('certificate-of-others', { names, host })]),
      ...(untrusted === undefined ? [] : [untrusted]),
    ],
  };
}

/** Returns a part of a name, which a certificate may have more than once, as text. */
function textOrNull(part: unknown): string | null {
  return part === undefined ? null : String(part);
}

function day(time: Date): string {
  return time.toISOString().slice(0, 10);
}
