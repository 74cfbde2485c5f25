/** How pages leave: HTML under a policy that runs no script and loads nothing but this registry's own. */

import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { LocalRegistry } from '../../registry/local-registry.ts';
import type { PageView, Site } from '../../web/pages/layout.ts';
import { ownNamesOf } from '../../web/parts/choices.ts';
import { withOwnNames } from '../../web/parts/labels.ts';
import { LANGUAGES, pickWords } from '../../web/words/languages.ts';
import { endWith } from '../reply/replies.ts';
import { addHeader, addHeaders, hasHeader } from '../reply/reply-headers.ts';
import { PAGE_POLICY } from '../reply/safety-headers.ts';
import { acceptsCoding } from '../request/negotiation.ts';
import { pathOf } from '../request/request-context.ts';
import { cameFrom } from './came-from.ts';

export type RecordViewOptions = { site: Site } & Pick<LocalRegistry, 'activeTaxa' | 'searchChoices'>;

const compressed = promisify(gzip);

/** What a page needs to know of the request for it. */
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
    // A search leads on, not back.
    from: path === '/search' || path === '/' ? undefined : cameFrom(req, params),
    languages: LANGUAGES,
  };
}

/** The view of a page that shows records: its words hold what this registry calls organisms and organ systems. */
export async function recordViewOf(
  req: Request,
  params: URLSearchParams,
  { site, activeTaxa, searchChoices }: RecordViewOptions,
): Promise<PageView> {
  const [taxa, { organs }] = await Promise.all([activeTaxa(), searchChoices()]);
  const view = viewOf(req, params, site);
  return { ...view, words: withOwnNames(view.words, ownNamesOf({ taxa, organs })) };
}

/** How many segments up the root is from a path, which begins with a slash. */
function rootOf(path: string): string {
  const depth = path.split('/').length - 2;
  return depth <= 0 ? './' : '../'.repeat(depth);
}

/** Ends a reply with a page. */
export async function replyWithPage(req: Request, res: Response, status: number, page: string): Promise<void> {
  addPageHeaders(res);
  const body = Buffer.from(page);
  if (!acceptsCoding(req, 'gzip')) return endWith(res, status, 'text/html;charset=utf-8', body);
  addHeader(res, 'Content-Encoding', 'gzip');
  endWith(res, status, 'text/html;charset=utf-8', await compressed(body));
}

/** The same as it is: to pack a page costs more than to make one, and an error must cost little. */
export function replyWithErrorPage(res: Response, status: number, page: string): void {
  addPageHeaders(res);
  endWith(res, status, 'text/html;charset=utf-8', Buffer.from(page));
}

/** Sends the reader to another page of this registry, or of a partner. */
export function redirect(res: Response, status: 302 | 303, address: string): void {
  addPageHeaders(res);
  addHeader(res, 'Location', address);
  endWith(res, status);
}

function addPageHeaders(res: Response): void {
  addHeaders(res, PAGE_POLICY);
  addHeader(res, 'Vary', 'Accept-Language');
  // What is known of researchers changes, and how registries fare changes by the minute.
  if (!hasHeader(res, 'Cache-Control')) addHeader(res, 'Cache-Control', 'no-store');
}
