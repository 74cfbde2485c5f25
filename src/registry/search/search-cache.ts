/** What was found for the public, cached until the data change: finding costs more than sending. */

import { hash, randomBytes } from 'node:crypto';
import type { Viewer } from '../../domain/record/model.ts';
import { perRevision } from '../store/per-generation.ts';
import type { ReadTransaction } from '../store/store.ts';

/** References to records, in order; who may see a record is decided again when it is read. */
export type Hits<Ref> = readonly Ref[];

/** Holds what was found under a bound of references. */
export type HitsStore = {
  get(key: string): Hits<unknown> | undefined;
  set(key: string, found: Hits<unknown>): unknown;
  clear(): void;
};

/**
 * Answers what is cached under the key, otherwise what `find` finds. The key holds the question in full, and which kind
 * of question it is; without one nothing is cached.
 */
export type SearchCache = <Ref>(
  tx: ReadTransaction,
  viewer: Viewer,
  key: string | undefined,
  find: () => Hits<Ref>,
) => Hits<Ref>;

/**
 * Only the public is remembered for: everybody else has records of their own. What was searched for is remembered under
 * a digest with a key of this process: a candidate gene may point to a patient.
 */
export function searchCache(cache: HitsStore): SearchCache {
  const secret = randomBytes(32).toString('base64url');
  // The names stay here, so nothing is signed by them: one digest behind a secret does, in a fifth of the time of an HMAC.
  const nameOf = (key: string) => hash('sha256', `${secret}${key}`, 'base64url');
  const current = perRevision(() => {
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
