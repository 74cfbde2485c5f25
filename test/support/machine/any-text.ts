/** Any text whatsoever, for laws that hold of whatever somebody writes. */

import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/** Each that Unicode has a number for, but for halves of pairs. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES })
  .map((number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES), numberOf);

function numberOf(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
  if (code === undefined || String.fromCodePoint(code) !== value) throw new Error('This is not one character.');
  return code < FIRST_SURROGATE ? code : code - SURROGATES;
}

/** The same texts as `unit: 'binary'` of fast-check, which takes two seconds of a process to list all characters first. */
export function anyText(constraints: Omit<fc.StringConstraints, 'unit'> = {}): fc.Arbitrary<string> {
  return fc.string({ ...constraints, unit: character });
}

const PLAIN_IN_PATHS = [..."abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~!$&'()*+,;=:@"];
const inPath = fc.oneof(fc.constantFrom(...PLAIN_IN_PATHS), character.map(encodeURIComponent));

/** Addresses as `webUrl` of fast-check has them, which takes a second of a process to list how each character is escaped. */
export function anyWebAddress(): fc.Arbitrary<string> {
  const path = fc.array(fc.string({ unit: inPath }).map((segment) => `/${segment}`));
  return fc
    .tuple(fc.constantFrom('http', 'https'), fc.webAuthority(), path)
    .map(([scheme, host, segments]) => `${scheme}://${host}${segments.join('')}`);
}
