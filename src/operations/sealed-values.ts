/**
 * Seals the values of the shared cache with AES-256-GCM, authenticated with their key and expiry. Without the secret,
 * nobody can read or make a value, move it to another key, or use it longer. Their names are keyed digests.
 */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { CacheCommand } from './cache-connection.ts';

export type SealedValues = {
  /** Returns the name in the cache of the value at a key. */
  nameOf(key: string): string;
  /** Returns the command that reads the value at a key, if it is not too long. */
  readAt(key: string): CacheCommand;
  /** Seals a text; undefined for a text that is too long. */
  seal(key: string, text: string, endsAtMs: number): Promise<Buffer | undefined>;
  /** Returns the text; undefined for bytes that were not sealed for this key, or have expired. */
  open(key: string, sealed: Buffer): Promise<string | undefined>;
};

/** The longest sealed value; a longer one is not read. */
const MOST_SEALED_BYTES = 1024 * 1024;
const MOST_TEXT_BYTES = 4 * 1024 * 1024;
const PACKED_FROM_BYTES = 4096;
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The first byte of a value: its format, and whether it is compressed. */
const PLAIN = 1;
const PACKED = 2;
const HEAD_BYTES = 9;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** Every value has its own key, derived with its salt, so all use one nonce. */
const NONCE = Buffer.alloc(12);

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);

type Options = {
  /** At least 32 bytes in hexadecimal digits. */
  key: string;
  /** The registry that the cache belongs to: instances with another scope share nothing, even with the same key. */
  scope: string;
  /** The current time in milliseconds. */
  now: () => number;
};

export function sealedValues({ key: secret, scope, now }: Options): SealedValues {
  const derived = (purpose: string) =>
    Buffer.from(
      hkdfSync('sha256', Buffer.from(secret, 'hex'), 'isearch-proxy shared cache', `${purpose} ${scope}`, 32),
    );
  const [nameKey, valueKey] = [derived('names'), derived('values')];
  const keyOf = (salt: Uint8Array) => createHmac('sha256', valueKey).update(salt).digest();

  const nameOf = (key: string) => `isearch:${createHmac('sha256', nameKey).update(key).digest('base64url')}`;

  return {
    nameOf,
    readAt: (key) => ['GETRANGE', nameOf(key), '0', String(MOST_SEALED_BYTES)],

    async seal(key, text, endsAtMs) {
      const plain = Buffer.from(text);
      if (plain.length > MOST_TEXT_BYTES) return undefined;
      const isPacked = plain.length > PACKED_FROM_BYTES;
      const body = isPacked ? await pack(plain, QUICK) : plain;
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt8(isPacked ? PACKED : PLAIN);
      head.writeDoubleBE(endsAtMs, 1);
      const salt = randomBytes(SALT_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(salt), NONCE).setAAD(boundTo(head, key));
      const sealed = Buffer.concat([head, salt, cipher.update(body), cipher.final(), cipher.getAuthTag()]);
      return sealed.length > MOST_SEALED_BYTES ? undefined : sealed;
    },

    async open(key, sealed) {
      const bodyAt = HEAD_BYTES + SALT_BYTES;
      if (sealed.length < bodyAt + TAG_BYTES || sealed.length > MOST_SEALED_BYTES) return undefined;
      const head = sealed.subarray(0, HEAD_BYTES);
      if (!(now() < head.readDoubleBE(1))) return undefined;
      const decipher = createDecipheriv(CIPHER, keyOf(sealed.subarray(HEAD_BYTES, bodyAt)), NONCE)
        .setAAD(boundTo(head, key))
        .setAuthTag(sealed.subarray(-TAG_BYTES));
      let body: Buffer;
      try {
        body = Buffer.concat([decipher.update(sealed.subarray(bodyAt, -TAG_BYTES)), decipher.final()]);
      } catch {
        return undefined;
      }
      const plain = head[0] === PACKED ? await unpack(body, { maxOutputLength: MOST_TEXT_BYTES }) : body;
      return plain.toString();
    },
  };
}

function boundTo(head: Buffer, key: string): Buffer {
  return Buffer.concat([head, Buffer.from(key)]);
}
