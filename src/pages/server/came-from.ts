/** Finds which page of this site a reader comes from: by the address, or else by `Referer`, which pages allow within the site. */

import type { Request, Response } from 'express';
import { replaceHeader } from '../../server/reply/reply-headers.ts';
import { type CameFrom, readCameFrom } from '../parts/layout.ts';

/** Returns the page; undefined for readers from elsewhere, or from a page without a list of people. */
export function cameFrom({ headers }: Pick<Request, 'headers'>, params: URLSearchParams): CameFrom | undefined {
  const named = readCameFrom(params.get('from'));
  if (named !== undefined) return named;
  const referrer = URL.parse(headers.referer ?? '');
  const isOwn = headers['sec-fetch-site'] === 'same-origin' || referrer?.host === headers.host;
  if (referrer === null || !isOwn) return undefined;
  const page = referrer.pathname.slice(referrer.pathname.lastIndexOf('/') + 1);
  return readCameFrom(`${page}${referrer.search}`);
}

/** Lets the browser send `Referer` from this page to this site, and to no other. */
export function allowReferrer(res: Response): void {
  replaceHeader(res, 'Referrer-Policy', 'same-origin');
}
