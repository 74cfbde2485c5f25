/** Finds genes, diseases and terms by the words of their names, with the indexes of the database file. */

import { numberForms } from '../../domain/resolve/alike.ts';
import { ID_LIMIT } from '../store/name-words.ts';
import type { Query, ReadTransaction, Store } from '../store/store.ts';
import type { SpelledAlike } from './spelled-alike.ts';

/** More than a person reads; if more are found, those with the shortest names are ranked. */
const MOST_RANKED = 40;
/** The largest number of rows that are read; it is larger because a disease has a row for each name. */
const MOST_FOUND = 80;
/** The index would split or drop a word with other letters; no name has such letters. */
const INDEXED_WORD = /^[a-z0-9\u00e0-\u024f\u0370-\u03ff]+$/;
/** Shorter beginnings match too many words. */
const FEWEST_LETTERS_OF_BEGINNING = 3;

export const GENES_BY_WORDS = 'SELECT rowid FROM gene_words WHERE gene_words MATCH ? ORDER BY rowid LIMIT ?';
export const TERMS_BY_WORDS = 'SELECT rowid FROM term_words WHERE term_words MATCH ? ORDER BY rowid LIMIT ?';
export const DISEASES_BY_WORDS =
  'SELECT disease_id FROM disease_words WHERE disease_words MATCH ? ORDER BY rowid LIMIT ?';

/** Finds ids of things whose names have all the words; short names come first. */
type NameIndex = {
  geneIds(tx: ReadTransaction, words: readonly string[]): number[];
  diseaseIds(tx: ReadTransaction, words: readonly string[]): string[];
  termNumbers(tx: ReadTransaction, words: readonly string[]): number[];
};

/** @param isWord whether names have a word; if they do not have the last one, it is taken as the beginning of a word */
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
