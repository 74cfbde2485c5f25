/** Collects the headers of a response in one list until it is sent. */

import type { Response } from 'express';
import { localsOf } from '../request/reply-locals.ts';

/** Adds a header to the response. All are passed to Node at once, which is much faster than one by one. */
export function addHeader(res: Response, name: string, value: string): void {
  headersOf(res).push(name, value);
}

/** Replaces the value of a header, or adds the header. */
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

/** Sets the headers that the response begins with, and removes all others. */
export function beginHeaders(res: Response, headers: readonly string[]): void {
  const locals = localsOf(res);
  locals.begun = headers;
  locals.headers = [...headers];
}

/** Removes all headers but those that the response began with. */
export function beginAgain(res: Response): void {
  beginHeaders(res, localsOf(res).begun ?? []);
}

/** Whether the response has a header of this name, in the spelling in which it was added. */
export function hasHeader(res: Response, name: string): boolean {
  return headersOf(res).includes(name);
}

/** Sets the headers on Node's response one by one, for a library that ends the response itself. */
export function setOnNode(res: Response): void {
  const headers = headersOf(res);
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
}

/** Returns the current number of headers, for {@link resetHeaders}. */
export function markHeaders(res: Response): number {
  return headersOf(res).length;
}

/** Removes the headers that were added to the response after the mark. */
export function resetHeaders(res: Response, mark: number): void {
  headersOf(res).length = mark;
  localsOf(res).isUnchanged = false;
}

/** Returns names and values in turn, as `writeHead` takes them. */
export function headersOf(res: Response): string[] {
  const locals = localsOf(res);
  locals.headers ??= [];
  return locals.headers;
}
