/** The genes that a symbol may mean, as the page holds them for its scripts. */

import type { GeneFamilies } from '../../domain/people/facets.ts';

/** Returns the value of an attribute. */
export function writtenFamilies(families: GeneFamilies): string {
  return JSON.stringify([...families].map(([geneId, keys]) => [geneId, [...keys]]));
}

/** The inverse of {@link writtenFamilies}. */
export function readFamilies(written: string | undefined): GeneFamilies {
  if (!written) return new Map();
  const families: [string, string[]][] = JSON.parse(written);
  return new Map(families.map(([geneId, keys]) => [geneId, new Set(keys)]));
}
