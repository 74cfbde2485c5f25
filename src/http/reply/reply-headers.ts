/** The headers of a reply, kept in one list until it goes out. */

import type { Response } from 'express';
import { localsOf } from '../request/reply-locals.ts';

/** Adds a header to the reply. All are handed to Node at once, which is a good deal faster than one by one. */
export function addHeader(res: Response, name: string, value: string): void {
  headersOf(res).push(name, value);
}

/** Gives the reply this value of a header that it has already, or adds it. */
export function replaceHeader(res: Response, name: string, value: string): void {
  const headers = headersOf(res);
  const at = headers.findIndex((one, index) => index % 2 === 0 && one === name);
  if (at < 0) headers.push(name, value);
  else headers[at + 1] = value;
}

/** Adds names and values in turn. */
export function addHeaders(res: Response, headers: readonly string[]): void {
  headersOf(res).push(...headers);
}

/** Gives the reply the headers it begins with, in place of all it has. */
export function beginHeaders(res: Response, headers: readonly string[]): void {
  const locals = localsOf(res);
  locals.begun = headers;
  locals.headers = [...headers];
}

/** Takes away all but the headers that the reply began with. */
export function beginAgain(res: Response): void {
  beginHeaders(res, localsOf(res).begun ?? []);
}

/** Whether the reply has a header of this name, as it was added. */
export function hasHeader(res: Response, name: string): boolean {
  return headersOf(res).includes(name);
}

/** Hands the headers to Node one by one, for a library that ends the reply itself. */
export function setOnNode(res: Response): void {
  const headers = headersOf(res);
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
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
