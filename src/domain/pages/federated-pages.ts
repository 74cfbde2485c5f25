/** What pages of a search and of a listing have in common (decision 7). */

import { isComplete } from '../federation/completeness.ts';
import type { Part } from '../federation/federated-answer.ts';
import type { Change, Doubt, PageRemark } from '../federation/page-remarks.ts';
import type { FoundRecord } from '../federation/source.ts';
import type { PageRequest } from '../query/paging.ts';
import type { Cursor, Position } from './cursor.ts';

/** The place where a page begins: by the number of the page, or by a cursor. */
export type PageStart<Kind extends Position> = {
  size: number;
  page: number;
  cursor: Cursor<Kind> | undefined;
  /** A digest of the caller. */
  caller: string;
};

export type FederatedEnvelope = {
  totalElements: number;
  /** `gte`: the total is a minimum. */
  totalRelation: 'eq' | 'gte';
  /** The number of this page, from 0. */
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
  /** The members of the answer besides its content and its completeness. */
  envelope: FederatedEnvelope;
  /** The positions after this page; undefined when no origin that answered has more records. */
  next: NextPage<Kind> | undefined;
  /** The same positions when there is no next page, but an origin that failed or was left out here may have more records. */
  retry: NextPage<Kind> | undefined;
  /** Further clauses of the completeness sentence. */
  remarks: readonly PageRemark[];
  /** Whether an answer changed between two pages, so that this page is not complete. */
  hasChanged: boolean;
};

type NextPage<Kind extends Position> = Omit<Cursor<Kind>, 'question'>;

/** One origin on a page: its part, its position after the page, and what changed in its answer. */
export type OriginStanding<Kind extends Position> = {
  part: Part;
  position: Kind;
  /** Whether the origin answered, and has more records than this page shows. */
  hasMore: boolean;
  /** Undefined when no change since the page before is known. */
  change: Change | undefined;
  /** The doubts about this origin since the first page. */
  doubts: readonly Doubt[];
};

/** Returns the place where a page begins; a cursor decides its size and number. */
export function pageStart<Kind extends Position>(
  request: PageRequest,
  cursor: Cursor<Kind> | undefined,
  caller: string,
): PageStart<Kind> {
  if (cursor === undefined) return { ...request, cursor, caller };
  return { size: cursor.size, page: cursor.number, cursor, caller };
}

type Counts = { total: number; totalPages: number; isTotalKnown: boolean };

/** Returns the page with these records. */
export function federatedPage<Kind extends Position>(
  records: readonly FoundRecord[],
  standings: readonly OriginStanding<Kind>[],
  start: PageStart<Kind>,
  { total, totalPages, isTotalKnown }: Counts,
): FederatedPage<Kind> {
  const { page, size, cursor, caller } = start;
  const isOtherCaller = cursor !== undefined && cursor.caller !== caller;
  const changes: PageRemark[] = [
    ...(isOtherCaller ? [OTHER_CALLER] : standings.flatMap(changesOf)),
    ...goneFrom(start, standings),
  ];
  const isExact = isTotalKnown && changes.length === 0 && isComplete(standings.map(({ part }) => part.origin));
  const positions = positionsBehind(start, standings);
  const behind = {
    number: page + 1,
    size,
    caller: cursor?.caller ?? caller,
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

const OTHER_CALLER: PageRemark = { code: 'other-reader', params: {} };

/** Returns the page with only as many keys in its cursors as there is space for. */
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

/** Returns nothing for an origin that the caller left out, unless it has no more records. */
function changesOf<Kind extends Position>({
  part: { origin },
  position,
  change,
  doubts,
}: OriginStanding<Kind>): PageRemark[] {
  if (origin.state === 'not-asked' && !position.isDone) return [];
  const name = { origin: origin.origin };
  const changes: PageRemark[] = change === undefined ? [] : [{ code: 'changed', params: { ...name, ...change } }];
  return [...changes, ...inDoubt(origin.origin, doubts)];
}

function inDoubt(origin: string, doubts: readonly Doubt[]): PageRemark[] {
  return doubts.map((doubt) => ({ code: 'in-doubt', params: { origin, doubt } }));
}

/** Returns remarks for origins that the cursor names and that are no longer configured: their doubts, and what is missing. */
function goneFrom<Kind extends Position>(
  { cursor }: PageStart<Kind>,
  standings: readonly OriginStanding<Kind>[],
): readonly PageRemark[] {
  const present = new Set(standings.map(({ part }) => part.origin.key));
  return [...(cursor?.positions ?? [])]
    .filter(([key]) => !present.has(key))
    .flatMap(([key, { isDone, doubts }]) => {
      const origin = cursor?.names.get(key) ?? key;
      return [
        ...(isDone ? [] : [{ code: 'no-longer-listed', params: { origin } } as const]),
        ...inDoubt(origin, doubts),
      ];
    });
}

/** Returns remarks for origins that were not queried for any page before, so that their records begin on this one. */
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
 * Returns the positions after the page. Origins that were not queried or are no longer configured stay at the position of
 * the cursor, so that each page says what is missing. Unqueried origins that the cursor does not name get no position.
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
