/** Describes genes with everything that this registry knows of them: orthologs in both directions, and associated diseases. */

import type { DescribedGene, GeneDiseases, NamedGene, PairSource } from '../../domain/resolve/described-gene.ts';
import { toResolvedGene } from '../../domain/resolve/gene-candidates.ts';
import { diseasesSource, SOURCE_OF_DISEASES } from '../reference/diseases.ts';
import { GENE_ROWS, type GeneTableRow, toSnapshotGene } from '../reference/gene-tables.ts';
import type { ReferenceData } from '../reference/reference.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { byGeneration } from '../store/versions.ts';
import { ORTHOLOGS_BOTH_DIRECTIONS } from './resolve-text.ts';

/** Returns the genes in the given order; ids of unknown genes are skipped. */
export type DescribeGenes = (geneIds: readonly number[]) => Promise<DescribedGene[]>;

/** No gene has more diseases in all sources together, and no card shows more. */
const MOST_DISEASES = 200;
export const DISEASES_OF_GENE = `
  SELECT disease.id, name, source, release, association FROM gene_disease CROSS JOIN disease ON disease.id = disease_id
  WHERE gene_id = ? ORDER BY name IS NULL, name COLLATE NOCASE, disease.id, source LIMIT ${MOST_DISEASES}
`;

type TiedDisease = [
  ...[diseaseId: string, name: string | null],
  ...[source: string, release: string | null, association: string | null],
];

export function describeGenes(store: Store, reference: ReferenceData): DescribeGenes {
  const byId = store.query<GeneTableRow>(`${GENE_ROWS} WHERE id = ?`);
  const orthologs = store.query<[number, string | null, number]>(ORTHOLOGS_BOTH_DIRECTIONS);
  const diseases = store.query<TiedDisease>(DISEASES_OF_GENE);
  const source = byGeneration((tx) => diseasesSource(tx, store));

  function orthologsOf(tx: ReadTransaction, geneId: number): NamedGene[] {
    return orthologs.all(tx, geneId).map(([id, symbol, taxonId]) => {
      return { geneId: id, symbol: symbol ?? String(id), taxonId, taxonName: nameOf(tx, taxonId) };
    });
  }

  function nameOf(tx: ReadTransaction, taxonId: number): string {
    return reference.taxon(tx, taxonId)?.commonName ?? String(taxonId);
  }

  function diseasesOf(tx: ReadTransaction, geneId: number): DescribedGene['diseases'] {
    const ofAll = source(tx);
    return ofAll === null ? null : withSources(diseases.all(tx, geneId), ofAll);
  }

  function described(tx: ReadTransaction, geneId: number): DescribedGene | undefined {
    const row = byId.first(tx, geneId);
    if (row === undefined) return undefined;
    const gene = toSnapshotGene(row);
    const resolved = toResolvedGene({ ...gene, taxonName: nameOf(tx, gene.taxonId) }, orthologsOf(tx, geneId));
    return { ...resolved, diseases: diseasesOf(tx, geneId) };
  }

  return async (geneIds) => store.read((tx) => geneIds.flatMap((geneId) => described(tx, geneId) ?? []));
}

function withSources(rows: readonly TiedDisease[], ofAll: PairSource): GeneDiseases {
  const sources = new Map(
    rows.map(([, , source, release]) => [source, source === SOURCE_OF_DISEASES ? ofAll : { source, release }]),
  );
  const byDisease = [...Map.groupBy(rows, ([diseaseId]) => diseaseId)];
  return {
    sources: [...sources].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one),
    diseases: byDisease.map(([diseaseId, ties]) => ({
      ...{ diseaseId, name: ties[0]?.[1] ?? null },
      kinds: ties.flatMap(([, , , , association]) => association ?? []),
    })),
  };
}
