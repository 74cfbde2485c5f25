/** Pages of a federated answer: what all of them hold, whether of a search or of a listing (decision 7). */

import { isComplete } from '../federation/completeness.ts';
import type { Part } from '../federation/federated-answer.ts';
import type { Change, Doubt, PageRemark } from '../federation/page-remarks.ts';
import type { FoundRecord } from '../federation/source.ts';
import type { PageRequest } from '../query/paging.ts';
import type { Cursor, Position } from './cursor.ts';

/** Where a page begins: a number of pages in, or where a cursor stands. */
export type PageStart<Kind extends Position> = {
  size: number;
  page: number;
  cursor: Cursor<Kind> | undefined;
  /** Names who reads. */
  reader: string;
};

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

export type FederatedPage<Kind extends Position> = {
  records: readonly FoundRecord[];
  /** Everything of the plain answer but its content and its completeness. */
  envelope: FederatedEnvelope;
  /** Where each origin stands behind this page; undefined when none that answered it has more. */
  next: NextPage<Kind> | undefined;
  /** The same where there is no next page, and an origin that failed on this one, or was left out of it, may have more. */
  retry: NextPage<Kind> | undefined;
  /** What else is to be said of origins, each a clause of the sentence of completeness. */
  remarks: readonly PageRemark[];
  /** Whether an answer changed between two pages: then this page is not complete. */
  hasChanged: boolean;
};

type NextPage<Kind extends Position> = Omit<Cursor<Kind>, 'question'>;

/** One origin on a page: what it gave, where it stands behind it, and what has become of its answer. */
export type OriginStanding<Kind extends Position> = {
  part: Part;
  position: Kind;
  /** Whether it answered, and has more than this page shows. */
  hasMore: boolean;
  /** Undefined when nothing is known to have changed since the page before. */
  change: Change | undefined;
  /** Of this origin, since the first page. */
  doubts: readonly Doubt[];
};

export function pageStart<Kind extends Position>(
  request: PageRequest,
  cursor: Cursor<Kind> | undefined,
  reader: string,
): PageStart<Kind> {
  if (cursor === undefined) return { ...request, cursor, reader };
  return { size: cursor.size, page: cursor.number, cursor, reader };
}

type Counts = { total: number; totalPages: number; isTotalKnown: boolean };

/** The page of these records. */
export function federatedPage<Kind extends Position>(
  records: readonly FoundRecord[],
  standings: readonly OriginStanding<Kind>[],
  start: PageStart<Kind>,
  { total, totalPages, isTotalKnown }: Counts,
): FederatedPage<Kind> {
  const { page, size, cursor, reader } = start;
  const isOtherReader = cursor !== undefined && cursor.reader !== reader;
  const changes: PageRemark[] = [
    ...(isOtherReader ? [OTHER_READER] : standings.flatMap(changesOf)),
    ...goneFrom(start, standings),
  ];
  const isExact = isTotalKnown && changes.length === 0 && isComplete(standings.map(({ part }) => part.origin));
  const positions = positionsBehind(start, standings);
  const behind = {
    number: page + 1,
    size,
    reader: cursor?.reader ?? reader,
    positions,
    names: new Map([...(cursor?.names ?? []), ...standings.map(nameOf)]),
  };
  const hasNext = standings.some(({ hasMore }) => hasMore);
  const mayHaveMore = standings.some(({ part }) => positions.get(part.origin.key)?.isDone === false);
  const envelope: FederatedEnvelope = {
    totalElements: total,
    totalRelation: isExact ? 'eq' : 'gte',
    number: page,
    size,
    totalPages,
    first: page === 0,
    last: !hasNext,
    numberOfElements: records.length,
    empty: records.length === 0,
  };
  return {
    records,
    envelope,
    next: hasNext ? behind : undefined,
    retry: !hasNext && mayHaveMore ? behind : undefined,
    remarks: changes,
    hasChanged: changes.length > 0,
  };
}

const OTHER_READER: PageRemark = { code: 'other-reader', params: {} };

/** The page with as many keys in its cursor as there is room for. */
export function withRoom<Kind extends Position>(
  page: FederatedPage<Kind>,
  withinRoom: (positions: ReadonlyMap<string, Kind>) => ReadonlyMap<string, Kind>,
): FederatedPage<Kind> {
  const within = (one: NextPage<Kind> | undefined) => one && { ...one, positions: withinRoom(one.positions) };
  return { ...page, next: within(page.next), retry: within(page.retry) };
}

function nameOf<Kind extends Position>({ part: { origin } }: OriginStanding<Kind>): [key: string, name: string] {
  return [origin.key, origin.origin];
}

/** An origin that has given everything leaves its doubts behind; of one that the reader left out nothing is said. */
function changesOf<Kind extends Position>({
  part: { origin },
  position,
  change,
  doubts,
}: OriginStanding<Kind>): PageRemark[] {
  if (origin.state === 'not-asked' && !position.isDone) return [];
  const name = { origin: origin.origin };
  const changes: PageRemark[] = change === undefined ? [] : [{ code: 'changed', params: { ...name, ...change } }];
  return [...changes, ...doubts.map((doubt) => ({ code: 'in-doubt', params: { ...name, doubt } }) as const)];
}

/** Those that the cursor names, and that are no longer among the registries; nothing is missing of one that gave all. */
function goneFrom<Kind extends Position>(
  { cursor }: PageStart<Kind>,
  standings: readonly OriginStanding<Kind>[],
): readonly PageRemark[] {
  const present = new Set(standings.map(({ part }) => part.origin.key));
  return [...(cursor?.positions ?? [])]
    .filter(([key, { isDone }]) => !isDone && !present.has(key))
    .map(([key]) => ({ code: 'no-longer-listed', params: { origin: cursor?.names.get(key) ?? key } }));
}

/** Those that no page before has asked: what they have begins on this one. */
export function joinedRemarks<Kind extends Position>(
  { cursor }: PageStart<Kind>,
  parts: readonly Part[],
): readonly PageRemark[] {
  if (cursor === undefined) return [];
  return parts
    .filter(({ origin, records }) => !cursor.positions.has(origin.key) && records.length > 0)
    .map(({ origin: { origin } }) => ({ code: 'asked-late', params: { origin } }));
}

/**
 * Origins that were not asked keep the place the cursor gave them, and so do those that are no longer among the
 * registries, so that each page says what is missing; those that the cursor does not name are none of it.
 */
function positionsBehind<Kind extends Position>(
  { cursor }: PageStart<Kind>,
  standings: readonly OriginStanding<Kind>[],
): ReadonlyMap<string, Kind> {
  const positions = new Map(cursor?.positions);
  for (const { part, position } of standings) {
    const { key, state } = part.origin;
    if (state !== 'not-asked') positions.set(key, position);
  }
  return positions;
}
