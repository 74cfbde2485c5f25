/** Searches researchers by name, interest, or both (rdp-protocol 3.2 to 3.4): find, decide, filter, sort. */

import { fold } from '../../domain/folding.ts';
import { anonymously, hasFilters, matchesFilters, type ResolvedFilters } from '../../domain/query/filters.ts';
import { namesOf } from '../../domain/query/full-name.ts';
import type { UserQuery } from '../../domain/query/user-query.ts';
import type { Viewer } from '../../domain/record/model.ts';
import { compareUsers, type UserKey } from '../../domain/record/ordering.ts';
import { readerClassesOf, type Sight } from '../../domain/record/privacy.ts';
import { isInNames, joinedSpellings, type NameForms, nameForms } from '../../domain/spelling.ts';
import { type RecordList, recordList } from '../record/record-list.ts';
import type { UserFactsIndex } from '../record/user-facts.ts';
import type { Visibility } from '../record/visibility.ts';
import type { Ontologies } from '../reference/ontologies.ts';
import type { Query, ReadTransaction, Store } from '../store/store.ts';
import { NAME_INDEXES, nameIndexOf, SHOWN_ANONYMOUSLY, TEXT_INDEXES, textIndexOf } from '../store/text-indexes.ts';
import { dropOutdated } from '../store/versions.ts';
import type { OrderKeys } from './order-keys.ts';
import { resolveFilters } from './resolve-filters.ts';
import type { Hits, SearchCache } from './search-cache.ts';

type Names = [name: string | null, lastName: string | null];
type FormsOfPerson = { userId: number; lastName: readonly string[]; names: NameForms };

/** Returns people whom no index of folded names finds by a form. With `prefix`, the last name begins with the form. */
type FindByForms = (tx: ReadTransaction, viewer: Viewer, forms: readonly string[], prefix: boolean) => number[];

/**
 * Caches the forms of names with signs and letters that registries distinguish, for each person until the profile
 * changes. There is a cache for each class of readers, so that a search never looks at people whom the viewer may not
 * read.
 */
export function formsOfNames(store: Store): FindByForms {
  const FORMED =
    'SELECT id, readers, name, last_name FROM user JOIN user_search ON user_id = id WHERE readers IS NOT NULL';
  const everybody = store.query<[number, number, ...Names]>(FORMED);
  const somebody = store.query<[number, number, ...Names]>(`${FORMED} AND id = ?`);
  const own = store.query<Names>('SELECT name, last_name FROM user WHERE id = ?');
  const byReaders = new Map<number, Map<number, FormsOfPerson>>();
  /** People whose forms are to be computed again; undefined: everybody. */
  let changed: Set<number> | undefined;
  const dropOld = dropOutdated(store, {
    clear() {
      byReaders.clear();
      changed = undefined;
    },
    dropUser(userId) {
      for (const people of byReaders.values()) people.delete(userId);
      changed?.add(userId);
    },
  });

  function formsNow(tx: ReadTransaction): typeof byReaders {
    dropOld(tx);
    const rows = changed === undefined ? everybody.all(tx) : [...changed].flatMap((id) => somebody.all(tx, id));
    for (const [userId, readers, ...names] of rows) {
      if (!haveOtherForm(names)) continue;
      const people = byReaders.get(readers) ?? new Map<number, FormsOfPerson>();
      byReaders.set(readers, people.set(userId, formsOf(userId, names)));
    }
    changed = new Set();
    return byReaders;
  }

  function ownForms(tx: ReadTransaction, { userId }: Viewer): FormsOfPerson[] {
    const names = userId === undefined ? undefined : own.first(tx, userId);
    return names === undefined || userId === undefined ? [] : [formsOf(userId, names)];
  }

  return (tx, viewer, forms, prefix) => {
    const isIn = prefix
      ? ({ lastName }: FormsOfPerson) => lastName.some((own) => forms.some((form) => own.startsWith(form)))
      : ({ names }: FormsOfPerson) => isInNames(names, forms);
    const cached = formsNow(tx);
    const all = readerClassesOf(viewer).flatMap((readers) => [...(cached.get(readers)?.values() ?? [])]);
    return [...all, ...ownForms(tx, viewer)].filter(isIn).map(({ userId }) => userId);
  };
}

function formsOf(userId: number, [name, lastName]: Names): FormsOfPerson {
  return {
    userId,
    lastName: joinedSpellings(lastName ?? ''),
    names: nameForms(namesOf({ name, lastName })),
  };
}

/** Most names have no sign, no letter with a form of its own, and neither `ss` nor a short word. */
const PLAIN = /^(?:(?!ss)[a-z]){3,}$/i;

/** Whether an index of folded names lacks a form of one of them, or of both together. */
function haveOtherForm(names: Names): boolean {
  const others = names.filter((name) => name !== null && !PLAIN.test(name)) as string[];
  if (others.length === 0) return false;
  const isOtherwise = (name: string) => {
    const [form, another] = joinedSpellings(name);
    return another !== undefined || form !== fold(name);
  };
  return others.some(isOtherwise) || namesOf({ name: names[0], lastName: names[1] }).length > names.length;
}

/** @param showsAnonymised whether the asker can show anonymised users; RDP up to 1.5 cannot (rdp-protocol 7.9) */
export type SearchUsers = (viewer: Viewer, query: UserQuery, showsAnonymised: boolean) => Promise<RecordList>;

type UserSearchOptions = {
  store: Store;
  userFacts: UserFactsIndex;
  ontologies: Ontologies;
  visibility: Visibility;
  searchCache: SearchCache;
  orderKeys: OrderKeys;
  /** Whether records that a viewer may not read are shown without their person. */
  anonymises: boolean;
};

type Name = NonNullable<UserQuery['name']>;

/** Trigrams need three characters; shorter texts are found by reading all rows. */
const TRIGRAM_LENGTH = 3;
/** No folded text has a character above this one, so it ends the range of texts with a common beginning. */
const AFTER_ALL = '\uffff';

/**
 * Returns the search for researchers of this registry.
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
  anonymises,
}: UserSearchOptions): SearchUsers {
  const byName = nameQueries(store);
  const byForms = formsOfNames(store);
  const byDescription = descriptionQueries(store);

  return async (viewer, query, showsAnonymised) =>
    store.read((tx) => {
      const filters = resolveFilters(tx, query.filters, ontologies);
      const all = searchCache(tx, viewer, keyOf(query, showsAnonymised), () =>
        find(tx, viewer, query, showsAnonymised),
      );
      const found = hasFilters(query.filters) ? narrowed(tx, viewer, all, filters) : all;
      return recordList(tx, {
        store,
        viewer,
        found,
        toBytes: (tx, userId, options) => visibility.userBytes(tx, viewer, userId, options),
        idBatch: visibility.idBatch,
        orderOf: (tx, userId) => orderKeys.ofUser(tx, viewer, userId),
        userIdOf: (userId) => userId,
      });
    });

  /** Finds people without applying the filters. */
  function find(tx: ReadTransaction, viewer: Viewer, query: UserQuery, showsAnonymised: boolean): Hits<number> {
    const found: { userId: number; key: UserKey }[] = [];
    const add = (userIds: Iterable<number>, shownAs: Sight) => {
      for (const userId of userIds) {
        const person = userFacts.find(tx, userId);
        if (person === undefined || visibility.ofUser(viewer, person) !== shownAs) continue;
        found.push({ userId, key: visibility.key(person, shownAs) });
      }
    };
    add(readable(tx, viewer, query), 'full');
    // A hidden person is found only by what the record still shows. Otherwise a reader could guess the hidden values
    // one by one.
    if (anonymises && showsAnonymised) add(shownAnonymously(tx, query), 'anonymous');
    found.sort((a, b) => compareUsers(a.key, b.key));
    return found.map(({ userId }) => userId);
  }

  function narrowed(tx: ReadTransaction, viewer: Viewer, all: Hits<number>, filters: ResolvedFilters): Hits<number> {
    return all.filter((userId) => {
      const person = userFacts.find(tx, userId);
      if (person === undefined) return false;
      return matchesFilters(visibility.ofUser(viewer, person) === 'full' ? person : anonymously(person), filters);
    });
  }

  /** Returns the matches among the people whom the viewer may read; no others are looked at. */
  function readable(tx: ReadTransaction, viewer: Viewer, { name, descriptionLike }: UserQuery): Iterable<number> {
    const named = name && called(tx, viewer, name);
    if (descriptionLike === undefined) return named ?? [];
    const described = byDescription.readable(tx, viewer, fold(descriptionLike));
    return named === undefined ? described : named.filter((userId) => described.has(userId));
  }

  function called(tx: ReadTransaction, viewer: Viewer, { like, prefix, isInEveryForm = false }: Name): number[] {
    const folded = fold(like);
    if (!isInEveryForm) return byName(tx, viewer, folded, prefix);
    const forms = joinedSpellings(like);
    const others = forms.filter((form) => form !== folded);
    const found = [folded, ...others].map((form) => byName(tx, viewer, form, prefix));
    return [...new Set([...found, byForms(tx, viewer, forms, prefix)].flat())];
  }

  function shownAnonymously(tx: ReadTransaction, { name, descriptionLike }: UserQuery): Iterable<number> {
    // An anonymised record does not show the name, so it is not found by one.
    if (name !== undefined || descriptionLike === undefined) return [];
    return byDescription.shownAnonymously(tx, fold(descriptionLike));
  }
}

function nameQueries(store: Store) {
  const withLastName = store.query<[number]>(
    'SELECT user_id FROM user_search WHERE readers = ? AND last_name_folded >= ? AND last_name_folded < ?',
  );
  const has = '(instr(name_folded, ?2) > 0 OR instr(last_name_folded, ?2) > 0)';
  const withName = store.query<[number]>(`SELECT user_id FROM user_search WHERE readers = ?1 AND ${has}`);
  const withNameTrigrams = NAME_INDEXES.map((readers) =>
    store.query<[number]>(`SELECT rowid FROM ${nameIndexOf(readers)} WHERE ${nameIndexOf(readers)} MATCH ?`),
  );
  const ownLastName = store.query<[number]>(
    'SELECT user_id FROM user_search WHERE user_id = ? AND last_name_folded >= ? AND last_name_folded < ?',
  );
  const ownName = store.query<[number]>(`SELECT user_id FROM user_search WHERE user_id = ?1 AND ${has}`);

  /** With `prefix`, compares the beginning of the last name, otherwise any part of the first or last name (rdp-protocol 3.2). */
  return (tx: ReadTransaction, viewer: Viewer, like: string, prefix: boolean): number[] => {
    const found = readerClassesOf(viewer).flatMap((readers) => {
      if (prefix) return withLastName.all(tx, readers, like, like + AFTER_ALL).flat();
      if (!hasTrigrams(like)) return withName.all(tx, readers, like).flat();
      return (withNameTrigrams[readers] as Query<[number]>).all(tx, phrase(like)).flat();
    });
    if (viewer.userId === undefined) return found;
    const own = prefix
      ? ownLastName.all(tx, viewer.userId, like, like + AFTER_ALL)
      : ownName.all(tx, viewer.userId, like);
    return [...new Set([...found, ...own.flat()])];
  };
}

function descriptionQueries(store: Store) {
  const withText = store.query<[number]>(
    'SELECT user_id FROM user_text CROSS JOIN text ON id = text_id WHERE readers = ? AND instr(folded, ?) > 0',
  );
  const withTextTrigrams = TEXT_INDEXES.map((readers) =>
    store.query<[number]>(`SELECT user_id FROM user_text WHERE readers = ${readers} AND text_id IN
      (SELECT rowid FROM ${textIndexOf(readers)} WHERE ${textIndexOf(readers)} MATCH ?)`),
  );
  const ownText = store.query<[number]>(
    `SELECT user_id FROM user_text CROSS JOIN text ON id = text_id
     WHERE user_id = ? AND readers < ${SHOWN_ANONYMOUSLY} AND instr(folded, ?) > 0 LIMIT 1`,
  );

  function inIndex(tx: ReadTransaction, readers: number, like: string): number[] {
    if (!hasTrigrams(like)) return withText.all(tx, readers, like).flat();
    return (withTextTrigrams[readers] as Query<[number]>).all(tx, phrase(like)).flat();
  }

  /** Searches the description, a text per organism, and the names of organs and ontology terms (rdp-protocol 3.3). */
  return {
    readable(tx: ReadTransaction, viewer: Viewer, like: string): Set<number> {
      const found = new Set(readerClassesOf(viewer).flatMap((readers) => inIndex(tx, readers, like)));
      const own = viewer.userId === undefined ? [] : ownText.all(tx, viewer.userId, like).flat();
      for (const userId of own) found.add(userId);
      return found;
    },
    shownAnonymously: (tx: ReadTransaction, like: string) => new Set(inIndex(tx, SHOWN_ANONYMOUSLY, like)),
  };
}

// The index ends a text at a NUL character, so a search for one reads all rows.
function hasTrigrams(folded: string): boolean {
  return [...folded].length >= TRIGRAM_LENGTH && !folded.includes('\0');
}

function phrase(folded: string): string {
  return `"${folded.replaceAll('"', '""')}"`;
}

/** Returns the cache key of the search without its filters: filtering is cheap, and there are too many combinations. */
function keyOf({ name, descriptionLike }: UserQuery, showsAnonymised: boolean): string {
  return `users ${JSON.stringify([name, descriptionLike, showsAnonymised])}`;
}
