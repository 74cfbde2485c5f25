/** The reference of a request for access: short enough to read out on the telephone. It gives no access to anything. */

/** Without vowels, so that no words arise, and without characters that look like others. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ';
const SIGNS_IN_A_PART = 4;
/** The length of the secret in the address of the page of a request. */
export const PAGE_KEY_BYTES = 16;

/** Returns a random reference, such as `K7QM-4XRT`. @param randomBelow returns a whole number from 0 to below its bound */
export function requestReference(randomBelow: (bound: number) => number): string {
  const part = () => Array.from({ length: SIGNS_IN_A_PART }, () => SIGNS[randomBelow(SIGNS.length)]).join('');
  return `${part()}-${part()}`;
}
