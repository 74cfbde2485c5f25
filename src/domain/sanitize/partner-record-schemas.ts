/**
 * JSON Schemas for records of partners, lenient enough for RDP 1.3 to 1.5 (rdp-protocol 1.2 to 1.11, 7.9, 11.2): what follows
 * from the declarations of the API, and what such records have besides. `shortened.ts` cuts texts and lists that are longer
 * than accepted.
 */

import { membersOfPartner, type OfPartner, ofPartner, sure } from '../../api/any-version.ts';
import { PROFILE, ProfileGene, type UserGene } from '../../api/people.ts';
import { type Members, type Properties, type Static, text, uuid } from '../../api/schema.ts';
import { Stats } from '../../api/stats.ts';
import { NAME, type OntologyRecord, RemoteOntologyTermInfo, Taxon, type TaxonRecord } from '../../api/terms.ts';
import { TIERS } from '../../api/words.ts';

/** Genes of TIER3 are never shown to others, whatever a partner sends (quirk 29). */
const SHOWN_TIERS = TIERS.filter((tier) => tier !== 'TIER3');
const ANYTHING = {};
const UUID = ofPartner(uuid());
const IS_ANONYMISED = record({ anonymousId: { type: 'string' } }, ['anonymousId']);

/** A gene in the profile of its owner may have an anonymous id of its own. */
const GENE = { ...membersOfPartner(ProfileGene.properties), anonymousId: UUID };
const USER_GENES = {
  ...ofPartner(PROFILE.userGenes),
  additionalProperties: { ...record(GENE, []), type: ['object', 'null'] },
};

const USER = {
  ...record({
    ...membersOfPartner(PROFILE),
    id: ofPartner(ProfileGene.properties.geneId),
    anonymousId: UUID,
    userGenes: USER_GENES,
    // These are checked separately: a bad website or identifier is left out, and `hideGenelist` is from versions before 1.5.
    website: ANYTHING,
    hideGenelist: ANYTHING,
    orcid: ANYTHING,
    ror: ANYTHING,
  }),
  anyOf: [record({ id: { type: 'integer', minimum: 0 } }, ['id']), IS_ANONYMISED],
  allowed: 'a researcher with an id from 0, or one with an anonymousId',
  // An anonymised user has no last name and no e-mail address; a record with both would reveal the person.
  if: IS_ANONYMISED,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: record({ email: { type: 'null' }, lastName: { type: 'null' } }),
};

/** The schema of each kind of record; other members may have any value. */
export const PARTNER_RECORD_SCHEMAS = {
  user: USER,
  gene: {
    ...record(
      {
        ...GENE,
        symbol: sure(text(undefined, NAME)),
        taxon: record({ ...membersOfPartner(Taxon.properties), id: sure(Taxon.properties.id) }, ['id']),
        tier: { enum: SHOWN_TIERS },
        remoteUser: USER,
      },
      ['symbol', 'taxon', 'tier', 'remoteUser'],
    ),
    if: IS_ANONYMISED,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: record({ remoteUser: IS_ANONYMISED }),
  },
  term: record(membersOfPartner(RemoteOntologyTermInfo.properties), ['ontology', 'termId']),
  stats: record({ ...membersOfPartner(Stats.properties), users: sure(Stats.properties.users) }, ['users']),
};

function record(properties: Properties, required: readonly string[] = []) {
  return { type: 'object', required, properties };
}

type WithSure<Value, Name extends keyof Value> = Value & { readonly [Key in Name]-?: NonNullable<Value[Key]> };
type Ontology = WithSure<OfPartner<OntologyRecord>, 'name'>;
type Gene = OfPartner<Static<typeof ProfileGene>> & { readonly anonymousId?: string | null };
type Unchecked = 'website' | 'orcid' | 'ror';

/** Records after the check, from any version of RDP; members that RDP 1.5 does not have are not in the types. */
export type PartnerUser = Omit<OfPartner<Members<typeof PROFILE>>, Unchecked | 'userGenes' | 'userOntologyTerms'> & {
  readonly [Name in Unchecked | 'hideGenelist']?: unknown;
} & {
  readonly id?: number | null;
  readonly anonymousId?: string | null;
  readonly userGenes?: { readonly [geneId: string]: Gene | null } | null;
  readonly userOntologyTerms?:
    | readonly ({ readonly ontology: Ontology; readonly termId: string; readonly name?: string | null } | null)[]
    | null;
};
export type PartnerGene = Omit<OfPartner<Static<typeof UserGene>>, 'symbol' | 'taxon' | 'tier' | 'remoteUser'> & {
  readonly symbol: string;
  readonly taxon: WithSure<OfPartner<TaxonRecord>, 'id'>;
  readonly tier: 'TIER1' | 'TIER2';
  readonly remoteUser: PartnerUser;
};
export type PartnerTerm = Omit<OfPartner<Static<typeof RemoteOntologyTermInfo>>, 'ontology' | 'termId'> & {
  readonly ontology: Ontology;
  readonly termId: string;
};
export type PartnerStats = WithSure<OfPartner<Static<typeof Stats>>, 'users'>;
