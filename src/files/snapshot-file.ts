/** Reads, unpacks, checks and imports snapshots from files, or refuses them with the reasons. */

import { constants } from 'node:buffer';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { once } from '../domain/memoize.ts';
import { readingProblem, UnreadableFile } from '../domain/problem.ts';
import type { Snapshot } from '../domain/record/snapshot.ts';
import { presentSnapshot, type SnapshotVersion1 } from '../domain/record/snapshot-versions.ts';
import { compileCheck, problemSentence } from '../lib/schema-check.ts';
import { snapshotChecker } from '../registry/import/snapshot-check.ts';
import { importSnapshot, type OnProgress } from '../registry/import/snapshot-import.ts';
import type { OmittedValues } from '../registry/people/omitted-values.ts';
import type { Store } from '../registry/store/store.ts';
import { BEGINNING_BYTES, beginsWith, boundedBytes, GZIP, openSteadyFile, TooManyBytes } from './file-bytes.ts';
import { TABLE_BOUNDS } from './table-bounds.ts';

type RepeatedMember = { name: string; position: number };

const [QUOTE, BACKSLASH, COMMA] = ['"', '\\', ','].map((sign) => sign.charCodeAt(0));
const [OBJECT, OBJECT_END, LIST, LIST_END] = ['{', '}', '[', ']'].map((sign) => sign.charCodeAt(0));

/**
 * Returns the first repeated member, and where its name begins. The time is proportional to the length of the text.
 *
 * @param text which `JSON.parse` accepts
 */
export function repeatedMember(text: string): RepeatedMember | undefined {
  /** The names of the objects that are open, from the outside in; undefined for a list. */
  const open: (Set<string> | undefined)[] = [];
  let isName = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      const end = endOfString(text, at);
      if (isName) {
        const name = nameOf(text.slice(at, end + 1));
        const names = open.at(-1);
        if (names?.has(name)) return { name, position: at };
        names?.add(name);
        isName = false;
      }
      at = end;
    } else if (sign === OBJECT) {
      open.push(new Set());
      isName = true;
    } else if (sign === LIST) open.push(undefined);
    else if (sign === OBJECT_END || sign === LIST_END) {
      open.pop();
      isName = false;
    } else if (sign === COMMA) isName = open.at(-1) !== undefined;
  }
  return undefined;
}

/** Returns the place of the quotation mark that ends the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let first = end;
    while (text.charCodeAt(first - 1) === BACKSLASH) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
}

/** A name may be written with escapes, which make no other name of it. */
function nameOf(quoted: string): string {
  return quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1);
}

/** The numbers of imported records, and the values that were omitted. */
export type ImportSummary = {
  users: number;
  userGenes: number;
  genes: number;
  orthologs: number;
  ontologies: number;
  omitted: OmittedValues;
};

/** A snapshot that cannot be imported. `message` has one sentence per line and reason. No data were changed. */
export class UnsoundSnapshot extends Error {
  override readonly name = 'UnsoundSnapshot';
}

/** A source of bytes, and its name in messages. */
export type SnapshotInput = {
  name: string;
  /**
   * @param mostBytes returns the limit of bytes, given the first bytes
   * @throws TooManyBytes as soon as more bytes arrive, or are announced
   */
  read(mostBytes: (beginning: Uint8Array) => number): Promise<Uint8Array>;
};

/** A file as input. Devices are refused, because they may never end. So are pipes, unless the caller knows which program writes to it. */
export function fileInput(path: string, { mayBePipe = false } = {}): SnapshotInput {
  return {
    name: path,
    async read(mostBytes) {
      await using file = await openSteadyFile(path, { mayBePipe });
      return await boundedBytes(file.bytes, { expectedBytes: file.totalBytes, mostBytes });
    },
  };
}

/** In characters; a longer name of a member is cut in a message. */
const LONGEST_NAME = 40;
/** The limit of a snapshot, gzipped and unpacked: the longest string of JavaScript. */
const MOST_SNAPSHOT_BYTES = constants.MAX_STRING_LENGTH;
const JSON_BEGINNING = /^\ufeff?\s*[{[]/;

/** Whether the content looks like a snapshot: it is JSON or gzipped. */
export function isSnapshot(bytes: Uint8Array): boolean {
  return beginsWith(bytes, GZIP) || JSON_BEGINNING.test(Buffer.from(bytes.subarray(0, BEGINNING_BYTES)).toString());
}

/** Reads the bytes of a snapshot or a table. @throws UnsoundSnapshot if the input cannot be read, or is larger than its kind may be */
export function readInput({ name, read }: SnapshotInput): Promise<Uint8Array> {
  let kind = '';
  let most = 0;
  function mostBytes(beginning: Uint8Array): number {
    [kind, most] = isSnapshot(beginning)
      ? ['a snapshot', MOST_SNAPSHOT_BYTES]
      : ['a table of people', TABLE_BOUNDS.fileBytes];
    return most;
  }
  return read(mostBytes).catch((error: NodeJS.ErrnoException) => {
    if (error instanceof UnreadableFile) throw new UnsoundSnapshot(`${name} ${error.problem}.`);
    if (error instanceof TooManyBytes) {
      throw new UnsoundSnapshot(`${name} is larger than ${megabytes(most)}, the most that ${kind} may have.`);
    }
    throw new UnsoundSnapshot(`${name} cannot be read: ${readingProblem(error.code ?? '') ?? error.message}.`);
  });
}

/**
 * Replaces the data of a registry by a snapshot, gzipped or not. If anything is wrong, no data are changed.
 *
 * @throws UnsoundSnapshot
 */
export async function importSnapshotFrom(
  input: SnapshotInput,
  store: Store,
  onProgress: OnProgress,
): Promise<ImportSummary> {
  return writeSnapshot(await readSoundSnapshot(input, onProgress), store, { onProgress });
}

/**
 * Reads and checks a snapshot, gzipped or not.
 *
 * @throws UnsoundSnapshot
 */
export async function readSoundSnapshot(input: SnapshotInput, onProgress: OnProgress): Promise<Snapshot> {
  onProgress({ stage: 'reading', done: 0, total: 1 });
  const snapshot = await readJson(input);
  onProgress({ stage: 'checking', done: 0, total: 1 });
  const { problems, problemCount } = checker()(snapshot);
  if (problemCount === 0) return presentSnapshot(snapshot as Snapshot | SnapshotVersion1);
  const things = problemCount === 1 ? 'one thing is' : `${problemCount.toLocaleString('en')} things are`;
  const heading = `${input.name} was not imported, because ${things} wrong with it:`;
  throw new UnsoundSnapshot([heading, ...bounded(problems.map(problemSentence), problemCount)].join('\n'));
}

/** Returns the sentences, and one more that says how many of the `count` problems they leave out. */
export function bounded(sentences: readonly string[], count: number): readonly string[] {
  const rest = count - sentences.length;
  return rest > 0 ? [...sentences, `… and ${rest.toLocaleString('en')} more.`] : sentences;
}

/** Replaces the data of a registry by a snapshot that passed the check, or tells what that would do. */
export function writeSnapshot(
  snapshot: Snapshot,
  store: Store,
  options: Omit<Parameters<typeof importSnapshot>[0], 'store' | 'snapshot' | 'now'>,
): ImportSummary {
  const omitted = importSnapshot({ ...options, store, snapshot, now: new Date() });
  return {
    users: snapshot.users.length,
    userGenes: snapshot.users.reduce((sum, user) => sum + user.genes.length, 0),
    genes: snapshot.genes.length,
    orthologs: snapshot.orthologs.length,
    ontologies: snapshot.ontologies.length,
    omitted,
  };
}

/** Compiles the schemas at the first snapshot, because most processes read none. */
const checker = once(() => snapshotChecker((schema) => compileCheck(schema, { allErrors: true })));

async function readJson(input: SnapshotInput): Promise<unknown> {
  const { name } = input;
  const bytes = await readInput(input);
  if (bytes.length === 0) throw new UnsoundSnapshot(`${name} is empty, but must hold a snapshot.`);
  const unpackedBytes = await unpacked(bytes).catch(({ code }: NodeJS.ErrnoException) => {
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      const most = megabytes(MOST_SNAPSHOT_BYTES);
      throw new UnsoundSnapshot(`${name} unpacks to more than ${most}, the most that a snapshot may have.`);
    }
    throw new UnsoundSnapshot(`${name} begins as a gzip file, but cannot be unpacked: it is damaged or cut short.`);
  });
  const text = toText(unpackedBytes, name);
  const value = parsed(text, name);
  refuseRepeated(text, name);
  return value;
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UnsoundSnapshot(`${name} is not JSON: ${jsonProblem(error as Error, text)}.`);
  }
}

/** Refuses a member that is there twice, because one of the two would be lost, such as the level that keeps a person private. */
function refuseRepeated(text: string, name: string): void {
  const repeated = repeatedMember(text);
  if (repeated === undefined) return;
  const member = JSON.stringify(repeated.name.slice(0, LONGEST_NAME));
  throw new UnsoundSnapshot(
    `${name} was not imported: in ${placeOf(text, repeated.position)}, ${member} is there again in one object; allowed: once.`,
  );
}

async function unpacked(bytes: Uint8Array): Promise<Uint8Array> {
  return beginsWith(bytes, GZIP) ? promisify(gunzip)(bytes, { maxOutputLength: MOST_SNAPSHOT_BYTES }) : bytes;
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`;
}

function toText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UnsoundSnapshot(`${name} is not text in UTF-8.`);
  }
}

/** The end of the parser's message if the text has a wrong character, and is not merely cut off. */
const BROKEN = 'is not valid JSON';

/** Says where the text stops being JSON. The message of the parser is not shown: it quotes the text, which may hold a token. */
function jsonProblem({ message }: Error, text: string): string {
  const given = /at position (\d+)/.exec(message)?.[1];
  if (given === undefined && !message.endsWith(BROKEN)) return 'it ends in the middle';
  const position = given === undefined ? endOfSoundBeginning(text) : Number(given);
  if (position >= text.length) return 'it ends in the middle';
  const found = JSON.stringify(String.fromCodePoint(text.codePointAt(position) ?? 0));
  return `${found} is not expected in ${placeOf(text, position)}`;
}

function placeOf(text: string, position: number): string {
  let [line, lineStart] = [1, 0];
  for (let end = text.indexOf('\n'); end >= 0 && end < position; end = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = end + 1;
  }
  return `line ${line}, column ${position - lineStart + 1}`;
}

/** Finds by bisection the longest beginning of the text that is JSON except for its missing end; the parser does not always report the position. */
function endOfSoundBeginning(text: string): number {
  let sound = 0;
  let broken = text.length + 1;
  while (broken - sound > 1) {
    const middle = (sound + broken) >>> 1;
    if (isBroken(text.slice(0, middle))) broken = middle;
    else sound = middle;
  }
  return sound;
}

function isBroken(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return false;
  } catch (error) {
    return (error as Error).message.endsWith(BROKEN);
  }
}
