/**
 * The reference of a request for access: short enough to be read out on the telephone, and nothing can be opened with
 * it.
 */

/** Without vowels, so that no word comes of it, and without what is read as another sign. */
const SIGNS = '23456789BCDFGHJKMNPQRSTVWXYZ';
const SIGNS_IN_A_PART = 4;
/** Of what nobody can guess in the address of the page of a request. */
export const PAGE_KEY_BYTES = 16;

/** Another one each time, such as `K7QM-4XRT`. @param randomBelow answers a whole number from 0 to below its bound */
export function requestReference(randomBelow: (bound: number) => number): string {
  const part = () => Array.from({ length: SIGNS_IN_A_PART }, () => SIGNS[randomBelow(SIGNS.length)]).join('');
  return `${part()}-${part()}`;
}
