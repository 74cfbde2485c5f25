/** Genes, diseases and terms by the words of their names, from the indexes of the database file. */

import { numberForms } from '../../domain/resolve/generic-words.ts';
import { ID_LIMIT } from '../store/name-words.ts';
import type { Query, ReadTransaction, Store } from '../store/store.ts';
import type { SpelledAlike } from './spelled-alike.ts';

/** More things than anybody reads through; of more, those with the shortest names are ranked. */
const MOST_RANKED = 40;
/** A disease has several names. */
const MOST_FOUND = 80;
/** The index reads a word of other letters as several, or as none; no name has them. */
const INDEXED_WORD = /^[a-z0-9\u00e0-\u024f\u0370-\u03ff]+$/;
/** Fewer letters begin too many words. */
const FEWEST_LETTERS_OF_BEGINNING = 3;

export const GENES_BY_WORDS = 'SELECT rowid FROM gene_words WHERE gene_words MATCH ? ORDER BY rowid LIMIT ?';
export const TERMS_BY_WORDS = 'SELECT rowid FROM term_words WHERE term_words MATCH ? ORDER BY rowid LIMIT ?';
export const DISEASES_BY_WORDS =
  'SELECT disease_id FROM disease_words WHERE disease_words MATCH ? ORDER BY rowid LIMIT ?';

/** Ids of what has all the words in its names; short names first. */
type NameIndex = {
  geneIds(tx: ReadTransaction, words: readonly string[]): number[];
  diseaseIds(tx: ReadTransaction, words: readonly string[]): string[];
  termNumbers(tx: ReadTransaction, words: readonly string[]): number[];
};

/** @param isWord whether names have a word; the last one is taken for the beginning of another where they have not */
export function nameIndex(store: Store, isWord: SpelledAlike['isWord']): NameIndex {
  const genes = store.query<[number]>(GENES_BY_WORDS);
  const terms = store.query<[number]>(TERMS_BY_WORDS);
  const diseases = store.query<[string]>(DISEASES_BY_WORDS);

  function matching<Id extends number | string>(
    tx: ReadTransaction,
    words: readonly string[],
    query: Query<[Id]>,
  ): Id[] {
    const last = words.at(-1);
    if (last === undefined || !words.every((word) => INDEXED_WORD.test(word))) return [];
    const isBeginning = last.length >= FEWEST_LETTERS_OF_BEGINNING && !isWord(tx, last);
    const expression = words
      .map(
        (word) =>
          `(${numberForms(word)
            .map((form) => `"${form}"`)
            .join(' OR ')})`,
      )
      .join(' AND ');
    const found = query.all(tx, isBeginning ? expression.replace(/\)$/, '*)') : expression, MOST_FOUND);
    return [...new Set(found.map(([id]) => id))].slice(0, MOST_RANKED);
  }

  return {
    geneIds: (tx, words) => matching(tx, words, genes).map(idOf),
    diseaseIds: (tx, words) => matching(tx, words, diseases),
    termNumbers: (tx, words) => matching(tx, words, terms).map(idOf),
  };
}

function idOf(rowid: number): number {
  return rowid % ID_LIMIT;
}
