/** The parameters of both APIs. */

import { ORIGIN_KEY } from './origins.ts';
import { flag, int, list, type Schema, text, uuid, word } from './schema.ts';
import {
  EXPORT_FORMATS,
  FACETS,
  GRANULARITIES,
  LARGEST_PAGE_SIZE as LARGEST,
  LONGEST_TEXT,
  MOST_VALUES,
  ORIGIN_STATES,
  QUERY_CATEGORIES,
  RESEARCHER_POSITIONS,
  SORTABLE,
  TIERS,
  USUAL_PAGE_SIZE as USUAL,
} from './words.ts';

/** A parameter as OpenAPI describes it; `$id` is the name by which a document refers to it. */
export type Parameter = {
  $id: string;
  name: string;
  in: 'query' | 'path' | 'header';
  description: string;
  schema: Schema;
  required?: true;
  deprecated?: true;
  style?: 'form';
  explode?: boolean;
  /** Swagger UI fills in an `example`, so few parameters that are not required have one. */
  example?: unknown;
};
type More = Partial<Pick<Parameter, '$id' | 'required' | 'deprecated' | 'explode' | 'example'>>;

const DEPRECATED = { deprecated: true } as const;
const REQUIRED = { required: true } as const;
const TEXT = text(undefined, { maxLength: LONGEST_TEXT });
const TEXTS = list(TEXT, undefined, { maxItems: MOST_VALUES });
const POSITIONS = list(word(RESEARCHER_POSITIONS));
const CATEGORIES = list(word(QUERY_CATEGORIES));
/** Text of one part of a path. */
const SEGMENT = text(undefined, { pattern: '^(?!\\.\\.?$)[^;%\\\\/\\u0000\\r\\n]+$' });
const PAGE = int(undefined, { minimum: 0 });
const SIZE = int(undefined, { minimum: 1, maximum: LARGEST });

function query(name: string, description: string, schema: Schema, more: More = {}): Parameter {
  const isSet = schema.type === 'array';
  return { $id: name, name, in: 'query', description, schema, ...(isSet && { style: 'form', explode: true }), ...more };
}

function inPath(name: string, description: string, schema: Schema, example: unknown, $id = name): Parameter {
  return { $id, name, in: 'path', required: true, description, schema, example };
}

function sort($id: string, order: string, words: readonly string[]): Parameter {
  const directed = words.flatMap((one) => [one, `${one},asc`, `${one},desc`]);
  const description = `The order of the listing, by one property after another. ${order}`;
  return query('sort', description, list(word(directed)), { $id });
}

/** Parameters of searches, here and over all registries. */
export const OF_SEARCH = {
  symbol: query(
    'symbol',
    'Symbol of a gene of the taxon, in any letter case. Not blank. Of several genes of the taxon that share it all are searched, unless exactly one is written so.',
    text(undefined, { pattern: '\\S', maxLength: LONGEST_TEXT }),
    { ...REQUIRED, example: 'BRCA1' },
  ),
  taxonId: query('taxonId', 'NCBI ID of the taxon that the symbol belongs to.', int(), { ...REQUIRED, example: 9606 }),
  tiers: query(
    'tiers',
    'Only genes in these tiers. TIER3 is never shown in a search: asked for alone, it finds nothing. Over all registries, no answer to it is complete.',
    list(word(TIERS), undefined, { default: ['TIER1', 'TIER2'] }),
  ),
  tier: query(
    'tier',
    'Use `tiers` (deprecated since 1.4.0). When given, `tiers` is ignored. `ANY` and `TIERS1_2` both mean TIER1 and TIER2.',
    word(['ANY', 'TIERS1_2', ...TIERS]),
    DEPRECATED,
  ),
  nameLike: query(
    'nameLike',
    'Part of the first or last name. Case and accents do not matter; `%` and `_` are ordinary characters.',
    TEXT,
    { example: 'an' },
  ),
  prefix: query(
    'prefix',
    'Whether the **last** name must start with `nameLike`. Needed in a search by name alone; false by default in a search by name and description.',
    flag(),
    { example: false },
  ),
  descriptionLike: query(
    'descriptionLike',
    'Part of the research interests, of the focus on a taxon, or of the name of an organ system or ontology term.',
    TEXT,
  ),
  researcherPositions: query('researcherPositions', 'Only researchers in these positions.', POSITIONS),
  researcherPosition: query(
    'researcherPosition',
    'Use `researcherPositions`. Partners send this spelling; both are added up.',
    POSITIONS,
    DEPRECATED,
  ),
  researcherCategories: query(
    'researcherCategories',
    'Only researchers in at least one of these categories. `IN_VITRO` means the three that begin so.',
    CATEGORIES,
  ),
  researcherCategory: query(
    'researcherCategory',
    'Use `researcherCategories`. Partners send this spelling; both are added up.',
    CATEGORIES,
    DEPRECATED,
  ),
  organUberonIds: query(
    'organUberonIds',
    'Only researchers with at least one of these organ systems, such as `UBERON:0001016`.',
    TEXTS,
  ),
  ontologyNames: query(
    'ontologyNames',
    'The ontology of each term of `ontologyTermIds`, position by position. Without the other list, neither is applied, but the ontologies must exist.',
    TEXTS,
  ),
  ontologyTermIds: query(
    'ontologyTermIds',
    'Only researchers with one of these terms, or a more specific one, in every ontology named. IDs that do not exist match nobody.',
    TEXTS,
  ),
};

/** The filters of a search, without the spellings of old versions. */
export const FILTERS_OF_SEARCH = [
  OF_SEARCH.researcherPositions,
  OF_SEARCH.researcherCategories,
  OF_SEARCH.organUberonIds,
  OF_SEARCH.ontologyNames,
  OF_SEARCH.ontologyTermIds,
];

/** Parameters in the path, of both APIs. */
export const IN_PATH = {
  userId: inPath('userId', 'The `id` of a full record.', int(), 2),
  anonymousId: inPath(
    'anonymousId',
    'The `anonymousId` of a search or listing result. It expires, after an hour unless the operator set it otherwise, and is a different one in every answer.',
    uuid(),
    '00000000-0000-4000-8000-000000000000',
  ),
  ontologyName: inPath('ontologyName', 'The `name` of an ontology, in any letter case.', SEGMENT, 'hp'),
  termId: inPath('termId', 'ID of a term in that ontology, in any letter case.', SEGMENT, 'HP:0001250'),
  taxonId: inPath('taxonId', 'NCBI taxon ID.', int(), 9606, 'taxonIdInPath'),
};

/** Parameters of the registry API alone. */
export const OF_REGISTRY = {
  wants: {
    $id: 'wants',
    name: 'Isearch-Proxy-Wants',
    in: 'header',
    description:
      'A header. `identifiers`: records of people carry `orcid` and `ror`. Without it, or with anything else, they are as RDP has them.',
    schema: text(),
  } satisfies Parameter,
  orthologTaxonId: query(
    'orthologTaxonId',
    'Only genes of this taxon. When omitted, or not known here, all taxa are searched.',
    int(),
  ),
  termIds: query(
    'ontologyTermIds',
    'Answer these terms as a plain array. `page`, `size` and `sort` are then ignored, and so are IDs that do not exist.',
    TEXTS,
    { $id: 'ontologyTermIdsToList' },
  ),
  page: query(
    'page',
    'Which page, from 0. Beyond the last one, pages are empty. What is no such number counts as not given.',
    { ...PAGE, default: 0 },
  ),
  size: query(
    'size',
    `Records per page. More than ${LARGEST} counts as ${LARGEST}; what is no such number counts as not given.`,
    { ...SIZE, default: USUAL },
  ),
  // No defaults: Swagger UI would send them, and a search with page or size returns a page.
  searchPage: query(
    'page',
    'Answer this page, from 0, instead of the plain array. What is no such number counts as the first.',
    PAGE,
    { $id: 'searchPage' },
  ),
  searchSize: query(
    'size',
    `Answer a page of this many records (${USUAL} with \`page\` alone), not the plain array.`,
    SIZE,
    { $id: 'searchSize' },
  ),
  sortUsers: sort('sortUsers', 'By `id` when omitted. Anonymised records come last either way.', SORTABLE.users),
  sortGenes: sort(
    'sortGenes',
    'By researcher and gene id when omitted. Anonymised records come last either way.',
    SORTABLE.genes,
  ),
  sortTerms: sort(
    'sortTerms',
    'By `termId` when omitted. Names without regard to letter case and accents.',
    SORTABLE.terms,
  ),
};

/** Parameters of the federated API alone. */
export const OF_FEDERATION = {
  text: query(
    'text',
    'What somebody typed: a symbol, an alias, a name, an identifier, a variant in HGVS, a disease, a phenotype, or several genes. Not blank, and of at most 500 characters.',
    text(undefined, { pattern: '\\S', maxLength: 500 }),
    { ...REQUIRED, example: 'KCNQ2' },
  ),
  limit: query(
    'limit',
    'How many candidates at most, 1 to 50; of each gene of a list, 3 at most.',
    int(undefined, { minimum: 1, maximum: 50, default: 10 }),
  ),
  orthologTaxonIds: query(
    'orthologTaxonId',
    'Only genes of this taxon, or of these. When omitted, or `-99`, all taxa are searched. A registry that does not know it is `unknown-term`, this one too, and gives no records. For several taxa, registries are asked for all taxa, and this registry narrows what they find; it is `limited` if it knows only some of them.',
    list(int()),
    { $id: 'orthologTaxonIds' },
  ),
  origins: query(
    'origins',
    'Ask these registries only, by their keys. All of them when left out; an empty list is refused.',
    list(ORIGIN_KEY),
  ),
  wait: query(
    'wait',
    'Answer as soon as this registry and those with these keys have answered, with what the others have answered by then. A registry without an answer is `timed-out`, and its answer is cached for the next question. Without `wait`, all are waited for.',
    list(ORIGIN_KEY),
    { explode: false },
  ),
  origin: query('origin', 'The registry that holds the record, by its key.', ORIGIN_KEY, {
    ...REQUIRED,
    example: 'local',
  }),
  // No defaults: Swagger UI would send them, and they are refused in a stream and together with a cursor.
  page: query('page', 'Which page, from 0 and by default 0. Not in a stream, which holds every record.', PAGE),
  size: query(
    'size',
    `Records per page, ${USUAL} by default. More than ${LARGEST} counts as ${LARGEST}. Not in a stream, which holds every record.`,
    SIZE,
  ),
  pageOfEach: query('page', 'Which page of each origin, from 0 and by default 0.', PAGE, { $id: 'pageOfEach' }),
  sizeOfEach: query(
    'sizeOfEach',
    `Records per page of each origin, ${USUAL} by default. More than ${LARGEST} counts as ${LARGEST}.`,
    SIZE,
  ),
  sizeOfListing: query(
    'size',
    'Use `sizeOfEach`, which says that it is of each origin. When both are given, `size` is ignored.',
    SIZE,
    {
      $id: 'sizeOfListing',
      ...DEPRECATED,
    },
  ),
  fields: query(
    'fields',
    'What records hold: all of it, or with `row` what a list shows. A row of a gene has `anonymousId`, `geneId`, `symbol`, `taxon` (`id`, `commonName`), `tier` and `remoteUser`. A row of a researcher has `id`, `anonymousId`, `name`, `lastName`, `organization`, `orcid`, `ror`, `researcherPosition`, `description` (one line of at most 110 characters), `researcherCategories`, `userOrgans` (`name`), `origin` and `originUrl`. Null and empty members are left out. Both have `originKey` and `links`.',
    word(['record', 'row'], undefined, { default: 'record' }),
  ),
  explain: query(
    'explain',
    'Show in `explained` what was really sent to each registry. For administrators of this registry only.',
    flag(),
  ),
  granularity: query(
    'granularity',
    'What is answered: the records, or in their place how many there are (`count`), or whether there are any (`boolean`). Without records `page`, `size`, `cursor` and `fields` cannot be given.',
    word(GRANULARITIES, undefined, { default: 'record' }),
  ),
  facets: query(
    'facets',
    'Count in `facets` how many people of the whole answer have each value. A record without a name counts by what it shows. Not in a stream.',
    list(word(FACETS)),
    { explode: false, example: ['organism', 'registry', 'tier'] },
  ),
  cursor: query(
    'cursor',
    'The `cursor` of an answer to the same question: leads to the page behind it. Given without `page` and `size`, which it knows.',
    text(),
  ),
  termIds: query(
    'ontologyTermIds',
    'The terms in question, by their ids.',
    list(text(undefined, { pattern: '[^\\s,]', maxLength: LONGEST_TEXT }), undefined, {
      minItems: 1,
      maxItems: MOST_VALUES,
    }),
    { $id: 'termIds', ...REQUIRED, example: ['HP:0001250', 'HP:0000717'] },
  ),
};

/** Parameters of files, feeds, suggestions and what administrators ask. */
export const OF_SERVICES = {
  symbol: query('symbol', OF_SEARCH.symbol.description, OF_SEARCH.symbol.schema, { $id: 'symbolOfGene' }),
  taxonId: query('taxonId', OF_SEARCH.taxonId.description, int(), { $id: 'taxonIdOfGene' }),
  taxonIdOfSuggestions: query('taxonId', 'NCBI ID of the organism.', int(), {
    $id: 'taxonIdTyped',
    ...REQUIRED,
    example: 9606,
  }),
  format: query('format', 'The kind of file.', word(EXPORT_FORMATS), {
    $id: 'fileFormat',
    example: 'xlsx',
  }),
  part: query('part', 'Only what the file says of itself, as JSON; `format` may be missing then.', word(['metadata'])),
  bom: query('bom', 'Whether CSV begins with a byte order mark, as spreadsheets need for accents.', flag()),
  feedFormat: query('format', 'Atom or JSON Feed; without it, what `Accept` prefers.', word(['atom', 'json']), {
    $id: 'feedFormat',
  }),
  lang: query('lang', 'The language of its sentences.', word(['en', 'fr'])),
  typed: query('q', 'What was typed so far.', TEXT, { $id: 'typed', ...REQUIRED, example: 'brc' }),
  ontologyName: query('ontologyName', 'The name of the ontology.', TEXT, {
    $id: 'ontologyNameOfTerms',
    ...REQUIRED,
    example: 'hp',
  }),
  key: inPath('key', 'The key of a partner.', ORIGIN_KEY, 'partner-b'),
  id: inPath('id', 'The number of the request or of the token.', int(undefined, { minimum: 1 }), 1),
  partner: query('partner', 'Only questions to this registry, by its key.', ORIGIN_KEY),
  state: query('state', 'Only questions that were answered so.', word(ORIGIN_STATES)),
  day: query('day', 'Only questions of this day in UTC, such as `2026-03-10`.', text(undefined, { format: 'date' })),
  auditSize: query('size', 'How many, 50 by default.', int(undefined, { minimum: 1, maximum: 200 }), {
    $id: 'auditSize',
  }),
  before: query('before', 'The `next` of the page before.', text()),
};

/** Parameters of searches and of the federated API. */
export const OF_QUESTIONS = [...Object.values(OF_SEARCH), ...Object.values(OF_FEDERATION)];
