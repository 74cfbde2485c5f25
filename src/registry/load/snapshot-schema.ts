/**
 * The JSON Schemas of the records in a snapshot. Every member is required, except identifiers of people; unknown members are
 * refused.
 */

import { LARGEST_INT, RESEARCHER_CATEGORIES, RESEARCHER_POSITIONS, ROLES, TIERS } from '../../domain/record/model.ts';
import { SNAPSHOT_FORMAT, SNAPSHOT_VERSION, SNAPSHOT_VERSIONS } from '../../domain/record/snapshot.ts';
import { forEachText } from '../../domain/record/text-members.ts';

const LONGEST = 1_000_000;
const ID = { type: 'integer', minimum: 0, maximum: LARGEST_INT };
const COUNT = { type: ['integer', 'null'], minimum: 0, maximum: LARGEST_INT };
const ORDERING = { type: ['integer', 'null'], minimum: -LARGEST_INT - 1, maximum: LARGEST_INT };
const FLAG = { type: 'boolean' };
const TEXT = { type: 'string', minLength: 1, maxLength: 255 };
const TEXT_OR_NULL = { type: ['string', 'null'], maxLength: LONGEST };
const TEXTS = { type: 'array', items: { type: 'string', maxLength: LONGEST } };
const LEVEL = { enum: [0, 1, 2, null], allowed: '0 (private), 1 (shared), 2 (public) or null' };
const LIST = { type: 'array' };

const OTHER_NAMES = {
  type: 'array',
  items: record({ name: { ...TEXT, maxLength: LONGEST }, source: TEXT, language: TEXT }),
};

const FORM = { format: { const: SNAPSHOT_FORMAT }, version: { enum: SNAPSHOT_VERSIONS } };
const TERM_ID = { ...TEXT, maxLength: 64 };

/** Checks only whether it is a snapshot of a known version, because another version may have other members. */
export const FORM_SCHEMA = { type: 'object', properties: FORM, required: Object.keys(FORM) };

/** Optional, so that older software can read a snapshot without them. */
const IDENTIFIERS = { orcid: TEXT_OR_NULL, ror: TEXT_OR_NULL };

const TIE = {
  anyOf: [
    tuple([ID, TEXT], '[gene id, disease id]'),
    tuple([ID, TEXT, TEXT], '[gene id, disease id, kind of association]'),
    tuple(
      [ID, TEXT, TEXT_OR_NULL, TEXT, TEXT_OR_NULL],
      '[gene id, disease id, kind of association or null, source, its release or null]',
    ),
  ],
};

/** The snapshot as an object; the records of its lists are checked with {@link RECORD_SCHEMAS}. */
export const SNAPSHOT_SCHEMA = record({
  ...FORM,
  comment: TEXT_OR_NULL,
  remoteSearchUserId: { ...ID, type: ['integer', 'null'] },
  highestUserId: { ...ID, type: ['integer', 'null'] },
  taxa: LIST,
  genes: LIST,
  orthologs: LIST,
  organs: LIST,
  ontologies: LIST,
  annotations: LIST,
  diseases: {
    ...record({
      source: TEXT,
      release: TEXT_OR_NULL,
      diseases: { type: 'array', items: record({ diseaseId: TEXT, name: TEXT_OR_NULL, otherNames: OTHER_NAMES }) },
      geneDiseases: { type: 'array', items: TIE },
      phenotypeGenes: {
        type: 'array',
        items: pair(TERM_ID, { type: 'array', items: ID }, 'a pair [term id, list of gene ids]'),
      },
    }),
    type: ['object', 'null'],
  },
  users: LIST,
});

export const RECORD_SCHEMAS = {
  taxa: record({
    id: ID,
    commonName: TEXT_OR_NULL,
    scientificName: TEXT_OR_NULL,
    ordering: ORDERING,
    active: FLAG,
  }),
  genes: record({
    geneId: ID,
    taxonId: ID,
    symbol: TEXT_OR_NULL,
    name: TEXT_OR_NULL,
    aliases: TEXT_OR_NULL,
    modificationDate: TEXT_OR_NULL,
    identity: {
      ...record({
        authoritySymbol: TEXT_OR_NULL,
        hgncId: TEXT_OR_NULL,
        ensemblIds: TEXTS,
        omimIds: TEXTS,
        nomenclatureStatus: { enum: ['official', 'interim', null] },
        kind: TEXT_OR_NULL,
        otherDesignations: TEXTS,
        chromosome: TEXT_OR_NULL,
        mapLocation: TEXT_OR_NULL,
      }),
      type: ['object', 'null'],
    },
  }),
  orthologs: pair(ID, ID, 'a pair [source gene id, target gene id]'),
  organs: record({
    uberonId: TEXT,
    name: TEXT_OR_NULL,
    description: TEXT_OR_NULL,
    active: FLAG,
    ordering: ORDERING,
  }),
  ontologies: record({
    name: TEXT,
    definition: TEXT_OR_NULL,
    url: TEXT_OR_NULL,
    active: FLAG,
    availableForGeneSearch: FLAG,
    ordering: ORDERING,
    terms: {
      type: 'array',
      items: record({
        termId: TEXT,
        name: TEXT_OR_NULL,
        definition: TEXT_OR_NULL,
        namespace: TEXT_OR_NULL,
        diseaseIds: { type: 'array', items: TERM_ID },
        synonyms: TEXTS,
        altTermIds: TEXTS,
        subTermIds: TEXTS,
        obsolete: FLAG,
        active: FLAG,
        group: FLAG,
        hasIcon: FLAG,
        ordering: ORDERING,
      }),
    },
  }),
  annotations: pair(ID, TERM_ID, 'a pair [gene id, GO id]'),
  users: recordWith(IDENTIFIERS, {
    id: ID,
    email: TEXT,
    enabled: FLAG,
    roles: { type: 'array', items: { enum: ROLES } },
    privacyLevel: LEVEL,
    shared: FLAG,
    hideGenelist: FLAG,
    contactEmail: TEXT_OR_NULL,
    contactEmailVerified: FLAG,
    ...forEachText(() => TEXT_OR_NULL),
    researcherPosition: { enum: [...RESEARCHER_POSITIONS, null] },
    researcherCategories: { type: 'array', items: { enum: RESEARCHER_CATEGORIES } },
    publications: {
      type: 'array',
      items: record({ pmid: { ...ID, type: ['integer', 'null'] }, title: TEXT_OR_NULL }),
    },
    taxonDescriptions: { type: 'object', additionalProperties: TEXT_OR_NULL },
    genes: {
      type: 'array',
      items: record({ geneId: ID, tier: { enum: [...TIERS, null] }, privacyLevel: LEVEL }),
    },
    organs: { type: 'array', items: TEXT },
    ontologyTerms: {
      type: 'array',
      items: record({ ontology: TEXT, termId: TEXT, name: TEXT_OR_NULL }),
    },
    goTerms: {
      type: 'array',
      items: record({
        goId: TEXT_OR_NULL,
        name: TEXT_OR_NULL,
        definition: TEXT_OR_NULL,
        aspect: TEXT_OR_NULL,
        taxonId: { ...ID, type: ['integer', 'null'] },
        frequency: COUNT,
        size: COUNT,
      }),
    },
    accessTokens: {
      type: 'array',
      items: record({ token: { ...TEXT, writeOnly: true }, expiresAt: { ...TEXT, allowed: 'an ISO 8601 time' } }),
    },
  }),
};

export type SnapshotRecordKind = keyof typeof RECORD_SCHEMAS;

/** The members that older versions lack, by where they are missing. */
const NOT_IN_VERSION = {
  1: {
    whole: ['highestUserId', 'annotations', 'diseases'],
    diseases: [],
    genes: ['identity'],
    terms: ['namespace', 'diseaseIds'],
  },
  2: { whole: ['highestUserId'], diseases: ['phenotypeGenes'], genes: [], terms: ['diseaseIds'] },
  3: { whole: ['highestUserId'], diseases: [], genes: [], terms: [] },
  4: { whole: [], diseases: [], genes: [], terms: [] },
};

/** Returns the schemas with which a snapshot of a version is checked. */
export function schemasOf(version: (typeof SNAPSHOT_VERSIONS)[number]) {
  if (version === SNAPSHOT_VERSION) return { whole: SNAPSHOT_SCHEMA, records: RECORD_SCHEMAS };
  const missing = NOT_IN_VERSION[version];
  const { diseases, ...whole } = SNAPSHOT_SCHEMA.properties as Record<string, object> & { diseases: RecordSchema };
  const { annotations, ...records } = RECORD_SCHEMAS;
  const { terms, ...ontology } = RECORD_SCHEMAS.ontologies.properties as Record<string, object> & { terms: ListSchema };
  const older = { ...without(withOneName(diseases), missing.diseases), type: ['object', 'null'] };
  return {
    whole: without(record({ ...whole, diseases: older }), missing.whole),
    records: {
      ...records,
      ...(version === 1 ? {} : { annotations }),
      genes: without(withOneSymbol(RECORD_SCHEMAS.genes), missing.genes),
      ontologies: record({ ...ontology, terms: { ...terms, items: without(terms.items, missing.terms) } }),
    },
  };
}

/** Diseases without other names, as in all versions before the present one. */
function withOneName({ properties }: RecordSchema): RecordSchema {
  const { diseases, ...others } = properties as Record<string, object> & { diseases: ListSchema };
  return record({ ...others, diseases: { ...diseases, items: without(diseases.items, ['otherNames']) } });
}

/** Genes without the symbol of the nomenclature authority, as in all versions before the present one. */
function withOneSymbol({ properties }: RecordSchema): RecordSchema {
  const { identity, ...others } = properties as Record<string, object> & { identity: RecordSchema };
  return record({ ...others, identity: { ...without(identity, ['authoritySymbol']), type: ['object', 'null'] } });
}

type RecordSchema = ReturnType<typeof record>;
type ListSchema = { items: RecordSchema };

function without({ properties }: RecordSchema, members: readonly string[]): RecordSchema {
  return record(Object.fromEntries(Object.entries(properties).filter(([name]) => !members.includes(name))));
}

function pair(first: object, second: object, allowed: string) {
  return tuple([first, second], allowed);
}

function tuple(prefixItems: readonly object[], allowed: string) {
  const { length } = prefixItems;
  return { type: 'array', prefixItems, items: false, minItems: length, maxItems: length, allowed };
}

function record(properties: Record<string, object>) {
  return recordWith({}, properties);
}

function recordWith(optional: Record<string, object>, properties: Record<string, object>) {
  const required = Object.keys(properties);
  return { type: 'object', properties: { ...properties, ...optional }, required, additionalProperties: false };
}
