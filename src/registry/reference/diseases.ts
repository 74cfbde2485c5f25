/** Diseases in the tables, and where they are from. */

import type { OtherDiseaseName, SnapshotDiseases } from '../../domain/record/snapshot.ts';
import type { Association } from '../../domain/resolve/described-gene.ts';
import type { ReadTransaction, Store } from '../store/store.ts';

/** The key of `meta` under which the source of the diseases stands. */
export const DISEASES_SOURCE = 'diseases-source';

/** In `gene_disease`, of a pair that the source of all diseases ties. */
export const SOURCE_OF_DISEASES = '';

export type DiseasesSource = Pick<SnapshotDiseases, 'source' | 'release'>;

/** Null where no diseases have been loaded. */
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

/** What other sources call a disease, in their order; none of one that is not here. */
export function otherDiseaseNames(tx: ReadTransaction, store: Store, diseaseId: string): OtherDiseaseName[] {
  return store
    .query<[string, string, string]>(
      'SELECT name, source, language FROM disease_name WHERE disease_id = ? ORDER BY position',
    )
    .all(tx, diseaseId)
    .map(([name, source, language]) => ({ name, source, language }));
}

/** What ties genes to a disease, source by source. */
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

/** Null where no diseases have been loaded. */
export function diseasesSource(tx: ReadTransaction, store: Store): DiseasesSource | null {
  const stored = store.query<[string | null]>('SELECT value FROM meta WHERE key = ?').first(tx, DISEASES_SOURCE)?.[0];
  return stored ? (JSON.parse(stored) as DiseasesSource) : null;
}
