/** Compares entity tags and dates, to find out whether a caller already has the current response. */

import { createHash } from 'node:crypto';
import type { Request } from 'express';
import fresh from 'fresh';

/** Returns the entity tag of a body; a weak one is valid for the compressed and the plain body. */
export function entityTagOf(body: Uint8Array): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
}

/**
 * Whether the caller has the response with this tag (weak comparison: RFC 9110, 13.1.2). A request for a reload also
 * gets 304, as a tag is never older than its response.
 */
export function hasAlready(req: Request, tag: string): boolean {
  const ifNoneMatch = req.headers['if-none-match'];
  return ifNoneMatch !== undefined && fresh({ 'if-none-match': ifNoneMatch }, { etag: tag });
}

/**
 * The same for a response that also has a date, because some callers store only the date.
 *
 * @param lastModified in the format of the header; undefined if there is none
 */
export function hasAlreadySince(req: Request, tag: string, lastModified: string | undefined): boolean {
  const ifModifiedSince = req.headers['if-modified-since'];
  if (req.headers['if-none-match'] !== undefined || lastModified === undefined) return hasAlready(req, tag);
  if (ifModifiedSince === undefined) return false;
  return fresh({ 'if-modified-since': ifModifiedSince }, { 'last-modified': lastModified });
}
