/** Finds genes, diseases and terms by the words of their names, and by words and symbols that are spelled nearly alike. */

import { type AlikeTexts, alikeTexts, numberForms } from '../../domain/resolve/alike.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { Query, ReadTransaction, Store, Value } from '../store/store.ts';
import { ID_LIMIT } from '../store/text-indexes.ts';

/** Each slice gets the transaction of its own turn, and must not use it later. */
export type SlicedWork<T> = Generator<undefined, T, ReadTransaction>;

type MadeInSlices<T> = {
  /** Returns the value for the present generation of the data; computes at once what is missing. */
  of(tx: ReadTransaction): T;
  /** Computes one more slice. Returns whether everything is computed. */
  advance(tx: ReadTransaction): boolean;
};

/** Returns the value that `make` computes, once for each generation of the data. */
export function madeInSlices<T>(make: (tx: ReadTransaction) => SlicedWork<T>): MadeInSlices<T> {
  let generation: string | undefined;
  let slices: SlicedWork<T> | undefined;
  let made: { value: T } | undefined;

  function advance(tx: ReadTransaction): boolean {
    const now = tx.generation();
    if (now !== generation) {
      generation = now;
      made = undefined;
      slices = make(tx);
    }
    if (slices === undefined) return true;
    try {
      const { done, value } = slices.next(tx);
      if (done !== true) return false;
      made = { value };
      slices = undefined;
      return true;
    } catch (error) {
      // The next call starts again.
      generation = undefined;
      throw error;
    }
  }

  return {
    advance,
    of(tx) {
      while (!advance(tx));
      return (made as { value: T }).value;
    },
  };
}

/** Reading this many rows takes some milliseconds. */
const SLICE = 4000;
/** Only words of a language are compared; short ones and words with digits are not. */
const WORDS_OF_NAMES = ['gene', 'disease', 'term'].map((kind) => `SELECT term FROM ${kind}_vocabulary WHERE term > ?`);
const WORD = /^\D{4,}$/;
const SYMBOLS = `
  SELECT symbol_folded FROM gene WHERE taxon_id = ? AND symbol_folded > ? ORDER BY symbol_folded
`;

const LONG_WORD = 8;
const MOST_WORDS = 3;

export type SpelledAlike = {
  /** Returns symbols within `mostEdits` edits of the folded text; those with the fewest edits first, then human ones. */
  symbols(tx: ReadTransaction, folded: string, mostEdits: number): { text: string; edits: number }[];
  /** Whether a name has the word; only words of at least four letters without digits are known. */
  isWord(tx: ReadTransaction, word: string): boolean;
  /**
   * Returns words within one edit, or two edits of a long word. Returns the word alone if a name has it, if it has
   * digits, or if none is found.
   */
  words(tx: ReadTransaction, word: string): string[];
  /** Prepares one more slice of the symbols and words. Returns whether all are prepared. */
  advance(tx: ReadTransaction): boolean;
};

/** Symbols and words are in memory: 22 MB for the symbols of 165,197 genes and 28,000 words. */
export function spelledAlike(store: Store, reference: ReferenceData): SpelledAlike {
  const symbolsOf = store.query<[string]>(`${SYMBOLS} LIMIT ${SLICE}`);
  const vocabularies = WORDS_OF_NAMES.map((sql) => store.query<[string]>(`${sql} LIMIT ${SLICE}`));

  const symbols = madeInSlices(function* (tx): SlicedWork<AlikeTexts> {
    const collected = textCollector();
    let now = tx;
    for (const { id } of reference.activeTaxa(tx)) now = yield* collected.slices(symbolsOf, now, id);
    return collected.alike();
  });
  const words = madeInSlices(function* (tx): SlicedWork<{ all: ReadonlySet<string>; alike: AlikeTexts }> {
    const collected = textCollector((word) => WORD.test(word));
    let now = tx;
    for (const vocabulary of vocabularies) now = yield* collected.slices(vocabulary, now);
    return { all: collected.all, alike: collected.alike() };
  });

  return {
    symbols: (tx, folded, mostEdits) => symbols.of(tx)(folded, mostEdits),
    isWord: (tx, word) => words.of(tx).all.has(word),
    words(tx, word) {
      const { all, alike } = words.of(tx);
      if (/\d/.test(word) || all.has(word)) return [word];
      const found = alike(word, word.length < LONG_WORD ? 1 : 2);
      return found.length === 0 ? [word] : found.slice(0, MOST_WORDS).map(({ text }) => text);
    },
    advance: (tx) => symbols.advance(tx) && words.advance(tx),
  };
}

/** Collects each text once, in slices that are searched one after the other. */
function textCollector(isWanted: (text: string) => boolean = () => true) {
  const all = new Set<string>();
  const parts: AlikeTexts[] = [];

  /** Collects all texts of a query that continues after the last text; returns the transaction of the present turn. */
  function* slices(
    query: Query<[string]>,
    tx: ReadTransaction,
    ...parameters: Value[]
  ): Generator<undefined, ReadTransaction, ReadTransaction> {
    let now = tx;
    for (let last: string | undefined = ''; last !== undefined; ) {
      const texts: string[] = query.all(now, ...parameters, last).flat();
      const added = new Set(texts.filter((text) => isWanted(text) && !all.has(text)));
      for (const text of added) all.add(text);
      parts.push(alikeTexts([...added]));
      last = texts.length < SLICE ? undefined : texts.at(-1);
      now = yield;
    }
    return now;
  }

  const alike = (): AlikeTexts => (text, mostEdits) =>
    parts.flatMap((part) => part(text, mostEdits)).sort((a, b) => a.edits - b.edits);
  return { all, slices, alike };
}

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
