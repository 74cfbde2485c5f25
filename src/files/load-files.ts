/** Loads reference files from any place into the database. A load that would remove many records is held back until it is confirmed. Files of one kind are one transaction; genes beside a followed database take several. */

import { statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { heldLoad } from '../domain/reference-files/held-load.ts';
import type { LoadReport } from '../domain/reference-files/load-report.ts';
import { type ReferenceFormat, recognise } from '../domain/reference-files/recognise.ts';
import { UnreadableFile } from '../domain/unreadable-file.ts';
import { USER_AGENT } from '../lib/product.ts';
import { readAnnotations } from '../registry/load/load-annotations.ts';
import { readDiseases } from '../registry/load/load-diseases.ts';
import { readGenes } from '../registry/load/load-genes.ts';
import { readIdentities } from '../registry/load/load-identities.ts';
import { type OntologyOptions, readOntology } from '../registry/load/load-ontology.ts';
import { readOrgans, UBERON_ID } from '../registry/load/load-organs.ts';
import { readOrthologs } from '../registry/load/load-orthologs.ts';
import type { LoadWork, WriteLoad } from '../registry/load/load-work.ts';
import { isSameFile, lookAt } from '../registry/store/file-look.ts';
import { UnusableDatabase } from '../registry/store/sqlite-file.ts';
import type { SqliteStore } from '../registry/store/sqlite-store.ts';
import type { WriteTransaction } from '../registry/store/store.ts';
import { readElement } from './read-xml.ts';
import { openReferenceFile, type ReferenceFile } from './reference-file.ts';

/** The kinds in the order in which a folder is loaded: what other kinds refer to comes first. */
export const LOAD_KINDS = ['genes', 'orthologs', 'ontology', 'organs', 'annotations', 'diseases'] as const;
export type LoadKind = (typeof LOAD_KINDS)[number];
/** What may be loaded beside a followed database, because that database does not hold it: identifiers of genes, and diseases. */
export const LOADED_BESIDE: readonly LoadKind[] = ['genes', 'diseases'];

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

const FORMATS: Readonly<Record<LoadKind, readonly ReferenceFormat[]>> = {
  genes: ['gene_info'],
  orthologs: ['gene_orthologs'],
  annotations: ['gene2go'],
  ontology: ['obo'],
  organs: ['obo'],
  diseases: ['genes_to_phenotype.txt', 'genes_to_disease.txt', 'phenotype.hpoa', 'obo', 'product1.xml', 'product6.xml'],
};

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
  for (const { file, format } of known) {
    if (format === undefined || FORMATS[kind].includes(format)) continue;
    throw new UnreadableFile(`is ${format}, but load ${kind} reads ${FORMATS[kind].join(', ')}`, file.name);
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
    // Each file is an ontology of its own.
    const together = kind === 'ontology' || kind === 'organs' ? ofKind.map((where) => [where]) : [ofKind];
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
  return LOAD_KINDS.filter((kind) => FORMATS[kind].includes(format));
}

type AllOptions = LoadOptions & { ontology: OntologyOptions };

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
  return [await readWhole(kind, known, files, options)];
}

async function readWhole(
  kind: LoadKind,
  known: readonly KnownFile[],
  files: readonly Lines[],
  options: AllOptions,
): Promise<WriteLoad> {
  if (kind === 'genes') return readGenes(options, files);
  if (kind === 'orthologs') return readOrthologs(options, files);
  if (kind === 'annotations') return readAnnotations(options, files);
  if (kind === 'ontology') return eachRead(files, (file) => readOntology(file, options.ontology));
  if (kind === 'organs') return eachRead(files, (file) => readOrgans(file, options.ontology));
  const inFormat = (format: ReferenceFormat) => files.filter((_, index) => known[index]?.format === format);
  // Files in no known format are read as pairs; the error of that reader says what is missing.
  const pairs = files.filter((_, index) => [undefined, 'genes_to_phenotype.txt'].includes(known[index]?.format));
  const names = inFormat('phenotype.hpoa');
  const associations = inFormat('genes_to_disease.txt');
  const others = { mondo: inFormat('obo'), orphadata: inFormat('product1.xml') };
  const orphanetGenes = inFormat('product6.xml');
  return readDiseases({ pairs, associations, names, orphanetGenes, ...others }, readElement);
}

async function eachRead(files: readonly Lines[], one: (file: Lines) => Promise<WriteLoad>): Promise<WriteLoad> {
  const writes: WriteLoad[] = [];
  for (const file of files) writes.push(await one(file));
  return (work) => writes.flatMap((write) => write(work));
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

type Lines = Pick<ReferenceFile, 'name' | 'lines'>;

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
