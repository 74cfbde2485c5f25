/** The headers of a reply, kept in one list until it goes out. */

import type { Response } from 'express';
import { localsOf } from '../request/reply-locals.ts';

/** Adds a header to the reply. All are handed to Node at once, which is a good deal faster than one by one. */
export function addHeader(res: Response, name: string, value: string): void {
  headersOf(res).push(name, value);
}

/** Gives the reply the headers it begins with, in place of all it has. */
export function beginHeaders(res: Response, headers: readonly string[]): void {
  localsOf(res).headers = [...headers];
}

/** The value of a header of the reply, by its name as it was added; undefined when there is none. */
export function headerOf(res: Response, name: string): string | undefined {
  const headers = headersOf(res);
  const at = headers.indexOf(name);
  return at === -1 ? undefined : headers[at + 1];
}

/** Remembers how many headers there are, for {@link resetHeaders}. */
export function markHeaders(res: Response): number {
  return headersOf(res).length;
}

/** Takes away what was added to the reply since the mark. */
export function resetHeaders(res: Response, mark: number): void {
  headersOf(res).length = mark;
  localsOf(res).isUnchanged = false;
}

/** Names and values in turn, as `writeHead` takes them. */
export function headersOf(res: Response): string[] {
  const locals = localsOf(res);
  locals.headers ??= [];
  return locals.headers;
}
