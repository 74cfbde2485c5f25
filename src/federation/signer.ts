/** What only instances with the same key can write and read: seals of cursors, and digests that tell nothing of the key. */

import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';

export type Signer = {
  /** A keyed digest of a text, in characters that an address may hold. */
  sign(text: string): string;
  /** The text, which nobody else can read or change, in characters that an address may hold. Equal texts have equal seals. */
  seal(text: string): string;
  /** The text that was sealed; undefined for anything else. */
  open(sealed: string): string | undefined;
};

const SIGNATURE_BYTES = 16;
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param key secret, the same on every instance that answers the same readers */
export function signer(key: Uint8Array): Signer {
  const digestOf = (text: string) => createHmac('sha256', key).update(text, 'latin1').digest();
  const sealingKey = digestOf('the key of seals');

  return {
    sign: (text) => createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url'),

    seal(text) {
      // Made of the text, so that one nonce never serves two texts.
      const nonce = digestOf(`nonce ${text}`).subarray(0, NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, sealingKey, nonce);
      const sealed = [nonce, cipher.update(text, 'latin1'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64url');
    },

    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64url');
      // Other characters can stand for the same bytes.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return undefined;
      const decipher = createDecipheriv(CIPHER, sealingKey, bytes.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      try {
        const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'latin1');
        return text + decipher.final('latin1');
      } catch {
        return undefined;
      }
    },
  };
}
