/** The ontologies of a registry as it shows them, and the terms that a filter names. */

import { RegistryError } from '../../domain/errors.ts';
import { foldForEquality } from '../../domain/folding.ts';
import type { Signature, TermRef } from '../../domain/record/model.ts';
import { compareNullsLast, compareText } from '../../domain/record/ordering.ts';
import type { OntologyRecord } from '../../domain/record/records.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { byGeneration } from '../store/versions.ts';

export type Ontology = {
  number: number;
  active: boolean;
  ordering: number | null;
  record: OntologyRecord;
  json: string;
};

export type Ontologies = {
  /** Returns an ontology by its name in any letter case (rdp-protocol 2.11). */
  ontology(tx: ReadTransaction, name: string): Ontology | undefined;
  /** Returns an active ontology by its name. @throws RegistryError `unknown-ontology` */
  activeOntology(tx: ReadTransaction, name: string): Ontology;
  /** Returns the active ontologies in the order of the registry. */
  active(tx: ReadTransaction): Ontology[];
  /**
   * Looks up the terms of a filter: a set for each named ontology, empty if it has none of the terms (rdp-protocol
   * 2.8).
   *
   * @throws RegistryError `unknown-ontologies` if a named ontology is inactive and has none of the terms
   */
  resolve(tx: ReadTransaction, terms: readonly TermRef[]): ReadonlySet<number>[];
  /**
   * Checks ontologies that a filter names without terms. Empty names are ignored.
   *
   * @throws RegistryError `unknown-ontologies` if one of them does not exist, active or not
   */
  assertKnown(tx: ReadTransaction, names: readonly string[]): void;
};

const ONTOLOGIES = `
SELECT id, name, definition, active, ordering,
       (SELECT count(*) FROM term WHERE ontology_id = ontology.id AND active = 1),
       (SELECT count(*) FROM term WHERE ontology_id = ontology.id AND active = 1 AND obsolete = 1)
FROM ontology
`;

type OntologyRow = [number, string, string | null, number, number | null, number, number];

export function ontologies(store: Store, signature: Signature): Ontologies {
  const rows = store.query<OntologyRow>(ONTOLOGIES);
  const termNumber = store.query<[number]>('SELECT id FROM term WHERE ontology_id = ? AND term_id_folded = ?');
  const byName = byGeneration((tx) => {
    const known = rows.all(tx).map((row) => toOntology(row, signature));
    return new Map(known.map((ontology) => [foldForEquality(ontology.record.name), ontology]));
  });
  const active = byGeneration((tx) => [...byName(tx).values()].filter(isActive).sort(compareOntologies));

  return {
    ontology: (tx, name) => byName(tx).get(foldForEquality(name)),
    activeOntology(tx, name) {
      const ontology = byName(tx).get(foldForEquality(name));
      if (!ontology?.active) throw new RegistryError('unknown-ontology', { ontologyName: name });
      return ontology;
    },
    active,
    resolve(tx, terms) {
      const named = new Map<string, { name: string; numbers: Set<number> }>();
      for (const { ontologyName, termId } of terms) {
        const key = foldForEquality(ontologyName);
        const entry = named.get(key) ?? { name: ontologyName, numbers: new Set() };
        named.set(key, entry);
        const ontology = byName(tx).get(key);
        const number = ontology && termNumber.first(tx, ontology.number, foldForEquality(termId))?.[0];
        if (number !== undefined) entry.numbers.add(number);
      }
      const missing = [...named].filter(([key, { numbers }]) => numbers.size === 0 && !byName(tx).get(key)?.active);
      refuseUnknown(missing.map(([, { name }]) => name));
      return [...named.values()].map(({ numbers }) => numbers);
    },
    assertKnown(tx, names) {
      const known = byName(tx);
      const missing = names.map((name) => [foldForEquality(name), name] as const);
      const unknown = new Map(missing.filter(([key, name]) => name.trim() !== '' && !known.has(key)));
      refuseUnknown([...unknown.values()]);
    },
  };
}

function refuseUnknown(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new RegistryError('unknown-ontologies', { names: names.toSorted(compareText).join(', ') });
}

function isActive(ontology: Ontology): boolean {
  return ontology.active;
}

function compareOntologies(a: Ontology, b: Ontology): number {
  return compareNullsLast(a.ordering, b.ordering) || compareText(a.record.name, b.record.name);
}

function toOntology(row: OntologyRow, signature: Signature): Ontology {
  const [number, name, definition, active, ordering, numberOfTerms, numberOfObsoleteTerms] = row;
  const record = { name, definition, numberOfTerms, numberOfObsoleteTerms, ...signature };
  return { number, active: active === 1, ordering, record, json: JSON.stringify(record) };
}
