/** Loads genes from `gene_info` of NCBI (rdp-protocol 9.1). */

import { isDeepStrictEqual } from 'node:util';
import { foldForEquality } from '../../domain/folding.ts';
import type { GeneIdentity, SnapshotGene } from '../../domain/record/snapshot.ts';
import { type GeneInfoRow, geneInfoParser } from '../../domain/reference-files/gene-info.ts';
import type { LinePlace, LoadTally } from '../../domain/reference-files/load-report.ts';
import { GENE_ROWS, type GeneTableRow, geneWriter, toSnapshotGene } from '../reference/gene-tables.ts';
import { writeNameWords } from '../store/name-words.ts';
import { type LoadWork, usersWithGoTerms } from './load-work.ts';
import type { TaxonTable, TaxonWork } from './taxon-table.ts';

/**
 * Files add and change the genes of active taxa, and the records of affected owners are written again. A gene that is no
 * longer in the files of its taxon stays, and is reported.
 */
export const GENES: TaxonTable<GeneInfoRow> = {
  records: 'genes',
  parser: geneInfoParser,
  taxaOf: ({ taxonId }) => [taxonId],
  seeds: true,
  write: writeGenes,
};

function writeGenes(work: TaxonWork<GeneInfoRow>): () => number[] {
  const { tx, store, tally, each } = work;
  const writer = geneWriter(tx);
  const geneById = store.query<GeneTableRow>(`${GENE_ROWS} WHERE id = ?`);
  const seenGenes = new Set<number>();
  const seenTaxa = new Set<number>();
  /** The genes of which the API shows something else than before. */
  const shownAnew = new Set<number>();
  /** Whether the counts by organism for each annotated term have changed. */
  let hasOtherCounts = false;
  const isAnnotated = store.query<[number]>('SELECT 1 FROM gene_annotation WHERE gene_id = ? LIMIT 1');

  function replace(before: SnapshotGene, gene: SnapshotGene): void {
    writer.remove(before);
    if (before.taxonId !== gene.taxonId) {
      tx.run('UPDATE ortholog SET target_taxon_id = ? WHERE target_gene_id = ?', gene.taxonId, gene.geneId);
      hasOtherCounts ||= isAnnotated.first(tx, gene.geneId) !== undefined;
    }
    if (!isShownAlike(before, gene)) shownAnew.add(gene.geneId);
  }

  function take(gene: SnapshotGene): void {
    const row = geneById.first(tx, gene.geneId);
    const before = row && toSnapshotGene(row);
    if (before === undefined) {
      tally.added();
    } else if (isDeepStrictEqual(before, gene)) {
      tally.unchanged();
      return;
    } else {
      tally.changed();
      replace(before, gene);
    }
    writer.insert(gene);
  }

  each((row, place) => {
    if (seenGenes.has(row.geneId)) return reportRepeated(tally, row, place);
    seenGenes.add(row.geneId);
    seenTaxa.add(row.taxonId);
    take(toGene(row));
  });
  reportVanished(work, { seenGenes, seenTaxa, tally });
  return () => {
    writeNameWords(tx, 'gene');
    const counted = hasOtherCounts ? usersWithGoTerms(work) : [];
    return [...new Set([...ownersOf(work, shownAnew), ...counted])];
  };
}

/** Returns the gene of a row, with an identity if the row has any of its members. */
export function toGene({ facts, ...row }: GeneInfoRow): SnapshotGene {
  return { ...row, identity: isKnown(facts) ? facts : null };
}

function isKnown(facts: GeneIdentity): boolean {
  return Object.values(facts).some((value) => value !== null && value.length > 0);
}

/** Reports a line whose gene has occurred before. */
export function reportRepeated(tally: LoadTally, { geneId }: Pick<GeneInfoRow, 'geneId'>, place: LinePlace): void {
  tally.skipped(place, `Gene ${geneId} stands in a line before; each may stand in one line.`, 'repeated');
}

/** Whether the API shows two genes alike. */
function isShownAlike(one: SnapshotGene, other: SnapshotGene): boolean {
  const members = ['taxonId', 'symbol', 'name', 'aliases'] as const;
  return members.every((member) => one[member] === other[member]);
}

function ownersOf({ tx, store }: LoadWork, geneIds: ReadonlySet<number>): number[] {
  const owners = store.query<[number]>(
    'SELECT DISTINCT user_id FROM json_each(?) JOIN user_gene ON gene_id = value ORDER BY user_id',
  );
  return owners.all(tx, JSON.stringify([...geneIds])).flat();
}

type Seen = { seenGenes: ReadonlySet<number>; seenTaxa: ReadonlySet<number>; tally: LoadTally };
type VanishedRow = [geneId: number, symbol: string | null, taxonId: number, researchers: number];

/** Reports genes that are no longer in the files, registered ones first, because their owners may have to choose others. */
function reportVanished({ tx, store }: LoadWork, { seenGenes, seenTaxa, tally }: Seen): void {
  const genes = store.query<VanishedRow>(`
    SELECT id, symbol, taxon_id, (SELECT count(*) FROM user_gene WHERE gene_id = gene.id) AS researchers
    FROM gene WHERE taxon_id = ? ORDER BY researchers DESC, id
  `);
  const sameSymbol = store.query<[number]>(
    'SELECT id FROM gene WHERE taxon_id = ? AND symbol_folded = ? AND id <> ? ORDER BY id LIMIT 1',
  );
  const asAlias = store.query<[number, string | null]>(`
    SELECT gene.id, symbol FROM gene_alias JOIN gene ON gene.id = gene_id
    WHERE gene_alias.taxon_id = ? AND alias_folded = ? AND gene_id <> ? ORDER BY gene.id LIMIT 1
  `);

  function hint([geneId, symbol, taxonId]: VanishedRow): string {
    if (symbol === null) return '';
    const key = [taxonId, foldForEquality(symbol), geneId] as const;
    const namesake = sameSymbol.first(tx, ...key)?.[0];
    if (namesake !== undefined) return `; gene ${namesake} has the same symbol`;
    const other = asAlias.first(tx, ...key);
    return other === undefined ? '' : `; it is another name of ${other[1] ?? 'a gene'} (gene ${other[0]})`;
  }

  for (const taxonId of seenTaxa) {
    for (const row of genes.each(tx, taxonId)) {
      const [geneId, symbol, , researchers] = row;
      if (seenGenes.has(geneId)) continue;
      const registered = researchers === 0 ? '' : `, which ${registeredBy(researchers)}`;
      tally.retained(
        `${symbol ?? 'A gene without symbol'} (gene ${geneId} of taxon ${taxonId})${registered}${hint(row)}`,
      );
    }
  }
}

function registeredBy(researchers: number): string {
  return researchers === 1 ? 'a researcher registered' : `${researchers.toLocaleString('en')} researchers registered`;
}
