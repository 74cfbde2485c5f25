/**
 * What only instances with the same key can write and read: seals of cursors, and digests that show nothing of the key.
 */

import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export type Signer = {
  /** A keyed digest of a text, in characters that an address may hold. */
  sign(text: string): string;
  /**
   * The text, which nobody else can read or change, compressed where that makes it shorter, in characters that an address
   * may hold. Equal texts have equal seals.
   */
  seal(text: string): string;
  /** The text that was sealed; undefined for anything else. */
  open(sealed: string): string | undefined;
};

const SIGNATURE_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of what is sealed says how the rest is written. */
const [AS_IT_IS, COMPRESSED] = [0, 1];
/** Small tables, as texts are a few kB at most. */
const COMPRESSION = { windowBits: 13, memLevel: 6 };
/** Only what was sealed here is ever read; no text is nearly as long. */
const MOST_TEXT_BYTES = 64 * 1024;

/** @param key secret, the same on every instance that answers the same readers */
export function signer(key: Uint8Array): Signer {
  const digestOf = (text: string) => createHmac('sha256', key).update(text, 'latin1').digest();
  const sealingKey = digestOf('the key of seals');

  return {
    sign: (text) => createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url'),

    seal(text) {
      const packed = pack(text);
      // Made of what is sealed, so that one nonce never serves two texts, nor two ways to compress one.
      const nonce = digestOf(`nonce ${packed.toString('latin1')}`).subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce);
      const sealed = [nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },

    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      // Other characters can stand for the same bytes.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
      const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        return unpack(Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]));
      } catch {
        return undefined;
      }
    },
  };
}

function pack(text: string): Buffer {
  const bytes = Buffer.from(text, 'latin1');
  const compressed = deflateRawSync(bytes, COMPRESSION);
  const isShorter = compressed.length < bytes.length;
  return Buffer.concat([Buffer.of(isShorter ? COMPRESSED : AS_IT_IS), isShorter ? compressed : bytes]);
}

/** Undefined for what an earlier version sealed, which had no first byte of its own. */
function unpack(packed: Buffer): string | undefined {
  const [written, rest] = [packed[0], packed.subarray(1)];
  if (written === AS_IT_IS) return rest.toString('latin1');
  if (written !== COMPRESSED) return undefined;
  return inflateRawSync(rest, { maxOutputLength: MOST_TEXT_BYTES }).toString('latin1');
}
