/** Pages of a federated answer: of the merged list of a search, or one of every origin of a listing (decision 7). */

import type { PageRequest } from '../query/paging.ts';
import type { AnswerTag } from './answer-tag.ts';
import { isComplete, isFull } from './completeness.ts';
import type { Cursor, CursorPosition } from './cursor.ts';
import type { Part } from './federated-answer.ts';
import { mergedPage, type OriginRecords, type Positions, positionsAfter } from './merging.ts';
import type { OriginState } from './origin.ts';
import type { FoundRecord } from './source.ts';

/** Where a page begins: a number of pages in, or where a cursor stands. */
export type PageStart = { size: number; page: number; cursor: Cursor | undefined };

export type FederatedEnvelope = {
  totalElements: number;
  /** `gte`: there are at least so many. */
  totalRelation: 'eq' | 'gte';
  /** Of this page, from 0. */
  number: number;
  size: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
};

export type FederatedPage = {
  records: readonly FoundRecord[];
  /** Everything of the plain answer but its content and its completeness. */
  envelope: FederatedEnvelope;
  /** Where each origin stands behind this page; undefined when none has or may have more. */
  next: Omit<Cursor, 'question'> | undefined;
  /** What else is to be told of origins, each a clause of the sentence of completeness. */
  remarks: readonly string[];
  /** Whether an answer changed between two pages, so that records may be missing or stand twice. */
  hasChanged: boolean;
};

/** Behind what was counted so far of a listing whose partner does not tell how many records it has. */
const OR_MORE = '+';

/** The state says that there is nothing to be had from this origin, however often it is asked. */
const SETTLED: ReadonlySet<OriginState> = new Set(['answered', 'empty', 'limited', 'unknown-term', 'unsupported']);

/** The page of the merged list of a search. */
export function searchPage(parts: readonly Part[], start: PageStart, answerTag: AnswerTag): FederatedPage {
  const { size, cursor } = start;
  const lists = parts.map(({ origin, records }): OriginRecords => ({ key: origin.key, records }));
  const before = cursor === undefined ? positionsAfter(lists, start.page * size) : positionsOf(cursor);
  const { records, positions } = mergedPage(lists, before, size);
  const now = parts.map((part): [Part, CursorPosition] => {
    const { key, state, retrievedAt } = part.origin;
    const isSettled = SETTLED.has(state);
    if (retrievedAt === null) {
      // It keeps its place, to go on from there when it answers again.
      const { at = 0, answer, isDone = false } = cursor?.positions.get(key) ?? {};
      return [part, { at, answer, isDone: isDone || isSettled }];
    }
    const at = positions.get(key) ?? 0;
    return [part, { at, answer: answerTag(part.records), isDone: isSettled && at >= part.records.length }];
  });
  const total = lists.reduce((sum, list) => sum + list.records.length, 0);
  const isLast = now.every(([part, { at }]) => at >= part.records.length);
  const changes = changesSince(cursor, now);
  return {
    records,
    envelope: {
      ...envelopeOf(parts, start, { total, totalPages: Math.ceil(total / size), isLast, shown: records.length }),
      ...(changes.length > 0 ? { totalRelation: 'gte' } : {}),
    },
    next: nextOf(start, now),
    remarks: [...lateOrigins(cursor, now), ...changes],
    hasChanged: changes.length > 0,
  };
}

/** One page of every origin of a listing; each stands at its own page, as `start` says. */
export function listingPage(parts: readonly Part[], start: PageStart): FederatedPage {
  const { size, cursor } = start;
  const now = parts.map((part): [Part, CursorPosition] => {
    const before = cursor?.positions.get(part.origin.key);
    const at = pageAt(start, part.origin.key);
    if (part.origin.retrievedAt === null) {
      // Without an answer it is asked on every page behind, so that each says what one that cannot be asked lacks.
      if (part.origin.state === 'unsupported') return [part, { at, answer: undefined, isDone: true }];
      return [part, { at, answer: before?.answer, isDone: before?.isDone === true }];
    }
    const seen = part.records.length + part.origin.dropped;
    // A partner that does not tell how many it has is done with the first page that is not full.
    const isDone = part.total === undefined ? seen < size : (at + 1) * size >= part.total;
    const answer = part.total === undefined ? `${at * size + seen}${OR_MORE}` : String(part.total);
    return [part, { at: at + 1, answer, isDone }];
  });
  const totals = now.map(([, { answer }]) => Number.parseInt(answer ?? '0', 10));
  const total = totals.reduce((sum, one) => sum + one, 0);
  const totalPages = Math.max(0, ...totals.map((one) => Math.ceil(one / size)));
  const isLast = now.every(([{ origin }, { isDone }]) => isDone || origin.retrievedAt === null);
  const records = parts.flatMap((part) => part.records);
  const changes = changesSince(cursor, now);
  const isTotalKnown = now.every(
    ([{ origin, total }, { isDone }]) => isDone || total !== undefined || origin.state === 'not-asked',
  );
  const envelope = envelopeOf(parts, start, { total, totalPages, isLast, shown: records.length });
  return {
    records,
    envelope: { ...envelope, ...(isTotalKnown && changes.length === 0 ? {} : { totalRelation: 'gte' }) },
    next: nextOf(start, now),
    remarks: changes,
    hasChanged: changes.length > 0,
  };
}

/** The page of a listing that an origin is asked for next. */
export function pageAt({ page, cursor }: PageStart, key: string): number {
  return cursor === undefined ? page : (cursor.positions.get(key)?.at ?? 0);
}

/** Whether a cursor says that an origin has given everything it has; one that cannot be asked for it has given nothing. */
export function isDone({ cursor }: PageStart, key: string): boolean {
  const position = cursor?.positions.get(key);
  return position?.isDone === true && position.answer !== undefined;
}

export function pageStart(request: PageRequest, cursor: Cursor | undefined): PageStart {
  return cursor === undefined ? { ...request, cursor } : { size: cursor.size, page: cursor.number, cursor };
}

function positionsOf(cursor: Cursor): Positions {
  return new Map([...cursor.positions].map(([key, { at }]) => [key, at]));
}

type Counts = { total: number; totalPages: number; isLast: boolean; shown: number };

function envelopeOf(
  parts: readonly Part[],
  { page, size }: PageStart,
  { total, totalPages, isLast, shown }: Counts,
): FederatedEnvelope {
  const isExact = isComplete(parts.map(({ origin }) => origin));
  return {
    totalElements: total,
    totalRelation: isExact ? 'eq' : 'gte',
    number: page,
    size,
    totalPages,
    first: page === 0,
    last: isLast,
    numberOfElements: shown,
    empty: shown === 0,
  };
}

/** Origins that were not asked keep the place the cursor gave them; those it does not name are none of it. */
function nextOf({ page, size, cursor }: PageStart, now: readonly [Part, CursorPosition][]): FederatedPage['next'] {
  const positions = new Map(cursor?.positions);
  for (const [{ origin }, position] of now) {
    if (origin.state !== 'not-asked') positions.set(origin.key, position);
  }
  const hasMore = [...positions.values()].some((position) => !position.isDone);
  return hasMore ? { number: page + 1, size, positions } : undefined;
}

function lateOrigins(cursor: Cursor | undefined, now: readonly [Part, CursorPosition][]): string[] {
  return now
    .filter(([{ origin, records }]) => {
      const before = cursor?.positions.get(origin.key);
      return before !== undefined && before.answer === undefined && records.length > 0;
    })
    .map(([{ origin }]) => `${origin.origin} answered only after the first page, so its records begin here`);
}

function changesSince(cursor: Cursor | undefined, now: readonly [Part, CursorPosition][]): string[] {
  return now
    .filter(([{ origin }, { answer }]) => {
      const before = cursor?.positions.get(origin.key);
      if (before?.answer === undefined || before.at === 0 || origin.retrievedAt === null) return false;
      return isFull(origin.state) && answer !== before.answer && !before.answer.endsWith(OR_MORE);
    })
    .map(([{ origin }]) => `what ${origin.origin} holds has changed since the first page`);
}
