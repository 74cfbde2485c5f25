/** Lists of records as they are answered: the bare array, or a page in its envelope (rdp-protocol 1.13). */

import type { Request, Response } from 'express';
import {
  asksForPages,
  type PageRequest,
  pageEnvelope,
  pageLinks,
  parsePageRequest,
} from '../../domain/query/paging.ts';
import { type RecordSource, replyWithRecords } from '../reply/replies.ts';
import { addHeader } from '../reply/reply-headers.ts';
import type { RequestContext } from '../request/request-context.ts';

type ReplyExchange = { context: RequestContext; req: Request; res: Response };

/** Clients read no more than 8 or 16 KB of headers; the links of a question too long for that are left out. */
const LONGEST_LINKS = 4096;

/**
 * A search answers the bare array that partners expect; with `page` or `size`, the page of it in the envelope, as the
 * specification's limits say.
 *
 * @throws RegistryError `parameter-invalid` when the page cannot be
 */
export async function replyWithSearch(exchange: ReplyExchange, list: RecordSource): Promise<void> {
  const { context, req, res } = exchange;
  if (!asksForPages(context.params)) {
    await replyWithRecords(req, res, list, { before: '[', after: () => ']' });
    return;
  }
  const page = parsePageRequest(context.params);
  await replyWithListingPage(exchange, { records: pageOf(list, page), totalElements: list.total }, page, false);
}

/** The part of a list that one page shows. */
function pageOf(list: RecordSource, { page, size }: PageRequest): RecordSource {
  const start = Math.min(page * size, list.total);
  const end = Math.min(start + size, list.total);
  return { total: end - start, read: (from, to) => list.read(start + from, Math.min(start + to, end)) };
}

/** A page of a listing. */
export async function replyWithListingPage(
  { context, req, res }: ReplyExchange,
  { records, totalElements }: { records: RecordSource; totalElements: number },
  page: PageRequest,
  sorted: boolean,
): Promise<void> {
  setPageLinks(res, context, page, totalElements);
  await replyWithRecords(req, res, records, {
    before: '{"content":[',
    after: (written) => `],${JSON.stringify(pageEnvelope(page, totalElements, written, sorted)).slice(1)}`,
  });
}

/** Links to the pages around this one (RFC 8288), relative to the address asked, and without the caller's token. */
export function setPageLinks(res: Response, context: RequestContext, page: PageRequest, totalElements: number): void {
  const params = new URLSearchParams(context.params);
  params.delete('auth');
  params.delete('page');
  const others = params.size === 0 ? '' : `${params}&`;
  const links = pageLinks(page, totalElements).map(({ rel, page }) => `<?${others}page=${page}>; rel="${rel}"`);
  const header = links.join(', ');
  if (header !== '' && header.length <= LONGEST_LINKS) addHeader(res, 'Link', header);
}
