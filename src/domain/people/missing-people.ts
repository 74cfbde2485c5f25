/** Decides when missing people in a followed database are no real change, because the database is being loaded again. */

/** More than this share of the people counts as many missing at once. */
const MANY = 0.1;
/** At least so many people count as many missing at once. */
const LEAST_MANY = 20;

/** If more than this share of the previous people is missing, most of them are lost. */
const MOST = 0.5;
/** Fewer missing people than this may really have left a small registry together. */
const LEAST_MISSING = 5;

/** For how many milliseconds people are still shown after most people were lost. */
export const MISSING_SHOWN_MS = 60_000;

/**
 * Whether the database may be being loaded again: so many are missing at once that they count as gone only after another
 * look. A few people who remove all their genes do not count, even if nobody else has any.
 *
 * @param what whether people are missing, or their rows in another table
 */
export function mayBeReloading(before: number, missing: number, what: 'people' | 'rows' = 'people'): boolean {
  if (what === 'rows' && missing < LEAST_MISSING) return false;
  return hasLostMostPeople(before, missing) || (missing >= LEAST_MANY && missing > before * MANY);
}

/**
 * Whether most people are lost in a reading, so that it is held back until another look. A reading without any people
 * always counts, however few there were.
 *
 * @param before how many people there were
 * @param missing how many of them the reading lacks
 */
export function hasLostMostPeople(before: number, missing: number): boolean {
  if (missing === 0) return false;
  return missing === before || (missing >= LEAST_MISSING && missing > before * MOST);
}
