/** Terms of the ontologies in the tables, and as records (rdp-protocol 1.10, 2.11). */

import { RegistryError } from '../../domain/errors.ts';
import { fold, foldForEquality } from '../../domain/folding.ts';
import type { PageRequest, Sort } from '../../domain/query/paging.ts';
import type { Signature } from '../../domain/record/model.ts';
import { compareText } from '../../domain/record/ordering.ts';
import type { OntologyRecord } from '../../domain/record/records.ts';
import type { SnapshotTerm } from '../../domain/record/snapshot.ts';
import type { ReadTransaction, Store, Value, WriteTransaction } from '../store/store.ts';
import { byGeneration } from '../store/versions.ts';
import type { Ontologies, Ontology } from './ontologies.ts';

type TermRecord = {
  ontology: OntologyRecord;
  termId: string;
  name: string;
  definition: string | null;
  altTermIds: string[];
  synonyms: string[];
  /** The direct, active children. */
  subTerms: string[];
} & Signature;

export type Terms = {
  /** Returns the active ontologies, in order. */
  ontologies(): Promise<OntologyRecord[]>;
  /** Returns a page of the active terms. @throws RegistryError `unknown-ontology` */
  page(
    ontologyName: string,
    page: PageRequest,
    sorts: readonly Sort[],
  ): Promise<{ terms: TermRecord[]; totalElements: number }>;
  /** Returns the active terms with these ids, each once. @throws RegistryError `unknown-ontology` */
  named(ontologyName: string, termIds: readonly string[]): Promise<TermRecord[]>;
  /** @throws RegistryError `unknown-term`, also if the term or the ontology is inactive */
  term(ontologyName: string, termId: string): Promise<TermRecord>;
};

const COLUMNS = `
SELECT term_id, name, definition, alt_term_ids, synonyms,
       (SELECT json_group_array(child.term_id)
        FROM sub_term JOIN term AS child ON child.id = sub_term_id AND child.active = 1
        WHERE sub_term.term_id = term.id)
FROM term
`;

type TermRow = [string, string | null, string | null, string, string, string];

const NAMES = 'SELECT id, name, term_id FROM term WHERE ontology_id = ? AND active = 1';
type NameRow = [number: number, name: string | null, termId: string];

export function terms(store: Store, ontologies: Ontologies, signature: Signature): Terms {
  const byTermId = { asc: pageQuery('term_id'), desc: pageQuery('term_id DESC') };
  const byNumber = store.query<TermRow>(`${COLUMNS} WHERE id = ?`);
  const names = store.query<NameRow>(NAMES);
  const knownOrders = byGeneration(() => new Map<number, Uint32Array>());
  const byId = store.query<TermRow>(`${COLUMNS} WHERE ontology_id = ? AND term_id_folded = ? AND active = 1`);

  /** Returns the numbers of the active terms of an ontology, in the order of their names. */
  function inOrderOfNames(tx: ReadTransaction, ontology: number): Uint32Array {
    const known = knownOrders(tx);
    const ordered = known.get(ontology) ?? orderedByName(tx, ontology);
    known.set(ontology, ordered);
    return ordered;
  }

  function orderedByName(tx: ReadTransaction, ontology: number): Uint32Array {
    const folded = names
      .all(tx, ontology)
      .map(([number, name, termId]) => ({ number, name: fold(name ?? termId), termId }));
    folded.sort((a, b) => compareText(a.name, b.name) || compareText(a.termId, b.termId));
    return Uint32Array.from(folded, ({ number }) => number);
  }

  function pageQuery(order: string) {
    return store.query<TermRow>(`${COLUMNS} WHERE ontology_id = ? AND active = 1 ORDER BY ${order} LIMIT ? OFFSET ?`);
  }

  function rowsOf(
    tx: ReadTransaction,
    ontology: number,
    { page, size }: PageRequest,
    sort: Sort | undefined,
  ): TermRow[] {
    const isDescending = sort?.descending === true;
    if (sort?.property !== 'name') return byTermId[isDescending ? 'desc' : 'asc'].all(tx, ontology, size, page * size);
    const all = inOrderOfNames(tx, ontology);
    const [from, to] = [page * size, (page + 1) * size];
    const numbers = isDescending ? all.toReversed().subarray(from, to) : all.subarray(from, to);
    return [...numbers].map((number) => byNumber.first(tx, number)).filter((row) => row !== undefined);
  }

  function toRecord(ontology: Ontology, row: TermRow): TermRecord {
    const [termId, name, definition, altTermIds, synonyms, subTerms] = row;
    return {
      ontology: ontology.record,
      termId,
      name: name ?? termId,
      definition,
      altTermIds: JSON.parse(altTermIds),
      synonyms: JSON.parse(synonyms),
      subTerms: JSON.parse(subTerms),
      ...signature,
    };
  }

  return {
    ontologies: async () => store.read((tx) => ontologies.active(tx).map((ontology) => ontology.record)),

    page: async (ontologyName, page, sorts) =>
      store.read((tx) => {
        const ontology = ontologies.activeOntology(tx, ontologyName);
        const rows = rowsOf(tx, ontology.number, page, sorts[0]);
        const totalElements = ontology.record.numberOfTerms;
        return { terms: rows.map((row) => toRecord(ontology, row)), totalElements };
      }),

    named: async (ontologyName, termIds) =>
      store.read((tx) => {
        const ontology = ontologies.activeOntology(tx, ontologyName);
        const wanted = [...new Set(termIds.map(foldForEquality))];
        return wanted.flatMap((id) => byId.all(tx, ontology.number, id)).map((row) => toRecord(ontology, row));
      }),

    term: async (ontologyName, termId) =>
      store.read((tx) => {
        const ontology = ontologies.ontology(tx, ontologyName);
        const row = ontology?.active ? byId.first(tx, ontology.number, foldForEquality(termId)) : undefined;
        if (!ontology || !row) throw new RegistryError('unknown-term', { ontologyName, termId });
        return toRecord(ontology, row);
      }),
  };
}

const TERMS = `
SELECT id, term_id, name, definition, namespace, disease_ids, synonyms, alt_term_ids,
       (SELECT json_group_array(term_id) FROM (
          SELECT child.term_id FROM sub_term JOIN term AS child ON child.id = sub_term_id
          WHERE sub_term.term_id = term.id ORDER BY position)),
       obsolete, active, is_group, has_icon, ordering, considered_ids
FROM term WHERE ontology_id = ? ORDER BY id
`;

type Text = string | null;
type StoredTermRow = [
  ...[number: number, termId: string, name: Text, definition: Text, namespace: Text, diseaseIds: string],
  ...[synonyms: string, altTermIds: string, subTermIds: string],
  ...[obsolete: number, active: number, group: number, hasIcon: number, ordering: number | null, considered: Text],
];

/** A term with its number in this registry. */
type HeldTerm = { number: number; term: SnapshotTerm };

/** Yields the terms of an ontology, in the order of their numbers. */
export function* heldTerms(tx: ReadTransaction, store: Store, ontologyNumber: number): Generator<HeldTerm> {
  for (const row of store.query<StoredTermRow>(TERMS).each(tx, ontologyNumber)) {
    const [number, termId, name, definition, namespace, diseaseIds, synonyms, ...rest] = row;
    const [altTermIds, subTermIds, ...marks] = rest;
    const [obsolete, active, group, hasIcon, ordering, considered] = marks;
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
      ...(considered === null ? {} : { consideredTermIds: JSON.parse(considered) }),
      active: active === 1,
      group: group === 1,
      hasIcon: hasIcon === 1,
      ordering,
    };
    yield { number, term };
  }
}

const STORED_COLUMNS = `
  id, ontology_id, term_id, term_id_folded, name, definition, namespace, disease_ids, synonyms, alt_term_ids,
  obsolete, active, is_group, has_icon, ordering, considered_ids
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
  const values = `(${STORED_COLUMNS}) VALUES (${Array(16).fill('?').join()})`;
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
  const considered = term.consideredTermIds === undefined ? null : JSON.stringify(term.consideredTermIds);
  return [number, ontologyNumber, termId, foldForEquality(termId), ...texts, ...marks, ordering, considered];
}
