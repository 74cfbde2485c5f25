/**
 * The pages of the merged list of a search: every origin gives its whole answer for each page, and keys name the shown
 * records.
 */

import { isFull } from '../federation/completeness.ts';
import type { Part } from '../federation/federated-answer.ts';
import { mergedPage, type OriginRecords, positionsAfter } from '../federation/merging.ts';
import type { OriginState } from '../federation/origin.ts';
import type { Change, Doubt, PageRemark } from '../federation/page-remarks.ts';
import type { FoundRecord } from '../federation/source.ts';
import { keyBytes, type Position } from './cursor.ts';
import {
  type FederatedPage,
  federatedPage,
  joinedRemarks,
  type OriginStanding,
  type PageStart,
  withRoom,
} from './federated-pages.ts';
import {
  type AnswerTag,
  addKey,
  countOf,
  type KeyCounts,
  keyOf,
  readCounts,
  sumOf,
  writeCounts,
} from './record-keys.ts';

/** The records of an origin that were shown on all pages so far; `keys` names them. */
export type SearchPosition = Position & {
  /** How many records of its latest answer are before the first one that was not shown. */
  at: number;
  /** The tag of its latest answer; undefined before the first answer. */
  answer: string | undefined;
  /** The edition of that answer, where records without a key were shown. */
  edition: string | undefined;
  /** How many records without a key were shown. */
  unnamed: number;
  /** Whether the keys did not fit into a cursor: the first `at` records count as shown, and `keys` is empty. */
  isByPlace: boolean;
};

/** The states after which another query would give no further records. */
const SETTLED: ReadonlySet<OriginState> = new Set(['answered', 'empty', 'limited', 'unknown-term', 'unsupported']);

/** The position of an origin that was not queried for any page. */
export const NOTHING_GIVEN: SearchPosition = {
  at: 0,
  answer: undefined,
  edition: undefined,
  keys: '',
  unnamed: 0,
  isByPlace: false,
  doubts: [],
  isDone: false,
};

/** Returns a page of the merged list of a search, with the positions after it. */
export function searchPage(
  parts: readonly Part[],
  start: PageStart<SearchPosition>,
  answerTag: AnswerTag,
): FederatedPage<SearchPosition> {
  const { size, cursor } = start;
  const answers = parts.map((part) => readAnswer(part, cursor?.positions.get(part.origin.key), answerTag));
  const lists = answers.map(({ part, left }): OriginRecords => ({ key: part.origin.key, records: left }));
  const skipped = cursor === undefined ? positionsAfter(lists, start.page * size) : new Map<string, number>();
  const { records, positions } = mergedPage(lists, skipped, size);
  const standings = answers.map((answer) => standingOf(answer, positions.get(answer.part.origin.key) ?? 0));
  const total = parts.reduce((sum, part) => sum + part.records.length, 0);
  const page = federatedPage(records, standings, start, {
    total,
    totalPages: Math.ceil(total / size),
    isTotalKnown: true,
  });
  return {
    ...withRoom(page, withinRoom),
    remarks: [...lateOrigins(parts, cursor?.positions), ...joinedRemarks(start, parts), ...page.remarks],
  };
}

/** The answer of one origin, divided into records that were shown before and the rest. */
type ReadAnswer = {
  part: Part;
  before: SearchPosition;
  tag: string;
  given: KeyCounts;
  left: readonly FoundRecord[];
  change: Change | undefined;
  doubts: readonly Doubt[];
};

function readAnswer(part: Part, before: SearchPosition = NOTHING_GIVEN, answerTag: AnswerTag): ReadAnswer {
  const { records, origin, edition } = part;
  if (origin.retrievedAt === null) {
    return { part, before, tag: '', given: new Map(), left: [], change: undefined, doubts: before.doubts };
  }
  const tag = answerTag(records);
  const given = before.isByPlace ? keysIn(records.slice(0, before.at)) : readCounts(before.keys);
  const hasGiven = before.isByPlace || before.unnamed > 0 || before.keys !== '';
  if (!hasGiven) return { part, before, tag, given, left: records, change: undefined, doubts: before.doubts };
  const { left, ...change } = before.isByPlace ? leftBehind(records, before.at) : leftOver(records, before);
  const isSameTag = tag === before.answer;
  const doubts = new Set(before.doubts);
  if (before.isByPlace && !isSameTag) doubts.add('too-many');
  if (before.unnamed > 0 && !(isSameTag && edition === before.edition) && records.some(isUnnamed)) {
    doubts.add('anonymised');
  }
  const isReported = isFull(origin.state) && !isSameTag;
  return { part, before, tag, given, left, change: isReported ? change : undefined, doubts: [...doubts] };
}

function isUnnamed(record: FoundRecord): boolean {
  return keyOf(record) === undefined;
}

/** Returns the records that were not shown: those of each key beyond the shown number, and unnamed ones after as many. */
function leftOver(records: readonly FoundRecord[], { keys, unnamed }: SearchPosition) {
  const missing = readCounts(keys);
  const left: FoundRecord[] = [];
  let unnamedMissing = unnamed;
  let namedLeft = 0;
  let among = 0;
  for (const record of records) {
    const key = keyOf(record);
    if (key === undefined) {
      if (unnamedMissing > 0) unnamedMissing--;
      else left.push(record);
    } else if (countOf(missing, key) > 0) {
      addKey(missing, key, -1);
      among = namedLeft;
    } else {
      left.push(record);
      namedLeft++;
    }
  }
  return { left, gone: sumOf(missing), among };
}

function leftBehind(records: readonly FoundRecord[], at: number) {
  return { left: records.slice(at), gone: 0, among: 0 };
}

/** @param taken how many of the remaining records are on this page, or before it */
function standingOf(answer: ReadAnswer, taken: number): OriginStanding<SearchPosition> {
  const { part, before, tag, given, left, change, doubts } = answer;
  const isSettled = SETTLED.has(part.origin.state);
  if (part.origin.retrievedAt === null) {
    // The origin stays at its position for its next answer; one that can never answer is done.
    const isWithoutAny = isSettled && before.answer === undefined;
    const position = { ...before, isDone: before.isDone || isWithoutAny };
    return { part, position, hasMore: false, change, doubts };
  }
  const shown = left.slice(0, taken);
  for (const record of shown) {
    const key = keyOf(record);
    if (key !== undefined) addKey(given, key);
  }
  const unnamed = before.unnamed + shown.filter(isUnnamed).length;
  const firstLeft = left[taken];
  const position: SearchPosition = {
    at: firstLeft === undefined ? part.records.length : part.records.indexOf(firstLeft),
    answer: tag,
    edition: unnamed > 0 ? part.edition : undefined,
    keys: writeCounts(given),
    unnamed,
    isByPlace: false,
    doubts,
    isDone: isSettled && firstLeft === undefined,
  };
  return { part, position, hasMore: firstLeft !== undefined, change, doubts };
}

function keysIn(records: readonly FoundRecord[]): KeyCounts {
  const counts: KeyCounts = new Map();
  for (const record of records) {
    const key = keyOf(record);
    if (key !== undefined) addKey(counts, key);
  }
  return counts;
}

/** Returns positions with the keys that fit into a cursor; origins with too many keys continue by place. */
function withinRoom(positions: ReadonlyMap<string, SearchPosition>): ReadonlyMap<string, SearchPosition> {
  let room = keyBytes(positions.size);
  const bySize = [...positions].toSorted(([, a], [, b]) => a.keys.length - b.keys.length);
  const fitting = new Map(
    bySize.map(([key, position]) => {
      room -= position.keys.length;
      return [key, room < 0 ? byPlace(position) : position];
    }),
  );
  return new Map([...positions].map(([key, position]) => [key, fitting.get(key) ?? position]));
}

/** Returns a position without keys. It is exact only if the shown records are the first `at` ones of the latest answer. */
function byPlace(position: SearchPosition): SearchPosition {
  const given = sumOf(readCounts(position.keys)) + position.unnamed;
  const isPrefix = given === position.at;
  const doubts: Doubt[] = isPrefix ? [] : ['too-many'];
  return { ...position, keys: '', isByPlace: true, doubts: [...new Set([...position.doubts, ...doubts])] };
}

function lateOrigins(parts: readonly Part[], positions: ReadonlyMap<string, SearchPosition> | undefined): PageRemark[] {
  return parts
    .filter(({ origin, records }) => {
      const before = positions?.get(origin.key);
      return before !== undefined && before.answer === undefined && records.length > 0;
    })
    .map(({ origin: { origin } }) => ({ code: 'answered-late', params: { origin } }));
}
