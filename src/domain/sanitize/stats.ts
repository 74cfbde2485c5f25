/** Reads in which organisms a partner's statistics count researchers. */

import type { PartnerStats } from './partner-record-schemas.ts';

/** The organisms in which statistics count researchers. */
export type CountedOrganisms = {
  /** Undefined where the statistics do not use NCBI numbers. */
  taxonIds: readonly number[] | undefined;
  /** The names by which registries before 1.5 count; undefined for later ones. */
  commonNames: readonly string[] | undefined;
  /** How many organisms beyond the first {@link MOST_ORGANISMS} are left out. */
  omitted: number;
};

/** The largest number of organisms for each of which a partner may be queried; RDP is installed with ten. */
const MOST_ORGANISMS = 48;

/** Returns the organisms in a partner's statistics; undefined for a value that is no statistics. */
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
