/**
 * Says to who uses a deprecated parameter that it is one, since when, and the address without it (RFC 9745, RFC 5829).
 */

import type { Response } from 'express';
import { tiersNamed } from '../../domain/query/gene-query.ts';
import type { RequestContext } from '../request/request-context.ts';
import { addHeader } from './reply-headers.ts';

/** The release of RDP 1.4.0, as RFC 9745 writes a moment. */
export const DEPRECATED_AT = '@1622505600';

/** Longer ones are left out: clients read no more than 8 or 16 KB of headers. */
const LONGEST_LINK = 4096;
const GENE_SEARCH = /\/genes\/search\/?$/;

/**
 * Adds `Deprecation` and `Link` where `auth` is used, or `tier` in a search for genes, to answers and to errors. Links are
 * relative to the address asked, and hold no token. A `tier` that is none has no successor.
 */
export function addDeprecation(res: Response, { path, params }: Pick<RequestContext, 'path' | 'params'>): void {
  // Nearly all requests have neither.
  const namesTier = GENE_SEARCH.test(path) && params.has('tier');
  if (!namesTier && !params.has('auth')) return;
  addHeader(res, 'Deprecation', DEPRECATED_AT);
  addHeader(res, 'Link', `<${toTop(path)}docs/>; rel="deprecation"; type="text/html"`);
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

/** What would end the link is escaped. */
function lastPartOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/[<>"]/g, encodeURIComponent);
}

/** From `/api/users` it is one folder up. */
function toTop(path: string): string {
  return '../'.repeat(path.split('/').length - 2);
}
