/**
 * The records that a listing has for a viewer, in order: those that show their person by id, then the others, in an order that
 * reveals nothing. Any page is found without counting from the start.
 */

/** The records that a listing has for all viewers of one kind. */
export type ListedIds = { named: Float64Array; withheld: WithheldIds };

/** Ids of records without their person, sorted by keys that reveal nothing, and by id for equal keys. */
export type WithheldIds = { keys: Float64Array; ids: Float64Array };

export type KeyedId = { id: number; key: number };

/** The ids in a listing: named ones first, in every sort order. */
export type VisibleIds = {
  readonly total: number;
  /** Returns the ids at these places. Descending, the named ones are reversed; the others keep their order. */
  slice(from: number, to: number, descending: boolean): number[];
};

/**
 * Joins the records that all viewers of a kind see with the few that name their person only to this viewer.
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
