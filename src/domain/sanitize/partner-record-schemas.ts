/** The form in which records of partners are believed, lenient enough for RDP 1.3 to 1.5, as JSON Schemas. */

const MOST_CODE_UNITS = 100_000;
const MOST_ENTRIES = 10_000;
const LARGEST_INT = 2_147_483_647;

const TEXT = { type: ['string', 'null'], maxCodeUnits: MOST_CODE_UNITS };
const NAME = { type: 'string', minLength: 1, maxCodeUnits: MOST_CODE_UNITS };
const INT = { type: 'integer', minimum: -LARGEST_INT - 1, maximum: LARGEST_INT };
const INT_OR_NULL = { ...INT, type: ['integer', 'null'] };
const COUNT = { type: ['integer', 'null'], minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const LEVEL = { enum: [0, 1, 2, null] };
const UUID = { type: ['string', 'null'], pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' };

const NUMBER_KEY = { type: 'string', pattern: '^[0-9]{1,10}$' };
/** Whatever a partner calls its organs, but what would be the prototype of a map in another program. */
const TEXT_KEY = { type: 'string', maxCodeUnits: MOST_CODE_UNITS, not: { const: '__proto__' } };

const TAXON = { id: INT_OR_NULL, scientificName: TEXT, commonName: TEXT };
const GENE_FACTS = {
  anonymousId: UUID,
  geneId: INT_OR_NULL,
  symbol: TEXT,
  name: TEXT,
  aliases: TEXT,
  privacyLevel: LEVEL,
};
const ONTOLOGY = record({ name: NAME, definition: TEXT, numberOfTerms: COUNT, numberOfObsoleteTerms: COUNT }, ['name']);

const IS_ANONYMISED = record({ anonymousId: { type: 'string' } }, ['anonymousId']);

/** A website is missing here: a bad one is harmless and left out by itself. */
const USER = {
  ...record({
    id: INT_OR_NULL,
    anonymousId: UUID,
    email: TEXT,
    name: TEXT,
    lastName: TEXT,
    description: TEXT,
    organization: TEXT,
    department: TEXT,
    phone: TEXT,
    publications: list(recordOrNull({ pmid: INT_OR_NULL, title: TEXT })),
    researcherPosition: TEXT,
    researcherCategories: list(TEXT),
    userTerms: list(
      recordOrNull({
        goId: TEXT,
        name: TEXT,
        definition: TEXT,
        aspect: TEXT,
        taxon: recordOrNull(TAXON),
        frequency: COUNT,
        size: COUNT,
      }),
    ),
    userGenes: map(NUMBER_KEY, recordOrNull({ ...GENE_FACTS, tier: TEXT, taxon: recordOrNull(TAXON) })),
    userOrgans: map(TEXT_KEY, recordOrNull({ uberonId: TEXT, name: TEXT, description: TEXT })),
    userOntologyTerms: list(recordOrNull({ ontology: ONTOLOGY, termId: NAME, name: TEXT }, ['ontology', 'termId'])),
    privacyLevel: LEVEL,
  }),
  anyOf: [record({ id: { type: 'integer', minimum: 1 } }, ['id']), IS_ANONYMISED],
  allowed: 'a researcher with an id from 1, or one with an anonymousId',
  // Who is hidden has no name and no address; a record that tells both would give them away.
  if: IS_ANONYMISED,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: record({ email: { type: 'null' }, lastName: { type: 'null' } }),
};

/** A schema for each kind of record; other members may hold anything (rdp-protocol 1.2 to 1.11, 7.9, 11.2). */
export const PARTNER_RECORD_SCHEMAS = {
  user: USER,
  gene: {
    ...record(
      {
        ...GENE_FACTS,
        symbol: NAME,
        taxon: record({ ...TAXON, id: INT }, ['id']),
        // TIER3 is not for the eyes of others, whatever a partner sends (quirk 29).
        tier: { enum: ['TIER1', 'TIER2'] },
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
      definition: TEXT,
      altTermIds: list(TEXT),
      synonyms: list(TEXT),
      subTerms: list(TEXT),
    },
    ['ontology', 'termId'],
  ),
  stats: record(
    {
      version: TEXT,
      users: { ...COUNT, type: 'integer' },
      publicUsers: COUNT,
      usersWithGenes: COUNT,
      userGenes: COUNT,
      uniqueUserGenes: COUNT,
      uniqueUserGenesInAllTiers: COUNT,
      uniqueHumanUserGenesInAllTiers: COUNT,
      researchersByTaxonId: map(NUMBER_KEY, COUNT),
    },
    ['users'],
  ),
};

type Properties = Readonly<Record<string, object>>;

function record(properties: Properties, required: readonly string[] = []) {
  return { type: 'object', properties, required };
}

function recordOrNull(properties: Properties, required?: readonly string[]) {
  return { ...record(properties, required), type: ['object', 'null'] };
}

function list(items: object) {
  return { type: ['array', 'null'], items, maxItems: MOST_ENTRIES };
}

function map(propertyNames: object, additionalProperties: object) {
  return { type: ['object', 'null'], propertyNames, additionalProperties, maxProperties: MOST_ENTRIES };
}
