/** Suggests terms of an ontology by what a user has typed of a name, a synonym or an id. */

import { foldForEquality } from '../../domain/folding.ts';
import { endOfPrefix, indexedText, type TermSuggestion, textsByWord } from '../../domain/query/suggestions.ts';
import type { Ontologies } from '../reference/ontologies.ts';
import type { Store, WriteTransaction } from '../store/store.ts';

/**
 * Returns at most twenty active terms of an active ontology in which `typed` begins the name, then a later word of it,
 * then a word of a synonym, then the id. A blank text finds nothing.
 *
 * @throws RegistryError `unknown-ontology`
 */
export type SuggestTerms = (ontologyName: string, typed: string) => Promise<TermSuggestion[]>;

/**
 * Returns the ids of active terms of an active ontology whose name or synonym may equal a text. All that do are included,
 * however many other terms begin with it.
 *
 * @throws RegistryError `unknown-ontology`
 */
export type TermsCalled = (ontologyName: string, text: string) => Promise<string[]>;

const MOST_TERMS = 20;
/** A term may have several texts with the same beginning. */
const MOST_TEXTS = 200;

/** The kinds of text, in the order in which they are searched. */
const NAME = 0;
const WORD_OF_NAME = 1;
const SYNONYM = 2;
const KINDS = [NAME, WORD_OF_NAME, SYNONYM];

export const TERMS_BY_TEXT = `
SELECT term_id, name
FROM term_text CROSS JOIN term ON term.id = term_number
WHERE term_text.ontology_id = ? AND kind = ? AND text_folded >= ? AND text_folded < ?
ORDER BY text_folded, term_number LIMIT ?
`;
export const TERMS_BY_ID = `
SELECT term_id, name FROM term
WHERE ontology_id = ? AND term_id_folded >= ? AND term_id_folded < ? AND active = 1
ORDER BY term_id_folded LIMIT ?
`;

type TermRow = [termId: string, name: string | null];

export function suggestTerms(store: Store, ontologies: Ontologies): SuggestTerms {
  const byText = store.query<TermRow>(TERMS_BY_TEXT);
  const byId = store.query<TermRow>(TERMS_BY_ID);

  return async (ontologyName, typed) =>
    store.read((tx) => {
      const { number, record } = ontologies.activeOntology(tx, ontologyName);
      const whole = foldForEquality(typed.trim());
      const prefix = indexedText(whole);
      if (prefix === '') return [];
      const found = new Map<string, TermSuggestion>();
      const add = (rows: TermRow[]) => {
        for (const [termId, name] of rows) {
          if (!found.has(termId)) found.set(termId, { termId, name: name ?? termId, ontologyName: record.name });
        }
      };
      for (const kind of KINDS) {
        if (found.size < MOST_TERMS) add(byText.all(tx, number, kind, prefix, endOfPrefix(prefix), MOST_TEXTS));
      }
      if (found.size < MOST_TERMS) add(byId.all(tx, number, whole, endOfPrefix(whole), MOST_TERMS));
      return [...found.values()].slice(0, MOST_TERMS);
    });
}

export function termsCalled(store: Store, ontologies: Ontologies): TermsCalled {
  const byText = store.query<TermRow>(TERMS_BY_TEXT);

  return async (ontologyName, text) =>
    store.read((tx) => {
      const { number } = ontologies.activeOntology(tx, ontologyName);
      const whole = indexedText(foldForEquality(text.trim()));
      // The range has only the text itself, because NUL is the smallest character that can follow it.
      const rows = [NAME, SYNONYM].flatMap((kind) => byText.all(tx, number, kind, whole, `${whole}\0`, MOST_TEXTS));
      return [...new Set(rows.map(([termId]) => termId))];
    });
}

/** Writes the texts by which active terms are found, of one ontology or of all. */
export function writeTermTexts(tx: WriteTransaction, store: Store, ontologyNumber?: number): void {
  const only = ontologyNumber === undefined ? '' : 'ontology_id = ?';
  const parameters = ontologyNumber === undefined ? [] : [ontologyNumber];
  tx.run(`DELETE FROM term_text ${only && `WHERE ${only}`}`, ...parameters);
  const rows = store.query<[number, number, string | null, string]>(
    `SELECT id, ontology_id, name, synonyms FROM term WHERE active = 1 ${only && `AND ${only}`}`,
  );
  const insert = tx.inserter('INSERT OR IGNORE INTO term_text VALUES (?, ?, ?, ?)');
  for (const [number, ontologyId, name, synonyms] of rows.all(tx, ...parameters)) {
    const [whole, ...words] = textsByWord(foldForEquality(name ?? ''));
    if (whole !== undefined) insert(ontologyId, NAME, whole, number);
    for (const word of words) insert(ontologyId, WORD_OF_NAME, word, number);
    for (const synonym of JSON.parse(synonyms) as string[]) {
      for (const text of textsByWord(foldForEquality(synonym))) insert(ontologyId, SYNONYM, text, number);
    }
  }
}
