/** Researchers and the genes they registered, as records of this registry (rdp-protocol 1.2, 1.3, 5.1). */

import {
  int,
  list,
  type Members,
  map,
  optional,
  orNull,
  record,
  type Schema,
  schema,
  text,
  uuid,
  word,
} from './schema.ts';
import {
  LONG_TEXT,
  Publication,
  SIGNATURE,
  Taxon,
  UserOntologyTerm,
  UserOrgan,
  UserTerm,
  WHOLE_TEXT,
} from './terms.ts';
import { PRIVACY_LEVELS, type PrivacyLevel, RESEARCHER_CATEGORIES, RESEARCHER_POSITIONS, TIERS } from './words.ts';

const privacyLevel: Schema<PrivacyLevel> = schema({
  type: 'integer',
  format: 'int32',
  description: '0: administrators only, 1: registered users, 2: everybody.',
  enum: PRIVACY_LEVELS,
});

/** What a gene is, whoever registered it. */
export const GENE_FACTS = {
  geneId: int('NCBI gene ID.'),
  taxon: Taxon,
  symbol: text('Symbol of the gene.'),
  name: orNull(text('Full name of the gene.', LONG_TEXT)),
  aliases: orNull(text('Other symbols, separated by `|`; `-` for none.', { ofPartner: { maxCodeUnits: 4_000 } })),
};

export type GeneFacts = Members<typeof GENE_FACTS>;

const REGISTERED_GENE = {
  ...GENE_FACTS,
  tier: word(TIERS, 'How close the gene is to the research: TIER1 closest.'),
};

export const ProfileGene = record('ProfileGene', 'A registered gene in the profile of its owner.', {
  ...REGISTERED_GENE,
  privacyLevel,
});

/** The members that full and anonymised researchers share. */
export const PROFILE = {
  email: orNull(text('Where to write to. Null in anonymized records.', WHOLE_TEXT)),
  name: orNull(text('First name. A placeholder in anonymized records.')),
  lastName: orNull(text('Last name.')),
  description: orNull(text('Research interests.', LONG_TEXT)),
  organization: orNull(text('Where the researcher works.')),
  department: orNull(text('Department there.')),
  phone: orNull(text('Telephone number.')),
  website: orNull(text('Web site of the researcher or laboratory.')),
  publications: list(Publication, 'In no particular order.', { ofPartner: { maxItems: 2_000 } }),
  researcherPosition: orNull(word(RESEARCHER_POSITIONS, 'Position.')),
  researcherCategories: list(word(RESEARCHER_CATEGORIES), 'Kinds of research. Anonymized records have them too.', {
    isShownAnonymously: true,
    ofPartner: { maxItems: 50 },
  }),
  ...SIGNATURE,
  userTerms: list(UserTerm, 'GO terms.', { ofPartner: { maxItems: 2_000 } }),
  userGenes: map(ProfileGene, 'By NCBI gene ID; without `remoteUser`. Empty when hidden or anonymized.', {
    ofPartner: { maxProperties: 10_000, propertyNames: { type: 'string', pattern: '^[0-9]{1,10}$' } },
  }),
  userOrgans: map(UserOrgan, 'By Uberon ID. Anonymized records have them too.', {
    isShownAnonymously: true,
    // Any name that a partner gives its organs, except one that would set the prototype of a map in other programs.
    ofPartner: {
      maxProperties: 500,
      propertyNames: { type: 'string', maxCodeUnits: 255, not: { const: '__proto__' } },
    },
  }),
  userOntologyTerms: list(UserOntologyTerm, 'Terms the researcher chose.', { ofPartner: { maxItems: 2_000 } }),
  privacyLevel,
  orcid: optional(
    text('The ORCID iD of the person. Only if the caller wants identifiers, and never in anonymized records.'),
  ),
  ror: optional(text('ROR id of the organization, as `orcid`.')),
};

export const USER_ID = { id: int('Real identifier.') };
export const ANONYMOUS_ID = { anonymousId: uuid('Stands in for the real ID for about an hour.') };

const OF_USER = { sure: ['id', 'anonymousId', 'origin', 'originUrl'] };

export const User = record(
  'User',
  'A researcher in full. `anonymousId` is absent.',
  { ...USER_ID, ...PROFILE },
  OF_USER,
);

export const AnonymousUser = record(
  'AnonymousUser',
  'A researcher without the person. `id` is absent.',
  { ...ANONYMOUS_ID, ...PROFILE },
  OF_USER,
);

/** A single object type, as generators of clients fail on lists whose items are alternatives. */
export const AnyUser = record(
  'AnyUser',
  'A researcher: in full, with `id`, or without the person, with `anonymousId`; never both.',
  { id: optional(USER_ID.id), anonymousId: optional(ANONYMOUS_ID.anonymousId), ...PROFILE },
);

export const UserGene = record(
  'UserGene',
  'A gene that a researcher registered. It has no identifier of its own.',
  {
    anonymousId: optional(uuid('Only on anonymized records.')),
    ...REGISTERED_GENE,
    remoteUser: AnyUser,
    privacyLevel,
  },
  { sure: ['taxon', 'symbol', 'tier', 'remoteUser'] },
);
