/** The paths to which a record links, the same for the API, files, pages and the widget. */

import { LOCAL_ORIGIN } from './origin.ts';

/** Returns a path below the address of any registry; a page of this registry also needs {@link originParam}. */
export function profilePath(userId: number | string): string {
  return `userView/${encodeURIComponent(userId)}`;
}

/** Returns a path below the address of this registry, with {@link originParam}; for a partner's record, the page links to it. */
export function accessPath(anonymousId: string): string {
  return `search/gene/by-anonymous-id/${encodeURIComponent(anonymousId)}/request-access`;
}

/** Returns the parameter that names the registry of the record to a page of this registry. */
export function originParam(originKey: string): Record<string, string> {
  return originKey === LOCAL_ORIGIN ? {} : { origin: originKey };
}
