/**
 * Decides whether a listing ends with a page. Partners tell it by the total, by `last`, by a page that is not full; each
 * may be absent or false. Where nothing tells it for certain, one row is requested that would be there if they were right.
 */

import type { PageRequest } from '../../domain/query/paging.ts';
import type { Envelope } from '../dialect/reading.ts';
import type { PartnerAnswer } from '../partner/partner-query.ts';

/** The answer to one request, and what its page says about itself. */
export type PartnerPage = { answer: PartnerAnswer<unknown>; envelope?: Envelope | undefined };
export type RequestedPage = PartnerPage & { request: PageRequest };
export type ReadPartnerPage = (page: PageRequest) => Promise<PartnerPage>;
/** What the partner answers for one place of its list; it fails also on a row that it cannot write. */
export type LookAtRow = (place: number) => Promise<'row' | 'none' | 'failed'>;
/** `total`: undefined where the partner states none, or a false one. */
export type Ending = { total: number | undefined; isLast: boolean };

/** The places of the requested rows: from the first one to that behind the last one. */
export type Range = { from: number; to: number };

/**
 * Returns the look at single rows; each is requested once. A reply that is no page of one row does not count, nor does
 * the row with which `first` begins: then the partner gives the same rows for every page.
 */
export function lookAtRows(read: ReadPartnerPage, first: RequestedPage): LookAtRow {
  const looks = new Map<number, ReturnType<LookAtRow>>();
  async function look(place: number): ReturnType<LookAtRow> {
    const { answer, envelope } = await read({ page: place, size: 1 });
    if (answer.records === undefined) return 'failed';
    if (rowCount({ answer }) !== 1 || (envelope?.number ?? place) !== place) return 'none';
    const isFurther = place > firstPlace(first) + 1;
    const isSame = JSON.stringify(answer.records[0]) === JSON.stringify(first.answer.records?.[0]);
    return isFurther && isSame ? 'none' : 'row';
  }
  return (place) => {
    const known = looks.get(place) ?? look(place);
    looks.set(place, known);
    return known;
  };
}

/**
 * Returns whether the list ends with the requested rows, and its total as far as it can be true.
 *
 * @param came the page of the partner that reaches furthest
 * @param isBarren whether none of the requested rows came
 */
export async function endingOf(
  came: RequestedPage,
  { to }: Range,
  isBarren: boolean,
  look: LookAtRow,
): Promise<Ending> {
  const total = totalOf(came);
  const behind = behindRows(came);
  const saysLast = came.envelope?.isLast === true;
  // A list is read on behind rows that do not come only if its last one does, as it would never end otherwise.
  const hasLastRow = async () => total !== undefined && total > to && (await look(total - 1)) === 'row';
  if (isBarren || rowCount(came) === 0) return { total, isLast: saysLast || !(await hasLastRow()) };
  if (behind > to) return { total, isLast: false };
  if (rowCount(came) >= came.request.size) {
    if (saysMore(came)) return { total, isLast: false };
    if (total === undefined || total > to) return { total, isLast: saysLast && total === undefined };
    return saysLast || (await look(behind)) === 'none' ? { total, isLast: true } : { total: undefined, isLast: false };
  }
  if (saysMore(came)) return { total, isLast: (await look(to)) === 'none' && !(await hasLastRow()) };
  if (saysLast || total === behind) return { total, isLast: true };
  if (total !== undefined) return { total, isLast: !(await hasLastRow()) };
  return { total, isLast: (await look(behind)) === 'none' };
}

/** Whether rows follow those of a page. Where a false total could hide them, the next row is looked at. */
export async function goesOn(came: RequestedPage, look: LookAtRow): Promise<boolean> {
  if (rowCount(came) === 0) return false;
  return !(await endingOf(came, rangeOf(came.request), false, look)).isLast;
}

export function rangeOf({ page, size }: PageRequest): Range {
  return { from: page * size, to: (page + 1) * size };
}

/** Returns the place of the first row of a page that arrived, which may not be the requested page. */
export function firstPlace({ request, envelope }: RequestedPage): number {
  return (envelope?.number ?? request.page) * request.size;
}

export function rowCount({ answer }: PartnerPage): number {
  return (answer.records?.length ?? 0) + answer.unread;
}

/** Returns the place behind the last row that arrived; 0 if none did. */
export function behindRows(came: RequestedPage): number {
  const count = rowCount(came);
  return count === 0 ? 0 : firstPlace(came) + count;
}

/** Returns the total; undefined also if more rows arrived than that, or more are to follow. */
export function totalOf(came: RequestedPage): number | undefined {
  const { total } = came.answer;
  if (total === undefined) return undefined;
  const isLowerBound = total < behindRows(came) || (total === behindRows(came) && saysMore(came));
  return isLowerBound ? undefined : total;
}

/** Returns up to which place the requested page has rows, as the partner states it. */
export function statedEnd(came: RequestedPage): number {
  const { to } = rangeOf(came.request);
  if (saysMore(came)) return to;
  return Math.max(behindRows(came), Math.min(to, totalOf(came) ?? 0));
}

/** Whether the partner says that more rows follow. A page without rows is not believed, because such a listing would never end. */
function saysMore(came: RequestedPage): boolean {
  return came.envelope?.isLast === false && rowCount(came) > 0;
}
