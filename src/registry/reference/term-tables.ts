/** Reads and writes the terms of an ontology in the tables. */

import { foldForEquality } from '../../domain/folding.ts';
import type { SnapshotTerm } from '../../domain/record/snapshot.ts';
import type { ReadTransaction, Store, Value, WriteTransaction } from '../store/store.ts';

const TERMS = `
SELECT id, term_id, name, definition, namespace, disease_ids, synonyms, alt_term_ids,
       (SELECT json_group_array(term_id) FROM (
          SELECT child.term_id FROM sub_term JOIN term AS child ON child.id = sub_term_id
          WHERE sub_term.term_id = term.id ORDER BY position)),
       obsolete, active, is_group, has_icon, ordering
FROM term WHERE ontology_id = ? ORDER BY id
`;

type Text = string | null;
type TermRow = [
  ...[number: number, termId: string, name: Text, definition: Text, namespace: Text, diseaseIds: string],
  ...[synonyms: string, altTermIds: string, subTermIds: string],
  ...[obsolete: number, active: number, group: number, hasIcon: number, ordering: number | null],
];

/** A term with its number in this registry. */
type HeldTerm = { number: number; term: SnapshotTerm };

/** Yields the terms of an ontology, in the order of their numbers. */
export function* heldTerms(tx: ReadTransaction, store: Store, ontologyNumber: number): Generator<HeldTerm> {
  for (const row of store.query<TermRow>(TERMS).each(tx, ontologyNumber)) {
    const [number, termId, name, definition, namespace, diseaseIds, synonyms, ...rest] = row;
    const [altTermIds, subTermIds, ...marks] = rest;
    const [obsolete, active, group, hasIcon, ordering] = marks;
    const term = {
      termId,
      name,
      definition,
      namespace,
      diseaseIds: JSON.parse(diseaseIds),
      synonyms: JSON.parse(synonyms),
      altTermIds: JSON.parse(altTermIds),
      subTermIds: JSON.parse(subTermIds),
      obsolete: obsolete === 1,
      active: active === 1,
      group: group === 1,
      hasIcon: hasIcon === 1,
      ordering,
    };
    yield { number, term };
  }
}

const COLUMNS = `
  id, ontology_id, term_id, term_id_folded, name, definition, namespace, disease_ids, synonyms, alt_term_ids,
  obsolete, active, is_group, has_icon, ordering
`;

type TermWriter = {
  /** Writes a new term, without its children. */
  insert(held: HeldTerm, ontologyNumber: number): void;
  /** Replaces the term with this number, without its children. */
  replace(held: HeldTerm, ontologyNumber: number): void;
  /** Writes the children of a term that has none, in order. */
  insertBelow(number: number, subTermNumbers: readonly number[]): void;
  dropBelow(number: number): void;
  remove(number: number): void;
};

export function termWriter(tx: WriteTransaction): TermWriter {
  const values = `(${COLUMNS}) VALUES (${Array(15).fill('?').join()})`;
  const insert = tx.inserter(`INSERT INTO term ${values}`);
  const replace = tx.inserter(`REPLACE INTO term ${values}`);
  const dropBelow = tx.inserter('DELETE FROM sub_term WHERE term_id = ?');
  const dropAbove = tx.inserter('DELETE FROM sub_term WHERE sub_term_id = ?');
  const insertBelow = tx.inserter('INSERT INTO sub_term VALUES (?, ?, ?)');
  const remove = tx.inserter('DELETE FROM term WHERE id = ?');
  return {
    insert: (held, ontologyNumber) => insert(...rowOf(held, ontologyNumber)),
    replace: (held, ontologyNumber) => replace(...rowOf(held, ontologyNumber)),
    insertBelow: (number, subTermNumbers) =>
      subTermNumbers.forEach((child, position) => {
        insertBelow(number, position, child);
      }),
    dropBelow,
    remove(number) {
      dropBelow(number);
      dropAbove(number);
      remove(number);
    },
  };
}

function rowOf({ number, term }: HeldTerm, ontologyNumber: number): Value[] {
  const { termId, name, definition, namespace, diseaseIds, synonyms, altTermIds, ordering } = term;
  const lists = [diseaseIds, synonyms, altTermIds].map((list) => JSON.stringify(list));
  const marks = [term.obsolete, term.active, term.group, term.hasIcon].map(Number);
  const texts = [name, definition, namespace, ...lists];
  return [number, ontologyNumber, termId, foldForEquality(termId), ...texts, ...marks, ordering];
}
