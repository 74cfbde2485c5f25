/** Finds symbols of genes and words of names that are spelled nearly like a given text. */

import { type AlikeTexts, alikeTexts } from '../../domain/resolve/alike.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { Query, ReadTransaction, Store, Value } from '../store/store.ts';
import { madeInSlices, type SlicedWork } from './in-slices.ts';

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
  /** Returns words within one edit, or two of a long word; the word alone if a name has it, if it has digits, or if none is found. */
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
