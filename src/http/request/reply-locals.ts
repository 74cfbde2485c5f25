/** What is kept of a reply until it goes out: `res.locals`, which Express leaves untyped, with the types of ours. */

import type { Response } from 'express';
import type { RequestContext } from './request-context.ts';

/** The memory of one answer, as http/limits counts it. */
type Memory = {
  /** @throws RegistryError where there is no room for so much */
  reserve(rows: number, bytes: number): void;
  begun(): Promise<void>;
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

/**
 * Begins what is kept of a reply. Express's own `locals` is an object without a prototype, which V8 takes for a dictionary:
 * each of our many looks into it would be a search, and each new member make it anew.
 */
export function beginLocals(res: Response, headers: readonly string[]): void {
  const locals: Begun = {
    begun: headers,
    headers: [...headers],
    context: undefined,
    publicView: undefined,
    jsonType: undefined,
    memory: undefined,
    readerSignal: undefined,
    isUnchanged: undefined,
  };
  res.locals = locals;
}

/** Each with all of its members, so that all have one shape. */
type Begun = { [Member in keyof Required<ReplyLocals>]: ReplyLocals[Member] };

/** Keeps what was read of a request for its event in the log. */
export function keepContext(res: Response, context: RequestContext): void {
  localsOf(res).context = context;
}
