/** Seals and opens cursors, and makes digests, with a key; only instances with the same key can do the same. */

import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { deflateRawSync, inflateRawSync } from 'node:zlib';

export type Signer = {
  /** Returns a keyed digest of a text, in characters that an address may contain. It shows nothing of the key. */
  sign(text: string): string;
  /**
   * Seals a text so that nobody else can read or change it, compressed if that is shorter, in characters that an
   * address may contain. Equal texts have equal seals.
   */
  seal(text: string): string;
  /** Returns the text of a seal; undefined for anything else. */
  open(sealed: string): string | undefined;
};

const SIGNATURE_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The first byte of a sealed text says whether the rest is compressed. */
const [AS_IT_IS, COMPRESSED] = [0, 1];
/** Small tables, because texts have a few kB at most. */
const COMPRESSION = { windowBits: 13, memLevel: 6 };
/** The limit for an opened text. Only seals of this registry are opened, and no text is nearly as long. */
const MOST_TEXT_BYTES = 64 * 1024;

/** @param key secret, the same on every instance that answers the same callers */
export function signer(key: Uint8Array): Signer {
  const digestOf = (text: string) => createHmac('sha256', key).update(text, 'latin1').digest();
  const sealingKey = digestOf('the key of seals');

  return {
    sign: (text) => createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url'),

    seal(text) {
      const packed = pack(text);
      // The nonce depends on what is sealed, so that one nonce never serves two texts, or two compressions of one text.
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

/** Returns undefined for seals of earlier versions, which had no such first byte. */
function unpack(packed: Buffer): string | undefined {
  const [written, rest] = [packed[0], packed.subarray(1)];
  if (written === AS_IT_IS) return rest.toString('latin1');
  if (written !== COMPRESSED) return undefined;
  return inflateRawSync(rest, { maxOutputLength: MOST_TEXT_BYTES }).toString('latin1');
}
