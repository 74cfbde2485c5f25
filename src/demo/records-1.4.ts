/** Converts records of this registry to those of RDP 1.4 (rdp-protocol 11.2). */

export type Json = Readonly<Record<string, unknown>>;

/** Converts a researcher. Fields that this registry does not have, such as whether the address is verified, get usual values. */
export function user14({ userOntologyTerms: _, ...user }: Json): Json {
  const { id = 0, anonymousId = null, email, privacyLevel } = user;
  const genes = Object.entries((user.userGenes ?? {}) as Record<string, Json>);
  const publications = (user.publications ?? []) as readonly Json[];
  return {
    ...user,
    id,
    anonymousId,
    contactEmail: email ?? null,
    contactEmailVerified: email !== null,
    shared: privacyLevel !== 0,
    hideGenelist: false,
    fullName: fullName14(user),
    publications: publications.map((publication, at) => ({ id: at + 1, ...publication })),
    userGenes: Object.fromEntries(genes.map(([geneId, gene]) => [geneId, gene14(gene)])),
  };
}

export function gene14({ privacyLevel: _, ...gene }: Json): Json {
  const { anonymousId = null, remoteUser } = gene;
  return {
    ...gene,
    anonymousId,
    modificationDate: null,
    remoteUser: remoteUser === undefined ? null : user14(remoteUser as Json),
  };
}

function fullName14({ name, lastName }: Json): string {
  if (!lastName) return String(name ?? '');
  return name ? `${lastName}, ${name}` : '';
}

/** Converts the envelope of a page: without `pageable` and `empty`, and with `sort` only if it is sorted. */
export function page14({ pageable: _, empty: __, ...page }: Json, record14: (record: Json) => Json): Json {
  const isSorted = (page.sort as Json | undefined)?.sorted === true;
  return { ...page, content: (page.content as readonly Json[]).map(record14), sort: isSorted ? page.sort : null };
}

/** Converts statistics to their names in 1.4; `commonNames` are by taxon id. */
export function stats14(stats: Json, commonNames: ReadonlyMap<string, string>): Json {
  const {
    version: _,
    uniqueUserGenesInAllTiers,
    uniqueHumanUserGenesInAllTiers,
    researchersByTaxonId,
    ...same
  } = stats;
  const researchers = Object.entries(researchersByTaxonId as Json);
  return {
    ...same,
    uniqueUserGenesTAll: uniqueUserGenesInAllTiers,
    uniqueUserGenesHumanTAll: uniqueHumanUserGenesInAllTiers,
    researchersByTaxa: Object.fromEntries(researchers.map(([id, count]) => [commonNames.get(id) ?? id, count])),
  };
}
