/** Removes from typed and copied texts what nobody sees, such as the soft hyphens of a PDF: it is not meant, and finds nobody. */

/** Format characters, except the joiners of Persian names and others. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu;

/** Returns a text of several lines without blanks around it and without characters that nobody sees; its lines stay. */
export function seenLines(text: string): string {
  return text.replace(UNSEEN, '').trim();
}

/** Returns the text with single blanks between words, without blanks around it and without characters that nobody sees. */
export function seenText(text: string): string {
  return seenLines(text).replace(/\s+/g, ' ');
}
