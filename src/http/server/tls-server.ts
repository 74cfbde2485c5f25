/** A server that speaks TLS by itself, and goes on with a new certificate without being started again. */

import type { ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import { CannotStart } from './cannot-start.ts';
import { readTlsPair, remarksOn, stateOf, type TlsFiles, type TlsPair, UnusableTlsPair } from './tls-pair.ts';

/** Told what an operator should know or mend, and at `info` that a new certificate is in use. */
export type TellTls = (level: 'error' | 'warn' | 'info', what: string) => void;

export type FollowedFiles = TlsFiles & { lookEveryMs: number };

const SETTINGS = { minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const;
/** How often the files are looked at. A file system that tells of changes does not tell of those behind links. */
export const LOOK_EVERY_MS = 2_000;

/**
 * A server that listens nowhere yet.
 *
 * @throws CannotStart for files that are no pair of a certificate and its key
 */
export function tlsServer(
  options: ServerOptions & { handshakeTimeout: number },
  files: TlsFiles,
  tell: TellTls,
): Server {
  const pair = pairAtStart(files);
  for (const remark of remarksOn(pair, files, new Date())) tell('warn', remark);
  return createServer({ ...options, ...SETTINGS, cert: pair.cert, key: pair.key });
}

function pairAtStart(files: TlsFiles): TlsPair {
  try {
    return readTlsPair(files);
  } catch (error) {
    if (!(error instanceof UnusableTlsPair)) throw error;
    throw new CannotStart(`${error.message} They are named by server.tls-certificate-file and server.tls-key-file.`, {
      cause: error,
    });
  }
}

/**
 * Gives the server what the files hold as soon as they hold another pair; what is no pair is told, and the one before
 * stays. Connections that are there go on. The files are written one after the other: only what two looks find alike
 * is taken for what is meant.
 */
export function followTlsFiles(server: Server, files: FollowedFiles, tell: TellTls): Disposable {
  let inUse = stateOf(files);
  let seen = inUse;
  const look = () => {
    const found = stateOf(files);
    const isSettled = found === seen;
    seen = found;
    if (found === inUse || !isSettled) return;
    inUse = found;
    takeOver(server, files, tell);
  };
  const looks = setInterval(look, files.lookEveryMs).unref();
  return { [Symbol.dispose]: () => clearInterval(looks) };
}

function takeOver(server: Server, files: TlsFiles, tell: TellTls): void {
  try {
    const pair = readTlsPair(files);
    server.setSecureContext({ ...SETTINGS, cert: pair.cert, key: pair.key });
    tell('info', `a new certificate is in use, valid until ${pair.certificate.validToDate.toISOString()}`);
    for (const remark of remarksOn(pair, files, new Date())) tell('warn', remark);
  } catch (error) {
    if (!(error instanceof UnusableTlsPair)) throw error;
    tell('error', `${error.message} The certificate from before stays in use.`);
  }
}
