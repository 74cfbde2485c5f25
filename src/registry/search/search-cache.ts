/** A cache of what searches found for the public, until the data change; a search costs more than sending its records. */

import { hash, randomBytes } from 'node:crypto';
import type { Viewer } from '../../domain/record/model.ts';
import type { ReadTransaction } from '../store/store.ts';
import { byVersion } from '../store/versions.ts';

/** References to records, in order; whether a viewer may see a record is decided again when it is read. */
export type Hits<Ref> = readonly Ref[];

/** Stores hits up to a number of references. */
export type HitsStore = {
  get(key: string): Hits<unknown> | undefined;
  set(key: string, found: Hits<unknown>): unknown;
  clear(): void;
};

/**
 * Returns the cached hits of the key, or those that `find` returns. The key must hold the whole search and its kind;
 * without a key nothing is cached.
 */
export type SearchCache = <Ref>(
  tx: ReadTransaction,
  viewer: Viewer,
  key: string | undefined,
  find: () => Hits<Ref>,
) => Hits<Ref>;

/**
 * Caches for the public only, because every other viewer has records of their own. Keys are digests with a secret of this
 * process, so that its memory holds no searches: a candidate gene may point to a patient.
 */
export function searchCache(cache: HitsStore): SearchCache {
  const secret = randomBytes(32).toString('base64url');
  // The names are never shown, so a digest of secret and key is enough; it takes a fifth of the time of an HMAC.
  const nameOf = (key: string) => hash('sha256', `${secret}${key}`, 'base64url');
  const current = byVersion(() => {
    cache.clear();
    return cache;
  });

  return <Ref>(tx: ReadTransaction, viewer: Viewer, key: string | undefined, find: () => Hits<Ref>): Hits<Ref> => {
    if (viewer.kind !== 'public' || key === undefined) return find();
    const name = nameOf(key);
    const known = current(tx).get(name);
    if (known !== undefined) return known as Hits<Ref>;
    const found = find();
    current(tx).set(name, found);
    return found;
  };
}
