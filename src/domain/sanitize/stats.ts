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
  if (byId) {
    const ids = Object.keys(byId);
    return { taxonIds: ids.slice(0, MOST_ORGANISMS).map(Number), commonNames: undefined, omitted: beyond(ids) };
  }
  if (typeof byName !== 'object' || byName === null) {
    return { taxonIds: undefined, commonNames: undefined, omitted: 0 };
  }
  const names = Object.keys(byName);
  return { taxonIds: undefined, commonNames: names.slice(0, MOST_ORGANISMS), omitted: beyond(names) };
}

function beyond({ length }: readonly string[]): number {
  return Math.max(0, length - MOST_ORGANISMS);
}
