/** What is kept of a reply until it goes out: `res.locals`, which Express leaves untyped, with the types of ours. */

import type { Response } from 'express';
import type { RequestContext } from './request-context.ts';

/** The memory of one answer, as http/limits counts it. */
type Memory = {
  /** @throws RegistryError where there is no room for so much */
  reserve(rows: number, bytes: number): void;
  begun: Promise<void>;
  refuseNothing(): void;
};

type ReplyLocals = {
  /** What was read of the request; missing when it was refused before. */
  context?: RequestContext;
  /** Names and values in turn, as `writeHead` takes them. */
  headers?: string[];
  /** Those that name what the public may see; missing where the answer is not for the public. */
  publicView?: readonly string[];
  /** Those of them that it began with. */
  begun?: readonly string[];
  /** The content type of JSON in this reply. */
  jsonType?: string;
  /** Counts what is collected for the answer; missing where nothing is counted. */
  memory?: Memory;
  /** Aborted when the reader leaves before the answer is whole. */
  readerSignal?: AbortSignal;
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
