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
/** Whether the partner gives a row for a place of its list; false also where it fails. */
export type IsThere = (place: number) => Promise<boolean>;
/** `total`: undefined where the partner states none, or a false one. */
export type Ending = { total: number | undefined; isLast: boolean };

/** The places of the requested rows: from the first one to that behind the last one. */
export type Range = { from: number; to: number };

/**
 * Returns the look at single rows; each is requested once. A reply that is no page of one row does not count, nor does
 * the row with which `first` begins: then the partner gives the same rows for every page.
 */
export function lookAtRows(read: ReadPartnerPage, first: RequestedPage): IsThere {
  const looks = new Map<number, Promise<boolean>>();
  async function look(place: number): Promise<boolean> {
    const { answer, envelope } = await read({ page: place, size: 1 });
    if (rowCount({ answer }) !== 1 || (envelope?.number ?? place) !== place) return false;
    const isFurther = place > firstPlace(first) + 1;
    return !(isFurther && JSON.stringify(answer.records?.[0]) === JSON.stringify(first.answer.records?.[0]));
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
  { from, to }: Range,
  isBarren: boolean,
  isThere: IsThere,
): Promise<Ending> {
  const total = totalOf(came);
  const behind = behindRows(came);
  if (isBarren || rowCount(came) === 0) {
    const place = isBarren ? from : firstPlace(came);
    const isOver = came.envelope?.isLast === true || total === undefined || total <= place;
    // A listing is read on behind rows that do not come only if its last one does, as it would never end otherwise.
    return { total, isLast: isOver || !(await isThere(total - 1)) };
  }
  if (behind > to || saysMore(came)) return { total, isLast: false };
  const saysLast = came.envelope?.isLast === true;
  if (rowCount(came) >= came.request.size) {
    if (total === undefined || total > to) return { total, isLast: saysLast && total === undefined };
    return saysLast || !(await isThere(behind)) ? { total, isLast: true } : { total: undefined, isLast: false };
  }
  if (saysLast || total === behind) return { total, isLast: true };
  if (total !== undefined) return { total, isLast: total <= to || !(await isThere(total - 1)) };
  return { total, isLast: !(await isThere(behind)) };
}

/** Whether rows follow those of a page. Where a false total could hide them, the next row is looked at. */
export async function goesOn(came: RequestedPage, isThere: IsThere): Promise<boolean> {
  if (rowCount(came) === 0) return false;
  return !(await endingOf(came, rangeOf(came.request), false, isThere)).isLast;
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
