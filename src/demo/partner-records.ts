/** Records as a partner sends them (rdp-protocol 1.2, 1.3), of people who do not exist. */

/** Returns a public researcher with this id; `changes` replace or add fields. */
export function userRecord(id: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id,
    email: `researcher-${id}@partner.example.org`,
    name: 'Robin',
    lastName: `Example ${String(id).padStart(5, '0')}`,
    description: null,
    organization: null,
    department: null,
    phone: null,
    website: null,
    publications: [],
    researcherPosition: null,
    researcherCategories: ['IN_VIVO'],
    origin: 'Partner',
    originUrl: 'https://partner.example.org',
    userTerms: [],
    userGenes: {},
    userOrgans: {},
    userOntologyTerms: [],
    privacyLevel: 2,
    ...changes,
  };
}

/** Returns human BRCA1 as registered by the researcher with this id. */
export function geneRecord(userId: number, changes: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    geneId: 672,
    taxon: { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' },
    symbol: 'BRCA1',
    name: 'BRCA1 DNA repair associated',
    aliases: 'IRIS|PSCP',
    tier: 'TIER1',
    remoteUser: userRecord(userId),
    privacyLevel: 2,
    ...changes,
  };
}

/** Returns the same without the person, with new anonymous ids at every call, as RDP does. */
export function anonymousGeneRecord(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const { id: _, ...person } = userRecord(0, { email: null, name: 'RDP User', lastName: null });
  const remoteUser = { ...person, anonymousId: crypto.randomUUID() };
  return { ...geneRecord(0), anonymousId: crypto.randomUUID(), remoteUser, ...changes };
}
