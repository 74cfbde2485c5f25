/** A TLS server that takes over a new certificate without a restart. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { ServerOptions } from 'node:http';
import { createServer, type Server } from 'node:https';
import { createSecureContext } from 'node:tls';
import { CannotStart } from './cannot-start.ts';

/** Logs warnings and errors for the operator, and at `info` that a new certificate is in use. */
export type LogTls = (level: 'error' | 'warn' | 'info', what: string) => void;

export type FollowedFiles = TlsFiles & { lookEveryMs: number };

const SETTINGS = { minVersion: 'TLSv1.2', ALPNProtocols: ['http/1.1'] } as const;
/** How often the files are checked. Notifications of a file system do not cover the targets of links. */
export const LOOK_EVERY_MS = 2_000;

type TlsServer = Disposable & {
  /** The server, which does not listen yet. */
  server: Server;
  /** Returns until when the certificate in use is valid. */
  certificateExpires: () => Date;
};

/**
 * Makes a server that uses a new certificate as soon as its files have one.
 *
 * @throws CannotStart for files other than a certificate and its key
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
    pair = takeOver(server, { files, inUse: pair, log }) ?? pair;
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

/** Calls back when the files have changed. They are written one after the other, so two checks in a row must find the same state. */
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

type TakeOver = { files: TlsFiles; inUse: TlsPair; log: LogTls };

/**
 * Gives the server the current certificate and key. If the pair does not work, or has expired while the one in use is
 * valid, it reports that, and the one in use stays. Open connections continue.
 */
function takeOver(server: Server, { files, inUse, log }: TakeOver): TlsPair | undefined {
  try {
    const pair = readTlsPair(files);
    if (hasExpired(pair) && !hasExpired(inUse)) throw new UnusableTlsPair(`The ${expiry(pair, files)}.`);
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

type TlsFiles = { certificateFile: string; keyFile: string };

/** The certificate and the key, as PEM texts. */
type TlsPair = { cert: string; key: string; certificate: X509Certificate };

/** A certificate and a key that cannot be used together; the message is one sentence, and has nothing of the key in it. */
class UnusableTlsPair extends Error {
  override readonly name = 'UnusableTlsPair';
}

const OTHERS = 0o077;
const PERMISSIONS = 0o7777;
/** Matches a key with a password, in PKCS#8 or in the older format. */
const LOCKED = /^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;

/**
 * Reads both files. The certificate file may have a chain, with this server's own certificate first.
 *
 * @throws UnusableTlsPair
 */
function readTlsPair({ certificateFile, keyFile }: TlsFiles): TlsPair {
  const cert = textOf(certificateFile, 'certificate');
  const key = textOf(keyFile, 'key');
  const certificate = parsed(() => new X509Certificate(cert), `${certificateFile} holds no certificate in PEM form`);
  const privateKey = privateKeyIn(keyFile, key);
  if (!certificate.checkPrivateKey(privateKey)) {
    throw new UnusableTlsPair(`The key in ${keyFile} does not belong to the certificate in ${certificateFile}.`);
  }
  parsed(() => createSecureContext({ cert, key }), `The certificate in ${certificateFile} is not one that TLS can use`);
  return { cert, key, certificate };
}

function textOf(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UnusableTlsPair(`The ${what} file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code}.`);
  }
}

function privateKeyIn(keyFile: string, pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch (error) {
    const trouble = LOCKED.test(pem)
      ? `The key in ${keyFile} is protected by a password, which nobody can type here; \`openssl pkey -in ${keyFile} -out NEW-FILE\` takes it out.`
      : `${keyFile} holds no private key in PEM form.`;
    throw new UnusableTlsPair(trouble, { cause: error });
  }
}

function parsed<T>(parse: () => T, otherwise: string): T {
  try {
    return parse();
  } catch (error) {
    throw new UnusableTlsPair(`${otherwise}.`, { cause: error });
  }
}

/** Returns remarks on a pair that works: whether other accounts may read the key, and whether browsers refuse the certificate. */
function remarksOn(pair: TlsPair, files: TlsFiles, now: Date): string[] {
  const { certificateFile, keyFile } = files;
  const mode = statSync(keyFile, { throwIfNoEntry: false })?.mode ?? 0;
  const until = pair.certificate.validToDate;
  const from = pair.certificate.validFromDate;
  return [
    ...((mode & OTHERS) === 0
      ? []
      : [
          `other accounts of this machine may read the key, as the mode of ${keyFile} is ${(mode & PERMISSIONS).toString(8)}; chmod 600 ${keyFile} ends that`,
        ]),
    ...(until < now ? [`the ${expiry(pair, files)}`] : []),
    ...(from > now ? [`the certificate in ${certificateFile} is valid only from ${from.toISOString()}`] : []),
  ];
}

function hasExpired({ certificate }: TlsPair): boolean {
  return certificate.validToDate < new Date();
}

function expiry({ certificate }: TlsPair, { certificateFile }: TlsFiles): string {
  return `certificate in ${certificateFile} expired at ${certificate.validToDate.toISOString()}`;
}

/** Describes the state of both files, with links resolved; the text changes when a file is written or replaced. */
function stateOf({ certificateFile, keyFile }: TlsFiles): string {
  return [certificateFile, keyFile]
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
      return stats === undefined ? 'gone' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
    })
    .join(', ');
}
