/** The certificate and the key of this server, as two files hold them, checked before anybody meets them. */

import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createSecureContext } from 'node:tls';

export type TlsFiles = { certificateFile: string; keyFile: string };

/** PEM texts. */
export type TlsPair = { cert: string; key: string; certificate: X509Certificate };

/** Two files that are no pair; the message is one sentence, and holds nothing of the key. */
export class UnusableTlsPair extends Error {
  override readonly name = 'UnusableTlsPair';
}

const OTHERS = 0o077;
const PERMISSIONS = 0o7777;
/** A key with a password, in the form of today or in that of before. */
const LOCKED = /^-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED/m;

/**
 * Reads both files. A chain stands in the certificate file, this server's own certificate first.
 *
 * @throws UnusableTlsPair
 */
export function readTlsPair({ certificateFile, keyFile }: TlsFiles): TlsPair {
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

/** What an operator should know of a pair that works: who else may read the key, and whether browsers refuse it. */
export function remarksOn({ certificate }: TlsPair, { certificateFile, keyFile }: TlsFiles, now: Date): string[] {
  const mode = statSync(keyFile, { throwIfNoEntry: false })?.mode ?? 0;
  const until = certificate.validToDate;
  const from = certificate.validFromDate;
  return [
    ...((mode & OTHERS) === 0
      ? []
      : [
          `other accounts of this machine may read the key, as the mode of ${keyFile} is ${(mode & PERMISSIONS).toString(8)}; chmod 600 ${keyFile} ends that`,
        ]),
    ...(until < now ? [`the certificate in ${certificateFile} expired at ${until.toISOString()}`] : []),
    ...(from > now ? [`the certificate in ${certificateFile} is valid only from ${from.toISOString()}`] : []),
  ];
}

/** What the file system says of both files, links followed; it changes when one is written or put in another's place. */
export function stateOf({ certificateFile, keyFile }: TlsFiles): string {
  return [certificateFile, keyFile]
    .map((file) => {
      const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
      return stats === undefined ? 'gone' : `${stats.ino} ${stats.size} ${stats.mtimeNs} ${stats.ctimeNs}`;
    })
    .join(', ');
}
