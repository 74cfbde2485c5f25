/**
 * What is added to every record of a federated answer: its origin and its links, whose paths are the same for the API,
 * files, pages and the widget.
 */

import type { RecordLinks as RecordLinksSchema } from '../../api/found.ts';
import type { Static } from '../../api/schema.ts';
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

/** Absolute addresses. A link is absent where the record has no id for it. */
export type RecordLinks = Static<typeof RecordLinksSchema>;

/** The members that are added to every record of a federated answer. */
export type RecordStamp = { originKey: string; links: RecordLinks };

/** The ids of the person, as the record shows them. */
export type ShownIds = { id?: number | null | undefined; anonymousId?: string | null | undefined };

/** Returns the stamp of a record. There is one such function for each source. */
export type StampOf = (ids: ShownIds) => RecordStamp;

/**
 * Returns the function that stamps the records of a source.
 *
 * @param source the source of the records; its address without a trailing slash
 * @param registryUrl the address of this registry, without a trailing slash
 */
export function recordStamps(source: { key: string; url: string }, registryUrl: string): StampOf {
  const { key: originKey, url } = source;
  const params = new URLSearchParams(originParam(originKey)).toString();
  const query = params === '' ? '' : `?${params}`;
  return ({ id, anonymousId }) => {
    if (typeof anonymousId === 'string') {
      return { originKey, links: { requestAccess: joined(registryUrl, accessPath(anonymousId), query) } };
    }
    if (typeof id !== 'number') return { originKey, links: {} };
    const path = profilePath(id);
    return { originKey, links: { page: joined(registryUrl, path, query), profile: joined(url, path) } };
  };
}

/** Joins the parts into one flat string: V8 takes twice as long to write JSON of a record with a concatenated string. */
function joined(url: string, path: string, query = ''): string {
  return [url, '/', path, query].join('');
}
