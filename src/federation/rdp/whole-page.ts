/**
 * Collects the rows of a requested page from a partner whose pages have another size, for example because it limits
 * their size, and decides whether the list ends with them. Partners tell it by the total, by `last`, by a page that is
 * not full; each may be absent or false, and is believed only if the rows agree. Where nothing tells it for certain,
 * one row is requested that would be there if they were right.
 */

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
type RowProbe = (place: number) => Promise<'row' | 'none' | 'failed'>;
/** `total`: undefined where the partner states none, or a false one. */
type Ending = { total: number | undefined; isLast: boolean };

/** The places of the requested rows: from the first one to that behind the last one. */
type Range = { from: number; to: number };

/**
 * Returns the probe of single rows; each is requested once. A reply that is no page of one row does not count, nor does
 * the row with which `first` begins: then the partner gives the same rows for every page.
 */
function rowProbes(read: ReadPartnerPage, first: RequestedPage): RowProbe {
  const probes = new Map<number, ReturnType<RowProbe>>();
  async function probe(place: number): ReturnType<RowProbe> {
    const { answer, envelope } = await read({ page: place, size: 1 });
    if (answer.records === undefined) return 'failed';
    if (rowCount({ answer }) !== 1 || (envelope?.number ?? place) !== place) return 'none';
    const isFurther = place > firstPlace(first) + 1;
    const isSame = JSON.stringify(answer.records[0]) === JSON.stringify(first.answer.records?.[0]);
    return isFurther && isSame ? 'none' : 'row';
  }
  return (place) => {
    const known = probes.get(place) ?? probe(place);
    probes.set(place, known);
    return known;
  };
}

/**
 * Returns whether the list ends with the requested rows, and its total as far as it can be true.
 *
 * @param received the page of the partner that reaches furthest
 * @param isBarren whether none of the requested rows arrived
 */
async function endingOf(received: RequestedPage, { to }: Range, isBarren: boolean, probe: RowProbe): Promise<Ending> {
  const total = totalOf(received);
  const behind = behindRows(received);
  const saysLast = received.envelope?.isLast === true;
  // A list is read on behind rows that do not come only if its last one does, as it would never end otherwise.
  const hasLastRow = async () => total !== undefined && total > to && (await probe(total - 1)) === 'row';
  if (isBarren || rowCount(received) === 0) return { total, isLast: saysLast || !(await hasLastRow()) };
  if (behind > to) return { total, isLast: false };
  if (rowCount(received) >= received.request.size) {
    if (saysMore(received)) return { total, isLast: false };
    if (total === undefined || total > to) return { total, isLast: saysLast && total === undefined };
    return saysLast || (await probe(behind)) === 'none' ? { total, isLast: true } : { total: undefined, isLast: false };
  }
  if (saysMore(received)) return { total, isLast: (await probe(to)) === 'none' && !(await hasLastRow()) };
  if (saysLast || total === behind) return { total, isLast: true };
  if (total !== undefined) return { total, isLast: !(await hasLastRow()) };
  return { total, isLast: (await probe(behind)) === 'none' };
}

/** Whether rows follow those of a page. Where a false total could hide them, the next row is probed. */
async function goesOn(received: RequestedPage, probe: RowProbe): Promise<boolean> {
  if (rowCount(received) === 0) return false;
  return !(await endingOf(received, rangeOf(received.request), false, probe)).isLast;
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
function behindRows(received: RequestedPage): number {
  const count = rowCount(received);
  return count === 0 ? 0 : firstPlace(received) + count;
}

/** Returns the total; undefined also if more rows arrived than that, or more are to follow. */
function totalOf(received: RequestedPage): number | undefined {
  const { total } = received.answer;
  if (total === undefined) return undefined;
  const isLowerBound = total < behindRows(received) || (total === behindRows(received) && saysMore(received));
  return isLowerBound ? undefined : total;
}

/** Returns up to which place the requested page has rows, as the partner states it. */
function statedEnd(received: RequestedPage): number {
  const { to } = rangeOf(received.request);
  if (saysMore(received)) return to;
  return Math.max(behindRows(received), Math.min(to, totalOf(received) ?? 0));
}

/** Whether the partner says that more rows follow. A page without rows is not believed, because such a listing would never end. */
function saysMore(received: RequestedPage): boolean {
  return received.envelope?.isLast === false && rowCount(received) > 0;
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
  const probe = rowProbes(read, first);
  const own = first.envelope?.size ?? (await sizeOfCap(first, read, probe)) ?? page.size;
  const isBorneOut = own <= MOST_RECORDS && rowCount(first) <= own;
  const isAsRequested = own === page.size && firstPlace(first) === rangeOf(page).from;
  if (isAsRequested || !isBorneOut) return asReceived(first, probe);
  return inPagesOf(own, page, { ...first, request: { page: page.page, size: own } }, { read, probe });
}

/**
 * Returns the size of the pages of a partner that caps them and does not state it; undefined if pages may have the
 * requested size. A page that is not full is capped, or the last one. If it is capped, its place depends on the size,
 * too, so only the first page of the list shows the size.
 */
async function sizeOfCap(received: RequestedPage, read: ReadPartnerPage, probe: RowProbe): Promise<number | undefined> {
  const { request, envelope, answer } = received;
  const count = rowCount(received);
  if (count === 0 || isFull(received) || hasReason(answer.limits, 'cut-by-size')) return undefined;
  if (answer.total === firstPlace(received) + count) return undefined;
  if (request.page > 0) {
    const most = rowCount(await read({ page: 0, size: request.size }));
    return most > 0 && most < request.size ? most : undefined;
  }
  if (envelope?.isLast === true) return undefined;
  return (await probe(count)) === 'row' ? count : undefined;
}

async function asReceived(received: RequestedPage, probe: RowProbe): Promise<PartnerAnswer<unknown>> {
  const { answer } = received;
  const count = answer.records?.length ?? 0;
  if (hasReason(answer.limits, 'cut-by-size')) {
    return { ...answer, total: totalOf(received), isLast: false, rows: upTo(count) };
  }
  const range = rangeOf(received.request);
  const ending = await endingOf(received, range, count === 0, probe);
  const missing = endBy(ending, [received], range) - firstPlace(received) - rowCount(received);
  if (missing <= 0 || answer.limits.length > 0) return { ...answer, ...ending };
  const limits = [reason('rows-missing', { missing, isNothingThere: count === 0 })];
  return { ...answer, ...ending, dropped: missing, limits };
}

/** Lets the next page begin behind the last row that was read. */
function upTo(count: number): RowPlaces {
  return { shown: Array.from({ length: count }, (_, place) => place), missing: [], end: count };
}

/** Returns up to which place there are rows. Where more rows follow a page that is not full, it lacks some. */
function endBy({ isLast, total }: Ending, received: readonly RequestedPage[], { from, to }: Range): number {
  const last = received.at(-1);
  const lacksRows = last !== undefined && rowCount(last) > 0 && !isFull(last);
  if (lacksRows && !isLast && total === undefined) return to;
  return Math.min(to, Math.max(from, ...received.map(statedEnd)));
}

function isFull(received: RequestedPage): boolean {
  return rowCount(received) >= received.request.size;
}

/** Requests the partner's own pages that contain the rows; `first` is one of its pages, and may be among them. */
async function inPagesOf(
  own: number,
  page: PageRequest,
  first: RequestedPage,
  { read, probe }: { read: ReadPartnerPage; probe: RowProbe },
): Promise<PartnerAnswer<unknown>> {
  const range = rangeOf(page);
  const { from, to } = range;
  const firstPage = Math.floor(from / own);
  const behindLast = Math.min(Math.ceil(to / own), firstPage + MOST_PAGES);
  const received: RequestedPage[] = [];
  let isFollowed = true;
  while (isFollowed && firstPage + received.length < behindLast) {
    const next = firstPage + received.length;
    const total = totalOf(received.at(-1) ?? first);
    const known = total === undefined || total <= next * own ? next + PAGES_AT_ONCE : Math.ceil(total / own);
    if (received.length === 0 && total !== undefined && total <= from) break;
    const count = Math.min(known, behindLast) - next;
    const numbers = Array.from({ length: count }, (_, index) => next + index);
    received.push(
      ...(await Promise.all(numbers.map((number) => (number === first.request.page ? first : readOwn(number))))),
    );
    const failure = weightiest(received.map(({ answer }) => answer));
    if (failure !== undefined) return answerWithout(failure);
    isFollowed = await goesOn(received.at(-1) ?? first, probe);
  }
  const answers = received.map(({ answer }) => answer);
  const byPlace = new Map(received.filter(isOfOwnSize).flatMap(rowsOf));
  const shown = [...byPlace].filter(([place]) => place >= from && place < to).toSorted(([a], [b]) => a - b);
  const last = received.at(-1) ?? first;
  const ending = await endingOf(last, range, shown.length === 0, probe);
  const isCutHere = isFollowed && rangeOf(last.request).to < to;
  const end = isCutHere ? Math.min(to, ending.total ?? to) : endBy(ending, received, range);
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

function rowsOf(received: RequestedPage): [place: number, record: unknown][] {
  const rows = received.answer.records?.slice(0, received.request.size) ?? [];
  return rows.map((record, index) => [firstPlace(received) + index, record]);
}

function placesBetween(from: number, to: number, there: ReadonlySet<number>): number[] {
  const all = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return all.filter((place) => !there.has(place));
}
