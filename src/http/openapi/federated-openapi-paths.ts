/** Every path of the federated API: what it is asked, what it answers at once or in parts, and how it can fail. */

import * as example from './federated-openapi-examples.ts';
import { type FederatedParameterKey, federatedParameter } from './federated-openapi-parameters.ts';
import { FEDERATED_COMMON_FAILURES, type FederatedFailure, problemResponses } from './federated-openapi-responses.ts';
import { type Json, ref } from './openapi-shapes.ts';

type Operation = {
  id: string;
  tag: string;
  summary: string;
  description?: string;
  parameters?: readonly FederatedParameterKey[];
  answerDescription: string;
  /** The media type object of the answer at once. */
  answer: Json;
  /** The schema of a part, for what can be streamed too. */
  part?: string;
  partExample?: object;
  failures?: readonly FederatedFailure[];
};

const FILTERS: readonly FederatedParameterKey[] = [
  'researcherPositions',
  'researcherCategories',
  'organUberonIds',
  'ontologyNames',
  'ontologyTermIds',
  'researcherPosition',
  'researcherCategory',
];
const SEARCH_PAGING: readonly FederatedParameterKey[] = ['origins', 'page', 'size', 'cursor'];
const CURSOR_FAILURES: readonly FederatedFailure[] = [
  'unknown-origin',
  'paging-conflict',
  'cursor-invalid',
  'cursor-of-another-question',
];
const SEARCH_FAILURES: readonly FederatedFailure[] = ['parameter-invalid', 'ontology-lists-differ', ...CURSOR_FAILURES];
const LISTING_FAILURES: readonly FederatedFailure[] = [
  ['parameter-invalid', { name: 'page', found: '2147483647', allowed: '0 to 107374182 at this size' }],
  ...CURSOR_FAILURES,
];
const GENE_SWITCHES: readonly FederatedFailure[] = ['api-disabled', ['search-mode-disabled', { what: 'by gene' }]];
const PREFIX_MISSING: FederatedFailure = [
  'parameter-missing',
  { name: 'prefix', hint: 'A search by name alone needs it.' },
];
const ORIGIN_MISSING: FederatedFailure = ['parameter-missing', { name: 'origin', hint: 'It names the registry.' }];
const NOT_A_UUID: FederatedFailure = ['path-invalid', { found: 'abc', allowed: 'a UUID' }];
const RECORD_FAILURES: readonly FederatedFailure[] = [
  ORIGIN_MISSING,
  'unknown-origin',
  'origin-access-denied',
  'origin-record-unknown',
  'origin-unsupported',
  'origin-failed',
  'origin-unavailable',
  'api-disabled',
  'origin-timed-out',
];
const RESOLVING = 'In full when the caller may read it there, else anonymised again.';

const OPERATIONS: Record<string, Operation> = {
  '/api/federated/genes/search': {
    id: 'searchGenes',
    tag: 'Search',
    summary: 'Search registered genes by symbol, everywhere',
    description:
      'A registry that does not know the symbol is asked once more under other names of the gene, and its origin says so.',
    parameters: ['symbol', 'taxonId', 'orthologTaxonId', 'tiers', ...FILTERS, 'tier', ...SEARCH_PAGING],
    answerDescription: 'The genes of all origins, ordered by taxon, tier, symbol, researcher and origin.',
    answer: sample('GenePage', example.GENE_PAGE),
    part: 'GenePart',
    partExample: example.GENE_PART,
    failures: ['parameter-missing', 'unknown-tier', 'empty-symbol', ...SEARCH_FAILURES, ...GENE_SWITCHES],
  },
  '/api/federated/users/search': {
    id: 'searchUsers',
    tag: 'Search',
    summary: 'Search researchers by name, description, or both, everywhere',
    description: 'At least one of `nameLike` and `descriptionLike` is needed; with both, both must match.',
    parameters: ['nameLike', 'prefix', 'descriptionLike', ...FILTERS, ...SEARCH_PAGING],
    answerDescription: 'The researchers of all origins, ordered by name and origin.',
    answer: sample('UserPage', example.USER_PAGE),
    part: 'UserPart',
    partExample: example.USER_PART,
    failures: [
      'search-mode-missing',
      PREFIX_MISSING,
      ...SEARCH_FAILURES,
      'api-disabled',
      ['search-mode-disabled', { what: 'for researchers' }],
    ],
  },
  '/api/federated/genes/coverage': {
    id: 'coverage',
    tag: 'Search',
    summary: 'A gene and its orthologs by registry',
    description:
      'How many registrations each registry has of each: a count, a certified zero, or why neither is known.',
    parameters: ['symbol', 'taxonId', 'origins'],
    answerDescription: 'One row for each gene, one cell for each origin.',
    answer: sample('Coverage', example.COVERAGE),
    part: 'CoveragePart',
    partExample: example.COVERAGE_PART,
    failures: ['parameter-missing', 'parameter-invalid', 'empty-symbol', 'unknown-origin', ...GENE_SWITCHES],
  },
  '/api/federated/genes': {
    id: 'listGenes',
    tag: 'Listings',
    summary: 'List registered genes of every registry',
    parameters: ['pageOfEach', 'sizeOfEach', 'cursor', 'origins'],
    answerDescription: 'One page of every origin that has more.',
    answer: sample('GenePage', example.GENE_PAGE),
    part: 'GenePart',
    partExample: example.GENE_PART,
    failures: LISTING_FAILURES,
  },
  '/api/federated/users': {
    id: 'listUsers',
    tag: 'Listings',
    summary: 'List researchers of every registry',
    parameters: ['pageOfEach', 'sizeOfEach', 'cursor', 'origins'],
    answerDescription: 'One page of every origin that has more.',
    answer: sample('UserPage', example.USER_PAGE),
    part: 'UserPart',
    partExample: example.USER_PART,
    failures: LISTING_FAILURES,
  },
  '/api/federated/users/{userId}': {
    id: 'getUser',
    tag: 'Records',
    summary: 'One researcher at her registry',
    description: 'In full, or not at all: never anonymised.',
    parameters: ['userId', 'origin'],
    answerDescription: 'The researcher.',
    answer: { schema: ref('User') },
    failures: ['path-invalid', ...RECORD_FAILURES],
  },
  '/api/federated/users/by-anonymous-id/{anonymousId}': {
    id: 'getUserByAnonymousId',
    tag: 'Records',
    summary: 'One researcher by anonymous ID, at the registry that issued it',
    description: RESOLVING,
    parameters: ['anonymousId', 'origin'],
    answerDescription: 'The researcher.',
    answer: { schema: ref('AnyUser') },
    failures: [NOT_A_UUID, ...RECORD_FAILURES],
  },
  '/api/federated/genes/by-anonymous-id/{anonymousId}': {
    id: 'getGeneByAnonymousId',
    tag: 'Records',
    summary: 'One registered gene by anonymous ID, at the registry that issued it',
    description: RESOLVING,
    parameters: ['anonymousId', 'origin'],
    answerDescription: 'The gene.',
    answer: { schema: ref('UserGene') },
    failures: [NOT_A_UUID, ...RECORD_FAILURES],
  },
  '/api/federated/stats': {
    id: 'getStats',
    tag: 'Statistics and terms',
    summary: 'Statistics of every registry',
    parameters: ['origins'],
    answerDescription: 'The statistics by origin, and sums that may count a person several times.',
    answer: sample('StatsAnswer', example.STATS_ANSWER),
    part: 'StatsPart',
    partExample: example.STATS_PART,
    failures: ['unknown-origin'],
  },
  '/api/federated/ontologies/{ontologyName}/terms': {
    id: 'whoKnowsTerms',
    tag: 'Statistics and terms',
    summary: 'Which registry knows which terms of an ontology',
    parameters: ['ontologyName', 'termIds', 'origins'],
    answerDescription: 'By term, the keys of the registries that know it, that do not, and that did not answer.',
    answer: sample('TermsAnswer', example.TERMS_ANSWER),
    part: 'TermPart',
    partExample: example.TERM_PART,
    failures: [['parameter-missing', { name: 'ontologyTermIds', hint: 'It names the terms.' }], 'unknown-origin'],
  },
  '/api/federated/partners': {
    id: 'listPartners',
    tag: 'Partners',
    summary: 'How the partners of this registry fare',
    description: 'Nobody is asked. Details are there for administrators only.',
    answerDescription: 'The partners.',
    answer: {
      schema: ref('Partners'),
      examples: {
        public: { summary: 'To anybody', value: example.PARTNERS },
        administrator: { summary: 'To an administrator', value: example.PARTNERS_IN_DETAIL },
      },
    },
  },
  '/api/federated': {
    id: 'getDescription',
    tag: 'Partners',
    summary: 'This document',
    answerDescription: 'The description of the federated API.',
    answer: { schema: { type: 'object', description: 'An OpenAPI 3.1 document.' } },
  },
};

export const FEDERATED_PATHS: Json = Object.fromEntries(
  Object.entries(OPERATIONS).map(([path, operation]) => [path, { get: describe(operation) }]),
);

function describe(operation: Operation): Json {
  const { id, tag, summary, description, parameters = [], answerDescription, failures = [] } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    parameters: parameters.map(federatedParameter),
    responses: {
      200: { description: answerDescription, content: contentOf(operation) },
      ...FEDERATED_COMMON_FAILURES,
      ...problemResponses(failures),
    },
  };
}

/** A stream is described by its lines: the schema and each example are those of one line. */
function contentOf({ answer, part, partExample }: Operation): Json {
  if (part === undefined) return { 'application/json': answer };
  const lines = {
    schema: { oneOf: [ref('Plan'), ref(part), ref('End')] },
    examples: {
      plan: { summary: 'The first line', value: example.PLAN },
      part: { summary: 'A line for each origin, in order of arrival', value: partExample },
      end: { summary: 'The last line', value: example.END },
    },
  };
  return { 'application/json': answer, 'application/x-ndjson': lines };
}

function sample(schema: string, value: object): Json {
  return { schema: ref(schema), examples: { incomplete: { summary: 'One registry did not answer', value } } };
}
