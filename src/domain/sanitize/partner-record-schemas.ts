/**
 * JSON Schemas for records of partners, lenient enough for RDP 1.3 to 1.5, with the greatest length of every text and the
 * greatest size of every list. `shortened.ts` cuts longer ones. The types of the accepted values follow from the schemas,
 * so each member is named only here and where it is copied.
 */

import { LARGEST_INT } from '../record/model.ts';

/** A JSON Schema, with the type of the values that it accepts; the member `accepts` exists only in the type. */
type Form<Value> = object & { readonly accepts?: Value };
type Accepted<Schema> = Schema extends Form<infer Value> ? Value : never;

/** The length of a `varchar` of RDP (rdp-protocol 8). */
const SHORT = 255;
/** A `text` of RDP has 65,535 bytes, but people write at most a page or two about themselves. */
const LONG = 10_000;
const SYMBOLS = 4_000;

const TEXT = form<string | null>({ type: ['string', 'null'], maxCodeUnits: SHORT });
const LONG_TEXT = { ...TEXT, maxCodeUnits: LONG };
/** A text that is of no use when it is cut, such as an address. */
const WHOLE_TEXT = { ...TEXT, isWhole: true };
const NAME = form<string>({ ...WHOLE_TEXT, type: 'string', minLength: 1 });
const INT = form<number>({ type: 'integer', minimum: -LARGEST_INT - 1, maximum: LARGEST_INT });
const INT_OR_NULL = form<number | null>({ ...INT, type: ['integer', 'null'] });
const COUNT = form<number | null>({ type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const LEVEL = form<0 | 1 | 2 | null>({ enum: [0, 1, 2, null] });
const ANYTHING = form<unknown>({});
const UUID = form<string | null>({
  type: ['string', 'null'],
  pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$',
});

const NUMBER_KEY = { type: 'string', pattern: '^[0-9]{1,10}$' };
/** Any name that a partner gives its organs, except one that would set the prototype of a map in other programs. */
const TEXT_KEY = { ...TEXT, type: 'string', not: { const: '__proto__' } };

const TAXON = { id: INT_OR_NULL, scientificName: TEXT, commonName: TEXT };
const GENE_FACTS = {
  anonymousId: UUID,
  geneId: INT_OR_NULL,
  symbol: TEXT,
  name: LONG_TEXT,
  aliases: { ...TEXT, maxCodeUnits: SYMBOLS },
  privacyLevel: LEVEL,
};
const ONTOLOGY = record({ name: NAME, definition: LONG_TEXT, numberOfTerms: COUNT, numberOfObsoleteTerms: COUNT }, [
  'name',
]);

const IS_ANONYMISED = record({ anonymousId: form<string>({ type: 'string' }) }, ['anonymousId']);

const USER = {
  ...record({
    id: INT_OR_NULL,
    anonymousId: UUID,
    email: WHOLE_TEXT,
    name: TEXT,
    lastName: TEXT,
    description: LONG_TEXT,
    organization: TEXT,
    department: TEXT,
    phone: TEXT,
    // These are checked separately: a bad website or identifier is left out, and `hideGenelist` is from versions before 1.5.
    website: ANYTHING,
    hideGenelist: ANYTHING,
    orcid: ANYTHING,
    ror: ANYTHING,
    publications: list(2_000, recordOrNull({ pmid: INT_OR_NULL, title: { ...TEXT, maxCodeUnits: 1_000 } })),
    researcherPosition: WHOLE_TEXT,
    researcherCategories: list(50, WHOLE_TEXT),
    userTerms: list(
      2_000,
      recordOrNull({
        goId: WHOLE_TEXT,
        name: LONG_TEXT,
        definition: LONG_TEXT,
        aspect: WHOLE_TEXT,
        taxon: recordOrNull(TAXON),
        frequency: COUNT,
        size: COUNT,
      }),
    ),
    userGenes: map(10_000, NUMBER_KEY, recordOrNull({ ...GENE_FACTS, tier: WHOLE_TEXT, taxon: recordOrNull(TAXON) })),
    userOrgans: map(500, TEXT_KEY, recordOrNull({ uberonId: WHOLE_TEXT, name: LONG_TEXT, description: LONG_TEXT })),
    userOntologyTerms: list(
      2_000,
      recordOrNull({ ontology: ONTOLOGY, termId: NAME, name: TEXT }, ['ontology', 'termId']),
    ),
    privacyLevel: LEVEL,
  }),
  // RDP numbers accounts from 1, but a registry may have given one the number 0; only anonymised records have it in place of none.
  anyOf: [record({ id: { type: 'integer', minimum: 0 } }, ['id']), IS_ANONYMISED],
  allowed: 'a researcher with an id from 0, or one with an anonymousId',
  // An anonymised user has no last name and no e-mail address; a record with both would reveal the person.
  if: IS_ANONYMISED,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: record({ email: form<null>({ type: 'null' }), lastName: form<null>({ type: 'null' }) }),
};

/** The schema of each kind of record; other members may have any value (rdp-protocol 1.2 to 1.11, 7.9, 11.2). */
export const PARTNER_RECORD_SCHEMAS = {
  user: USER,
  gene: {
    ...record(
      {
        ...GENE_FACTS,
        symbol: NAME,
        taxon: record({ ...TAXON, id: INT }, ['id']),
        // Genes of TIER3 are never shown to others, whatever a partner sends (quirk 29).
        tier: form<'TIER1' | 'TIER2'>({ enum: ['TIER1', 'TIER2'] }),
        remoteUser: USER,
      },
      ['symbol', 'taxon', 'tier', 'remoteUser'],
    ),
    if: IS_ANONYMISED,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: record({ remoteUser: IS_ANONYMISED }),
  },
  term: record(
    {
      ontology: ONTOLOGY,
      termId: NAME,
      name: TEXT,
      definition: LONG_TEXT,
      altTermIds: list(1_000, WHOLE_TEXT),
      synonyms: list(1_000, TEXT),
      subTerms: list(10_000, WHOLE_TEXT),
    },
    ['ontology', 'termId'],
  ),
  stats: record(
    {
      version: TEXT,
      users: form<number>({ ...COUNT, type: 'integer' }),
      publicUsers: COUNT,
      usersWithGenes: COUNT,
      userGenes: COUNT,
      uniqueUserGenes: COUNT,
      uniqueUserGenesInAllTiers: COUNT,
      uniqueHumanUserGenesInAllTiers: COUNT,
      researchersByTaxonId: map(10_000, NUMBER_KEY, COUNT),
    },
    ['users'],
  ),
};

/** Records after the check, from any version of RDP; members that RDP 1.5 does not have are not in the types. */
export type PartnerUser = Accepted<typeof USER>;
export type PartnerGene = Accepted<typeof PARTNER_RECORD_SCHEMAS.gene>;
export type PartnerTerm = Accepted<typeof PARTNER_RECORD_SCHEMAS.term>;
export type PartnerStats = Accepted<typeof PARTNER_RECORD_SCHEMAS.stats>;

type Properties = Readonly<Record<string, Form<unknown>>>;
type Members<P extends Properties, Required extends keyof P> = {
  readonly [Member in Exclude<keyof P, Required>]?: Accepted<P[Member]>;
} & { readonly [Member in Required]: Accepted<P[Member]> };

function form<Value>(schema: object): Form<Value> {
  return schema;
}

function record<P extends Properties, Required extends keyof P & string = never>(
  properties: P,
  required: readonly Required[] = [],
) {
  return { ...form<Members<P, Required>>({ type: 'object', required }), properties };
}

function recordOrNull<P extends Properties, Required extends keyof P & string = never>(
  properties: P,
  required?: readonly Required[],
) {
  return form<Members<P, Required> | null>({ ...record(properties, required), type: ['object', 'null'] });
}

function list<Entry>(maxItems: number, items: Form<Entry>) {
  return form<readonly Entry[] | null>({ type: ['array', 'null'], items, maxItems });
}

function map<Entry>(maxProperties: number, propertyNames: object, additionalProperties: Form<Entry>) {
  return form<Readonly<Record<string, Entry>> | null>({
    type: ['object', 'null'],
    ...{ propertyNames, additionalProperties, maxProperties },
  });
}
