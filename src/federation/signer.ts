/** Signatures of cursors: keyed, compared in constant time, telling nothing of the key. */

import { createHmac, timingSafeEqual } from 'node:crypto';

export type Signer = { sign(text: string): string; isSame(a: string, b: string): boolean };

const SIGNATURE_BYTES = 16;

/** @param key secret, the same on every instance that answers the same readers */
export function signer(key: Uint8Array): Signer {
  return {
    sign: (text) => createHmac('sha256', key).update(text).digest().subarray(0, SIGNATURE_BYTES).toString('base64url'),
    isSame(a, b) {
      const [first, second] = [Buffer.from(a), Buffer.from(b)];
      return first.length === second.length && timingSafeEqual(first, second);
    },
  };
}
