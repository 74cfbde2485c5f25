/** In which organisms a partner's statistics count researchers. */

import type { PartnerStats } from './partner-record-schemas.ts';

/** The organisms in which statistics count researchers. */
export type CountedOrganisms = {
  /** Undefined where they are not counted by their numbers. */
  taxonIds: readonly number[] | undefined;
  /** As registries before 1.5 count them; undefined where they do not. */
  commonNames: readonly string[] | undefined;
  /** Of more than {@link MOST_ORGANISMS} the number of those that are not among them. */
  omitted: number;
};

/** For each of them a partner may be asked by itself; RDP is installed with 11. */
const MOST_ORGANISMS = 48;

/** What a partner's statistics say of its organisms; undefined for a value that has not the form of statistics. */
export function countedOrganisms(value: unknown, isStats: (value: unknown) => boolean): CountedOrganisms | undefined {
  if (!isStats(value)) return undefined;
  const { researchersByTaxonId: byId, researchersByCommonName: byName } = value as PartnerStats & {
    researchersByCommonName?: unknown;
  };
  const byTaxon = typeof byName === 'object' && byName !== null ? byName : undefined;
  const counted = Object.keys(byId ?? byTaxon ?? {});
  const first = counted.slice(0, MOST_ORGANISMS);
  return {
    taxonIds: byId ? first.map(Number) : undefined,
    commonNames: byId || byTaxon === undefined ? undefined : first,
    omitted: counted.length - first.length,
  };
}
