/** Loads the diseases and phenotypes of genes from the files of the Human Phenotype Ontology, and names from other sources. */

import { foldForEquality } from '../../domain/folding.ts';
import { type LoadReport, type LoadTally, loadTally } from '../../domain/reference-files/load-report.ts';
import type { ReadElement } from '../../domain/reference-files/orphadata.ts';
import {
  type DiseaseNameRow,
  genesToDiseaseParser,
  genesToPhenotypeParser,
  phenotypeHpoaParser,
} from '../../domain/reference-files/tables.ts';
import { DISEASES_SOURCE, type DiseasesSource, diseasesSource } from '../reference/diseases.ts';
import { writeMeta } from '../store/meta.ts';
import { writeNameWords } from '../store/text-indexes.ts';
import { type NameFiles, ORPHANET, readDiseaseNames, type WriteDiseaseNames } from './disease-names.ts';
import {
  type CollectedPairs,
  collectPairs,
  type GenesByPhenotype,
  readOrphanetGenes,
  type Spelling,
  type WriteOrphanetGenes,
  writePairs,
} from './gene-diseases.ts';
import {
  finishLoad,
  type LoadWork,
  mergeRecords,
  type ReadRows,
  type RowFile,
  readAllRows,
  type WriteLoad,
} from './load-work.ts';

/** Every kind of file may be missing; without names or without pairs, the stored ones stay. */
export type DiseaseFiles = {
  pairs: readonly RowFile[];
  /** Files of pairs, too, each pair with the kind of its association. */
  associations: readonly RowFile[];
  names: readonly RowFile[];
  /** Pairs of Orphanet: product 6 of Orphadata. */
  orphanetGenes: readonly RowFile[];
} & NameFiles;

const SOURCE = 'HPO';

/**
 * Reads files for a write that replaces the pairs of gene and disease and the genes of phenotypes, and that names
 * diseases. Pairs of HPO and of Orphanet are separate; a file of one does not change those of the other. A file
 * replaces the other names of its source and language.
 *
 * @throws UnreadableFile
 */
export async function readDiseases(files: DiseaseFiles, readElement: ReadElement): Promise<WriteLoad> {
  const pairs = collectPairs(
    await readAllRows(files.pairs, genesToPhenotypeParser, () => true),
    await readAllRows(files.associations, genesToDiseaseParser, () => true),
  );
  const parsers: ReturnType<typeof phenotypeHpoaParser>[] = [];
  const nextParser = () => {
    const parser = phenotypeHpoaParser();
    parsers.push(parser);
    return parser;
  };
  const names = await readAllRows(files.names, nextParser, () => true);
  const release = parsers.map((parser) => parser.release()).find((one) => one !== null) ?? null;
  const writeOtherNames = await readDiseaseNames(files, readElement);
  const writeOrphanetGenes = await readOrphanetGenes(files.orphanetGenes, readElement);
  return (work) => writeFiles(work, files, { pairs, names, release, writeOtherNames, writeOrphanetGenes });
}

type Read = {
  pairs: CollectedPairs;
  names: ReadRows<DiseaseNameRow>;
  release: string | null;
  writeOtherNames: WriteDiseaseNames;
  writeOrphanetGenes: WriteOrphanetGenes | undefined;
};

function writeFiles(work: LoadWork, files: DiseaseFiles, read: Read): LoadReport[] {
  const [pairs, diseases] = [loadTally('pairs of gene and disease'), loadTally('diseases')];
  const phenotypes = loadTally('phenotypes with genes');
  const names = new Map<string, string>();
  const spelled = knownSpellings(work);
  const [hasKinds, hasPhenotypes] = [files.associations.length > 0, files.pairs.length > 0];
  const isOfHpo = hasKinds || hasPhenotypes || files.names.length > 0;
  if (hasKinds || hasPhenotypes) {
    const genesByPhenotype = writePairs(work, read.pairs, { tally: pairs, spelled, hasKinds });
    if (hasPhenotypes) writePhenotypes(work, genesByPhenotype, phenotypes);
  }
  const orphanet = read.writeOrphanetGenes?.(work, spelled);
  read.names.each(diseases, ({ diseaseId, name }) => void names.set(spelled(diseaseId), name));
  writeDiseases(work, { names, orElse: orphanet?.names ?? new Map() }, diseases);
  work.tx.run('DELETE FROM disease_name WHERE disease_id NOT IN (SELECT id FROM disease)');
  const otherNames = read.writeOtherNames(work, spelled);
  if (diseases.hasChanges() || otherNames?.hasChanges()) writeNameWords(work.tx, 'disease');
  const { release } = read;
  if (isOfHpo && writeSource(work, { source: SOURCE, release }))
    diseases.alsoChanged(`They are of ${release === null ? '' : `the release ${release} of `}${SOURCE}.`);
  if (!isOfHpo && orphanet !== undefined) writeSourceOfOrphanet(work, orphanet.release);
  const tallies = [
    ...(isOfHpo ? [pairs] : []),
    ...(orphanet === undefined ? [] : [orphanet.tally]),
    ...(isOfHpo || orphanet !== undefined ? [diseases] : []),
    ...(isOfHpo ? [phenotypes] : []),
    ...(otherNames === undefined ? [] : [otherNames]),
  ];
  if (tallies.some((tally) => tally.hasChanges())) finishLoad(work, []);
  return tallies.map((tally) => tally.report());
}

/** Returns a function that spells an id as at its first occurrence, because letter case does not distinguish diseases. */
function knownSpellings({ tx, store }: LoadWork): Spelling {
  const known = new Map(store.query<[string, string]>('SELECT id_folded, id FROM disease').all(tx));
  return (diseaseId) => {
    const folded = foldForEquality(diseaseId);
    const first = known.get(folded) ?? diseaseId;
    known.set(folded, first);
    return first;
  };
}

type NamesById = ReadonlyMap<string, string>;

/**
 * Stores the diseases that are associated with a gene, and those with a name. A search by such a name can then answer
 * that no gene is known.
 *
 * @param given.orElse names for diseases that have no other
 */
function writeDiseases(
  { tx, store }: LoadWork,
  { names, orElse }: { names: NamesById; orElse: NamesById },
  tally: LoadTally,
): void {
  const here = new Map(store.query<[string, string | null]>('SELECT id, name FROM disease').all(tx));
  const tied = store.query<[string]>('SELECT DISTINCT disease_id FROM gene_disease').all(tx).flat();
  const named = names.size > 0 ? [...names.keys()] : [...here].flatMap(([id, name]) => (name === null ? [] : id));
  const given = new Map(
    [...tied, ...named].map((id) => [id, names.get(id) ?? here.get(id) ?? orElse.get(id) ?? null] as const),
  );
  const insert = tx.inserter('INSERT INTO disease VALUES (?, ?, ?)');
  const rename = tx.inserter('UPDATE disease SET name = ? WHERE id = ?');
  const remove = tx.inserter('DELETE FROM disease WHERE id = ?');
  mergeRecords<string, string | null, string | null>(tally, {
    ...{ here, given, isSame: (before, name) => before === name },
    add: (id, name) => insert(id, foldForEquality(id), name),
    change: (id, name) => rename(name, id),
    gone(id, name) {
      remove(id);
      tally.removed(name === null ? id : `${id} (${name})`);
    },
  });
  const nameless = [...given.values()].filter((name) => name === null).length;
  if (nameless > 0)
    tally.note(`${nameless.toLocaleString('en')} have no name; phenotype.hpoa of the same release has it.`);
}

/** Writes the source of diseases and returns whether it has changed. */
function writeSource({ tx, store }: LoadWork, { source, release }: DiseasesSource): boolean {
  const before = diseasesSource(tx, store);
  const now = { source, release: release ?? (before?.source === source ? before.release : null) };
  if (JSON.stringify(before) === JSON.stringify(now)) return false;
  writeMeta(tx, DISEASES_SOURCE, JSON.stringify(now));
  return true;
}

/** Orphanet counts as the source of all diseases until a file of HPO is loaded. */
function writeSourceOfOrphanet(work: LoadWork, release: string | null): void {
  const before = diseasesSource(work.tx, work.store);
  if (before === null || before.source === ORPHANET) writeSource(work, { source: ORPHANET, release });
}

/** Replaces the stored phenotypes; the genes of each are in the order of their symbols. */
function writePhenotypes({ tx, store }: LoadWork, genesByPhenotype: GenesByPhenotype, tally: LoadTally): void {
  const places = placesBySymbol({ tx, store }, genesByPhenotype);
  const place = (geneId: number) => places.get(geneId) ?? 0;
  const rows = store.query<[string, string]>('SELECT term_id, gene_ids FROM phenotype_genes');
  const write = tx.inserter('REPLACE INTO phenotype_genes VALUES (?, ?)');
  const remove = tx.inserter('DELETE FROM phenotype_genes WHERE term_id = ?');
  const put = (termId: string, geneIds: string) => write(termId, geneIds);
  const toText = (genes: ReadonlySet<number>) => JSON.stringify([...genes].sort((a, b) => place(a) - place(b)));
  mergeRecords(tally, {
    here: new Map(rows.all(tx)),
    given: new Map([...genesByPhenotype].map(([termId, genes]) => [termId, toText(genes)])),
    isSame: (before, geneIds) => before === geneIds,
    ...{ add: put, change: put },
    gone(termId) {
      remove(termId);
      tally.removed(`${termId} and its genes`);
    },
  });
}

function placesBySymbol({ tx, store }: Pick<LoadWork, 'tx' | 'store'>, given: GenesByPhenotype): Map<number, number> {
  const geneIds = new Set([...given.values()].flatMap((genes) => [...genes]));
  const sorted = store
    .query<[number]>('SELECT gene.id FROM json_each(?) JOIN gene ON gene.id = value ORDER BY symbol_folded, gene.id')
    .all(tx, JSON.stringify([...geneIds]));
  return new Map(sorted.map(([id], index) => [id, index]));
}
