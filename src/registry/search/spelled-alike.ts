/** Symbols of genes and words of names that are spelled nearly as somebody wrote them. */

import { type AlikeTexts, alikeTexts } from '../../domain/resolve/alike.ts';
import type { ReferenceData } from '../reference/reference.ts';
import { perGeneration } from '../store/per-generation.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

/** Words with digits and short ones are no words of language. */
const WORDS_OF_NAMES = ['gene', 'disease', 'term'].map(
  (kind) => `SELECT term FROM ${kind}_vocabulary WHERE length(term) > 3 AND term NOT GLOB '*[0-9]*'`,
);
const SYMBOLS = 'SELECT symbol_folded FROM gene WHERE taxon_id = ? AND symbol_folded IS NOT NULL';

const LONG_WORD = 8;
const MOST_WORDS = 3;

export type SpelledAlike = {
  /** Symbols within so many edits of the folded text; those with fewest edits first, then human ones. */
  symbols(tx: ReadTransaction, folded: string, mostEdits: number): { text: string; edits: number }[];
  /** Whether a name has the word; of words of four letters and more without digits. */
  isWord(tx: ReadTransaction, word: string): boolean;
  /** Words within an edit of the folded one, or two of a long one; itself alone where a name has it or it has digits. */
  words(tx: ReadTransaction, word: string): string[];
};

/**
 * Both are kept in memory from the first question after a change of the data: 22 MB for the symbols of 165,197 genes and
 * 28,000 words.
 */
export function spelledAlike(store: Store, reference: ReferenceData): SpelledAlike {
  const symbolsOf = store.query<[string]>(SYMBOLS);
  const vocabularies = WORDS_OF_NAMES.map((sql) => store.query<[string]>(sql));

  const symbols = perGeneration((tx): AlikeTexts => {
    const all = reference.activeTaxa(tx).flatMap(({ id }) => symbolsOf.all(tx, id).flat());
    return alikeTexts([...new Set(all)]);
  });
  const words = perGeneration((tx) => {
    const all = new Set(vocabularies.flatMap((vocabulary) => vocabulary.all(tx).flat()));
    return { all, alike: alikeTexts([...all]) };
  });

  return {
    symbols: (tx, folded, mostEdits) => symbols(tx)(folded, mostEdits),
    isWord: (tx, word) => words(tx).all.has(word),
    words(tx, word) {
      const { all, alike } = words(tx);
      if (/\d/.test(word) || all.has(word)) return [word];
      const found = alike(word, word.length < LONG_WORD ? 1 : 2);
      return found.length === 0 ? [word] : found.slice(0, MOST_WORDS).map(({ text }) => text);
    },
  };
}
