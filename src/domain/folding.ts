/** Folds text for comparison: letter case and accents do not count (rdp-protocol 3.7). */

const ASCII_ONLY = /^[\x20-\x7e]*$/;
const MARKS = /\p{M}+/gu;
const BEYOND_THE_BASIC_PLANE = /[\u{10000}-\u{10ffff}]/gu;
/** In longer texts, marks are removed before NFKD, which takes time with the square of the length of a run of marks. */
const SHORT_TEXT_LENGTH = 64;

/**
 * Returns the form in which two texts are equal if a registry counts them as equal: `Müller` and `MULLER` fold to
 * `muller`, `ß` to a single `s`; `ł` and `ø` remain separate letters, and all characters beyond U+FFFF (such as emoji)
 * are equal. The time is linear in the length of the text.
 */
export function fold(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase();
  // Marks that NFKD itself produces come in runs of two or three, which is fast.
  const decomposable = text.length <= SHORT_TEXT_LENGTH ? text : text.replace(MARKS, '');
  return (
    decomposable
      // NFKD comes before lower case, because signs such as `№` and `™` can become capital letters.
      .normalize('NFKD')
      .toLowerCase()
      .replace(MARKS, '')
      .replaceAll('ß', 's')
      // Lower case writes a final sigma at the end of a word, but a part of a text may end elsewhere.
      .replaceAll('ς', 'σ')
      .replace(BEYOND_THE_BASIC_PLANE, '\ufffd')
  );
}

/** Folds like {@link fold}, for equality: trailing blanks do not count (rdp-protocol 3.7). */
export function foldForEquality(text: string): string {
  const folded = fold(text);
  let end = folded.length;
  while (folded[end - 1] === ' ') end--;
  return end === folded.length ? folded : folded.slice(0, end);
}
