/** Sends lists of records: as a bare array, or as a page in its envelope (rdp-protocol 1.13). */

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

/** Longer links are left out, as clients read no more than 8 or 16 KB of headers. */
const LONGEST_LINKS = 4096;

/**
 * Sends the result of a search: the bare array that partners expect or, with `page` or `size`, one page in the
 * envelope, within the limits of the specification.
 *
 * @throws RegistryError `parameter-invalid` for an invalid page
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

/** Returns the records of one page of a list. */
function pageOf(list: RecordSource, { page, size }: PageRequest): RecordSource {
  const start = Math.min(page * size, list.total);
  const end = Math.min(start + size, list.total);
  return { total: end - start, read: (from, to) => list.read(start + from, Math.min(start + to, end)) };
}

/** Sends a page of a listing. */
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

/** Adds links to the neighbouring pages (RFC 8288), relative to the requested address and without the caller's token. */
export function setPageLinks(res: Response, context: RequestContext, page: PageRequest, totalElements: number): void {
  const params = new URLSearchParams(context.params);
  params.delete('auth');
  params.delete('page');
  const others = params.size === 0 ? '' : `${params}&`;
  const links = pageLinks(page, totalElements).map(({ rel, page }) => `<?${others}page=${page}>; rel="${rel}"`);
  const header = links.join(', ');
  if (header !== '' && header.length <= LONGEST_LINKS) addHeader(res, 'Link', header);
}
