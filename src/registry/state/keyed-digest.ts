/** Digests by which the state names questions, links and callers without holding their texts. */

import { createHmac } from 'node:crypto';

export const DIGEST_BYTES = 16;

/** Returns a digest of {@link DIGEST_BYTES} that nobody can work out without the key, which has 32 bytes. */
export function keyedDigest(key: Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest().subarray(0, DIGEST_BYTES);
}
