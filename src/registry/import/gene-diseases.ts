/**
 * Writes pairs of gene and disease, of HPO and of Orphanet; those of one do not change those of the other. Genes are found
 * by their identifiers and never by a symbol, which may be that of another gene by now.
 */

import { foldForEquality } from '../../domain/folding.ts';
import { UnreadableFile } from '../../domain/problem.ts';
import { type LinePlace, type LoadTally, loadTally } from '../../domain/reference-files/load-report.ts';
import { type DiseaseGenesRow, diseaseGenesParser, type ReadElement } from '../../domain/reference-files/orphadata.ts';
import type { GeneDiseaseRow, GenePhenotypeRow } from '../../domain/reference-files/tables.ts';
import { HUMAN_TAXON_ID } from '../../domain/resolve/gene-candidates.ts';
import { SOURCE_OF_DISEASES } from '../reference/diseases.ts';
import { ORPHANET } from './disease-names.ts';
import { geneTaxa, type LoadWork, mergeRecords, type ReadRows, type RowFile, readRows } from './load-work.ts';

/** A pair; its association is null if no file of this load has one. */
type Pair = { geneId: number; diseaseId: string; association: string | null };

/** Spells an id of a disease as at its first occurrence. */
export type Spelling = (diseaseId: string) => string;

/** Ids of genes by the id of a phenotype. */
export type GenesByPhenotype = ReadonlyMap<string, ReadonlySet<number>>;

/** The pairs of all rows, collected before anything is written: the files have a row for each phenotype of a pair. */
export type CollectedPairs = {
  /** Every pair once, with the place of its first row. */
  pairs: Map<string, Pair & { place: LinePlace }>;
  genesByPhenotype: Map<string, Set<number>>;
  skipped: Parameters<LoadTally['skipped']>[];
};

export function collectPairs(rows: ReadRows<GenePhenotypeRow>, associations: ReadRows<GeneDiseaseRow>): CollectedPairs {
  const collected: CollectedPairs = { pairs: new Map(), genesByPhenotype: new Map(), skipped: [] };
  const { pairs, genesByPhenotype, skipped } = collected;
  const skips = { skipped: (...line: Parameters<LoadTally['skipped']>) => void skipped.push(line) };
  rows.each(skips, ({ geneId, diseaseId, phenotypeId }, place) => {
    const pair = `${geneId} ${diseaseId}`;
    if (!pairs.has(pair)) pairs.set(pair, { geneId, diseaseId, association: null, place });
    const genes = genesByPhenotype.get(phenotypeId);
    if (genes === undefined) genesByPhenotype.set(phenotypeId, new Set([geneId]));
    else genes.add(geneId);
  });
  associations.each(skips, (row, place) => {
    const pair = `${row.geneId} ${row.diseaseId}`;
    pairs.set(pair, { place, ...pairs.get(pair), ...row });
  });
  return collected;
}

type Written = { tally: LoadTally; spelled: Spelling; hasKinds: boolean };

/** Replaces the pairs of HPO. Returns the genes of phenotypes without unknown ones. */
export function writePairs(
  work: LoadWork,
  read: CollectedPairs,
  { tally, spelled, hasKinds }: Written,
): GenesByPhenotype {
  const taxonOf = geneTaxa(work);
  const given = new Map<string, Pair>();
  const unknown = new Set<number>();
  for (const line of read.skipped) tally.skipped(...line);
  for (const { geneId, diseaseId: writtenId, association, place } of read.pairs.values()) {
    const diseaseId = spelled(writtenId);
    const pair = `${geneId} ${diseaseId}`;
    if (taxonOf(geneId) !== undefined) {
      given.set(pair, { geneId, diseaseId, association: association ?? given.get(pair)?.association ?? null });
    } else {
      unknown.add(geneId);
      const reason = `Gene ${geneId} of ${diseaseId} is not among the genes of this registry; load genes first.`;
      tally.skipped(place, reason, 'unknown gene');
    }
  }
  replacePairs(work, { source: SOURCE_OF_DISEASES, given, release: null, hasKinds }, tally);
  return without(unknown, read.genesByPhenotype);
}

/** Removes unknown genes; a phenotype without any gene left is dropped. */
function without(unknown: ReadonlySet<number>, genesByPhenotype: GenesByPhenotype): GenesByPhenotype {
  if (unknown.size === 0) return genesByPhenotype;
  const known = [...genesByPhenotype].map(
    ([id, genes]) => [id, new Set([...genes].filter((geneId) => !unknown.has(geneId)))] as const,
  );
  return new Map(known.filter(([, genes]) => genes.size > 0));
}

type WrittenOrphanetGenes = {
  tally: LoadTally;
  /** The names of the diseases at Orphanet, by their ids. */
  names: ReadonlyMap<string, string>;
  release: string | null;
};

/** Replaces the pairs of Orphanet. */
export type WriteOrphanetGenes = (work: LoadWork, spelled: Spelling) => WrittenOrphanetGenes;

/** Reads the file for a later write. @throws UnreadableFile; also if several files are given */
export async function readOrphanetGenes(
  files: readonly RowFile[],
  readElement: ReadElement,
): Promise<WriteOrphanetGenes | undefined> {
  const [file, ...others] = files;
  if (file === undefined) return undefined;
  const [second] = others;
  if (second !== undefined) {
    throw new UnreadableFile(`is a second product 6 of Orphadata beside ${file.name}; one is read`, second.name);
  }
  const parser = diseaseGenesParser(readElement);
  const read = await readRows(file, parser, () => true);
  const release = parser.release();
  return (work, spelled) => {
    const tally = loadTally(`pairs of gene and disease of ${ORPHANET}`);
    const geneOf = genesByIdentifier(work);
    const names = new Map<string, string>();
    const given = new Map<string, Pair>();
    read.each(tally, ({ diseaseId: writtenId, name, genes }, place) => {
      const diseaseId = spelled(writtenId);
      if (name !== null) names.set(diseaseId, name);
      for (const gene of genes) {
        const geneId = geneOf(gene);
        if (geneId === undefined) {
          const known = [gene.symbol, ...gene.identifiers].filter((one) => one !== '').join(', ');
          const reason = `The gene ${known} of ${diseaseId} is not among the human genes of this registry; load genes first.`;
          tally.skipped(place, reason, 'unknown gene');
          continue;
        }
        const pair = `${geneId} ${diseaseId}`;
        given.set(pair, { geneId, diseaseId, association: given.get(pair)?.association ?? gene.association });
      }
    });
    replacePairs(work, { source: ORPHANET, given, release, hasKinds: true }, tally);
    tally.note(`They are of ${ORPHANET}${release === null ? '' : ` ${release}`}.`);
    return { tally, names, release };
  };
}

/** Finds genes by identifiers only, because a symbol may by now belong to another gene. */
function genesByIdentifier({ tx, store }: LoadWork): (gene: DiseaseGenesRow['genes'][number]) => number | undefined {
  const byIdentifier = store.query<[number]>(
    'SELECT gene_id FROM gene_identifier WHERE taxon_id = ? AND identifier_folded = ?',
  );
  return ({ identifiers }) => {
    for (const identifier of identifiers) {
      const genes = byIdentifier.all(tx, HUMAN_TAXON_ID, foldForEquality(identifier)).flat();
      if (genes.length === 1) return genes[0];
    }
    return undefined;
  };
}

type Given = { source: string; given: ReadonlyMap<string, Pair>; release: string | null; hasKinds: boolean };

/** Replaces the pairs of a source. Where the files have no kinds of associations, the stored ones stay. */
function replacePairs({ tx, store }: LoadWork, { source, given, release, hasKinds }: Given, tally: LoadTally): void {
  const write = tx.inserter('REPLACE INTO gene_disease VALUES (?, ?, ?, ?, ?)');
  const remove = tx.inserter('DELETE FROM gene_disease WHERE gene_id = ? AND disease_id = ? AND source = ?');
  const rows = store
    .query<[number, string, string | null, string | null]>(
      'SELECT gene_id, disease_id, association, release FROM gene_disease WHERE source = ?',
    )
    .all(tx, source);
  const put = (_: string, { geneId, diseaseId, association }: Pair) =>
    write(geneId, diseaseId, source, release, association);
  mergeRecords(tally, {
    here: new Map(rows.map(([geneId, diseaseId, ...rest]) => [`${geneId} ${diseaseId}`, rest])),
    given,
    isSame: ([association, ofRelease], pair) =>
      !hasKinds || (pair.association === association && ofRelease === release),
    ...{ add: put, change: put },
    isEmptied: ([association], pair) => association !== null && pair.association === null,
    gone(pair) {
      const at = pair.indexOf(' ');
      const [geneId, diseaseId] = [pair.slice(0, at), pair.slice(at + 1)];
      remove(Number(geneId), diseaseId, source);
      tally.removed(`${diseaseId} of gene ${geneId}`);
    },
  });
}
