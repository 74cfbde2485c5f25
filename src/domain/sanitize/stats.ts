/** The statistics of a partner, made anew of the members that are known. */

type Count = number | null;

/** Statistics as checked; the names of older versions have been turned into these before (rdp-protocol 1.11, 11.2). */
export type PartnerStats = {
  version?: string | null;
  users: number;
  publicUsers?: Count;
  usersWithGenes?: Count;
  userGenes?: Count;
  uniqueUserGenes?: Count;
  uniqueUserGenesInAllTiers?: Count;
  uniqueHumanUserGenesInAllTiers?: Count;
  researchersByTaxonId?: Readonly<Record<string, Count>> | null;
};

/** The members of rdp-protocol 1.11 that the partner sent, and no others. */
export function trustedStats(stats: PartnerStats) {
  return {
    version: stats.version,
    users: stats.users,
    publicUsers: stats.publicUsers,
    usersWithGenes: stats.usersWithGenes,
    userGenes: stats.userGenes,
    uniqueUserGenes: stats.uniqueUserGenes,
    uniqueUserGenesInAllTiers: stats.uniqueUserGenesInAllTiers,
    uniqueHumanUserGenesInAllTiers: stats.uniqueHumanUserGenesInAllTiers,
    researchersByTaxonId: stats.researchersByTaxonId ?? undefined,
  };
}

/** The organisms in which statistics count researchers. */
export type CountedOrganisms = {
  /** Undefined where they are not counted by their numbers. */
  taxonIds: readonly number[] | undefined;
  /** As registries before 1.5 count them; undefined where they do not. */
  commonNames: readonly string[] | undefined;
  /** Of more than {@link MOST_ORGANISMS} the number of those that are not among them. */
  leftOut: number;
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
    return { taxonIds: ids.slice(0, MOST_ORGANISMS).map(Number), commonNames: undefined, leftOut: beyond(ids) };
  }
  if (typeof byName !== 'object' || byName === null) {
    return { taxonIds: undefined, commonNames: undefined, leftOut: 0 };
  }
  const names = Object.keys(byName);
  return { taxonIds: undefined, commonNames: names.slice(0, MOST_ORGANISMS), leftOut: beyond(names) };
}

function beyond({ length }: readonly string[]): number {
  return Math.max(0, length - MOST_ORGANISMS);
}
