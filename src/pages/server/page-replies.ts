/** Sends pages: HTML with a policy under which it runs and loads only what is this registry's own. */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import { endWith } from '../../server/reply/replies.ts';
import { addHeader, addHeaders, hasHeader } from '../../server/reply/reply-headers.ts';
import { PAGE_POLICY } from '../../server/reply/safety-headers.ts';
import { acceptsCoding } from '../../server/request/negotiation.ts';
import { pathOf } from '../../server/request/request-context.ts';
import { ownNamesOf } from '../parts/choices.ts';
import { withOwnNames } from '../parts/labels.ts';
import type { PageView, Site } from '../parts/layout.ts';
import { LANGUAGES, pickWords } from '../words/languages.ts';
import { cameFrom } from './came-from.ts';

export type RecordViewOptions = { site: Site } & Pick<LocalRegistry, 'activeTaxa' | 'searchChoices'>;

const compressed = promisify(gzip);

/** Returns what a page needs to know about its request. */
export function viewOf(req: Request, params: URLSearchParams, site: Site): PageView {
  const path = pathOf(req);
  const chosen = params.get('lang');
  const words = pickWords(req.headers['accept-language'], chosen);
  const isChosen = chosen !== null && words.lang === chosen;
  return {
    words,
    root: rootOf(path),
    chosenLang: isChosen ? words.lang : undefined,
    icons: site.icons,
    assets: site.assets,
    site,
    path: path.slice(1),
    params,
    // A search has no link back to where the reader came from.
    from: path === '/search' || path === '/' ? undefined : cameFrom(req, params),
    languages: LANGUAGES,
  };
}

/** Returns the view of a page with records: its words include this registry's own names of organisms and organ systems. */
export async function recordViewOf(
  req: Request,
  params: URLSearchParams,
  { site, activeTaxa, searchChoices }: RecordViewOptions,
): Promise<PageView> {
  const [taxa, { organs }] = await Promise.all([activeTaxa(), searchChoices()]);
  const view = viewOf(req, params, site);
  return { ...view, words: withOwnNames(view.words, ownNamesOf({ taxa, organs })) };
}

/** Returns the relative path to the root from a path that begins with a slash. */
function rootOf(path: string): string {
  const depth = path.split('/').length - 2;
  return depth <= 0 ? './' : '../'.repeat(depth);
}

/** Sends a page, compressed if the reader accepts that. */
export async function replyWithPage(req: Request, res: Response, status: number, page: string): Promise<void> {
  addPageHeaders(res);
  const body = Buffer.from(page);
  if (!acceptsCoding(req, 'gzip')) return endWith(res, status, 'text/html;charset=utf-8', body);
  addHeader(res, 'Content-Encoding', 'gzip');
  endWith(res, status, 'text/html;charset=utf-8', await compressed(body));
}

/** Sends a page uncompressed: compressing costs more than making it, and an error must cost little. */
export function replyWithErrorPage(res: Response, status: number, page: string): void {
  addPageHeaders(res);
  endWith(res, status, 'text/html;charset=utf-8', Buffer.from(page));
}

/** Redirects the reader to another page of this registry, or of a partner. */
export function redirect(res: Response, status: 302 | 303, address: string): void {
  addPageHeaders(res);
  addHeader(res, 'Location', address);
  endWith(res, status);
}

function addPageHeaders(res: Response): void {
  addHeaders(res, PAGE_POLICY);
  addHeader(res, 'Vary', 'Accept-Language');
  // Data about researchers change, and the state of registries changes by the minute.
  if (!hasHeader(res, 'Cache-Control')) addHeader(res, 'Cache-Control', 'no-store');
}
