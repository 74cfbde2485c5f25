/** Text as it is compared: letter case and accents do not count (rdp-protocol 3.7). */

const ASCII_ONLY = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}+/gu;
const BEYOND_THE_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/gu;
/** NFKD sorts the marks of a run, in time that grows with the square of its length: a run in a short text is short. */
const SHORT_TEXT_LENGTH = 64;

/**
 * The form in which two texts are the same when a registry says so: `Müller` and `MULLER` fold to `muller`, `ß` to
 * one `s`; `ł` and `ø` stay letters of their own, and all characters beyond U+FFFF (emoji) are equal. The time grows
 * with the text, whatever it holds.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  // What letters decompose to afterwards are two or three marks each.
  const decomposable = text.length <= SHORT_TEXT_LENGTH ? text : text.replace(MARKS, '');
  return (
    decomposable
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
  const folded = fold(text);
  let end = folded.length;
  while (folded[end - 1] === ' ') end--;
  return end === folded.length ? folded : folded.slice(0, end);
}
