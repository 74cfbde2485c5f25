/**
 * The keys by which records are recognised on the next page: exact, short, and never for anonymised records; and the tag
 * that names an answer by its records. Bytes are written as a text with one character for each, from U+0000 to U+00FF.
 */

import type { FoundRecord, RowPlaces } from '../federation/source.ts';
import { memoize } from '../memoize.ts';
import type { PageRequest } from '../query/paging.ts';
import { readRecord } from '../record/records.ts';

/** The id of the gene (0 in answers about researchers) and of the researcher, as the record shows them. */
export type RecordKey = readonly [geneId: number, userId: number];
/** How many records have each key; a registry may hold two different records with one key. */
export type KeyCounts = Map<number, Map<number, number>>;

/**
 * Returns the key of a record; undefined for an anonymised record, which must not be recognised, and for one whose gene
 * has no id.
 */
export function keyOf({ order, isAnonymised }: FoundRecord): RecordKey | undefined {
  if (isAnonymised || order?.id === undefined) return undefined;
  const { geneId, id } = order;
  return isWritable(geneId) && isWritable(id) && id > 0 ? [geneId, id] : undefined;
}

export function countOf(counts: KeyCounts, [geneId, userId]: RecordKey): number {
  return counts.get(geneId)?.get(userId) ?? 0;
}

/** Counts one record more, or with -1 one fewer. */
export function addKey(counts: KeyCounts, [geneId, userId]: RecordKey, change: 1 | -1 = 1): void {
  const ofGene = counts.get(geneId) ?? new Map<number, number>();
  ofGene.set(userId, (ofGene.get(userId) ?? 0) + change);
  counts.set(geneId, ofGene);
}

/** Returns the sum of all counts. */
export function sumOf(counts: KeyCounts): number {
  let sum = 0;
  for (const ofGene of counts.values()) for (const count of ofGene.values()) sum += count;
  return sum;
}

/** Writes counts as bytes: genes in order, and for each the ids in order, as differences to the one before. */
export function writeCounts(counts: KeyCounts): string {
  const numbers: number[] = [];
  let geneBefore = 0;
  for (const [geneId, ofGene] of [...counts].toSorted(byNumber)) {
    const ids = [...ofGene].toSorted(byNumber).flatMap(([id, count]) => new Array<number>(count).fill(id));
    numbers.push(geneId - geneBefore, ids.length, ...ids.map((id, place) => id - (ids[place - 1] ?? 0)));
    geneBefore = geneId;
  }
  return writeNumbers(numbers);
}

/** Reads what {@link writeCounts} wrote. */
export function readCounts(text: string): KeyCounts {
  const counts: KeyCounts = new Map();
  const numbers = readNumbers(text).values();
  let geneId = 0;
  for (const step of numbers) {
    geneId += step;
    let userId = 0;
    for (let left = next(numbers); left > 0; left--) {
      userId += next(numbers);
      addKey(counts, [geneId, userId]);
    }
  }
  return counts;
}

/** Writes keys in their order as bytes, with a gap for each record without a key. */
export function writeRow(row: readonly (RecordKey | undefined)[]): string {
  return writeNumbers(row.flatMap((key) => (key === undefined ? [0] : [key[1], key[0]])));
}

/** Reads what {@link writeRow} wrote. */
export function readRow(text: string): (RecordKey | undefined)[] {
  const row: (RecordKey | undefined)[] = [];
  const numbers = readNumbers(text).values();
  for (const userId of numbers) row.push(userId === 0 ? undefined : [next(numbers), userId]);
  return row;
}

// The order of records gives a gene without an id the largest safe integer, so that is no id.
function isWritable(id: number): boolean {
  return Number.isSafeInteger(id) && id >= 0 && id < Number.MAX_SAFE_INTEGER;
}

function byNumber([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number {
  return a - b;
}

function next(numbers: Iterator<number>): number {
  return numbers.next().value ?? 0;
}

const SEVEN_BITS = 128;

/** Writes seven bits into each byte, the lowest first; all bytes of a number but the last have the eighth bit set. */
function writeNumbers(numbers: readonly number[]): string {
  let bytes = '';
  for (const number of numbers) {
    let rest = number;
    for (; rest >= SEVEN_BITS; rest = Math.floor(rest / SEVEN_BITS)) {
      bytes += String.fromCharCode(SEVEN_BITS + (rest % SEVEN_BITS));
    }
    bytes += String.fromCharCode(rest);
  }
  return bytes;
}

function readNumbers(text: string): number[] {
  const numbers: number[] = [];
  let [number, worth] = [0, 1];
  for (const character of text) {
    const byte = character.charCodeAt(0);
    number += (byte % SEVEN_BITS) * worth;
    worth *= SEVEN_BITS;
    if (byte >= SEVEN_BITS) continue;
    numbers.push(number);
    [number, worth] = [0, 1];
  }
  return numbers;
}

/**
 * Returns a short text that changes when records are added, removed or moved. Anonymised records count by their place
 * only: their ids are new in every answer, and must not be compared.
 */
export type AnswerTag = (records: readonly FoundRecord[]) => string;

/** A cursor holds a tag of every origin. */
const TAG_CHARACTERS = 8;

/** @param sign a keyed digest: equal texts have equal digests, which do not reveal the text */
export function answerTags(sign: (text: string) => string): AnswerTag {
  // The same cached answer is used many times.
  return memoize((records) => sign(`answer ${identitiesOf(records)}`).slice(0, TAG_CHARACTERS));
}

function identitiesOf(records: readonly FoundRecord[]): string {
  let text = '';
  for (const { order, geneId, isAnonymised } of records) {
    text += `${geneId ?? ''}:${isAnonymised ? '' : (order?.id ?? '')},`;
  }
  return text;
}

/** Rows of a list, as one answer holds them. */
type HeldRows = {
  request: PageRequest;
  records: readonly FoundRecord[];
  dropped: number;
  rows?: RowPlaces | undefined;
  /** A keyed digest, which does not reveal the text. */
  digest: (text: string) => string;
};

/** The most rows that count; their number is one digit. */
const TAIL_ROWS = 5;
const DIGEST_CHARACTERS = 8;

/**
 * Returns the tail of the rows in front of a place: their number and a digest; empty where their places are not known.
 *
 * @param most how many rows the next window holds of those that were shown
 */
export function rowsTail(window: HeldRows, at: number, most: number): string {
  const count = Math.min(TAIL_ROWS, most, at - window.request.page * window.request.size);
  return tailOf(window, at, count);
}

/** Whether the rows in front of a place have this tail; false where the window does not hold all of them. */
export function isRowsTail(tail: string, window: HeldRows, at: number): boolean {
  const { page, size } = window.request;
  const count = tailRows(tail);
  const isHeld = page * size <= at - count && at <= (page + 1) * size;
  return count > 0 && isHeld && tailOf(window, at, count) === tail;
}

/** Returns how many rows a tail is of; 0 for an empty one. */
export function tailRows(tail: string): number {
  return Number(tail.slice(0, 1));
}

function tailOf({ request, records, rows, dropped, digest }: HeldRows, at: number, count: number): string {
  if (count <= 0 || (rows === undefined && dropped > 0)) return '';
  const from = request.page * request.size;
  const byPlace = new Map(records.map((record, index) => [from + (rows?.shown[index] ?? index), record]));
  const places = Array.from({ length: count }, (_, index) => at - count + index);
  const text = places.map((place) => shownBy(byPlace.get(place))).join('\n');
  return `${count}${digest(`rows ${text}`).slice(0, DIGEST_CHARACTERS)}`;
}

/** Returns what a record shows besides the ids that are new in every answer. */
function shownBy(record: FoundRecord | undefined): string {
  if (record === undefined) return '';
  return keyOf(record)?.join() ?? JSON.stringify(readRecord(record), withoutNewIds);
}

function withoutNewIds(name: string, value: unknown): unknown {
  return name === 'anonymousId' || name === 'links' ? undefined : value;
}
