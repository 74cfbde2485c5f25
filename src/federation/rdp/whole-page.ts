/**
 * Collects the rows of a requested page from a partner whose pages have another size, for example because it limits
 * their size, and finds out whether the list ends with them. What the partner says about its pages is believed only if
 * its rows agree.
 */

import { hasReason, reason } from '../../domain/federation/reasons.ts';
import type { RowPlaces } from '../../domain/federation/source.ts';
import type { PageRequest } from '../../domain/query/paging.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import { weightiest } from '../partner/failure-class.ts';
import { answerWithout, type PartnerAnswer } from '../partner/partner-query.ts';
import { joined } from './joined.ts';
import {
  type Ending,
  endingOf,
  firstPlace,
  goesOn,
  type LookAtRow,
  lookAtRows,
  type Range,
  type ReadPartnerPage,
  type RequestedPage,
  rangeOf,
  rowCount,
  statedEnd,
  totalOf,
} from './page-ending.ts';

/** The limit for the pages of one request: at ten rows a page, a thousand rows. */
const MOST_PAGES = 100;
/** How many pages are requested at once where nobody knows whether there are so many. */
const PAGES_AT_ONCE = 8;

/**
 * Returns the rows of a page, and whether they are the last ones. Rows that exist and do not arrive are counted and
 * reported as a limit. A total that is smaller than the number of rows is only a lower bound, so the answer has no total.
 */
export async function wholePage(page: PageRequest, read: ReadPartnerPage): Promise<PartnerAnswer<unknown>> {
  const first: RequestedPage = { ...(await read(page)), request: page };
  if (first.answer.records === undefined) return first.answer;
  const look = lookAtRows(read, first);
  const own = first.envelope?.size ?? (await sizeOfCap(first, read, look)) ?? page.size;
  const isBorneOut = own <= MOST_RECORDS && rowCount(first) <= own;
  const isAsRequested = own === page.size && firstPlace(first) === rangeOf(page).from;
  if (isAsRequested || !isBorneOut) return asItCame(first, look);
  return inPagesOf(own, page, { ...first, request: { page: page.page, size: own } }, { read, look });
}

/**
 * Returns the size of the pages of a partner that caps them and does not state it; undefined if pages may have the
 * requested size. A page that is not full is capped, or the last one. If it is capped, its place depends on the size,
 * too, so only the first page of the list shows the size.
 */
async function sizeOfCap(came: RequestedPage, read: ReadPartnerPage, look: LookAtRow): Promise<number | undefined> {
  const { request, envelope, answer } = came;
  const count = rowCount(came);
  if (count === 0 || isFull(came) || hasReason(answer.limits, 'cut-by-size')) return undefined;
  if (answer.total === firstPlace(came) + count) return undefined;
  if (request.page > 0) {
    const most = rowCount(await read({ page: 0, size: request.size }));
    return most > 0 && most < request.size ? most : undefined;
  }
  if (envelope?.isLast === true) return undefined;
  return (await look(count)) === 'row' ? count : undefined;
}

async function asItCame(came: RequestedPage, look: LookAtRow): Promise<PartnerAnswer<unknown>> {
  const { answer } = came;
  const count = answer.records?.length ?? 0;
  if (hasReason(answer.limits, 'cut-by-size')) {
    return { ...answer, total: totalOf(came), isLast: false, rows: upTo(count) };
  }
  const range = rangeOf(came.request);
  const ending = await endingOf(came, range, count === 0, look);
  const missing = endBy(ending, [came], range) - firstPlace(came) - rowCount(came);
  if (missing <= 0 || answer.limits.length > 0) return { ...answer, ...ending };
  const limits = [reason('rows-missing', { missing, isNothingThere: count === 0 })];
  return { ...answer, ...ending, dropped: missing, limits };
}

/** Lets the next page begin behind the last row that was read. */
function upTo(count: number): RowPlaces {
  return { shown: Array.from({ length: count }, (_, place) => place), missing: [], end: count };
}

/** Returns up to which place there are rows. Where more rows follow a page that is not full, it lacks some. */
function endBy({ isLast, total }: Ending, came: readonly RequestedPage[], { from, to }: Range): number {
  const last = came.at(-1);
  const lacksRows = last !== undefined && rowCount(last) > 0 && !isFull(last);
  if (lacksRows && !isLast && total === undefined) return to;
  return Math.min(to, Math.max(from, ...came.map(statedEnd)));
}

function isFull(came: RequestedPage): boolean {
  return rowCount(came) >= came.request.size;
}

/** Requests the partner's own pages that contain the rows; `first` is one of its pages, and may be among them. */
async function inPagesOf(
  own: number,
  page: PageRequest,
  first: RequestedPage,
  { read, look }: { read: ReadPartnerPage; look: LookAtRow },
): Promise<PartnerAnswer<unknown>> {
  const range = rangeOf(page);
  const { from, to } = range;
  const firstPage = Math.floor(from / own);
  const behindLast = Math.min(Math.ceil(to / own), firstPage + MOST_PAGES);
  const came: RequestedPage[] = [];
  let isFollowed = true;
  while (isFollowed && firstPage + came.length < behindLast) {
    const next = firstPage + came.length;
    const total = totalOf(came.at(-1) ?? first);
    const known = total === undefined || total <= next * own ? next + PAGES_AT_ONCE : Math.ceil(total / own);
    if (came.length === 0 && total !== undefined && total <= from) break;
    const count = Math.min(known, behindLast) - next;
    const numbers = Array.from({ length: count }, (_, index) => next + index);
    came.push(
      ...(await Promise.all(numbers.map((number) => (number === first.request.page ? first : readOwn(number))))),
    );
    const failure = weightiest(came.map(({ answer }) => answer));
    if (failure !== undefined) return answerWithout(failure);
    isFollowed = await goesOn(came.at(-1) ?? first, look);
  }
  const answers = came.map(({ answer }) => answer);
  const byPlace = new Map(came.filter(isOfOwnSize).flatMap(rowsOf));
  const shown = [...byPlace].filter(([place]) => place >= from && place < to).toSorted(([a], [b]) => a - b);
  const last = came.at(-1) ?? first;
  const ending = await endingOf(last, range, shown.length === 0, look);
  const isCutHere = isFollowed && rangeOf(last.request).to < to;
  const end = isCutHere ? Math.min(to, ending.total ?? to) : endBy(ending, came, range);
  const missing = placesBetween(from, end, new Set(shown.map(([place]) => place))).map((place) => place - from);
  const records = shown.map(([, record]) => record);
  const about = { ...ending, unread: 0, dropped: missing.length };
  if (missing.length === 0) return joined(answers, records, about);
  const limits = [reason('rows-missing', { missing: missing.length, isNothingThere: shown.length === 0 })];
  const rows = { shown: shown.map(([place]) => place - from), missing, notGiven: missing };
  return joined(answers, records, { ...about, limits, rows });

  async function readOwn(number: number): Promise<RequestedPage> {
    const request = { page: number, size: own };
    return { ...(await read(request)), request };
  }

  function isOfOwnSize({ envelope }: RequestedPage): boolean {
    return envelope?.size === undefined || envelope.size === own;
  }
}

function rowsOf(came: RequestedPage): [place: number, record: unknown][] {
  const rows = came.answer.records?.slice(0, came.request.size) ?? [];
  return rows.map((record, index) => [firstPlace(came) + index, record]);
}

function placesBetween(from: number, to: number, there: ReadonlySet<number>): number[] {
  const all = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return all.filter((place) => !there.has(place));
}
