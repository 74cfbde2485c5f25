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
  /** By the key of the origin. */
  positions: ReadonlyMap<string, Kind>;
};

type Written = [form: number, question: string, number: number, size: number, positions: WrittenPosition[]];
type WrittenPosition = [key: string, facts: object, keyBytes: number];

/** Cursors of another form say something else, or count in another order of records. */
const FORM = 2;
/** With the address around them, cursors of this length pass proxies that allow a request line of 8 kB. */
export const MOST_CURSOR_CHARACTERS = 7000;
/** Room for the seal and the question, and for what is said of an origin besides its keys. */
const FIXED_BYTES = 128;
const POSITION_BYTES = 180;

/** How many bytes the keys of so many origins may have together. Three bytes are four characters of a cursor. */
export function keyBytes(origins: number): number {
  return Math.max(0, (MOST_CURSOR_CHARACTERS * 3) / 4 - FIXED_BYTES - origins * POSITION_BYTES);
}

/** @param seal makes text of bytes that an address may hold */
export function writeCursor<Kind extends Position>(
  { question, number, size, positions }: Cursor<Kind>,
  seal: (bytes: string) => string,
): string {
  const facts = [...positions].map(([key, { keys, ...facts }]): WrittenPosition => [key, facts, keys.length]);
  const written: Written = [FORM, question, number, size, facts];
  const keys = [...positions.values()].map((position) => position.keys).join('');
  return seal(`${JSON.stringify(written)}\n${keys}`);
}

/**
 * Reads a cursor that {@link writeCursor} wrote for the same kind of question.
 *
 * @param open answers undefined for what was not sealed here
 * @throws RegistryError `cursor-invalid` when it is not ours, or of another form, `cursor-of-another-question`
 */
export function readCursor<Kind extends Position>(
  text: string,
  question: string,
  open: (sealed: string) => string | undefined,
): Cursor<Kind> {
  const bytes = open(text);
  if (bytes === undefined) throw new RegistryError('cursor-invalid');
  const endOfFacts = bytes.indexOf('\n');
  const [form, asked, number, size, facts] = JSON.parse(bytes.slice(0, endOfFacts)) as Written;
  if (form !== FORM) throw new RegistryError('cursor-invalid');
  if (asked !== question) throw new RegistryError('cursor-of-another-question');
  let place = endOfFacts + 1;
  const positions = new Map<string, Kind>();
  for (const [key, fact, length] of facts) {
    const keys = bytes.slice(place, place + length);
    positions.set(key, { ...fact, keys } as Kind);
    place += length;
  }
  return { question, number, size, positions };
}
