/** A request as routes see it: path, parameters and viewer, read once, in the steps that it passes before its route. */

import type { Request } from 'express';
import { phrase, RegistryError } from '../../domain/errors.ts';
import { LONGEST_TEXT, shorten } from '../../domain/query/parameters.ts';
import type { Viewer } from '../../domain/record/model.ts';

export type RequestContext = {
  /** The path as sent, without the query. */
  path: string;
  params: URLSearchParams;
  viewer: Viewer;
};

/** Path and decoded parameters of a request. Bytes that are not UTF-8 become U+FFFD (rdp-protocol 2.3). */
type Address = { path: string; params: URLSearchParams };

// Matches what no address of the API has, and what gateways in front of it treat differently (rdp-protocol 2.12).
const FORBIDDEN_IN_PATH = /[;#]|\\|\/\/|%(?:2f|5c|00|3b|2e|25|0a|0d)|\/\.\.?(?:\/|$)/i;
const BROKEN_ESCAPE = /%(?![0-9a-f]{2}).{0,2}/i;

/** Reads an address. @throws RegistryError `path-forbidden`, `path-invalid` for a part longer than any id, `escape-invalid` */
export function readAddress(url: string): Address {
  const { path, query } = splitAddress(url);
  const long = path.length > LONGEST_TEXT && path.split('/').find((part) => part.length > LONGEST_TEXT);
  if (long) {
    const allowed = phrase('part-of-path', { characters: LONGEST_TEXT });
    throw new RegistryError('path-invalid', { found: shorten(long), allowed });
  }
  const forbidden = FORBIDDEN_IN_PATH.exec(path)?.[0];
  if (forbidden !== undefined) throw new RegistryError('path-forbidden', { found: JSON.stringify(forbidden) });
  const broken = BROKEN_ESCAPE.exec(url)?.[0];
  if (broken !== undefined) throw new RegistryError('escape-invalid', { found: broken });
  return { path, params: new URLSearchParams(query) };
}

/** Returns the decoded parameters of any request, even of one that is refused before it is read. */
export function addressParams(url: string): URLSearchParams {
  return new URLSearchParams(splitAddress(url).query);
}

/** Returns the path of any request, even of one that was refused before it was read. */
export function pathOf(req: Request): string {
  return splitAddress(req.originalUrl).path;
}

/** Splits an address into path and query, as sent. */
function splitAddress(url: string): { path: string; query: string } {
  const queryStart = url.indexOf('?');
  if (queryStart === -1) return { path: url, query: '' };
  return { path: url.slice(0, queryStart), query: url.slice(queryStart + 1) };
}

/** The steps before every route, in the order of rdp-protocol 6.1. */
export type RequestPipeline = {
  /** Reads the request and its viewer. @throws RegistryError if a feature is switched off or the token is refused */
  read(req: Request): Promise<RequestContext>;
  /**
   * Returns the viewer with the rights of this moment. Call it after anything that a request waited for, such as its
   * own body: a token may be revoked meanwhile, or an account may lose rights. @throws RegistryError if the token is
   * refused
   */
  viewerNow(viewer: Viewer): Promise<Viewer>;
  /** Returns the entity tag of the current data, for responses that may be cached. */
  currentTag(): string;
  /** Returns the name of what the public may see now; not as a promise if it is known. */
  publicView(): string | Promise<string>;
  /** For how many minutes others may show the names in an answer if they cannot fetch the current public view. */
  namedAtPartnersMinutes: number;
};
