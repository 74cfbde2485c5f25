/** Collects the rows of a requested page from a partner whose pages have another size, for example because it limits their size, and decides whether the list ends with them. Partners tell it by the total, by `last`, by a page that is not full; each may be absent or false, and is believed only if the rows agree. Where nothing tells it for certain, one row is requested that would be there if they were right. */

import { hasReason, reason } from '../../domain/federation/reasons.ts';
import type { RowPlaces } from '../../domain/federation/source.ts';
import type { PageRequest } from '../../domain/query/paging.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import type { Envelope } from '../dialect/reply.ts';
import { weightiest } from '../partner/failure-class.ts';
import { answerWithout, joined, type PartnerAnswer } from '../partner/partner-query.ts';

/** The answer to one request, and what its page says about itself. */
export type PartnerPage = { answer: PartnerAnswer<unknown>; envelope?: Envelope | undefined };
type RequestedPage = PartnerPage & { request: PageRequest };
type ReadPartnerPage = (page: PageRequest) => Promise<PartnerPage>;
/** What the partner answers for one place of its list; it fails also on a row that it cannot write. */
type LookAtRow = (place: number) => Promise<'row' | 'none' | 'failed'>;
/** `total`: undefined where the partner states none, or a false one. */
type Ending = { total: number | undefined; isLast: boolean };

/** The places of the requested rows: from the first one to that behind the last one. */
type Range = { from: number; to: number };

/**
 * Returns the look at single rows; each is requested once. A reply that is no page of one row does not count, nor does
 * the row with which `first` begins: then the partner gives the same rows for every page.
 */
function lookAtRows(read: ReadPartnerPage, first: RequestedPage): LookAtRow {
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
async function endingOf(came: RequestedPage, { to }: Range, isBarren: boolean, look: LookAtRow): Promise<Ending> {
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
async function goesOn(came: RequestedPage, look: LookAtRow): Promise<boolean> {
  if (rowCount(came) === 0) return false;
  return !(await endingOf(came, rangeOf(came.request), false, look)).isLast;
}

function rangeOf({ page, size }: PageRequest): Range {
  return { from: page * size, to: (page + 1) * size };
}

/** Returns the place of the first row of a page that arrived, which may not be the requested page. */
function firstPlace({ request, envelope }: RequestedPage): number {
  return (envelope?.number ?? request.page) * request.size;
}

function rowCount({ answer }: PartnerPage): number {
  return (answer.records?.length ?? 0) + answer.unread;
}

/** Returns the place behind the last row that arrived; 0 if none did. */
function behindRows(came: RequestedPage): number {
  const count = rowCount(came);
  return count === 0 ? 0 : firstPlace(came) + count;
}

/** Returns the total; undefined also if more rows arrived than that, or more are to follow. */
function totalOf(came: RequestedPage): number | undefined {
  const { total } = came.answer;
  if (total === undefined) return undefined;
  const isLowerBound = total < behindRows(came) || (total === behindRows(came) && saysMore(came));
  return isLowerBound ? undefined : total;
}

/** Returns up to which place the requested page has rows, as the partner states it. */
function statedEnd(came: RequestedPage): number {
  const { to } = rangeOf(came.request);
  if (saysMore(came)) return to;
  return Math.max(behindRows(came), Math.min(to, totalOf(came) ?? 0));
}

/** Whether the partner says that more rows follow. A page without rows is not believed, because such a listing would never end. */
function saysMore(came: RequestedPage): boolean {
  return came.envelope?.isLast === false && rowCount(came) > 0;
}

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
