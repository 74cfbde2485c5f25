/**
 * Copies records of partners: only the members of RDP 1.5 that the partner sent, with our signature. The code names each
 * member, as V8 is slower with objects made by a loop or by `...` (decision 24); it does not compile if a member of the
 * schema is missing.
 */

import type { RecordStamp } from '../federation/record-links.ts';
import { parseOrcid, parseRor } from '../record/identifiers.ts';
import { PUBLIC, type Signature } from '../record/model.ts';
import { isWebAddress } from '../record/website.ts';
import type { PartnerGene, PartnerStats, PartnerTerm, PartnerUser } from './partner-record-schemas.ts';

type UserGenes = NonNullable<PartnerUser['userGenes']>;
type UserGene = NonNullable<UserGenes[string]>;
type GoTerm = NonNullable<NonNullable<PartnerUser['userTerms']>[number]>;

/** The signature for the records, and whether they are for the public. */
type Audience = { signature: Signature; isPublicAnswer: boolean };

/** Returns a gene with the members of rdp-protocol 1.3, after the stamp. */
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
 * Returns a user with the members of rdp-protocol 1.2; RDP 1.4 also sends an e-mail address that is not verified
 * (rdp-protocol 11.2). Members that the partner omits stay absent; null entries of lists and maps are removed. An anonymised
 * user has no `id`.
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

/** Returns a term with the members of rdp-protocol 1.10. */
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

/** Returns statistics with the members of rdp-protocol 1.11; names of older versions were replaced before. */
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
 * Returns the genes of tiers 1 and 2. A public answer has no genes with a level below PUBLIC, which RDP 1.5 shows to
 * everybody (quirk 5); 1.3 and 1.4 have no levels of genes, so a gene without a level stays. These versions send
 * `hideGenelist` but do not apply it (rdp-protocol 11.1), so public answers apply it here.
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
  // An unknown tier is excluded as well, as it may mean TIER3.
  if (tier !== 'TIER1' && tier !== 'TIER2') return false;
  return !isPublicAnswer || privacyLevel === undefined || privacyLevel === PUBLIC;
}

/** Returns the members of rdp-protocol 1.3 except `remoteUser`; dates and other members of older versions are left out. */
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

/** Returns an ontology with the members of rdp-protocol 1.9. */
function ontologyAnew(ontology: PartnerTerm['ontology'], { origin, originUrl }: Signature) {
  const { name, definition, numberOfTerms, numberOfObsoleteTerms } = ontology;
  return { name, definition, numberOfTerms, numberOfObsoleteTerms, origin, originUrl };
}

/** Returns an identifier; undefined if its check digits are wrong, as a record without it does no harm. */
function identifier(given: unknown, parse: (text: string) => string | undefined): string | undefined {
  return typeof given === 'string' ? parse(given) : undefined;
}

/** Returns a web address as it was sent; null for anything else, as a page might make a link of it. */
function websiteAnew(website: unknown): string | null | undefined {
  if (website === undefined) return undefined;
  return typeof website === 'string' && isWebAddress(website) ? website : null;
}

function withoutNulls<Entry>(list: readonly Entry[] | null | undefined): readonly NonNullable<Entry>[] | undefined {
  if (!list) return undefined;
  // Few lists contain null, and a copy would cost time for every record.
  const entries = list.includes(null as Entry) ? list.filter((entry) => entry !== null) : list;
  return entries as readonly NonNullable<Entry>[];
}
