/** The paths that a record leads to, for the API, files, pages and the widget alike. */

import { LOCAL_ORIGIN } from './origin.ts';

/** Below the address of a registry, of this one and of partners; at a page of this one with {@link originParam}. */
export function profilePath(userId: number | string): string {
  return `userView/${encodeURIComponent(userId)}`;
}

/** Below the address of this registry, with {@link originParam}; for a partner's record, the way leads on to the partner. */
export function accessPath(anonymousId: string): string {
  return `search/gene/by-anonymous-id/${encodeURIComponent(anonymousId)}/request-access`;
}

/** What shows a page of this registry whose record it is about. */
export function originParam(originKey: string): Record<string, string> {
  return originKey === LOCAL_ORIGIN ? {} : { origin: originKey };
}
