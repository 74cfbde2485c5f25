/** Loads the diseases and phenotypes of genes from the files of the Human Phenotype Ontology, and names from other sources. */

import { foldForEquality } from '../../domain/folding.ts';
import { genesToDiseaseParser } from '../../domain/reference-files/genes-to-disease.ts';
import { genesToPhenotypeParser } from '../../domain/reference-files/genes-to-phenotype.ts';
import {
  type LinePlace,
  type LoadReport,
  type LoadTally,
  loadTally,
} from '../../domain/reference-files/load-report.ts';
import type { ReadElement } from '../../domain/reference-files/orphadata-disorder.ts';
import { phenotypeHpoaParser } from '../../domain/reference-files/phenotype-hpoa.ts';
import type { DiseaseNameRow, GeneDiseaseRow, GenePhenotypeRow } from '../../domain/reference-files/rows.ts';
import { DISEASES_SOURCE, type DiseasesSource, diseasesSource, SOURCE_OF_DISEASES } from '../reference/diseases.ts';
import { writeMeta } from '../store/meta.ts';
import { writeNameWords } from '../store/name-words.ts';
import { type NameFiles, ORPHANET, readDiseaseNames, type WriteDiseaseNames } from './disease-names.ts';
import { geneTaxa } from './load-orthologs.ts';
import { finishLoad, type LoadWork, type WriteLoad } from './load-work.ts';
import type { Pair } from './orphanet-genes.ts';
import { readOrphanetGenes, type WriteOrphanetGenes } from './orphanet-genes.ts';
import { type ReadRows, type RowFile, readAllRows } from './read-rows.ts';

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
 * Reads files for a write that replaces the pairs of gene and disease and the genes of phenotypes, and that names diseases.
 * Pairs of HPO and of Orphanet are separate; a file of one does not change those of the other. Other names are replaced
 * for each source and language of which a file is given.
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
  const isOfPairs = files.pairs.length + files.associations.length > 0;
  const given: Read = {
    ...{ pairs: isOfPairs ? pairs : undefined, names, release, writeOtherNames, writeOrphanetGenes },
    isOfHpo: isOfPairs || files.names.length > 0,
    isOfKinds: files.associations.length > 0,
    isOfPhenotypes: files.pairs.length > 0,
  };
  return (work) => writeFiles(work, given);
}

type Read = {
  /** Undefined if no file of pairs was given. */
  pairs: CollectedPairs | undefined;
  /** Whether a file has kinds of associations; otherwise the stored ones stay. */
  isOfKinds: boolean;
  /** Whether a file has the genes of phenotypes; otherwise the stored ones stay. */
  isOfPhenotypes: boolean;
  names: ReadRows<DiseaseNameRow>;
  release: string | null;
  /** Whether a file of HPO was given. */
  isOfHpo: boolean;
  writeOtherNames: WriteDiseaseNames;
  writeOrphanetGenes: WriteOrphanetGenes | undefined;
};

function writeFiles(work: LoadWork, read: Read): LoadReport[] {
  const [pairs, diseases] = [loadTally('pairs of gene and disease'), loadTally('diseases')];
  const phenotypes = loadTally('phenotypes with genes');
  const names = new Map<string, string>();
  const spelled = knownSpellings(work);
  if (read.pairs !== undefined) writePairs(work, { ...read, ...read.pairs }, { pairs, phenotypes, spelled });
  const orphanet = read.writeOrphanetGenes?.(work, spelled);
  read.names.each(diseases, ({ diseaseId, name }) => void names.set(spelled(diseaseId), name));
  writeDiseases(work, { names, orElse: orphanet?.names ?? new Map() }, diseases);
  work.tx.run('DELETE FROM disease_name WHERE disease_id NOT IN (SELECT id FROM disease)');
  const otherNames = read.writeOtherNames(work, spelled);
  if (diseases.hasChanges() || otherNames?.hasChanges()) writeNameWords(work.tx, 'disease');
  const { release } = read;
  if (read.isOfHpo && writeSource(work, { source: SOURCE, release }))
    diseases.alsoChanged(`They are of ${release === null ? '' : `the release ${release} of `}${SOURCE}.`);
  if (!read.isOfHpo && orphanet !== undefined) writeSourceOfOrphanet(work, orphanet.release);
  const tallies = [
    ...(read.isOfHpo ? [pairs] : []),
    ...(orphanet === undefined ? [] : [orphanet.tally]),
    ...(read.isOfHpo || orphanet !== undefined ? [diseases] : []),
    ...(read.isOfHpo ? [phenotypes] : []),
    ...(otherNames === undefined ? [] : [otherNames]),
  ];
  if (tallies.some((tally) => tally.hasChanges())) finishLoad(work, []);
  return tallies.map((tally) => tally.report());
}

type Spelling = (diseaseId: string) => string;

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

/** The pairs of all rows, collected before anything is written: the files have a row for each phenotype of a pair. */
type CollectedPairs = {
  /** Every pair once, with the place of its first row. */
  pairs: Map<string, Pair & { place: LinePlace }>;
  genesByPhenotype: Map<string, Set<number>>;
  skipped: Parameters<LoadTally['skipped']>[];
};

function collectPairs(rows: ReadRows<GenePhenotypeRow>, associations: ReadRows<GeneDiseaseRow>): CollectedPairs {
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

type PairTallies = { pairs: LoadTally; phenotypes: LoadTally; spelled: Spelling };

function writePairs(
  work: LoadWork,
  read: CollectedPairs & Pick<Read, 'isOfKinds' | 'isOfPhenotypes'>,
  { pairs: tally, phenotypes, spelled }: PairTallies,
): void {
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
      const reason = `Gene ${geneId} of ${diseaseId} is none of the genes here; load those first.`;
      tally.skipped(place, reason, 'unknown gene');
    }
  }
  if (read.isOfPhenotypes) writePhenotypes(work, without(unknown, read.genesByPhenotype), phenotypes);
  replacePairs(work, given, { tally, isOfKinds: read.isOfKinds });
}

function replacePairs(
  { tx, store }: LoadWork,
  given: Map<string, Pair>,
  { tally, isOfKinds }: Pick<Read, 'isOfKinds'> & { tally: LoadTally },
): void {
  const insert = tx.inserter('INSERT INTO gene_disease VALUES (?, ?, ?, NULL, ?)');
  const change = tx.inserter(
    'UPDATE gene_disease SET association = ? WHERE gene_id = ? AND disease_id = ? AND source = ?',
  );
  const remove = tx.inserter('DELETE FROM gene_disease WHERE gene_id = ? AND disease_id = ? AND source = ?');
  const known = store
    .query<[number, string, string | null]>(
      'SELECT gene_id, disease_id, association FROM gene_disease WHERE source = ?',
    )
    .all(tx, SOURCE_OF_DISEASES);
  for (const [geneId, diseaseId, association] of known) {
    const pair = `${geneId} ${diseaseId}`;
    const now = given.get(pair);
    given.delete(pair);
    if (now === undefined) {
      remove(geneId, diseaseId, SOURCE_OF_DISEASES);
      tally.removed(`${diseaseId} of gene ${geneId}`);
    } else if (!isOfKinds || now.association === association) tally.unchanged();
    else {
      change(now.association, geneId, diseaseId, SOURCE_OF_DISEASES);
      if (now.association === null) tally.emptied();
      else tally.changed();
    }
  }
  for (const { geneId, diseaseId, association } of given.values())
    insert(geneId, diseaseId, SOURCE_OF_DISEASES, association);
  tally.added(given.size);
}

/** Removes unknown genes; a phenotype without any gene left is dropped. */
function without(unknown: ReadonlySet<number>, genesByPhenotype: GenesByPhenotype): GenesByPhenotype {
  if (unknown.size === 0) return genesByPhenotype;
  const known = [...genesByPhenotype].map(
    ([id, genes]) => [id, new Set([...genes].filter((geneId) => !unknown.has(geneId)))] as const,
  );
  return new Map(known.filter(([, genes]) => genes.size > 0));
}

type NamesById = ReadonlyMap<string, string>;

/**
 * Stores the diseases that are associated with a gene, and those with a name, so that a search by such a name can answer
 * that no gene is known.
 *
 * @param given.orElse names for diseases that have no other
 */
function writeDiseases(
  { tx, store }: LoadWork,
  { names, orElse }: { names: NamesById; orElse: NamesById },
  tally: LoadTally,
): void {
  const known = new Map(store.query<[string, string | null]>('SELECT id, name FROM disease').all(tx));
  const tied = store.query<[string]>('SELECT DISTINCT disease_id FROM gene_disease').all(tx).flat();
  const insert = tx.inserter('INSERT INTO disease VALUES (?, ?, ?)');
  const rename = tx.inserter('UPDATE disease SET name = ? WHERE id = ?');
  const remove = tx.inserter('DELETE FROM disease WHERE id = ?');
  let nameless = 0;
  const named = names.size > 0 ? [...names.keys()] : [...known].flatMap(([id, name]) => (name === null ? [] : id));
  for (const id of new Set([...tied, ...named])) {
    const before = known.get(id);
    const name = names.get(id) ?? before ?? orElse.get(id) ?? null;
    if (name === null) nameless += 1;
    if (before === undefined) {
      insert(id, foldForEquality(id), name);
      tally.added();
    } else if (before === name) {
      tally.unchanged();
    } else {
      rename(name, id);
      tally.changed();
    }
    known.delete(id);
  }
  for (const [id, name] of known) {
    remove(id);
    tally.removed(name === null ? id : `${id} (${name})`);
  }
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

/** Ids of genes by the id of a phenotype. */
type GenesByPhenotype = ReadonlyMap<string, ReadonlySet<number>>;

/** Replaces the stored phenotypes; the genes of each are in the order of their symbols. */
function writePhenotypes({ tx, store }: LoadWork, given: GenesByPhenotype, tally: LoadTally): void {
  const places = placesBySymbol({ tx, store }, given);
  const place = (geneId: number) => places.get(geneId) ?? 0;
  const rows = store.query<[string, string]>('SELECT term_id, gene_ids FROM phenotype_genes');
  const known = new Map(rows.all(tx));
  const write = tx.inserter('REPLACE INTO phenotype_genes VALUES (?, ?)');
  const remove = tx.inserter('DELETE FROM phenotype_genes WHERE term_id = ?');
  for (const [termId, genes] of given) {
    const geneIds = JSON.stringify([...genes].sort((a, b) => place(a) - place(b)));
    const before = known.get(termId);
    known.delete(termId);
    if (before === geneIds) {
      tally.unchanged();
      continue;
    }
    write(termId, geneIds);
    if (before === undefined) tally.added();
    else tally.changed();
  }
  for (const termId of known.keys()) {
    remove(termId);
    tally.removed(`${termId} and its genes`);
  }
}

function placesBySymbol({ tx, store }: Pick<LoadWork, 'tx' | 'store'>, given: GenesByPhenotype): Map<number, number> {
  const geneIds = new Set([...given.values()].flatMap((genes) => [...genes]));
  const sorted = store
    .query<[number]>('SELECT gene.id FROM json_each(?) JOIN gene ON gene.id = value ORDER BY symbol_folded, gene.id')
    .all(tx, JSON.stringify([...geneIds]));
  return new Map(sorted.map(([id], index) => [id, index]));
}
