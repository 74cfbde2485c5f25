/** Terms of the ontologies as records (rdp-protocol 1.10, 2.11). */

import { RegistryError } from '../../domain/errors.ts';
import { foldForEquality } from '../../domain/folding.ts';
import type { PageRequest, Sort } from '../../domain/query/paging.ts';
import type { Signature } from '../../domain/record/model.ts';
import type { OntologyRecord } from '../../domain/record/records.ts';
import type { Store } from '../store/store.ts';
import type { Ontologies, Ontology } from './ontologies.ts';

export type TermRecord = {
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
  /** The active ontologies, in order. */
  ontologies(): Promise<OntologyRecord[]>;
  /** A page of the active terms. @throws RegistryError `unknown-ontology` */
  page(
    ontologyName: string,
    page: PageRequest,
    sorts: readonly Sort[],
  ): Promise<{ terms: TermRecord[]; totalElements: number }>;
  /** The active terms among those named, each once. @throws RegistryError `unknown-ontology` */
  named(ontologyName: string, termIds: readonly string[]): Promise<TermRecord[]>;
  /** @throws RegistryError `unknown-term`, also when term or ontology is inactive */
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

const ORDERS = {
  'termId asc': 'term_id',
  'termId desc': 'term_id DESC',
  'name asc': 'name COLLATE NOCASE, term_id',
  'name desc': 'name COLLATE NOCASE DESC, term_id DESC',
};

export function terms(store: Store, ontologies: Ontologies, signature: Signature): Terms {
  const pages = Object.fromEntries(
    Object.entries(ORDERS).map(([order, columns]) => [
      order,
      store.query<TermRow>(`${COLUMNS} WHERE ontology_id = ? AND active = 1 ORDER BY ${columns} LIMIT ? OFFSET ?`),
    ]),
  );
  const byId = store.query<TermRow>(`${COLUMNS} WHERE ontology_id = ? AND term_id_folded = ? AND active = 1`);

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

    page: async (ontologyName, { page, size }, sorts) =>
      store.read((tx) => {
        const ontology = ontologies.activeOntology(tx, ontologyName);
        const rows = pages[orderOf(sorts)]?.all(tx, ontology.number, size, page * size) ?? [];
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

function orderOf(sorts: readonly Sort[]): string {
  const sort = sorts[0] ?? { property: 'termId', descending: false };
  return `${sort.property} ${sort.descending ? 'desc' : 'asc'}`;
}
