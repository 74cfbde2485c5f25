/** The loaded GO, and how many genes are annotated with its terms (rdp-protocol 1.6, 9.3). */

import { foldForEquality } from '../../domain/folding.ts';
import { once } from '../../domain/memoize.ts';
import { ownMember } from '../../domain/own-member.ts';
import type { GoAspect } from '../../domain/record/model.ts';
import type { GoTermFacts } from '../../domain/record/records.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

/** The name of the ontology that is the GO. */
export const GO_ONTOLOGY = 'go';

const ASPECTS: Readonly<Record<string, GoAspect>> = {
  biological_process: 'BP',
  cellular_component: 'CC',
  molecular_function: 'MF',
};

/** Counts genes: one that is annotated with a term is annotated with all terms above it too, by `is_a` and `part_of`. */
const SIZE = `
WITH RECURSIVE below (number) AS (
  VALUES (?)
  UNION SELECT sub_term_id FROM below JOIN sub_term ON term_id = number
),
known_as (go_id) AS (
  SELECT term_id FROM below JOIN term ON term.id = number
  UNION SELECT value FROM below JOIN term ON term.id = number JOIN json_each(alt_term_ids)
)
SELECT count(DISTINCT gene_id)
FROM known_as JOIN gene_annotation USING (go_id) JOIN gene ON gene.id = gene_id AND taxon_id = ?
`;
const HAS_ANNOTATIONS = `
SELECT EXISTS (SELECT 1 FROM gene JOIN gene_annotation ON gene_id = gene.id WHERE taxon_id = ?)
`;

type TermRow = [number: number, name: string | null, definition: string | null, namespace: string | null];

/** Returns the shown facts of a GO term and these genes of a researcher; undefined if the GO of this registry lacks the term. */
type FindGoTerm = (goId: string, taxonId: number, geneIds: readonly number[]) => GoTermFacts | undefined;

/** Returns the GO of one transaction; its terms and annotations must not change while this is used. */
export function geneOntology(tx: ReadTransaction, store: Store): FindGoTerm {
  const ontology = store.query<[number]>('SELECT id FROM ontology WHERE name_folded = ?').first(tx, GO_ONTOLOGY)?.[0];
  if (ontology === undefined) return () => undefined;
  const columns = 'SELECT term.id, term.name, term.definition, namespace FROM term';
  const byId = store.query<TermRow>(`${columns} WHERE ontology_id = ? AND term_id_folded = ?`);
  const byNumber = store.query<TermRow>(`${columns} WHERE id = ?`);
  const altIds = store.query<[string, number]>(
    'SELECT value, term.id FROM term JOIN json_each(alt_term_ids) WHERE ontology_id = ?',
  );
  const sizeOf = store.query<[number]>(SIZE);
  const hasAnnotations = store.query<[number]>(HAS_ANNOTATIONS);
  const annotationsOf = store.query<[string]>('SELECT go_id FROM gene_annotation WHERE gene_id = ?');
  const parentsOf = store.query<[number]>('SELECT DISTINCT term_id FROM sub_term WHERE sub_term_id = ?');
  const inTaxon = store.query<[number]>('SELECT 1 FROM gene WHERE id = ? AND taxon_id = ?');

  const numberByAltId = once(
    () => new Map(altIds.all(tx, ontology).map(([id, number]) => [foldForEquality(id), number])),
  );
  const term = cachedByKey((folded: string): TermRow | undefined => {
    const alternative = () => byNumber.first(tx, numberByAltId().get(folded) ?? null);
    return byId.first(tx, ontology, folded) ?? alternative();
  });
  const isCounted = cachedByKey((taxonId: number) => hasAnnotations.first(tx, taxonId)?.[0] === 1);
  const size = cachedByKey((key: string) => sizeOf.first(tx, ...key.split(' ').map(Number))?.[0] ?? 0);
  /** Returns the term itself and all terms above it. */
  const upwards = cachedByKey((number: number) => {
    const above = new Set([number]);
    for (const one of above) for (const [parent] of parentsOf.all(tx, one)) above.add(parent);
    return above;
  });

  function isAnnotated(geneId: number, number: number): boolean {
    return annotationsOf.all(tx, geneId).some(([goId]) => {
      const annotated = term(foldForEquality(goId))?.[0];
      return annotated !== undefined && upwards(annotated).has(number);
    });
  }

  return (goId, taxonId, geneIds) => {
    const row = term(foldForEquality(goId));
    if (row === undefined) return undefined;
    const [number, name, definition, namespace] = row;
    const facts = { name, definition, aspect: ownMember(ASPECTS, namespace ?? '') ?? null };
    if (!isCounted(taxonId)) return { ...facts, frequency: null, size: null };
    const counted = geneIds.filter((id) => inTaxon.first(tx, id, taxonId) !== undefined && isAnnotated(id, number));
    return { ...facts, frequency: counted.length, size: size(`${number} ${taxonId}`) };
  };
}

function cachedByKey<K, T>(make: (key: K) => T): (key: K) => T {
  const cache = new Map<K, T>();
  return (key) => {
    if (!cache.has(key)) cache.set(key, make(key));
    return cache.get(key) as T;
  };
}
