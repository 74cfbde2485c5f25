/** What every record of a federated answer says besides: whose it is, and where it leads to. */

import { accessPath, originParam, profilePath } from './record-paths.ts';

/** Absolute addresses; one that the record gives no way to is absent. */
export type RecordLinks = {
  /** The profile as a page of this registry. */
  page?: string;
  /** The profile at the registry that the record is of. */
  profile?: string;
  /** Where access to a person whose name is withheld is asked for. */
  requestAccess?: string;
};

/** What every record of a federated answer says besides its own members. */
export type RecordStamp = { originKey: string; links: RecordLinks };

/** The ids of the person, as the record shows them. */
export type ShownIds = { id?: number | null | undefined; anonymousId?: string | null | undefined };

/** Made once for a source, and asked once for a record. */
export type StampOf = (ids: ShownIds) => RecordStamp;

/**
 * @param source whose records these are; its address without a trailing slash
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

/** As one text. V8 writes JSON of a record half as fast where any text of it is put together of others. */
function joined(url: string, path: string, query = ''): string {
  return [url, '/', path, query].join('');
}
