/** The form in which secrets are stored and compared: never in clear, never letter by letter. */

import { createHash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a token. Tokens are long and random, so no slower hash is needed. */
export function tokenHash(token: string): Uint8Array {
  return createHash('sha256').update(token).digest();
}

/** Answers whether a token is one of these, in a time that does not show how near it is to any. */
export function tokenAmong(tokens: readonly string[]): (token: string) => boolean {
  const hashes = tokens.map(tokenHash);
  return (token) => {
    const hash = tokenHash(token);
    return hashes.filter((one) => sameHash(one, hash)).length > 0;
  };
}

/** Whether two hashes are the same, in a time that does not show where they differ. */
export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
