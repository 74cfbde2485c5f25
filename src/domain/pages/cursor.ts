/** Where a reader stands in a federated answer: sealed, so that nobody else can read or make one (decisions 7 and 28). */

import { RegistryError } from '../errors.ts';

/** What a cursor of any kind says of an origin. */
export type Position = {
  /** What was given, as record-keys.ts writes it. */
  keys: string;
  /** Whether there is nothing behind. */
  isDone: boolean;
};

/** Pages of a search and of a listing stand at positions of different kinds; a question has one of them. */
export type Cursor<Kind extends Position> = {
  /** Names the question, so that a cursor cannot be used with another. */
  question: string;
  /** Of the page that it leads to, from 0. */
  number: number;
  size: number;
  /** A digest of who the first page was for: other readers may see other records. */
  reader: string;
  /** By the key of the origin. */
  positions: ReadonlyMap<string, Kind>;
  /** What each of these origins was called, by its key: it may have left the configuration when the cursor is read. */
  names: ReadonlyMap<string, string>;
};

type Written = [
  form: number,
  question: string,
  number: number,
  size: number,
  reader: string,
  positions: WrittenPosition[],
];
/** Of the facts those that are not as in a blank position. */
type WrittenPosition = [key: string, name: string, facts: object, keyBytes: number];

/** Cursors of another form say something else, or count in another order of records. */
const FORM = 3;
/** With the address around them, cursors of this length pass proxies that allow a request line of 8 kB. */
export const MOST_CURSOR_CHARACTERS = 7000;
/** Room for the seal and the question, and for what is said of an origin besides its keys. */
const FIXED_BYTES = 128;
const POSITION_BYTES = 180;

/** How many bytes the keys of so many origins may have together. Three bytes are four characters of a cursor. */
export function keyBytes(origins: number): number {
  const besides = FIXED_BYTES + origins * (POSITION_BYTES - NAME_BYTES) + nameBytes(origins);
  return Math.max(0, (MOST_CURSOR_CHARACTERS * 3) / 4 - besides);
}

/** The name of one of few origins may have more. */
const NAME_BYTES = 40;
const LEAST_NAMES_BYTES = 240;

/** How many bytes the names of so many origins may have together; they are cut beyond, as they are of no use but in a sentence. */
function nameBytes(origins: number): number {
  return Math.max(LEAST_NAMES_BYTES, origins * NAME_BYTES);
}

const BEYOND_ASCII = /[^\x20-\x7e]/g;

/**
 * @param blank a position of this kind at which nothing was given
 * @param seal makes text of bytes that an address may hold
 */
export function writeCursor<Kind extends Position>(
  { question, number, size, reader, positions, names }: Cursor<Kind>,
  blank: Kind,
  seal: (bytes: string) => string,
): string {
  const shown = [...positions.keys()].map((key) => (names.get(key) === key ? '' : (names.get(key) ?? '')));
  const most = nameBytes(positions.size);
  const isRoom = shown.reduce((bytes, name) => bytes + bytesOf(name), 0) <= most;
  const facts = [...positions].map(([key, { keys, ...facts }], place): WrittenPosition => {
    const name = shown[place] ?? '';
    return [key, isRoom ? name : shortened(name, most / positions.size), unlike(facts, blank), keys.length];
  });
  const written: Written = [FORM, question, number, size, reader, facts];
  const keys = [...positions.values()].map((position) => position.keys).join('');
  return seal(`${asciiJson(written)}\n${keys}`);
}

/**
 * Reads a cursor that {@link writeCursor} wrote for the same kind of question.
 *
 * @param blank as it was written with
 * @param open answers undefined for what was not sealed here
 * @throws RegistryError `cursor-invalid` when it is not ours, or of another form, `cursor-of-another-question`
 */
export function readCursor<Kind extends Position>(
  text: string,
  question: string,
  blank: Kind,
  open: (sealed: string) => string | undefined,
): Cursor<Kind> {
  const bytes = open(text);
  if (bytes === undefined) throw new RegistryError('cursor-invalid');
  const endOfFacts = bytes.indexOf('\n');
  const [form, questionKey, number, size, reader, facts] = JSON.parse(bytes.slice(0, endOfFacts)) as Written;
  if (form !== FORM) throw new RegistryError('cursor-invalid');
  if (questionKey !== question) throw new RegistryError('cursor-of-another-question');
  let place = endOfFacts + 1;
  const positions = new Map<string, Kind>();
  const names = new Map<string, string>();
  for (const [key, name, fact, length] of facts) {
    const keys = bytes.slice(place, place + length);
    positions.set(key, { ...blank, ...fact, keys });
    names.set(key, name || key);
    place += length;
  }
  return { question, number, size, reader, positions, names };
}

function unlike(facts: object, blank: object): object {
  const values = Object.entries(facts).filter(([name, value]) => {
    const known: unknown = blank[name as keyof typeof blank];
    return value !== known && JSON.stringify(value) !== JSON.stringify(known);
  });
  return Object.fromEntries(values);
}

/** The name with its end left out, so that it takes so many bytes at most. */
function shortened(name: string, mostBytes: number): string {
  if (bytesOf(name) <= mostBytes) return name;
  let room = mostBytes - bytesOf(CUT);
  let beginning = '';
  for (const sign of name) {
    room -= bytesOf(sign);
    if (room < 0) break;
    beginning += sign;
  }
  return beginning + CUT;
}

const CUT = '…';

/** How many bytes a text takes, without the quotes around it. */
function bytesOf(text: string): number {
  return asciiJson(text).length - 2;
}

/** A seal holds bytes, one for each character. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(BEYOND_ASCII, escaped);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
