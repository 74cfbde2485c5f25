/** A registry that follows a database which does not answer: it answers from the copy that it has, for a quarter of an hour. */

import { storedChecksums } from '../../../src/registry/follow/checksums.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { aUser, smallSnapshot } from './small-snapshot.ts';
import { importInto } from './temporary-store.ts';

/** Nobody listens there. */
export const AWAY = 'mysql://reader:secret@127.0.0.1:9/rdp';
const LABEL = 'mysql://reader@127.0.0.1:9/rdp';

const PEOPLE = [
  aUser(1, { privacyLevel: 2, roles: ['ROLE_ADMIN'] }),
  aUser(2, { privacyLevel: 0, genes: [{ geneId: 672, tier: 'TIER1', privacyLevel: null }] }),
];

/** Makes a copy of the database at {@link AWAY}, compared a moment ago. */
export function makeFollowedCopy(file: string): void {
  {
    using store = openSqliteStore(file);
    importInto(store, smallSnapshot({ users: PEOPLE, remoteSearchUserId: null }));
  }
  followAway(file);
}

/** Makes what a file holds the copy of the database at {@link AWAY}. */
export function followAway(file: string): void {
  using store = openSqliteStore(file);
  const ids = store.read((tx) => store.query<[number]>('SELECT id FROM user').all(tx)).flat();
  const users = new Map([['user' as const, new Map(ids.map((id) => [id, 'sum']))]]);
  const omitted = { count: 0, sentences: [] };
  store.write((tx) =>
    storedChecksums(store).writeAll(tx, {
      ...{ source: LABEL, comparedAt: new Date(), reference: new Map(), users, omitted },
    }),
  );
}
