/** Text as it is compared: letter case and accents do not count (rdp-protocol 3.7). */

const ASCII_ONLY = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}+/gu;
const BEYOND_THE_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/gu;

/**
 * The form in which two texts are the same when a registry says so: `Müller` and `MULLER` fold to `muller`, `ß` to
 * one `s`; `ł` and `ø` stay letters of their own, and all characters beyond U+FFFF (emoji) are equal.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  return (
    text
      // Before lower case, because what a sign stands for may be capitals: `№`, `™`.
      .normalize('NFKD')
      .toLowerCase()
      .replace(MARKS, '')
      .replaceAll('ß', 's')
      // Lower case writes a final sigma by where it stands, which a part of a text does not know.
      .replaceAll('ς', 'σ')
      .replace(BEYOND_THE_BASIC_PLANE, '\ufffd')
  );
}

/** As {@link fold}, for equality: trailing blanks do not count (rdp-protocol 3.7). */
export function foldForEquality(text: string): string {
  return fold(text).replace(/ +$/, '');
}
