/** Which records a listing has for a viewer, in order of id: any page is found without counting from the start. */

/** The ids a listing has, in ascending order. */
export type VisibleIds = {
  readonly total: number;
  /** The ids at these places, from the first or, descending, from the last. */
  slice(from: number, to: number, descending: boolean): number[];
};

/**
 * Joins the ids that everybody of the viewer's kind sees with the few of their own that only they see; both ascending,
 * none in both.
 */
export function visibleIds(shared: Float64Array, own: readonly number[]): VisibleIds {
  const total = shared.length + own.length;
  const ownPlaces = own.map((id, index) => lowerBound(shared, id) + index);

  function at(place: number): number {
    const ownBefore = ownPlaces.filter((ownPlace) => ownPlace < place).length;
    if (ownPlaces[ownBefore] === place) return own[ownBefore] as number;
    return shared[place - ownBefore] as number;
  }

  return {
    total,
    slice(from, to, descending) {
      const end = Math.min(to, total);
      const places = Array.from({ length: Math.max(0, end - from) }, (_, index) => from + index);
      return places.map((place) => at(descending ? total - 1 - place : place));
    },
  };
}

/** The first place whose value is not below `value`; the length when there is none. */
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
