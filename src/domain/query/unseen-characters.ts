/** Removes from typed and copied texts what nobody sees, such as the soft hyphens of a PDF: it is not meant, and finds nobody. */

/**
 * Format characters, and control characters, which some programs copy out of a PDF in the place of a soft hyphen; blanks are
 * none. The joiners of Persian names and others stand between two letters of such a script, and stay.
 */
const UNSEEN =
  /(?!(?<=[\p{M}[\p{L}--\p{Script=Latin}]])[\u200c\u200d](?=[\p{L}--\p{Script=Latin}]))[\p{Cf}[\p{Cc}--\s]]/gv;

/** Returns a text of several lines without blanks around it and without characters that nobody sees; its lines stay. */
export function seenLines(text: string): string {
  return text.replace(UNSEEN, '').trim();
}

/** Returns the text with single blanks between words, without blanks around it and without characters that nobody sees. */
export function seenText(text: string): string {
  return seenLines(text).replace(/\s+/g, ' ');
}
