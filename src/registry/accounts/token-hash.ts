/** The form in which secrets are kept and compared: never in clear, never letter by letter. */

import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a token. Tokens are long and random, so no slower hash is needed. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** Whether two hashes are the same, in a time that does not tell where they differ. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
