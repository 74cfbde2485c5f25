/** The cursor: a caller's place in a federated answer, sealed so that nobody else can read or make one (decision 7). */

import { RegistryError } from '../errors.ts';
import type { Doubt } from '../federation/page-remarks.ts';

/** The place at one origin, for cursors of any kind. */
export type Position = {
  /** The keys of records that were shown, as record-keys.ts writes them. */
  keys: string;
  /** Whether the origin has no more records. */
  isDone: boolean;
  /** Why a page so far may lack or repeat a record of the origin; each later page says so. */
  doubts: readonly Doubt[];
};

/** A cursor of a search or of a listing, which have positions of different kinds. */
export type Cursor<Kind extends Position> = {
  /** A name of the question, so that the cursor works with no other. */
  question: string;
  /** The number of the page that the cursor leads to, from 0. */
  number: number;
  size: number;
  /** A digest of the caller of the first page; other callers may see other records. */
  caller: string;
  /** The position at each origin, by key of the origin. */
  positions: ReadonlyMap<string, Kind>;
  /** The name of each origin, by key: an origin may be gone from the configuration when the cursor is read. */
  names: ReadonlyMap<string, string>;
};

type Written = [
  form: number,
  question: string,
  number: number,
  size: number,
  caller: string,
  positions: WrittenPosition[],
];
/** `facts`: only those that differ from the blank position. */
type WrittenPosition = [key: string, name: string, facts: object, keyBytes: number];

/** The version of this format and of the order of records; cursors of other versions are refused. */
const FORM = 4;
/** An address with a cursor of this length still passes proxies with a limit of 8 kB for the request line. */
export const MOST_CURSOR_CHARACTERS = 7000;
/** Space for the seal and the question, and for each origin without its keys. */
const FIXED_BYTES = 128;
const POSITION_BYTES = 180;

/** Returns how many bytes the keys of all origins may have together. Three bytes become four characters of a cursor. */
export function keyBytes(origins: number): number {
  const besides = FIXED_BYTES + origins * (POSITION_BYTES - NAME_BYTES) + nameBytes(origins);
  return Math.max(0, (MOST_CURSOR_CHARACTERS * 3) / 4 - besides);
}

/** Space for the name of each origin; with few origins, names may be longer. */
const NAME_BYTES = 40;
const LEAST_NAMES_BYTES = 240;
const MOST_NAMES_BYTES = 2000;
/** A shorter beginning of a name says less than the key. */
const LEAST_NAME_BYTES = 12;

/** Returns how many bytes the names of all origins may have together. Longer names are cut, as only sentences use them. */
function nameBytes(origins: number): number {
  return Math.min(MOST_NAMES_BYTES, Math.max(LEAST_NAMES_BYTES, origins * NAME_BYTES));
}

const BEYOND_ASCII = /[^\x20-\x7e]/g;

/**
 * @param blank a position of this kind before any record was shown
 * @param seal encrypts bytes into a text that is allowed in an address
 */
export function writeCursor<Kind extends Position>(
  { question, number, size, caller, positions, names }: Cursor<Kind>,
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
  const written: Written = [FORM, question, number, size, caller, facts];
  const keys = [...positions.values()].map((position) => position.keys).join('');
  return seal(`${asciiJson(written)}\n${keys}`);
}

/**
 * Reads a cursor that {@link writeCursor} wrote for the same kind of question.
 *
 * @param blank the blank position with which the cursor was written
 * @param open decrypts a sealed text; undefined for a text that was not sealed here
 * @throws RegistryError `cursor-invalid` for a foreign cursor or another version, `cursor-of-another-question`
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
  const [form, questionKey, number, size, caller, facts] = JSON.parse(bytes.slice(0, endOfFacts)) as Written;
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
  return { question, number, size, caller, positions, names };
}

function unlike(facts: object, blank: object): object {
  const isOther = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(blank[name as keyof typeof blank]);
  return Object.fromEntries(Object.entries(facts).filter(isOther));
}

/** Cuts the end of a name, so that it has at most so many bytes; empty if nothing useful is left. */
function shortened(name: string, mostBytes: number): string {
  if (mostBytes < LEAST_NAME_BYTES) return '';
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

/** Returns how many bytes a text takes as JSON, without quotes. */
function bytesOf(text: string): number {
  return asciiJson(text).length - 2;
}

/** Writes JSON in ASCII, because a seal takes bytes, one for each character. */
function asciiJson(value: unknown): string {
  return JSON.stringify(value).replace(BEYOND_ASCII, escaped);
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
