/** Every parameter of the registry API, each described once. Paths refer to them by name with `parameter`. */

import { SORTABLE } from '../../domain/query/paging.ts';
import { RESEARCHER_CATEGORIES, RESEARCHER_POSITIONS, TIERS } from '../../domain/record/model.ts';
import type { Json } from './openapi-shapes.ts';

const TEXT = { type: 'string' };
const INTEGER = { type: 'integer', format: 'int32' };
const UUID = { type: 'string', format: 'uuid' };

/** By key of `components.parameters`. An `example` is what Swagger UI fills in, so only what is required has one. */
export const OPENAPI_PARAMETERS = {
  taxonIdInPath: inPath('taxonId', 'NCBI taxon ID.', INTEGER, 9606),
  userId: inPath('userId', 'The `id` of a full record.', INTEGER, 2),
  anonymousId: inPath(
    'anonymousId',
    'The `anonymousId` of a search or listing result. It expires, and is a different one in every answer.',
    UUID,
    '00000000-0000-4000-8000-000000000000',
  ),
  ontologyName: inPath('ontologyName', 'The `name` of an ontology, in any letter case.', TEXT, 'hp'),
  termId: inPath('termId', 'ID of a term in that ontology, in any letter case.', TEXT, 'HP:0001250'),

  symbol: required('symbol', 'Symbol of a gene of the taxon, in any letter case. Not empty.', TEXT, 'BRCA1'),
  taxonId: required('taxonId', 'NCBI ID of the taxon that the symbol belongs to.', INTEGER, 9606),
  orthologTaxonId: inQuery(
    'orthologTaxonId',
    'Only genes of this taxon. When omitted, or not known here, all taxa are searched.',
    INTEGER,
  ),
  tiers: setOf(
    'tiers',
    'Only genes in these tiers. TIER3 is never shown in a search: asked for alone, it finds nothing.',
    TIERS,
    {
      default: ['TIER1', 'TIER2'],
    },
  ),
  tier: inQuery(
    'tier',
    'Use `tiers` (deprecated since 1.4.0). When given, `tiers` is ignored. `ANY` and `TIERS1_2` both mean TIER1 and TIER2.',
    { type: 'string', enum: ['ANY', 'TIERS1_2', ...TIERS] },
    { deprecated: true },
  ),

  nameLike: inQuery(
    'nameLike',
    'Part of the first or last name. Case and accents do not matter; `%` and `_` are ordinary characters.',
    TEXT,
    { example: 'an' },
  ),
  prefix: inQuery(
    'prefix',
    'Whether the **last** name must start with `nameLike`. Needed in a search by name alone; false by default in a search by name and description.',
    { type: 'boolean' },
    { example: false },
  ),
  descriptionLike: inQuery(
    'descriptionLike',
    'Part of the research interests, of the focus on a taxon, or of the name of an organ system or ontology term.',
    TEXT,
  ),

  researcherPositions: setOf('researcherPositions', 'Only researchers in these positions.', RESEARCHER_POSITIONS),
  researcherPosition: formerSpelling('researcherPosition', 'researcherPositions', RESEARCHER_POSITIONS),
  researcherCategories: setOf(
    'researcherCategories',
    'Only researchers in at least one of these categories.',
    RESEARCHER_CATEGORIES,
  ),
  researcherCategory: formerSpelling('researcherCategory', 'researcherCategories', RESEARCHER_CATEGORIES),
  organUberonIds: setOf(
    'organUberonIds',
    'Only researchers with at least one of these organ systems, such as `UBERON:0001016`.',
  ),
  ontologyNames: setOf(
    'ontologyNames',
    'The ontology of each term of `ontologyTermIds`, position by position. Without the other list, neither is applied.',
  ),
  ontologyTermIds: setOf(
    'ontologyTermIds',
    'Only researchers with one of these terms, or a more specific one, in every ontology named. IDs that do not exist match nobody.',
  ),
  ontologyTermIdsToList: setOf(
    'ontologyTermIds',
    'Answer these terms as a plain array. `page`, `size` and `sort` are then ignored, and so are IDs that do not exist.',
  ),

  page: inQuery('page', 'Which page, from 0. Beyond the last one, pages are empty.', {
    ...INTEGER,
    minimum: 0,
    default: 0,
  }),
  size: inQuery('size', 'Records per page. More than 2000 counts as 2000.', {
    ...INTEGER,
    minimum: 1,
    maximum: 2000,
    default: 20,
  }),
  // Without defaults: Swagger UI would send them, and a search with page or size answers a page.
  searchPage: inQuery('page', 'Answer this page, from 0, instead of the plain array.', { ...INTEGER, minimum: 0 }),
  searchSize: inQuery('size', 'Answer a page of this many records (20 with `page` alone), not the plain array.', {
    ...INTEGER,
    minimum: 1,
    maximum: 2000,
  }),
  sortUsers: sortBy(SORTABLE.users, 'By `id` when omitted.'),
  sortGenes: sortBy(SORTABLE.genes, 'In order of registration when omitted.'),
  sortTerms: sortBy(SORTABLE.terms, 'By `termId` when omitted.'),
} satisfies Record<string, Json>;

export type ParameterKey = keyof typeof OPENAPI_PARAMETERS;

/** A reference to a described parameter. */
export function parameter(key: ParameterKey): Json {
  return { $ref: `#/components/parameters/${key}` };
}

function inPath(name: string, description: string, schema: Json, example: string | number): Json {
  return { name, in: 'path', required: true, description, schema, example };
}

function inQuery(name: string, description: string, schema: Json, more: Json = {}): Json {
  return { name, in: 'query', description, schema, ...more };
}

function required(name: string, description: string, schema: Json, example: string | number): Json {
  return inQuery(name, description, schema, { required: true, example });
}

function setOf(name: string, description: string, values?: readonly string[], schema: Json = {}): Json {
  const items = values ? { type: 'string', enum: values } : TEXT;
  return inQuery(name, description, { type: 'array', items, ...schema }, { style: 'form', explode: true });
}

function formerSpelling(name: string, present: string, values: readonly string[]): Json {
  return {
    ...setOf(name, `Use \`${present}\`. Partners send this spelling; both are added up.`, values),
    deprecated: true,
  };
}

function sortBy(properties: readonly string[], otherwise: string): Json {
  const values = properties.flatMap((property) => [property, `${property},asc`, `${property},desc`]);
  return setOf('sort', `The order of the listing, by one property after another. ${otherwise}`, values);
}
