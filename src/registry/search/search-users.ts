/** Which researchers have this name, this interest, or both (rdp-protocol 3.2 to 3.4): find, decide, narrow, order. */

import { fold } from '../../domain/folding.ts';
import { anonymously, hasFilters, matchesFilters } from '../../domain/query/filters.ts';
import type { UserQuery } from '../../domain/query/user-query.ts';
import type { Viewer } from '../../domain/record/model.ts';
import { compareUsers, type UserKey } from '../../domain/record/ordering.ts';
import { type RecordList, recordList } from '../record/record-list.ts';
import type { UserFactsIndex } from '../record/user-facts.ts';
import type { Visibility } from '../record/visibility.ts';
import type { Ontologies } from '../reference/ontologies.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import type { OrderKeys } from './order-keys.ts';
import { resolveFilters } from './resolve-filters.ts';
import type { Hits, SearchCache } from './search-cache.ts';

/**
 * @param showsAnonymised whether the asker can make use of anonymised users; RDP up to 1.5 cannot (rdp-protocol 7.9)
 */
export type SearchUsers = (viewer: Viewer, query: UserQuery, showsAnonymised: boolean) => Promise<RecordList>;

type UserSearchOptions = {
  store: Store;
  userFacts: UserFactsIndex;
  ontologies: Ontologies;
  visibility: Visibility;
  searchCache: SearchCache;
  orderKeys: OrderKeys;
};

/** Users whose text matched; true when it matched in what an anonymised record still shows. */
type Matches = Map<number, boolean>;

/** Trigrams need three characters; shorter texts are looked for by reading all. */
const TRIGRAM_LENGTH = 3;
/** No folded text holds a character above this one, so it closes a range of texts with a common beginning. */
const AFTER_ALL = '\uffff';

/**
 * Makes the search for researchers of this registry.
 *
 * @throws RegistryError `ontology-lists-differ`, `unknown-ontologies`
 */
export function userSearch({
  store,
  userFacts,
  ontologies,
  visibility,
  searchCache,
  orderKeys,
}: UserSearchOptions): SearchUsers {
  const byName = nameQueries(store);
  const byDescription = descriptionQueries(store);

  return async (viewer, query, showsAnonymised) =>
    store.read((tx) => {
      const found = searchCache(tx, viewer, keyOf(query, showsAnonymised), () =>
        find(tx, viewer, query, showsAnonymised),
      );
      return recordList(tx, {
        store,
        found,
        toBytes: (tx, userId, form) => visibility.userBytes(tx, viewer, userId, { form }),
        orderOf: (tx, userId) => orderKeys.ofUser(tx, viewer, userId),
      });
    });

  function find(tx: ReadTransaction, viewer: Viewer, query: UserQuery, showsAnonymised: boolean): Hits<number> {
    const filters = resolveFilters(tx, query.filters, ontologies);
    const found: { userId: number; key: UserKey }[] = [];
    for (const [userId, shownAnonymously] of matches(tx, query)) {
      const person = userFacts.find(tx, userId);
      if (person === undefined) continue;
      const sight = visibility.ofUser(viewer, person);
      const isShown = sight === 'full' || (sight === 'anonymous' && showsAnonymised && shownAnonymously);
      // A hidden person is found only by what the record still shows, or anyone could read the rest by guessing.
      if (!isShown || !matchesFilters(sight === 'full' ? person : anonymously(person), filters)) continue;
      found.push({ userId, key: visibility.key(person, sight) });
    }
    found.sort((a, b) => compareUsers(a.key, b.key));
    return found.map(({ userId }) => userId);
  }

  function matches(tx: ReadTransaction, { name, descriptionLike }: UserQuery): Matches {
    const named = name && byName(tx, fold(name.like), name.prefix);
    const described = descriptionLike === undefined ? undefined : byDescription(tx, fold(descriptionLike));
    if (named === undefined) return described ?? new Map();
    // A name is nothing that an anonymised record shows.
    const both = described === undefined ? named : named.filter((userId) => described.has(userId));
    return new Map(both.map((userId) => [userId, false]));
  }
}

function nameQueries(store: Store) {
  const withLastName = store.query<[number]>(
    'SELECT user_id FROM user_search WHERE last_name_folded >= ? AND last_name_folded < ?',
  );
  const withName = store.query<[number]>(
    'SELECT user_id FROM user_search WHERE instr(name_folded, ?1) > 0 OR instr(last_name_folded, ?1) > 0',
  );
  const withNameTrigrams = store.query<[number]>('SELECT rowid FROM user_name_trigram WHERE user_name_trigram MATCH ?');

  /** Prefix: of the last name. Otherwise: anywhere in the first or the last name (rdp-protocol 3.2). */
  return (tx: ReadTransaction, like: string, prefix: boolean): number[] => {
    if (prefix) return withLastName.all(tx, like, like + AFTER_ALL).flat();
    return (hasTrigrams(like) ? withNameTrigrams.all(tx, phrase(like)) : withName.all(tx, like)).flat();
  };
}

function descriptionQueries(store: Store) {
  const texts = 'SELECT user_id, shown_anonymously FROM user_text';
  const withText = store.query<[number, number]>(`${texts} JOIN text ON id = text_id WHERE instr(folded, ?) > 0`);
  const withTextTrigrams = store.query<[number, number]>(
    `${texts} WHERE text_id IN (SELECT rowid FROM text_trigram WHERE text_trigram MATCH ?)`,
  );

  /** In the description, a text per organism, or the name of an organ or ontology term (rdp-protocol 3.3). */
  return (tx: ReadTransaction, like: string): Matches => {
    const rows = hasTrigrams(like) ? withTextTrigrams.all(tx, phrase(like)) : withText.all(tx, like);
    const found: Matches = new Map();
    for (const [userId, shown] of rows) found.set(userId, found.get(userId) === true || shown === 1);
    return found;
  };
}

// The index ends a text at a NUL, so a question that holds one is answered by reading all.
function hasTrigrams(folded: string): boolean {
  return [...folded].length >= TRIGRAM_LENGTH && !folded.includes('\0');
}

function phrase(folded: string): string {
  return `"${folded.replaceAll('"', '""')}"`;
}

/** Tells the question in full; narrowed questions are too many to be worth keeping. */
function keyOf({ name, descriptionLike, filters }: UserQuery, showsAnonymised: boolean): string | undefined {
  return hasFilters(filters) ? undefined : `users ${JSON.stringify([name, descriptionLike, showsAnonymised])}`;
}
