/** Certificates for tests, made on the spot and trusted by nobody, so that no private key has to be kept anywhere. */

import { generateKeyPairSync, sign } from 'node:crypto';

type Options = {
  /** The IP address or the name of the host that it is for. */
  host?: string;
  validUntil?: Date;
};

/** A self-signed certificate and its key, both as PEM. */
export function testCertificate({ host = '127.0.0.1', validUntil = new Date(Date.now() + 86_400_000) }: Options = {}): {
  key: string;
  cert: string;
} {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const validFrom = new Date(Math.min(Date.now(), validUntil.getTime()) - 86_400_000);
  const toBeSigned = sequence(
    der(0xa0, integer(2)), // version 3
    integer(1), // serial number
    ECDSA_WITH_SHA256,
    distinguishedName(host),
    sequence(time(validFrom), time(validUntil)),
    distinguishedName(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, sequence(hostName(host)))))),
  );
  const signature = der(0x03, Buffer.of(0), sign('sha256', toBeSigned, privateKey));
  const certificate = sequence(toBeSigned, ECDSA_WITH_SHA256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value of X.509: a tag, the length of what follows, and what follows. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), content]);
}

function sequence(...parts: Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

function integer(value: number): Buffer {
  return der(0x02, Buffer.of(value));
}

function time(at: Date): Buffer {
  return der(0x18, Buffer.from(at.toISOString().replace(/\.\d+|[-:T]/g, '')));
}

const COMMON_NAME = Buffer.from('0603550403', 'hex');
const SUBJECT_ALT_NAME = Buffer.from('0603551d11', 'hex');
const ECDSA_WITH_SHA256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));

function distinguishedName(host: string): Buffer {
  return sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
}

function hostName(host: string): Buffer {
  const isAddress = /^[\d.]+$/.test(host);
  return isAddress ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host));
}
