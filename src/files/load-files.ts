/** Loads reference files from any place into the database. A load that would remove many records is held back until it is confirmed. Files of one kind are one transaction; genes beside a followed database take several. */

import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { UnreadableFile } from '../domain/problem.ts';
import { GENE_INFO } from '../domain/reference-files/gene-info.ts';
import { heldLoad, type LoadReport } from '../domain/reference-files/load-report.ts';
import { isOboStart, isTagLine } from '../domain/reference-files/obo.ts';
import { orphadataProduct } from '../domain/reference-files/orphadata.ts';
import { columnNames, isComment } from '../domain/reference-files/table-parser.ts';
import {
  GENE_ORTHOLOGS,
  GENE2GO,
  GENES_TO_DISEASE,
  GENES_TO_PHENOTYPE,
  PHENOTYPE_HPOA,
} from '../domain/reference-files/tables.ts';
import { USER_AGENT } from '../lib/product.ts';
import { ANNOTATIONS } from '../registry/import/load-annotations.ts';
import { type DiseaseFiles, readDiseases } from '../registry/import/load-diseases.ts';
import { GENES, readIdentities } from '../registry/import/load-genes.ts';
import { type OntologyOptions, readOntology } from '../registry/import/load-ontology.ts';
import { readOrgans, UBERON_ID } from '../registry/import/load-organs.ts';
import { ORTHOLOGS } from '../registry/import/load-orthologs.ts';
import type { LoadWork, WriteLoad } from '../registry/import/load-work.ts';
import { readTable, type TaxonTable } from '../registry/import/taxon-table.ts';
import { isSameFile, lookAt } from '../registry/store/file-look.ts';
import { UnusableDatabase } from '../registry/store/sqlite-file.ts';
import type { SqliteStore } from '../registry/store/sqlite-store.ts';
import type { WriteTransaction } from '../registry/store/store.ts';
import { readElement } from './read-xml.ts';
import { openReferenceFile, type ReferenceFile } from './reference-file.ts';

const TABLES = [GENE_INFO, GENE_ORTHOLOGS, GENE2GO, GENES_TO_PHENOTYPE, GENES_TO_DISEASE, PHENOTYPE_HPOA] as const;

/** The formats, by the names of their publishers. */
type ReferenceFormat = (typeof TABLES)[number]['name'] | 'obo' | 'product1.xml' | 'product6.xml';

/** Returns the format; undefined for any other file. */
export function recognise(firstLines: readonly string[]): ReferenceFormat | undefined {
  const lines = firstLines.filter((line) => line.trim() !== '');
  const header = lines.find((line) => !isComment(line));
  if (header === undefined) return undefined;
  const names = columnNames(header);
  const table = TABLES.find(({ marks }) => marks.every((mark) => names.includes(mark)));
  if (table !== undefined) return table.name;
  return orphadataProduct(lines) ?? (isObo(lines) ? 'obo' : undefined);
}

function isObo(lines: readonly string[]): boolean {
  const first = lines.find((line) => !line.startsWith('!'));
  return first !== undefined && (isTagLine(first) || isOboStart(first)) && lines.some(isOboStart);
}

/** The progress of a stage. For the reading of one file the unit is bytes, and the total is 1 if it is unknown before the end of the file. */
type LoadProgress = Parameters<LoadWork['onProgress']>[0] & { unit?: 'bytes' };

/** The pause between two transactions of one load. Other processes that wait to write check every 50 ms whether they may. */
const OTHERS_WRITE_MS = 100;

type LoadOptions = {
  store: SqliteStore;
  /** Whether a database is followed; then only {@link LOADED_BESIDE} may be loaded. */
  isFollowing: boolean;
  /** Whether an operator has confirmed that what the files lack is gone, however much it is. */
  isConfirmed: boolean;
  /** The stream that `-` names. */
  stdin: Readable;
  onProgress(progress: LoadProgress): void;
};
/** An open file and its format; `holds` says whether an OBO file has organs or diseases. */
type KnownFile = { file: ReferenceFile; format: ReferenceFormat | undefined; holds: 'organs' | 'diseases' | undefined };

type AllOptions = LoadOptions & { ontology: OntologyOptions };
type Lines = Pick<ReferenceFile, 'name' | 'lines'>;
/** Returns the files in one of these formats; undefined names those that are in none. */
type FilesOf = (...formats: (ReferenceFormat | undefined)[]) => readonly Lines[];

type Kind = {
  formats: readonly ReferenceFormat[];
  /** Whether it may be loaded beside a followed database, because that does not hold it: identifiers of genes, and diseases. */
  isBeside: boolean;
  /** Whether each file is loaded by itself, as each holds an ontology of its own. */
  isByFile: boolean;
  read(options: AllOptions, files: readonly Lines[], of: FilesOf): Promise<WriteLoad>;
};

/** The kinds in the order in which a folder is loaded: what other kinds refer to comes first. */
const KINDS = {
  genes: { formats: ['gene_info'], isBeside: true, ...ofTable(GENES) },
  orthologs: { formats: ['gene_orthologs'], isBeside: false, ...ofTable(ORTHOLOGS) },
  ontology: { formats: ['obo'], isBeside: false, ...byFile(readOntology) },
  organs: { formats: ['obo'], isBeside: false, ...byFile(readOrgans) },
  annotations: { formats: ['gene2go'], isBeside: false, ...ofTable(ANNOTATIONS) },
  diseases: {
    formats: [
      'genes_to_phenotype.txt',
      'genes_to_disease.txt',
      'phenotype.hpoa',
      'obo',
      'product1.xml',
      'product6.xml',
    ],
    ...{ isBeside: true, isByFile: false },
    read: (_, __, of) => readDiseases(diseaseFiles(of), readElement),
  },
} satisfies Readonly<Record<string, Kind>>;

function ofTable<Row extends object>(table: TaxonTable<Row>): Pick<Kind, 'isByFile' | 'read'> {
  return { isByFile: false, read: (options, files) => readTable(table, options, files) };
}

function byFile(
  readOne: (file: Lines, options: OntologyOptions) => Promise<WriteLoad>,
): Pick<Kind, 'isByFile' | 'read'> {
  return {
    isByFile: true,
    async read({ ontology }, files) {
      const writes: WriteLoad[] = [];
      for (const file of files) writes.push(await readOne(file, ontology));
      return (work) => writes.flatMap((write) => write(work));
    },
  };
}

function diseaseFiles(of: FilesOf): DiseaseFiles {
  return {
    // Files in no known format are read as pairs; the error of that reader says what is missing.
    pairs: of('genes_to_phenotype.txt', undefined),
    associations: of('genes_to_disease.txt'),
    names: of('phenotype.hpoa'),
    orphanetGenes: of('product6.xml'),
    mondo: of('obo'),
    orphadata: of('product1.xml'),
  };
}

export type LoadKind = keyof typeof KINDS;
export const LOAD_KINDS = Object.keys(KINDS) as readonly LoadKind[];
/** What may be loaded beside a followed database. */
export const LOADED_BESIDE = LOAD_KINDS.filter((kind) => KINDS[kind].isBeside);

/**
 * Loads files of one kind: paths, addresses, or `-` for standard input. Nothing is changed unless all can be read.
 *
 * @throws UnreadableFile, also where the files lack so much that they may be cut short; UnusableDatabase
 */
export async function loadFiles(
  kind: LoadKind,
  where: readonly string[],
  options: LoadOptions & { ontology: OntologyOptions },
): Promise<LoadReport[]> {
  await using files = new AsyncDisposableStack();
  const known: KnownFile[] = [];
  for (const one of where) known.push(await openKnown(one, options.stdin, files));
  const { formats }: Kind = KINDS[kind];
  for (const { file, format } of known) {
    if (format === undefined || formats.includes(format)) continue;
    throw new UnreadableFile(`is ${format}, but load ${kind} reads ${formats.join(', ')}`, file.name);
  }
  // `await` matters: the files are closed when this function ends.
  return await load(kind, known, options);
}

/** The files of a folder that were not loaded: those in no known format, and those whose data a followed database holds itself. */
type LoadedFolder = { unknown: readonly string[]; followed: readonly string[] };

/**
 * Loads all files of a folder, recognises each by its beginning, and reports the results of each kind.
 *
 * @param options.activate ids of terms, from whichever ontology has them, and ids of organs
 * @throws UnreadableFile, UnusableDatabase; files that were reported before stay loaded
 */
export async function loadFolder(
  folder: string,
  onLoaded: (reports: readonly LoadReport[]) => void,
  { activate, ...options }: LoadOptions & { activate: readonly string[] },
): Promise<LoadedFolder> {
  const found: { where: string; kinds: readonly LoadKind[] }[] = [];
  for (const where of await filesOf(folder)) found.push({ where, kinds: await kindsOfFile(where, options.stdin) });
  if (found.every(({ kinds }) => kinds.length === 0)) {
    throw new UnreadableFile('holds none of the files that load reads', folder);
  }
  const activated = new Set<string>();
  const ontology = { name: undefined, activate, activated };
  for (const kind of options.isFollowing ? LOADED_BESIDE : LOAD_KINDS) {
    const ofKind = found.filter(({ kinds }) => kinds.includes(kind)).map(({ where }) => where);
    const together = KINDS[kind].isByFile ? ofKind.map((where) => [where]) : [ofKind];
    for (const group of together) {
      if (group.length > 0) onLoaded(await loadFiles(kind, group, { ...options, ontology }));
    }
  }
  const unmet = activate.filter((id) => !activated.has(id));
  if (unmet.length > 0) {
    throw new UnreadableFile(`holds no term ${unmet.join(', ')}, which --activate names; all else is loaded`, folder);
  }
  const isFollowed = (kind: LoadKind) => options.isFollowing && !LOADED_BESIDE.includes(kind);
  return {
    unknown: found.filter(({ kinds }) => kinds.length === 0).map(({ where }) => where),
    followed: found.filter(({ kinds }) => kinds.length > 0 && kinds.every(isFollowed)).map(({ where }) => where),
  };
}

/** Lists the files in the order of their names. Links are followed; a link whose target is missing counts as a file. */
async function filesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw new UnreadableFile(`cannot be read as a folder (${error.code})`, folder);
  });
  const paths = names.toSorted().map((name) => join(folder, name));
  return paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? true);
}

/** Closes the file at once; it is opened again when it is loaded, because many open files need much memory. */
async function kindsOfFile(where: string, stdin: Readable): Promise<readonly LoadKind[]> {
  await using files = new AsyncDisposableStack();
  const known = await openKnown(where, stdin, files);
  return kindsOf(known);
}

async function openKnown(where: string, stdin: Readable, files: AsyncDisposableStack): Promise<KnownFile> {
  const file = files.use(await openReferenceFile(where, { stdin, userAgent: USER_AGENT }));
  const lines = await file.firstLines();
  const firstId =
    lines
      .find((line) => line.startsWith('id:'))
      ?.slice('id:'.length)
      .trim() ?? '';
  const isMondo = /^mondo\b/i.test(firstId) || lines.some((line) => /^ontology:\s*mondo\s*$/i.test(line));
  const holds = UBERON_ID.test(firstId) ? 'organs' : isMondo ? 'diseases' : undefined;
  return { file, format: recognise(lines), holds };
}

/** Mondo is an ontology that also names diseases, so it is of two kinds. */
function kindsOf({ format, holds }: KnownFile): readonly LoadKind[] {
  if (format === undefined) return [];
  if (format === 'obo') return holds === 'organs' ? ['organs'] : ['ontology', ...(holds === undefined ? [] : [holds])];
  return LOAD_KINDS.filter((kind) => (KINDS[kind] as Kind).formats.includes(format));
}

/** Reads everything before it writes: no other writer, such as one that withdraws a person, waits for disk or network. */
async function load(kind: LoadKind, known: readonly KnownFile[], options: AllOptions): Promise<LoadReport[]> {
  const { store, isFollowing, isConfirmed, onProgress } = options;
  const writes = await read(kind, known, options);
  const names = known.map(({ file }) => file.name).join(', ');
  const change = (write: WriteLoad, work: LoadWork): LoadReport[] => {
    const reports = write(work);
    const lacking = isConfirmed ? undefined : heldLoad(reports);
    if (lacking !== undefined) throw new UnreadableFile(lacking, names);
    return reports;
  };
  const reports: LoadReport[] = [];
  for (const [at, write] of writes.entries()) {
    onProgress({ stage: 'waiting to write', done: at, total: writes.length });
    if (at > 0) await pause(OTHERS_WRITE_MS);
    const work = { store, now: new Date(), isFollowing, onProgress };
    reports.push(...(await writeAtItsPlace(store, (tx) => change(write, { tx, ...work }))));
  }
  return reports;
}

/** Returns one function for each transaction to write. */
async function read(kind: LoadKind, known: readonly KnownFile[], options: AllOptions): Promise<readonly WriteLoad[]> {
  const files = known.map(({ file }) => shown(file, options.onProgress));
  if (kind === 'genes' && options.isFollowing) {
    const compared = await readIdentities(options, files);
    openAtItsPlace(options.store);
    return compared();
  }
  const of: FilesOf = (...formats) => files.filter((_, index) => formats.includes(known[index]?.format));
  return [await KINDS[kind].read(options, files, of)];
}

/**
 * Opens the database file that is at the path now: a follower replaces the file after it has read everything again.
 * Returns whether it was another file.
 */
function openAtItsPlace({ file }: SqliteStore): boolean {
  if (isSameFile(file.files(), lookAt(file.pathNow()))) return false;
  file.reopen();
  return true;
}

/** Writes to the database file that is at the path, also if it is replaced before the write. */
async function writeAtItsPlace(
  store: SqliteStore,
  change: (tx: WriteTransaction) => LoadReport[],
): Promise<LoadReport[]> {
  try {
    return await store.writeInTurn(change);
  } catch (error) {
    if (!(error instanceof UnusableDatabase) || !openAtItsPlace(store)) throw error;
    return await writeAtItsPlace(store, change);
  }
}

/** Returns the same file; reading it reports the progress. */
function shown(file: ReferenceFile, onProgress: LoadOptions['onProgress']): Lines {
  return {
    name: file.name,
    async *lines() {
      for await (const lines of file.lines()) {
        onProgress({ stage: file.name, done: file.readBytes(), total: file.totalBytes ?? 1, unit: 'bytes' });
        yield lines;
      }
    },
  };
}
