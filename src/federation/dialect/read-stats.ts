/** The statistics of a partner of any version, under the names they have since 1.5 (rdp-protocol 2.13, 11.2). */

const FORMER_NAMES: ReadonlyMap<string, string> = new Map([
  ['uniqueUserGenesTAll', 'uniqueUserGenesInAllTiers'],
  ['uniqueUserGenesHumanTAll', 'uniqueHumanUserGenesInAllTiers'],
  ['researchers_registered', 'users'],
  ['researchers_registered_with_genes', 'usersWithGenes'],
  ['genes_added', 'userGenes'],
  ['genes_added_unique', 'uniqueUserGenes'],
  ['genes_added_unique_alltiers', 'uniqueUserGenesInAllTiers'],
  ['human_genes_represented', 'uniqueHumanUserGenesInAllTiers'],
  // Not for readers: a common name such as `mouse` does not name the taxon for sure.
  ['researchersByTaxa', 'researchersByCommonName'],
  ['researcher_counts_by_taxon', 'researchersByCommonName'],
]);

const OMITTED: ReadonlySet<string> = new Set(['success', 'message']);

/** The statistics as a 1.5 registry would send them. What an older one does not count is absent. */
export function toStats(answer: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const members = Object.entries(answer).filter(([name]) => !OMITTED.has(name));
  return Object.fromEntries(members.map(([name, value]) => [FORMER_NAMES.get(name) ?? name, value]));
}
