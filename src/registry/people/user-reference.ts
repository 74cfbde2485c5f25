/** Looks up in the tables what the records of users refer to. */

import { foldForEquality } from '../../domain/folding.ts';
import { type GeneFacts, geneFacts, organRecord, taxonRecord } from '../../domain/record/records.ts';
import { geneOntology } from '../reference/gene-ontology.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { UserReference } from './precomputed.ts';

type Text = string | null;
type TaxonRow = [id: number, commonName: Text, scientificName: Text, ordering: number | null, active: number];
type OrganRow = [uberonId: string, name: Text, description: Text, active: number, ordering: number | null];
type GeneRow = [taxonId: number, symbol: Text, name: Text, aliases: Text];

const ACTIVE_TERM = `
SELECT term.id FROM ontology JOIN term ON ontology_id = ontology.id
WHERE name_folded = ? AND term_id_folded = ? AND ontology.active = 1 AND term.active = 1
`;

/** Returns the reference data of one transaction; they must not change while this is used. */
export function userReference(tx: ReadTransaction, store: Store): UserReference {
  const taxonRows = store.query<TaxonRow>('SELECT id, common_name, scientific_name, ordering, active FROM taxon');
  const organRows = store.query<OrganRow>('SELECT uberon_id, name, description, active, ordering FROM organ');
  const geneById = store.query<GeneRow>('SELECT taxon_id, symbol, name, aliases FROM gene WHERE id = ?');
  const activeTerm = store.query<[number]>(ACTIVE_TERM);
  const taxa = new Map(
    taxonRows.all(tx).map(([id, commonName, scientificName, ordering, active]) => {
      return [id, taxonRecord({ id, commonName, scientificName, ordering, active: active === 1 })];
    }),
  );
  const organs = new Map(
    organRows.all(tx).map(([uberonId, name, description, active, ordering]) => {
      return [foldForEquality(uberonId), organRecord({ uberonId, name, description, active: active === 1, ordering })];
    }),
  );
  const genes = new Map<number, GeneFacts>();

  function findGene(geneId: number): GeneFacts | undefined {
    const row = geneById.first(tx, geneId);
    const taxon = row && taxa.get(row[0]);
    if (row === undefined || taxon === undefined) return undefined;
    const [taxonId, symbol, name, aliases] = row;
    return geneFacts({ geneId, taxonId, symbol, name, aliases, modificationDate: null }, taxon);
  }

  return {
    goTerm: geneOntology(tx, store),
    taxon: (taxonId) => taxa.get(taxonId),
    organ: (uberonId) => organs.get(foldForEquality(uberonId)),
    gene(geneId) {
      const known = genes.get(geneId) ?? findGene(geneId);
      if (known !== undefined) genes.set(geneId, known);
      return known;
    },
    activeTerm: (ontologyName, termId) =>
      activeTerm.first(tx, foldForEquality(ontologyName), foldForEquality(termId))?.[0],
  };
}
