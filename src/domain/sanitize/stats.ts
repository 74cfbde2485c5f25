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
