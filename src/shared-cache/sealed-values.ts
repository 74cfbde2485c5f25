/**
 * Values of the shared cache, which nobody without the key can read, make, move to another place or use for longer:
 * AES-256-GCM, authenticated with their place and their end. Their names are keyed digests.
 */

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import type { SharedPlace } from '../federation/partner/shared-texts.ts';

export type SealedValues = {
  digestKey: Uint8Array;
  /** The name of a place in the cache. */
  nameOf(place: SealedPlace): string;
  /** Undefined for a text that is too long. */
  seal(place: SealedPlace, text: string, endsAtMs: number): Promise<Buffer | undefined>;
  /** Undefined for what was not sealed for this place, or is past its end. */
  open(place: SealedPlace, sealed: Buffer): Promise<string | undefined>;
};

/** What is not asked for by the federation has kinds of its own. */
export type SealedPlace = Omit<SharedPlace, 'kind'> & { kind: SharedPlace['kind'] | 'turn' | 'outcome' | 'count' };

/** Of a value as it is in the cache; a longer one is not read. */
export const MOST_SEALED_BYTES = 1024 * 1024;
const MOST_TEXT_BYTES = 4 * 1024 * 1024;
const PACKED_FROM_BYTES = 4096;
const QUICK = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };

/** The first byte of a value: its form, and whether it is packed. */
const PLAIN = 1;
const PACKED = 2;
const HEAD_BYTES = 9;
const SALT_BYTES = 16;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';
/** Every value has a key of its own, made with its salt, so one nonce serves all. */
const NONCE = Buffer.alloc(12);

const pack = promisify(zstdCompress);
const unpack = promisify(zstdDecompress);

type Options = {
  /** At least 32 bytes in hexadecimal digits. */
  key: string;
  /** Whose cache it is: instances with another one share nothing, though they have the same key. */
  scope: string;
  /** In milliseconds. */
  now: () => number;
};

export function sealedValues({ key, scope, now }: Options): SealedValues {
  const derived = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), 'isearch-proxy shared cache', `${purpose} ${scope}`, 32));
  const [digestKey, nameKey, valueKey] = [derived('digests'), derived('names'), derived('values')];
  const textOf = ({ kind, credential, key: name }: SealedPlace) => `${kind} ${credential} ${name}`;
  const keyOf = (salt: Uint8Array) => createHmac('sha256', valueKey).update(salt).digest();

  return {
    digestKey,
    nameOf: (place) => `isearch:${createHmac('sha256', nameKey).update(textOf(place)).digest('base64url')}`,

    async seal(place, text, endsAtMs) {
      const plain = Buffer.from(text);
      if (plain.length > MOST_TEXT_BYTES) return undefined;
      const isPacked = plain.length > PACKED_FROM_BYTES;
      const body = isPacked ? await pack(plain, QUICK) : plain;
      const head = Buffer.alloc(HEAD_BYTES);
      head.writeUInt8(isPacked ? PACKED : PLAIN);
      head.writeDoubleBE(endsAtMs, 1);
      const salt = randomBytes(SALT_BYTES);
      const cipher = createCipheriv(CIPHER, keyOf(salt), NONCE).setAAD(boundTo(head, textOf(place)));
      const sealed = Buffer.concat([head, salt, cipher.update(body), cipher.final(), cipher.getAuthTag()]);
      return sealed.length > MOST_SEALED_BYTES ? undefined : sealed;
    },

    async open(place, sealed) {
      const bodyAt = HEAD_BYTES + SALT_BYTES;
      if (sealed.length < bodyAt + TAG_BYTES || sealed.length > MOST_SEALED_BYTES) return undefined;
      const head = sealed.subarray(0, HEAD_BYTES);
      if (!(now() < head.readDoubleBE(1))) return undefined;
      const decipher = createDecipheriv(CIPHER, keyOf(sealed.subarray(HEAD_BYTES, bodyAt)), NONCE)
        .setAAD(boundTo(head, textOf(place)))
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

function boundTo(head: Buffer, place: string): Buffer {
  return Buffer.concat([head, Buffer.from(place)]);
}
