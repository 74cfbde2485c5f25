/** Reads the diseases in the tables, and the source of them. */

import type { OtherDiseaseName, SnapshotDiseases } from '../../domain/record/snapshot.ts';
import type { Association } from '../../domain/resolve/described-gene.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

/** The key of `meta` that holds the source of the diseases. */
export const DISEASES_SOURCE = 'diseases-source';

/** The value of `source` in `gene_disease` for pairs from the source of all diseases. */
export const SOURCE_OF_DISEASES = '';

export type DiseasesSource = Pick<SnapshotDiseases, 'source' | 'release'>;

/** Returns null if no diseases have been loaded. */
export function snapshotDiseases(tx: ReadTransaction, store: Store): SnapshotDiseases | null {
  const from = diseasesSource(tx, store);
  if (from === null) return null;
  const diseases = store.query<[string, string | null]>('SELECT id, name FROM disease ORDER BY id').all(tx);
  const otherNames = Map.groupBy(
    store
      .query<[string, string, string, string]>(
        'SELECT disease_id, name, source, language FROM disease_name ORDER BY disease_id, position',
      )
      .all(tx),
    ([diseaseId]) => diseaseId,
  );
  const pairs = store
    .query<[number, string, string, string | null, string | null]>(
      'SELECT gene_id, disease_id, source, release, association FROM gene_disease ORDER BY 1, 2, 3',
    )
    .all(tx);
  const phenotypes = store
    .query<[string, string]>('SELECT term_id, gene_ids FROM phenotype_genes ORDER BY term_id')
    .all(tx);
  return {
    ...from,
    diseases: diseases.map(([diseaseId, name]) => ({
      ...{ diseaseId, name },
      otherNames: (otherNames.get(diseaseId) ?? []).map(([, name, source, language]) => ({ name, source, language })),
    })),
    geneDiseases: pairs.map(([geneId, diseaseId, source, release, association]) => {
      if (source !== SOURCE_OF_DISEASES) return [geneId, diseaseId, association, source, release];
      return association === null ? [geneId, diseaseId] : [geneId, diseaseId, association];
    }),
    phenotypeGenes: phenotypes.map(([termId, geneIds]) => [termId, JSON.parse(geneIds)]),
  };
}

/** Returns the names of a disease in other sources, in their order; empty for an unknown disease. */
export function otherDiseaseNames(tx: ReadTransaction, store: Store, diseaseId: string): OtherDiseaseName[] {
  return store
    .query<[string, string, string]>(
      'SELECT name, source, language FROM disease_name WHERE disease_id = ? ORDER BY position',
    )
    .all(tx, diseaseId)
    .map(([name, source, language]) => ({ name, source, language }));
}

/** Returns the genes that are associated with a disease, source by source. */
export function associationsOf(tx: ReadTransaction, store: Store, diseaseId: string): Association[] {
  const ofAll = diseasesSource(tx, store);
  if (ofAll === null) return [];
  return store
    .query<[number, string, string | null, string | null]>(
      'SELECT gene_id, source, release, association FROM gene_disease WHERE disease_id = ? ORDER BY source, gene_id',
    )
    .all(tx, diseaseId)
    .map(([geneId, source, release, kind]) => ({
      ...{ geneId, kind },
      ...(source === SOURCE_OF_DISEASES ? ofAll : { source, release }),
    }));
}

/** Returns null if no diseases have been loaded. */
export function diseasesSource(tx: ReadTransaction, store: Store): DiseasesSource | null {
  const stored = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?').first(tx, DISEASES_SOURCE)?.[0];
  return stored ? (JSON.parse(stored) as DiseasesSource) : null;
}
