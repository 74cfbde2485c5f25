/** Whether a caller has an answer already, by the tags of those that they keep. */

import type { Request } from 'express';
import fresh from 'fresh';

/**
 * Compares weakly (RFC 9110, 13.1.2). A caller who reloads gets the new one as well: a tag is never older than its
 * answer.
 */
export function hasAlready(req: Request, tag: string): boolean {
  const ifNoneMatch = req.headers['if-none-match'];
  return ifNoneMatch !== undefined && fresh({ 'if-none-match': ifNoneMatch }, { etag: tag });
}

/**
 * The same for what has a date beside its tag, as some callers keep the date alone.
 *
 * @param lastModified as the header writes it; undefined for what has none
 */
export function hasAlreadySince(req: Request, tag: string, lastModified: string | undefined): boolean {
  const ifModifiedSince = req.headers['if-modified-since'];
  if (req.headers['if-none-match'] !== undefined || lastModified === undefined) return hasAlready(req, tag);
  if (ifModifiedSince === undefined) return false;
  return fresh({ 'if-modified-since': ifModifiedSince }, { 'last-modified': lastModified });
}
