/** What is offered while somebody types: genes and terms, as they stand in the lists of suggestions. */

/** A gene whose symbol, or else one of whose other names, begins with what was typed. */
export type GeneSuggestion = {
  symbol: string;
  /** By NCBI. */
  geneId: number;
  name: string | null;
  /** The alias, former symbol, identifier or other designation that was hit; null where it was the symbol. */
  matchedAlias: string | null;
};

export type TermSuggestion = { termId: string; name: string; ontologyName: string };

/** In text order everything that begins with `prefix` lies from `prefix` up to this. */
export function endOfPrefix(prefix: string): string {
  // No folded text holds it, and it sorts behind all that do.
  return `${prefix}\u{10ffff}`;
}

/** The index of terms holds so much of each text, which is more than anybody types. */
const LONGEST_TEXT = 48;

/** A text as the index of terms holds it. */
export function indexedText(folded: string): string {
  return folded.slice(0, LONGEST_TEXT);
}

/** A folded text from each of its words on, so that `seizure` finds `focal seizure`; the whole text comes first. */
export function textsByWord(folded: string): string[] {
  const starts = Array.from(folded.matchAll(/[\p{L}\p{N}]+/gu), ({ index }) => index);
  return [...new Set([0, ...starts].map((start) => indexedText(folded.slice(start))))].filter((text) => text !== '');
}
