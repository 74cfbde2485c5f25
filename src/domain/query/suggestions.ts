/** Suggestions of genes and terms while a user types. */

/** A gene whose symbol, or else one of its other names, begins with the typed text. */
export type GeneSuggestion = {
  symbol: string;
  /** The NCBI id. */
  geneId: number;
  name: string | null;
  /** The alias, former symbol, identifier or other designation that matched; null where the symbol matched. */
  matchedAlias: string | null;
};

export type TermSuggestion = { termId: string; name: string; ontologyName: string };

/** Returns the end of the range, in text order, of all texts that begin with `prefix`. */
export function endOfPrefix(prefix: string): string {
  // No folded text contains this character, and it sorts after all others.
  return `${prefix}\u{10ffff}`;
}

/** The index of terms holds so many characters of each text, more than people type. */
const LONGEST_TEXT = 48;

/** Returns a text as the index of terms holds it. */
export function indexedText(folded: string): string {
  return folded.slice(0, LONGEST_TEXT);
}

/** Returns a folded text from each of its words on, so that `seizure` finds `focal seizure`; the whole text comes first. */
export function textsByWord(folded: string): string[] {
  const starts = Array.from(folded.matchAll(/[\p{L}\p{N}]+/gu), ({ index }) => index);
  return [...new Set([0, ...starts].map((start) => indexedText(folded.slice(start))))].filter((text) => text !== '');
}
