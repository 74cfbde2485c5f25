/** When a reading of a followed database that lacks people is no news of them, but a database that is being loaded anew. */

/** Many at once, who may be back in a moment: more than this share, ... */
const MANY = 0.1;
/** ... and so many at least. */
const LEAST_MANY = 20;

/** A reading that lacks more than this share of the people from before has lost most of them. */
const MOST = 0.5;
/** So few may have left a small registry together. */
const LEAST_MISSING = 5;

/** So long are people shown whom the followed database lacks together with most others. */
export const MISSING_SHOWN_MS = 60_000;

/**
 * Whether the database may be being loaded anew: so many are missing at once that they are looked for again before they
 * count as gone. A few who take back all their genes are no such thing, also where nobody else has any.
 *
 * @param what whether people themselves are missing, or what they have in another table
 */
export function mayBeLoadedAnew(before: number, missing: number, what: 'people' | 'rows' = 'people'): boolean {
  if (what === 'rows' && missing < LEAST_MISSING) return false;
  return hasLostMostPeople(before, missing) || (missing >= LEAST_MANY && missing > before * MANY);
}

/**
 * Whether a reading has lost most people: it is held back then, and looked at again. A reading with nobody has, however
 * few there were.
 *
 * @param before how many there were
 * @param missing how many of them the reading lacks
 */
export function hasLostMostPeople(before: number, missing: number): boolean {
  if (missing === 0) return false;
  return missing === before || (missing >= LEAST_MISSING && missing > before * MOST);
}
