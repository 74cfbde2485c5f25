/** Where a reader of this site came from: what the address says, else the browser, which is asked to say so within the site. */

import type { Request, Response } from 'express';
import { type CameFrom, readCameFrom } from '../../web/parts/back-link.ts';
import { replaceHeader } from '../reply/reply-headers.ts';

/** Undefined for whoever came from elsewhere, or from a page that lists nobody. */
export function cameFrom({ headers }: Pick<Request, 'headers'>, params: URLSearchParams): CameFrom | undefined {
  const named = readCameFrom(params.get('from'));
  if (named !== undefined) return named;
  const referrer = URL.parse(headers.referer ?? '');
  const isOwn = headers['sec-fetch-site'] === 'same-origin' || referrer?.host === headers.host;
  if (referrer === null || !isOwn) return undefined;
  const page = referrer.pathname.slice(referrer.pathname.lastIndexOf('/') + 1);
  return readCameFrom(`${page}${referrer.search}`);
}

/** Lets a page say to this site, and to no other, where a reader comes from. */
export function allowReferrer(res: Response): void {
  replaceHeader(res, 'Referrer-Policy', 'same-origin');
}
