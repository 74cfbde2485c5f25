/** Removes from typed and copied texts what nobody sees, such as the soft hyphens of a PDF: it is not meant, and finds nobody. */

/** Format characters, except the joiners of Persian names and others. */
const UNSEEN = /(?![\u200c\u200d])\p{Cf}/gu;

/** Returns the text without characters that nobody sees. */
export function seenText(text: string): string {
  return text.replace(UNSEEN, '');
}

/** Returns a symbol, or another name of a gene, without these characters and without blanks around it. */
export function seenSymbol(symbol: string): string {
  return seenText(symbol).trim();
}
