/**
 * Records of partners, made anew of the members of RDP 1.5 that the partner sent and of no others, and signed by us. Each
 * member is named, as V8 is slower with objects that a loop or `...` puts together (decision 24); where one of the schema is
 * missing, it does not compile.
 */

import type { RecordStamp } from '../federation/record-links.ts';
import { parseOrcid, parseRor } from '../record/identifiers.ts';
import { PUBLIC, type Signature } from '../record/model.ts';
import { isWebAddress } from '../record/website.ts';
import type { PartnerGene, PartnerStats, PartnerTerm, PartnerUser } from './partner-record-schemas.ts';

type UserGenes = NonNullable<PartnerUser['userGenes']>;
type UserGene = NonNullable<UserGenes[string]>;
type GoTerm = NonNullable<NonNullable<PartnerUser['userTerms']>[number]>;

/** Whose signature records carry, and for whom they are. */
type Audience = { signature: Signature; isPublicAnswer: boolean };

/** Behind the stamp the members of rdp-protocol 1.3. */
export function geneAnew(
  { originKey, links }: RecordStamp,
  gene: PartnerGene,
  isAnonymised: boolean,
  audience: Audience,
) {
  const { anonymousId, geneId, taxon, symbol, name, aliases, tier, privacyLevel } = geneFactsAnew(gene);
  const remoteUser = userAnew(gene.remoteUser, isAnonymised, audience);
  return { originKey, links, anonymousId, geneId, taxon, symbol, name, aliases, tier, privacyLevel, remoteUser };
}

/**
 * The members of rdp-protocol 1.2: 1.4 also sends an e-mail that nobody has verified (rdp-protocol 11.2). What the partner
 * left out stays out; of lists and maps, null entries do. An anonymised user keeps no `id`.
 */
export function userAnew(user: PartnerUser, isAnonymised: boolean, { signature, isPublicAnswer }: Audience) {
  return {
    id: isAnonymised ? undefined : (user.id ?? undefined),
    anonymousId: user.anonymousId ?? undefined,
    email: user.email,
    name: user.name,
    lastName: user.lastName,
    description: user.description,
    organization: user.organization,
    department: user.department,
    phone: user.phone,
    website: websiteAnew(user.website),
    publications: withoutNulls(user.publications)?.map(({ pmid, title }) => ({ pmid, title })),
    researcherPosition: user.researcherPosition,
    researcherCategories: withoutNulls(user.researcherCategories),
    origin: signature.origin,
    originUrl: signature.originUrl,
    userTerms: withoutNulls(user.userTerms)?.map(goTermAnew),
    userGenes: genesAnew(user, isPublicAnswer),
    userOrgans: organsAnew(user.userOrgans),
    userOntologyTerms: withoutNulls(user.userOntologyTerms)?.map(({ ontology, termId, name }) => ({
      ontology: ontologyAnew(ontology, signature),
      termId,
      name,
    })),
    privacyLevel: user.privacyLevel,
    orcid: isAnonymised ? undefined : identifier(user.orcid, parseOrcid),
    ror: isAnonymised ? undefined : identifier(user.ror, parseRor),
  } satisfies Record<Exclude<keyof PartnerUser, 'hideGenelist'> | keyof Signature, unknown>;
}

/** The members of rdp-protocol 1.10. */
export function termAnew(term: PartnerTerm, signature: Signature) {
  return {
    ontology: ontologyAnew(term.ontology, signature),
    termId: term.termId,
    name: term.name,
    definition: term.definition,
    altTermIds: withoutNulls(term.altTermIds),
    synonyms: withoutNulls(term.synonyms),
    subTerms: withoutNulls(term.subTerms),
    origin: signature.origin,
    originUrl: signature.originUrl,
  } satisfies Record<keyof PartnerTerm | keyof Signature, unknown>;
}

/** The members of rdp-protocol 1.11; the names of older versions have been turned into these before. */
export function statsAnew(stats: PartnerStats) {
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
  } satisfies Record<keyof PartnerStats, unknown>;
}

/**
 * Genes of tier 1 and 2. For a public answer without those of a level below PUBLIC, which RDP 1.5 shows everybody
 * (quirk 5); 1.3 and 1.4 know no levels of genes, so a gene without one stays. They do not act on `hideGenelist`, which
 * they send (rdp-protocol 11.1).
 */
function genesAnew({ userGenes, hideGenelist }: PartnerUser, isPublicAnswer: boolean) {
  const genes = hideGenelist === true && isPublicAnswer ? {} : userGenes;
  if (!genes) return undefined;
  const made: Record<string, ReturnType<typeof geneFactsAnew>> = {};
  for (const [key, gene] of Object.entries(genes)) {
    if (gene !== null && mayBeSeen(gene, isPublicAnswer)) made[key] = geneFactsAnew(gene);
  }
  return made;
}

function mayBeSeen({ tier, privacyLevel }: UserGene, isPublicAnswer: boolean): boolean {
  // Also what is of no known tier: nobody has said that it is not TIER3.
  if (tier !== 'TIER1' && tier !== 'TIER2') return false;
  return !isPublicAnswer || privacyLevel === undefined || privacyLevel === PUBLIC;
}

/** The members of rdp-protocol 1.3 but `remoteUser`; dates and what else older versions send are left out. */
function geneFactsAnew(gene: UserGene) {
  return {
    anonymousId: gene.anonymousId ?? undefined,
    geneId: gene.geneId,
    taxon: gene.taxon && taxonAnew(gene.taxon),
    symbol: gene.symbol,
    name: gene.name,
    aliases: gene.aliases,
    tier: gene.tier,
    privacyLevel: gene.privacyLevel,
  } satisfies Record<keyof UserGene, unknown>;
}

function taxonAnew({ id, scientificName, commonName }: NonNullable<UserGene['taxon']>) {
  return { id, scientificName, commonName };
}

function goTermAnew({ goId, name, definition, aspect, taxon, frequency, size }: GoTerm) {
  return { goId, name, definition, aspect, taxon: taxon && taxonAnew(taxon), frequency, size };
}

function organsAnew(organs: PartnerUser['userOrgans']) {
  if (!organs) return undefined;
  const made: Record<string, object> = {};
  for (const [key, organ] of Object.entries(organs)) {
    if (organ === null) continue;
    const { uberonId, name, description } = organ;
    made[key] = { uberonId, name, description };
  }
  return made;
}

/** The members of rdp-protocol 1.9. */
function ontologyAnew(ontology: PartnerTerm['ontology'], { origin, originUrl }: Signature) {
  const { name, definition, numberOfTerms, numberOfObsoleteTerms } = ontology;
  return { name, definition, numberOfTerms, numberOfObsoleteTerms, origin, originUrl };
}

/** Undefined where its check digits are wrong: it is left out, as it is harmless. */
function identifier(given: unknown, parse: (text: string) => string | undefined): string | undefined {
  return typeof given === 'string' ? parse(given) : undefined;
}

/** An address of the web, as it was sent; null for all else, which a page might offer to click. */
function websiteAnew(website: unknown): string | null | undefined {
  if (website === undefined) return undefined;
  return typeof website === 'string' && isWebAddress(website) ? website : null;
}

function withoutNulls<Entry>(list: readonly Entry[] | null | undefined): readonly NonNullable<Entry>[] | undefined {
  if (!list) return undefined;
  // Hardly any list has one, and a copy is paid for by every record.
  const entries = list.includes(null as Entry) ? list.filter((entry) => entry !== null) : list;
  return entries as readonly NonNullable<Entry>[];
}
