/** The values of a response until it is sent: `res.locals`, which Express does not type, with its types here. */

import type { Response } from 'express';
import type { RequestContext } from './request-context.ts';

/** The memory of one response, as server/limits counts it. */
type Memory = {
  /** @throws RegistryError if there is no room */
  reserve(rows: number, bytes: number): void;
  begun(): Promise<void>;
  refuseNothing(): void;
};

type ReplyLocals = {
  /** The absolute address of this registry, as configured, without a trailing slash. */
  host?: string;
  /** The request as it was read; missing if it was refused before. */
  context?: RequestContext;
  /** Names and values in turn, as `writeHead` takes them. */
  headers?: string[];
  /** The headers with the name of the public view; missing if the response is not for the public. */
  publicView?: readonly string[];
  /** The headers that the response began with. */
  begun?: readonly string[];
  /** The content type of JSON in this reply. */
  jsonType?: string;
  /** Counts the records that are collected for the response; absent if nothing is counted. */
  memory?: Memory;
  /** Aborted when the reader disconnects before the response is complete. */
  readerSignal?: AbortSignal;
  /** Whether the caller already has the response. */
  isUnchanged?: boolean;
};

/** Returns `res.locals` with its type. */
export function localsOf(res: Response): ReplyLocals {
  return res.locals;
}

/**
 * Sets the locals of a response. Express's own `locals` has no prototype, so V8 stores it as a dictionary. Every read
 * would be a search, and every new member would change its layout.
 */
export function beginLocals(res: Response, headers: readonly string[], host: string): void {
  const locals: Begun = {
    host,
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

/** The locals with all members, so that all responses share one hidden class of V8. */
type Begun = { [Member in keyof Required<ReplyLocals>]: ReplyLocals[Member] };

/** Stores the request as it was read, for its event in the log. */
export function keepContext(res: Response, context: RequestContext): void {
  localsOf(res).context = context;
}
