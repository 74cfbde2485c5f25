/** The record of a partner's researcher, made anew of the members that are known, and signed by us. */

import { parseOrcid, parseRor } from '../record/identifiers.ts';
import type { Signature } from '../record/model.ts';
import { isWebAddress } from '../record/website.ts';
import { type PartnerOntology, trustedOntology } from './term.ts';
import { type PartnerTaxon, type PartnerUserGene, trustedTaxon, trustedUserGenes } from './user-genes.ts';

type Text = string | null;
type Count = number | null;
type ListOf<Entry> = readonly (Entry | null)[] | null;
type MapOf<Entry> = Readonly<Record<string, Entry | null>> | null;

type PartnerPublication = { pmid?: number | null; title?: Text };
type PartnerOrgan = { uberonId?: Text; name?: Text; description?: Text };
type PartnerOntologyTerm = { ontology: PartnerOntology; termId: string; name?: Text };
type PartnerGoTerm = {
  goId?: Text;
  name?: Text;
  definition?: Text;
  aspect?: Text;
  taxon?: PartnerTaxon | null;
  frequency?: Count;
  size?: Count;
};

/** A user as checked; members that RDP 1.5 does not have are not named (rdp-protocol 1.2, 11.2). */
export type PartnerUser = {
  id?: number | null;
  anonymousId?: Text;
  email?: Text;
  name?: Text;
  lastName?: Text;
  description?: Text;
  organization?: Text;
  department?: Text;
  phone?: Text;
  website?: unknown;
  publications?: ListOf<PartnerPublication>;
  researcherPosition?: Text;
  researcherCategories?: ListOf<string>;
  userTerms?: ListOf<PartnerGoTerm>;
  userGenes?: MapOf<PartnerUserGene>;
  userOrgans?: MapOf<PartnerOrgan>;
  userOntologyTerms?: ListOf<PartnerOntologyTerm>;
  privacyLevel?: 0 | 1 | 2 | null;
  /** Sent by 1.3 and 1.4, which do not act on it (rdp-protocol 11.1). */
  hideGenelist?: unknown;
  /** Of registries of this software, where they are asked for them. */
  orcid?: unknown;
  ror?: unknown;
};

/** Whose signature records carry, and for whom they are. */
export type Audience = { signature: Signature; isPublicAnswer: boolean };

/**
 * The members of rdp-protocol 1.2 that the partner sent, and no others: 1.4 also sends an e-mail that nobody has
 * verified (rdp-protocol 11.2). What it left out stays out; of lists and maps, null entries do. An anonymised user
 * keeps no `id`.
 */
export function trustedUser(user: PartnerUser, isAnonymised: boolean, { signature, isPublicAnswer }: Audience) {
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
    website: trustedWebsite(user.website),
    publications: withoutNulls(user.publications)?.map(({ pmid, title }) => ({ pmid, title })),
    researcherPosition: user.researcherPosition,
    researcherCategories: withoutNulls(user.researcherCategories),
    origin: signature.origin,
    originUrl: signature.originUrl,
    userTerms: withoutNulls(user.userTerms)?.map(trustedGoTerm),
    userGenes: trustedUserGenes(user.hideGenelist === true && isPublicAnswer ? {} : user.userGenes, isPublicAnswer),
    userOrgans: trustedOrgans(user.userOrgans),
    userOntologyTerms: withoutNulls(user.userOntologyTerms)?.map(({ ontology, termId, name }) => ({
      ontology: trustedOntology(ontology, signature),
      termId,
      name,
    })),
    privacyLevel: user.privacyLevel,
    orcid: isAnonymised ? undefined : identifier(user.orcid, parseOrcid),
    ror: isAnonymised ? undefined : identifier(user.ror, parseRor),
  };
}

/** Undefined where its check digits are wrong: it is left out, as it is harmless. */
function identifier(given: unknown, parse: (text: string) => string | undefined): string | undefined {
  return typeof given === 'string' ? parse(given) : undefined;
}

function trustedGoTerm({ goId, name, definition, aspect, taxon, frequency, size }: PartnerGoTerm) {
  return { goId, name, definition, aspect, taxon: taxon && trustedTaxon(taxon), frequency, size };
}

function trustedOrgans(organs: PartnerUser['userOrgans']) {
  if (!organs) return undefined;
  const kept: Record<string, { [Member in keyof PartnerOrgan]: PartnerOrgan[Member] | undefined }> = {};
  for (const [key, organ] of Object.entries(organs)) {
    if (organ === null) continue;
    const { uberonId, name, description } = organ;
    kept[key] = { uberonId, name, description };
  }
  return kept;
}

/** An address of the web, as it was sent; null for all else, which a page might offer to click. */
function trustedWebsite(website: unknown): string | null | undefined {
  if (website === undefined) return undefined;
  return typeof website === 'string' && isWebAddress(website) ? website : null;
}

function withoutNulls<Entry>(list: ListOf<Entry> | undefined): readonly Entry[] | undefined {
  if (!list) return undefined;
  // Hardly any list has one, and a copy is paid for by every record.
  return list.includes(null) ? list.filter((entry) => entry !== null) : (list as readonly Entry[]);
}
