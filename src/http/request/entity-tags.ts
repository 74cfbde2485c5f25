/** Whether a caller has an answer already, by the tags of those that they keep. */

import type { Request } from 'express';
import fresh from 'fresh';

/** Compares weakly (RFC 9110, 13.1.2). A caller who reloads is told as well: a tag is never older than its answer. */
export function hasAlready(req: Request, tag: string): boolean {
  const ifNoneMatch = req.headers['if-none-match'];
  return ifNoneMatch !== undefined && fresh({ 'if-none-match': ifNoneMatch }, { etag: tag });
}
