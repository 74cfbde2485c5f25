/** What readers who only look leave as it is in the database of a registry. */

import type { Store } from '../../../src/registry/store/store.ts';

const TABLES = ['access_token', 'access_request', 'standing_question', 'subscription'];

/** How much of it there is, and which import the data are of. */
export function storedByReaders(store: Store): string {
  const counts = TABLES.map((table) => {
    const query = store.query<[number]>(`SELECT count(*) FROM ${table}`);
    return `${table} ${store.read((tx) => query.first(tx))?.[0]}`;
  });
  const generation = store.query<[string]>("SELECT value FROM meta WHERE key = 'generation'");
  return [...counts, `generation ${store.read((tx) => generation.first(tx))?.[0]}`].join();
}
