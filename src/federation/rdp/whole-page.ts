/**
 * Collects the rows of a requested page from a partner whose pages have another size, for example because it limits
 * their size. What the partner says about its pages is believed only if its rows agree.
 */

import { hasReason, reason } from '../../domain/federation/reasons.ts';
import type { RowPlaces } from '../../domain/federation/source.ts';
import type { PageRequest } from '../../domain/query/paging.ts';
import { MOST_RECORDS } from '../../domain/sanitize/records.ts';
import type { Envelope } from '../dialect/reading.ts';
import { weightiest } from '../partner/failure-class.ts';
import { answerWithout, type PartnerAnswer } from '../partner/partner-query.ts';
import { joined } from './joined.ts';

/** The answer to one request, and what its page says about itself. */
export type PartnerPage = { answer: PartnerAnswer<unknown>; envelope?: Envelope | undefined };
type Read = (page: PageRequest) => Promise<PartnerPage>;
type RequestedPage = PartnerPage & { request: PageRequest };

/** The limit for the pages of one request: at ten rows a page, a thousand rows. */
const MOST_PAGES = 100;

/**
 * Returns the rows of a page. Rows that exist and do not arrive are counted and reported as a limit. A total that is
 * smaller than the number of rows is only a lower bound, so the answer has no total.
 */
export async function wholePage(page: PageRequest, read: Read): Promise<PartnerAnswer<unknown>> {
  const first = await read(page);
  const own = first.envelope?.size ?? page.size;
  const isBorneOut = own <= MOST_RECORDS && rowCount(first) <= own;
  const isAsRequested = own === page.size && (first.envelope?.number ?? page.page) === page.page;
  if (isAsRequested || !isBorneOut || first.answer.records === undefined) return asItCame({ ...first, request: page });
  return inPagesOf(own, page, { ...first, request: { page: page.page, size: own } }, read);
}

function asItCame(came: RequestedPage): PartnerAnswer<unknown> {
  const { answer } = came;
  if (answer.records === undefined) return answer;
  const total = totalOf(came);
  if (hasReason(answer.limits, 'cut-by-size')) return { ...answer, total, rows: upTo(answer.records.length) };
  const missing = statedEnd(came) - firstPlace(came) - rowCount(came);
  if (missing <= 0 || answer.limits.length > 0) return { ...answer, total };
  return {
    ...answer,
    total,
    dropped: missing,
    limits: [reason('rows-missing', { missing, isNothingThere: answer.records.length === 0 })],
  };
}

/** Lets the next page begin behind the last row that was read. */
function upTo(count: number): RowPlaces {
  return { shown: Array.from({ length: count }, (_, place) => place), missing: [], end: count };
}

/** Requests the partner's own pages that contain the rows; `first` is one of its pages, and may be among them. */
async function inPagesOf(
  own: number,
  page: PageRequest,
  first: RequestedPage,
  read: Read,
): Promise<PartnerAnswer<unknown>> {
  const from = page.page * page.size;
  const to = Math.min(from + page.size, totalOf(first) ?? Number.POSITIVE_INFINITY);
  const firstPage = Math.floor(from / own);
  const count = Math.max(0, Math.ceil(to / own) - firstPage);
  const pages = Array.from({ length: Math.min(count, MOST_PAGES) }, (_, index) => firstPage + index);
  const came = await Promise.all(pages.map((number) => (number === first.request.page ? first : readOwn(number))));
  const answers = came.map(({ answer }) => answer);
  const failure = weightiest(answers);
  if (failure !== undefined) return answerWithout(failure);
  const byPlace = new Map(came.filter(isOfOwnSize).flatMap(rowsOf));
  const shown = [...byPlace].filter(([place]) => place >= from && place < from + page.size);
  const end = count > MOST_PAGES ? to : Math.min(from + page.size, Math.max(from, ...came.map(statedEnd)));
  const missing = placesBetween(from, end, new Set(shown.map(([place]) => place)));
  const places = { shown: shown.map(([place]) => place - from), missing: missing.map((place) => place - from) };
  const records = shown.map(([, record]) => record);
  const about = { unread: 0, total: totalOf(came.at(-1) ?? first), dropped: missing.length };
  if (missing.length === 0) return joined(answers, records, about);
  const limits = [reason('rows-missing', { missing: missing.length, isNothingThere: shown.length === 0 })];
  return joined(answers, records, { ...about, limits, rows: places });

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

/** Returns the place of the first row of a page that arrived, which may not be the requested page. */
function firstPlace({ request, envelope }: RequestedPage): number {
  return (envelope?.number ?? request.page) * request.size;
}

function placesBetween(from: number, to: number, there: ReadonlySet<number>): number[] {
  const all = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  return all.filter((place) => !there.has(place));
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
  const { page, size } = came.request;
  const endOfPage = (page + 1) * size;
  if (saysMore(came)) return endOfPage;
  return Math.max(behindRows(came), Math.min(endOfPage, totalOf(came) ?? 0));
}

/** Whether the partner says that more rows follow. A page without rows is not believed, because such a listing would never end. */
function saysMore(came: RequestedPage): boolean {
  return came.envelope?.isLast === false && rowCount(came) > 0;
}
