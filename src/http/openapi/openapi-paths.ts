/** Every path of the registry API: what it is asked, what it answers, and how it can fail. */

import { SORTABLE } from '../../domain/query/paging.ts';
import * as example from './openapi-examples.ts';
import { type ParameterKey, parameter } from './openapi-parameters.ts';
import { COMMON_FAILURES, type Failure, failureResponses, TOKEN_FAILURES } from './openapi-responses.ts';
import { arrayOf, type Json, ref } from './openapi-shapes.ts';

type Operation = {
  id: string;
  tag: string;
  summary: string;
  description?: string;
  parameters?: readonly ParameterKey[];
  /** The media type object of the 200. */
  answer: Json;
  answerDescription: string;
  /** Failures beside those common to all paths; a status named here takes the place of the common one. */
  failures?: readonly Failure[];
};

const FILTERS: readonly ParameterKey[] = [
  'researcherPositions',
  'researcherCategories',
  'organUberonIds',
  'ontologyNames',
  'ontologyTermIds',
  'researcherPosition',
  'researcherCategory',
];
const FILTER_FAILURES: readonly Failure[] = ['ontology-lists-differ', 'unknown-ontologies'];
const PREFIX_MISSING: Failure = ['parameter-missing', { name: 'prefix', hint: 'A search by name alone needs it.' }];
const NOT_A_UUID: Failure = ['path-invalid', { found: 'abc', allowed: 'a UUID' }];
const ANONYMOUS_ID_SWITCHES: readonly Failure[] = ['api-disabled', 'anonymised-results-disabled'];

/** The paths of the specification, section 4, and the former `/stats` (contract 2.1 to 2.13). */
export function openApiPaths({ anonymizedSearchResults }: { anonymizedSearchResults: boolean }): Json {
  const resolving = anonymizedSearchResults
    ? 'In full when the caller may read it, else anonymized again.'
    : 'Anonymized search results are switched off in this registry, so this always answers 503.';
  const operations: Record<string, Operation> = {
    '/api/genes/search': {
      id: 'searchGenes',
      tag: 'Genes',
      summary: 'Search registered genes by symbol',
      description:
        'The gene itself and its orthologs, in TIER1 and TIER2. Without `page` and `size` the bare array; with either, the page envelope over the same ordered list.',
      parameters: ['symbol', 'taxonId', 'orthologTaxonId', 'tiers', ...FILTERS, 'tier', 'searchPage', 'searchSize'],
      answer: listOrPage('UserGene', 'UserGenePage', [example.USER_GENE, example.ANONYMOUS_GENE]),
      answerDescription: 'The genes, ordered by taxon, tier, symbol and researcher.',
      failures: [
        'parameter-missing',
        'parameter-invalid',
        'unknown-tier',
        'empty-symbol',
        ...FILTER_FAILURES,
        'unknown-taxon-searched',
        'unknown-symbol',
        'no-orthologs',
        'api-disabled',
        ['search-mode-disabled', { what: 'by gene' }],
      ],
    },
    '/api/genes': {
      id: 'listGenes',
      tag: 'Genes',
      summary: 'List registered genes',
      description: 'Genes of all tiers, page by page.',
      parameters: ['page', 'size', 'sortGenes'],
      answer: json(ref('UserGenePage')),
      answerDescription: 'A page of genes.',
      failures: listingFailures('genes'),
    },
    '/api/genes/by-anonymous-id/{anonymousId}': {
      id: 'getGeneByAnonymousId',
      tag: 'Genes',
      summary: 'One registered gene by anonymous ID',
      description: resolving,
      parameters: ['anonymousId'],
      answer: json(ref('UserGene')),
      answerDescription: 'The gene.',
      failures: [NOT_A_UUID, 'unknown-anonymous-gene', ...ANONYMOUS_ID_SWITCHES],
    },
    '/api/users/search': {
      id: 'searchUsers',
      tag: 'Researchers',
      summary: 'Search researchers by name, description, or both',
      description:
        'At least one of `nameLike` and `descriptionLike` is needed; with both, both must match. An empty one matches everybody who has such a text. Without `page` and `size` the bare array; with either, the page envelope over the same ordered list.',
      parameters: ['nameLike', 'prefix', 'descriptionLike', ...FILTERS, 'searchPage', 'searchSize'],
      answer: listOrPage('AnyUser', 'UserPage', [example.USER]),
      answerDescription: 'The researchers, ordered by name.',
      failures: [
        'search-mode-missing',
        PREFIX_MISSING,
        'parameter-invalid',
        ...FILTER_FAILURES,
        'api-disabled',
        ['search-mode-disabled', { what: 'for researchers' }],
      ],
    },
    '/api/users': {
      id: 'listUsers',
      tag: 'Researchers',
      summary: 'List researchers',
      parameters: ['page', 'size', 'sortUsers'],
      answer: json(ref('UserPage')),
      answerDescription: 'A page of researchers.',
      failures: listingFailures('users'),
    },
    '/api/users/{userId}': {
      id: 'getUser',
      tag: 'Researchers',
      summary: 'One researcher by real ID',
      description: 'In full, or not at all: never anonymized.',
      parameters: ['userId'],
      answer: json(ref('User')),
      answerDescription: 'The researcher.',
      failures: ['path-invalid', 'access-denied', ...TOKEN_FAILURES, 'unknown-user'],
    },
    '/api/users/by-anonymous-id/{anonymousId}': {
      id: 'getUserByAnonymousId',
      tag: 'Researchers',
      summary: 'One researcher by anonymous ID',
      description: resolving,
      parameters: ['anonymousId'],
      answer: json(ref('AnyUser')),
      answerDescription: 'The researcher.',
      failures: [NOT_A_UUID, 'unknown-anonymous-user', ...ANONYMOUS_ID_SWITCHES],
    },
    '/api/ontologies': {
      id: 'listOntologies',
      tag: 'Ontologies',
      summary: 'List the ontologies',
      description: 'List them before searching with `ontologyNames`: a name that is not here makes the search fail.',
      answer: json(arrayOf(ref('RemoteOntology'))),
      answerDescription: 'The active ontologies, in the order of the registry.',
    },
    '/api/ontologies/{ontologyName}/terms': {
      id: 'listOntologyTerms',
      tag: 'Ontologies',
      summary: 'List the terms of an ontology',
      description: 'With `ontologyTermIds` an array of those terms, else a page of all of them.',
      parameters: ['ontologyName', 'ontologyTermIdsToList', 'page', 'size', 'sortTerms'],
      answer: {
        schema: { oneOf: [ref('RemoteOntologyTermInfoPage'), arrayOf(ref('RemoteOntologyTermInfo'))] },
        examples: {
          page: { summary: 'Without ontologyTermIds', value: example.examplePage([example.TERM]) },
          array: { summary: 'With ontologyTermIds', value: [example.TERM] },
        },
      },
      answerDescription: 'The active terms.',
      failures: [...listingFailures('terms'), 'unknown-ontology'],
    },
    '/api/ontologies/{ontologyName}/terms/{termId}': {
      id: 'getOntologyTerm',
      tag: 'Ontologies',
      summary: 'One term of an ontology',
      parameters: ['ontologyName', 'termId'],
      answer: json(ref('RemoteOntologyTermInfo')),
      answerDescription: 'The term.',
      failures: ['unknown-term'],
    },
    '/api/taxa/{taxonId}': {
      id: 'getTaxon',
      tag: 'Taxa',
      summary: 'One taxon',
      parameters: ['taxonIdInPath'],
      answer: json(ref('Taxon')),
      answerDescription: 'The taxon.',
      failures: ['path-invalid', 'unknown-taxon'],
    },
    '/api/stats': {
      id: 'getStats',
      tag: 'Statistics',
      summary: 'Statistics of the registry',
      answer: json(ref('Stats')),
      answerDescription: 'The statistics.',
    },
    '/api': {
      id: 'getDescription',
      tag: 'About',
      summary: 'This document',
      answer: json({ type: 'object', description: 'An OpenAPI 3.0.1 document.' }),
      answerDescription: 'The description of the API.',
    },
  };
  return {
    ...Object.fromEntries(
      Object.entries(operations).map(([path, operation]) => [path, { get: describe(operation, path) }]),
    ),
    '/stats': { get: LEGACY_STATS },
  };
}

/** Neither gated nor authenticated (contract 2.13), so without the failures of the rest. */
const LEGACY_STATS = {
  operationId: 'getLegacyStats',
  tags: ['Statistics'],
  summary: 'Statistics under their former names',
  description: 'Use `/api/stats`. Public even where the API is switched off; a token is not looked at.',
  deprecated: true,
  security: [],
  responses: { 200: { description: 'The statistics.', content: { 'application/json': json(ref('LegacyStats')) } } },
};

function describe(operation: Operation, path: string): Json {
  const { id, tag, summary, description, parameters = [], answer, answerDescription, failures = [] } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description ? { description } : {}),
    parameters: parameters.map(parameter),
    responses: {
      200: { description: answerDescription, content: { 'application/json': answer } },
      ...COMMON_FAILURES,
      ...failureResponses(failures, path),
    },
  };
}

function listingFailures(listing: keyof typeof SORTABLE): Failure[] {
  return [
    ['parameter-invalid', { name: 'page', found: '2147483647', allowed: '0 to 107374182 at this size' }],
    ['sort-unknown', { found: 'password', allowed: SORTABLE[listing].join(', ') }],
  ];
}

function json(of: Json): Json {
  return { schema: of };
}

function listOrPage(record: string, page: string, sample: readonly object[]): Json {
  return {
    schema: { oneOf: [arrayOf(ref(record)), ref(page)] },
    examples: {
      array: { summary: 'Without page and size', value: sample },
      page: { summary: 'With page or size', value: example.examplePage(sample) },
    },
  };
}
