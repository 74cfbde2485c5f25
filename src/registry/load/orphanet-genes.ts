/** Loads the genes that Orphanet associates with diseases, from product 6 of Orphadata; pairs of HPO stay separate. */

import { foldForEquality } from '../../domain/folding.ts';
import { type LoadTally, loadTally } from '../../domain/reference-files/load-report.ts';
import type { ReadElement } from '../../domain/reference-files/orphadata-disorder.ts';
import { diseaseGenesParser } from '../../domain/reference-files/orphadata-genes.ts';
import type { DiseaseGenesRow } from '../../domain/reference-files/rows.ts';
import { HUMAN_TAXON_ID } from '../../domain/resolve/gene-candidates.ts';
import { UnreadableFile } from '../../domain/unreadable-file.ts';
import { ORPHANET } from './disease-names.ts';
import type { LoadWork } from './load-work.ts';
import { type RowFile, readRows } from './read-rows.ts';

type WrittenOrphanetGenes = {
  tally: LoadTally;
  /** The names of the diseases at Orphanet, by their ids. */
  names: ReadonlyMap<string, string>;
  release: string | null;
};

/** Replaces the pairs of Orphanet. */
export type WriteOrphanetGenes = (work: LoadWork, spelled: (diseaseId: string) => string) => WrittenOrphanetGenes;

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
          const reason = `The gene ${known} of ${diseaseId} is none of the human genes here; load those first.`;
          tally.skipped(place, reason, 'unknown gene');
          continue;
        }
        const pair = `${geneId} ${diseaseId}`;
        given.set(pair, { geneId, diseaseId, association: given.get(pair)?.association ?? gene.association });
      }
    });
    replacePairs(work, { given, release, tally });
    tally.note(`They are of ${ORPHANET}${release === null ? '' : ` ${release}`}.`);
    return { tally, names, release };
  };
}

/** A pair; its association is null if no file of this load has one. */
export type Pair = { geneId: number; diseaseId: string; association: string | null };

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

type Given = { given: Map<string, Pair>; release: string | null; tally: LoadTally };

function replacePairs({ tx, store }: LoadWork, { given, release, tally }: Given): void {
  const insert = tx.inserter('REPLACE INTO gene_disease VALUES (?, ?, ?, ?, ?)');
  const remove = tx.inserter('DELETE FROM gene_disease WHERE gene_id = ? AND disease_id = ? AND source = ?');
  const known = store
    .query<[number, string, string | null, string | null]>(
      'SELECT gene_id, disease_id, association, release FROM gene_disease WHERE source = ?',
    )
    .all(tx, ORPHANET);
  const held = new Map(known.map(([geneId, diseaseId, ...rest]) => [`${geneId} ${diseaseId}`, rest]));
  for (const [geneId, diseaseId] of known) {
    if (given.has(`${geneId} ${diseaseId}`)) continue;
    remove(geneId, diseaseId, ORPHANET);
    tally.removed(`${diseaseId} of gene ${geneId}`);
  }
  for (const [pair, { geneId, diseaseId, association }] of given) {
    const before = held.get(pair);
    if (before?.[0] === association && before[1] === release) {
      tally.unchanged();
      continue;
    }
    insert(geneId, diseaseId, ORPHANET, release, association);
    if (before === undefined) tally.added();
    else tally.changed();
  }
}
