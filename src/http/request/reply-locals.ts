/** What is kept of a reply until it goes out: `res.locals`, which Express leaves untyped, with the types of ours. */

import type { Response } from 'express';
import type { RequestContext } from './request-context.ts';

type ReplyLocals = {
  /** What was read of the request; missing when it was refused before. */
  context?: RequestContext;
  /** Names and values in turn, as `writeHead` takes them. */
  headers?: string[];
  /** Those of them that it began with. */
  begun?: readonly string[];
  /** The content type of JSON in this reply. */
  jsonType?: string;
  /** Throws what refuses an answer that would be held for its reader for long. */
  checkRoom?: () => void;
  /** Whether the caller has the answer already. */
  isUnchanged?: boolean;
};

export function localsOf(res: Response): ReplyLocals {
  return res.locals;
}

/** Keeps what was read of a request for its event in the log. */
export function keepContext(res: Response, context: RequestContext): void {
  localsOf(res).context = context;
}
