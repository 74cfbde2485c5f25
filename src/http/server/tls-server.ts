/** A server that speaks TLS by itself, and goes on with a new certificate without being started again. */

import type { ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import { CannotStart } from './cannot-start.ts';
import { readTlsPair, remarksOn, stateOf, type TlsFiles, type TlsPair, UnusableTlsPair } from './tls-pair.ts';

/** Called with what an operator should know or mend, and at `info` that a new certificate is in use. */
export type LogTls = (level: 'error' | 'warn' | 'info', what: string) => void;

export type FollowedFiles = TlsFiles & { lookEveryMs: number };

const SETTINGS = { minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const;
/** How often the files are looked at. A file system that notifies of changes does not notify of those behind links. */
export const LOOK_EVERY_MS = 2_000;

type TlsServer = Disposable & {
  /** Listens nowhere yet. */
  server: Server;
  /** Until when the certificate in use is valid. */
  certificateExpires: () => Date;
};

/**
 * A server that is given another certificate as soon as its files hold one.
 *
 * @throws CannotStart for files that are no pair of a certificate and its key
 */
export function openTlsServer(
  options: ServerOptions & { handshakeTimeout: number },
  files: FollowedFiles,
  log: LogTls,
): TlsServer {
  let pair = pairAtStart(files);
  for (const remark of remarksOn(pair, files, new Date())) log('warn', remark);
  const server = createServer({ ...options, ...SETTINGS, cert: pair.cert, key: pair.key });
  const follow = followTlsFiles(files, () => {
    pair = takeOver(server, files, log) ?? pair;
  });
  return {
    server,
    certificateExpires: () => pair.certificate.validToDate,
    [Symbol.dispose]: () => follow[Symbol.dispose](),
  };
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

/** Calls back when the files have changed. They are written one after the other: only what two looks find alike counts. */
function followTlsFiles(files: FollowedFiles, onChange: () => void): Disposable {
  let inUse = stateOf(files);
  let seen = inUse;
  const look = () => {
    const found = stateOf(files);
    const isSettled = found === seen;
    seen = found;
    if (found === inUse || !isSettled) return;
    inUse = found;
    onChange();
  };
  const looks = setInterval(look, files.lookEveryMs).unref();
  return { [Symbol.dispose]: () => clearInterval(looks) };
}

/**
 * Gives the server what the files hold now; what is no pair is reported, and the one before stays. Connections that are
 * there go on.
 */
function takeOver(server: Server, files: TlsFiles, log: LogTls): TlsPair | undefined {
  try {
    const pair = readTlsPair(files);
    server.setSecureContext({ ...SETTINGS, cert: pair.cert, key: pair.key });
    log('info', `a new certificate is in use, valid until ${pair.certificate.validToDate.toISOString()}`);
    for (const remark of remarksOn(pair, files, new Date())) log('warn', remark);
    return pair;
  } catch (error) {
    if (!(error instanceof UnusableTlsPair)) throw error;
    log('error', `${error.message} The certificate from before stays in use.`);
    return undefined;
  }
}
