/** The users and registered genes that each kind of viewer sees, cached as lists of ids until an import or a changed user. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PrivacyLevel, Viewer } from '../../domain/record/model.ts';
import { effectiveLevel, profileLevel, type Sight, sightOf } from '../../domain/record/privacy.ts';
import type { AnonymousIds } from '../record/anonymous-ids.ts';
import { OWNERS, type PrivacyColumns, type RemoteSearchUserId, toOwner } from '../record/user-facts.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { byVersion } from '../store/versions.ts';
import { withdrawnGenes } from '../store/withdrawn.ts';

/** The records that a listing has for all viewers of one kind. */
export type ListedIds = { named: Float64Array; withheld: WithheldIds };

/** Ids of records without their person, sorted by keys that reveal nothing, and by id for equal keys. */
export type WithheldIds = { keys: Float64Array; ids: Float64Array };

export type KeyedId = { id: number; key: number };

/** The ids in a listing: named ones first, in every sort order. */
type VisibleIds = {
  readonly total: number;
  /** Returns the ids at these places. Descending, the named ones are reversed, and the others have the same order. */
  slice(from: number, to: number, descending: boolean): number[];
};

/**
 * Joins the records that all viewers of a kind see with the few that name their person to this viewer alone.
 *
 * @param own ascending, and none of them in `named`
 */
export function visibleIds({ named, withheld }: ListedIds, own: readonly KeyedId[]): VisibleIds {
  const ownPlaces = own.map(({ id }, index) => lowerBound(named, id) + index);
  const namedTotal = named.length + own.length;
  const placesTaken = own
    .map((one) => placeAmong(withheld, one))
    .filter((place) => place !== undefined)
    .sort((a, b) => a - b);
  const total = namedTotal + withheld.ids.length - placesTaken.length;

  function namedAt(place: number): number {
    if (own.length === 0) return named[place] as number;
    const ownBefore = ownPlaces.filter((ownPlace) => ownPlace < place).length;
    if (ownPlaces[ownBefore] === place) return (own[ownBefore] as KeyedId).id;
    return named[place - ownBefore] as number;
  }

  function withheldAt(place: number): number {
    let at = place;
    for (const taken of placesTaken) if (taken <= at) at += 1;
    return withheld.ids[at] as number;
  }

  return {
    total,
    slice(from, to, descending) {
      const ids: number[] = [];
      for (let place = from; place < Math.min(to, total); place++) {
        if (place >= namedTotal) ids.push(withheldAt(place - namedTotal));
        else ids.push(namedAt(descending ? namedTotal - 1 - place : place));
      }
      return ids;
    },
  };
}

/** Merges two lists into one order. */
export function mergeWithheld(some: WithheldIds, others: readonly KeyedId[]): WithheldIds {
  const added = others.toSorted(compareKeyed);
  const length = some.ids.length + added.length;
  const merged = { keys: new Float64Array(length), ids: new Float64Array(length) };
  let next = 0;
  for (let place = 0; place < length; place++) {
    const one = keyedAt(some, place - next);
    const other = added[next];
    const isOther = other !== undefined && (one === undefined || compareKeyed(other, one) < 0);
    const { id, key } = (isOther ? other : one) as KeyedId;
    merged.ids[place] = id;
    merged.keys[place] = key;
    if (isOther) next += 1;
  }
  return merged;
}

function keyedAt({ keys, ids }: WithheldIds, place: number): KeyedId | undefined {
  return place < ids.length ? { id: ids[place] as number, key: keys[place] as number } : undefined;
}

function compareKeyed(a: KeyedId, b: KeyedId): number {
  return a.key - b.key || a.id - b.id;
}

function placeAmong({ keys, ids }: WithheldIds, { id, key }: KeyedId): number | undefined {
  for (let place = lowerBound(keys, key); keys[place] === key; place++) if (ids[place] === id) return place;
  return undefined;
}

/** Returns the first place with a value not below `value`; the length if there is none. */
export function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Users by id; registered genes by person and gene, or in order of registration. */
type ListedKind = 'user' | 'gene' | 'registration';

export type ListingIndex = {
  /**
   * Runs `question` on the ids in the viewer's listing, at one consistent moment of the data. The first call after an import
   * waits until the lists are made, in slices between which other requests are answered.
   */
  withVisible<T>(
    kind: ListedKind,
    viewer: Viewer,
    question: (tx: ReadTransaction, visible: VisibleIds) => T,
  ): Promise<T>;
};

type ListingIndexOptions = {
  store: Store;
  remoteSearchUserId: RemoteSearchUserId;
  orderKey: AnonymousIds['orderKey'];
  anonymises: boolean;
};

/** The row of a researcher has gene id 0. */
type RecordRow = [id: number, userId: number, geneId: number, ownLevel: PrivacyLevel | null];

const SLICE_ROWS = 20_000;

const SLICE: Record<ListedKind, string> = {
  user: 'SELECT id, id, 0, NULL FROM user WHERE id > ? ORDER BY id LIMIT ?',
  gene: 'SELECT id, user_id, gene_id, privacy_level FROM user_gene WHERE id > ? ORDER BY id LIMIT ?',
  registration: `SELECT registration, user_id, gene_id, privacy_level FROM user_gene
    WHERE registration > ? ORDER BY registration LIMIT ?`,
};
const OWN: Record<ListedKind, string> = {
  user: 'SELECT id, id, 0, NULL FROM user WHERE id = ?',
  gene: 'SELECT id, user_id, gene_id, privacy_level FROM user_gene WHERE user_id = ? ORDER BY id',
  registration:
    'SELECT registration, user_id, gene_id, privacy_level FROM user_gene WHERE user_id = ? ORDER BY registration',
};

export function listingIndex({ store, remoteSearchUserId, orderKey, anonymises }: ListingIndexOptions): ListingIndex {
  const ownerRows = store.query<[number, ...PrivacyColumns]>(OWNERS);
  const sliceRows = queriesByKind(SLICE);
  const ownRows = queriesByKind(OWN);
  const { presentLevel } = withdrawnGenes(store);
  const owners = byVersion((tx) => {
    const remoteId = remoteSearchUserId(tx);
    const shown = ownerRows.all(tx).filter(([id]) => !tx.isWithheld(id));
    return new Map(shown.map(([id, ...columns]) => [id, toOwner(id, columns, remoteId)]));
  });
  const lists = byVersion(() => new Map<string, Promise<ListedIds | undefined>>());

  function queriesByKind(sql: Record<ListedKind, string>) {
    return {
      user: store.query<RecordRow>(sql.user),
      gene: store.query<RecordRow>(sql.gene),
      registration: store.query<RecordRow>(sql.registration),
    };
  }

  function sightOfRow(tx: ReadTransaction, kind: ListedKind, viewer: Viewer, row: RecordRow): Sight {
    const [, userId, geneId, written] = row;
    const owner = owners(tx).get(userId);
    if (owner === undefined) return 'hidden';
    if (kind === 'user') return sightOf(viewer, owner, profileLevel(owner), anonymises);
    const ownLevel = presentLevel(tx, userId, geneId, written);
    return ownLevel === 'gone' ? 'hidden' : sightOf(viewer, owner, effectiveLevel(ownLevel, owner), anonymises);
  }

  function keyed([id, userId, geneId]: RecordRow): KeyedId {
    return { id, key: orderKey(userId, geneId) };
  }

  /** Returns undefined if the data changed in between. */
  async function makeList(kind: ListedKind, audience: Viewer, version: string): Promise<ListedIds | undefined> {
    const named: number[] = [];
    let withheld: ListedIds['withheld'] = { keys: new Float64Array(), ids: new Float64Array() };
    let lastId = Number.MIN_SAFE_INTEGER;
    for (;;) {
      const more = store.read((tx) => {
        if (tx.version() !== version) return undefined;
        const rows = sliceRows[kind].all(tx, lastId, SLICE_ROWS);
        const bySight = Map.groupBy(rows, (row) => sightOfRow(tx, kind, audience, row));
        for (const [id] of bySight.get('full') ?? []) named.push(id);
        withheld = mergeWithheld(withheld, bySight.get('anonymous')?.map(keyed) ?? []);
        lastId = rows.at(-1)?.[0] ?? lastId;
        return rows.length === SLICE_ROWS;
      });
      if (more === undefined) return undefined;
      if (!more) return { named: Float64Array.from(named), withheld };
      await nextTurn();
    }
  }

  function sharedList(kind: ListedKind, viewer: Viewer): { version: string; list: Promise<ListedIds | undefined> } {
    return store.read((tx) => {
      const audience = audienceOf(viewer);
      const key = `${kind} ${audience.kind}`;
      const version = tx.version();
      const known = lists(tx);
      const list = known.get(key);
      if (list !== undefined) return { version, list };
      const made = makeList(kind, audience, version);
      known.set(key, made);
      // A list that could not be made is made again for the next request.
      made.catch(() => known.delete(key));
      return { version, list: made };
    });
  }

  /** Returns the viewer's own records that other viewers of this kind see without their person or not at all. */
  function privateExtras(tx: ReadTransaction, kind: ListedKind, viewer: Viewer, { named }: ListedIds): KeyedId[] {
    if (viewer.userId === undefined) return [];
    return ownRows[kind]
      .all(tx, viewer.userId)
      .filter((row) => sightOfRow(tx, kind, viewer, row) === 'full' && named[lowerBound(named, row[0])] !== row[0])
      .map(keyed);
  }

  return {
    async withVisible(kind, viewer, question) {
      for (;;) {
        const { version, list } = sharedList(kind, viewer);
        const shared = await list;
        const answer = store.read((tx) => {
          if (shared === undefined || tx.version() !== version) return undefined;
          return { value: question(tx, visibleIds(shared, privateExtras(tx, kind, viewer, shared))) };
        });
        if (answer !== undefined) return answer.value;
      }
    },
  };
}

/** Returns a viewer of the same kind without own records, whose listing all viewers of the kind share. */
function audienceOf(viewer: Viewer): Viewer {
  const readsNothingMore = viewer.kind === 'partner' && !viewer.hasAdminRole && !viewer.hasServiceRole;
  return { ...viewer, kind: readsNothingMore ? 'public' : viewer.kind, userId: undefined };
}
