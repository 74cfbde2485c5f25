/** Headers that say since when a parameter or address is deprecated, and what replaces it (RFC 9745, RFC 5829). */

import type { RequestHandler, Response } from 'express';
import { tiersNamed } from '../../domain/query/gene-query.ts';
import { type RequestContext, readAddress } from '../request/request-context.ts';
import { endWith } from './replies.ts';
import { addHeader } from './reply-headers.ts';

/** The release of RDP 1.4.0, in the notation of RFC 9745. */
export const DEPRECATED_AT = '@1622505600';

/** 2026-11-29, when addresses of pages got their present names. */
const ADDRESSES_DEPRECATED_AT = '@1795910400';

/** The page about deprecated parameters and addresses. */
export const DEPRECATED_PAGE = '/docs/deprecated';

/** Longer links are left out, as clients read no more than 8 or 16 KB of headers. */
const LONGEST_LINK = 4096;
const GENE_SEARCH = /\/genes\/search\/?$|^\/(?:export|feeds\/genes)\/?$/;

/**
 * Adds `Deprecation` and `Link` to the response if the request has `auth`, or `tier` in a search for genes. Links are
 * relative to the requested address, and hold no token. An invalid `tier` has no successor.
 */
export function addDeprecation(res: Response, { path, params }: Pick<RequestContext, 'path' | 'params'>): void {
  // Nearly all requests have neither parameter.
  const namesTier = GENE_SEARCH.test(path) && params.has('tier');
  if (!namesTier && !params.has('auth')) return;
  addHeader(res, 'Deprecation', DEPRECATED_AT);
  addHeader(res, 'Link', `<${toTop(path)}${DEPRECATED_PAGE.slice(1)}>; rel="deprecation"; type="text/html"`);
  const tiers = namesTier ? tiersNamed(params.getAll('tier').join(',')) : undefined;
  if (namesTier && tiers === undefined) return;
  const successor = new URLSearchParams(params);
  successor.delete('auth');
  if (tiers !== undefined) {
    successor.delete('tier');
    successor.delete('tiers');
    for (const tier of tiers) successor.append('tiers', tier);
  }
  const address = successor.size === 0 ? lastPartOf(path) : `?${successor}`;
  if (address.length <= LONGEST_LINK) addHeader(res, 'Link', `<${address}>; rel="successor-version"`);
}

/** Makes the handler of a deprecated address below the root: it leads to the present one, with the same parameters. */
export function leadTo(present: string): RequestHandler {
  return (req, res) => {
    const { path, params } = readAddress(req.originalUrl);
    const address = toTop(path) + present.slice(1);
    addHeader(res, 'Deprecation', ADDRESSES_DEPRECATED_AT);
    addHeader(res, 'Link', `<${toTop(path)}${DEPRECATED_PAGE.slice(1)}>; rel="deprecation"; type="text/html"`);
    addHeader(res, 'Link', `<${address}>; rel="successor-version"`);
    addHeader(res, 'Location', params.size === 0 ? address : `${address}?${params}`);
    endWith(res, 308);
  };
}

/** Returns the last part of the path, with the characters escaped that would end the link. */
function lastPartOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/[<>"]/g, encodeURIComponent);
}

/** Returns the relative path to the root: one folder up from `/api/users`. */
function toTop(path: string): string {
  return '../'.repeat(path.split('/').length - 2);
}
