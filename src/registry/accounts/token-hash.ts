/** Hashes of secrets, in which form they are stored and compared. */

import { createHash, timingSafeEqual } from 'node:crypto';

/** Returns the SHA-256 of a token. Tokens are long and random, so no slower hash is needed. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** Returns a function that checks whether a token is one of these, in a time that does not reveal how similar it is to one. */
export function tokenAmong(tokens: readonly string[]): (token: string) => boolean {
  const hashes = tokens.map(tokenHash);
  return (token) => {
    const hash = tokenHash(token);
    return hashes.filter((one) => sameHash(one, hash)).length > 0;
  };
}

/** Whether two hashes are equal, in a time that does not reveal where they differ. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
