/** The operations of the registry API (rdp-protocol 2). */

import { NO_INTEGER, NO_USER_SEARCH, NO_UUID, type Operation, PAGE_INVALID, PREFIX_MISSING } from './operations.ts';
import { FILTERS_OF_SEARCH, IN_PATH, OF_REGISTRY, OF_SEARCH } from './parameters.ts';
import { AnyUser, User, UserGene } from './people.ts';
import { anyMembers, int, list, text } from './schema.ts';
import { GenesFound, LegacyStats, PublicView, Stats, TermsFound, UserGenePage, UserPage, UsersFound } from './stats.ts';
import { RemoteOntology, RemoteOntologyTermInfo, Taxon } from './terms.ts';
import { SORTABLE } from './words.ts';

const { wants, page, size } = OF_REGISTRY;
const FILTERS = [...FILTERS_OF_SEARCH, OF_SEARCH.researcherPosition, OF_SEARCH.researcherCategory];
const PAGE_OF_SEARCH = [OF_REGISTRY.searchPage, OF_REGISTRY.searchSize, wants];
const FOUND = { array: 'Without page and size', page: 'With page or size' };
const UNRESOLVED = ['api-disabled', 'anonymised-results-disabled', 'too-much-unread'] as const;

/** @param resolvingIds what becomes of an anonymous id that is put to this registry */
export function registryOperations(resolvingIds: string): readonly Operation[] {
  return [
    {
      path: '/api/genes/search',
      id: 'searchGenes',
      tag: 'Genes',
      summary: 'Search registered genes by symbol',
      description:
        'The gene itself and its orthologs, in TIER1 and TIER2. Without `page` and `size` the bare array; with either, the page envelope over the same ordered list.',
      parameters: [
        OF_SEARCH.symbol,
        OF_SEARCH.taxonId,
        OF_REGISTRY.orthologTaxonId,
        OF_SEARCH.tiers,
        ...FILTERS,
        OF_SEARCH.tier,
        ...PAGE_OF_SEARCH,
      ],
      answer: 'The genes, ordered by taxon, tier, symbol and researcher.',
      of: GenesFound,
      examples: FOUND,
      failures: [
        'parameter-missing',
        'parameter-invalid',
        'unknown-tier',
        'empty-symbol',
        'ontology-lists-differ',
        'unknown-ontologies',
        'unknown-taxon-searched',
        'unknown-symbol',
        'no-orthologs',
        'api-disabled',
        'search-mode-disabled',
        'too-much-unread',
      ],
    },
    {
      path: '/api/genes',
      id: 'listGenes',
      tag: 'Genes',
      summary: 'List registered genes',
      description: 'Genes of all tiers, page by page.',
      parameters: [page, size, OF_REGISTRY.sortGenes, wants],
      answer: 'A page of genes.',
      of: UserGenePage,
      failures: [PAGE_INVALID, 'sort-unknown'],
    },
    {
      path: '/api/genes/by-anonymous-id/{anonymousId}',
      id: 'getGeneByAnonymousId',
      tag: 'Genes',
      summary: 'One registered gene by anonymous ID',
      description: resolvingIds,
      parameters: [IN_PATH.anonymousId, wants],
      answer: 'The gene.',
      of: UserGene,
      failures: [NO_UUID, 'unknown-anonymous-gene', ...UNRESOLVED],
    },
    {
      path: '/api/users/search',
      id: 'searchUsers',
      tag: 'Researchers',
      summary: 'Search researchers by name, description, or both',
      description:
        'At least one of `nameLike` and `descriptionLike` is needed; with both, both must match. An empty one matches everybody who has such a text. Without `page` and `size` the bare array; with either, the page envelope over the same ordered list.',
      parameters: [OF_SEARCH.nameLike, OF_SEARCH.prefix, OF_SEARCH.descriptionLike, ...FILTERS, ...PAGE_OF_SEARCH],
      answer: 'The researchers, ordered by name.',
      of: UsersFound,
      examples: FOUND,
      failures: [
        'search-mode-missing',
        PREFIX_MISSING,
        'parameter-invalid',
        'ontology-lists-differ',
        'unknown-ontologies',
        'api-disabled',
        NO_USER_SEARCH,
        'too-much-unread',
      ],
    },
    {
      path: '/api/users',
      id: 'listUsers',
      tag: 'Researchers',
      summary: 'List researchers',
      parameters: [page, size, OF_REGISTRY.sortUsers, wants],
      answer: 'A page of researchers.',
      of: UserPage,
      failures: [PAGE_INVALID, 'sort-unknown'],
    },
    {
      path: '/api/users/{userId}',
      id: 'getUser',
      tag: 'Researchers',
      summary: 'One researcher by real ID',
      description: 'In full, or not at all: never anonymized.',
      parameters: [IN_PATH.userId, wants],
      answer: 'The researcher.',
      of: User,
      failures: [
        NO_INTEGER,
        'access-denied',
        'unknown-token',
        'expired-token',
        'invalid-token',
        'remote-account-missing',
        'unknown-user',
      ],
    },
    {
      path: '/api/users/by-anonymous-id/{anonymousId}',
      id: 'getUserByAnonymousId',
      tag: 'Researchers',
      summary: 'One researcher by anonymous ID',
      description: resolvingIds,
      parameters: [IN_PATH.anonymousId, wants],
      answer: 'The researcher.',
      of: AnyUser,
      failures: [NO_UUID, 'unknown-anonymous-user', ...UNRESOLVED],
    },
    {
      path: '/api/ontologies',
      id: 'listOntologies',
      tag: 'Ontologies',
      summary: 'List the ontologies',
      description: 'List them before searching with `ontologyNames`: a name that is not here makes the search fail.',
      answer: 'The active ontologies, in the order of the registry.',
      of: list(RemoteOntology),
    },
    {
      path: '/api/ontologies/{ontologyName}/terms',
      id: 'listOntologyTerms',
      tag: 'Ontologies',
      summary: 'List the terms of an ontology',
      description: 'With `ontologyTermIds` an array of those terms, else a page of all of them.',
      parameters: [IN_PATH.ontologyName, OF_REGISTRY.termIds, page, size, OF_REGISTRY.sortTerms],
      answer: 'The active terms.',
      of: TermsFound,
      examples: { page: 'Without ontologyTermIds', array: 'With ontologyTermIds' },
      failures: [
        PAGE_INVALID,
        ['sort-unknown', { found: 'password', allowed: SORTABLE.terms.join(', ') }],
        'unknown-ontology',
      ],
    },
    {
      path: '/api/ontologies/{ontologyName}/terms/{termId}',
      id: 'getOntologyTerm',
      tag: 'Ontologies',
      summary: 'One term of an ontology',
      parameters: [IN_PATH.ontologyName, IN_PATH.termId],
      answer: 'The term.',
      of: RemoteOntologyTermInfo,
      failures: ['unknown-term'],
    },
    {
      path: '/api/taxa/{taxonId}',
      id: 'getTaxon',
      tag: 'Taxa',
      summary: 'One taxon',
      parameters: [IN_PATH.taxonId],
      answer: 'The taxon.',
      of: Taxon,
      failures: [NO_INTEGER, 'unknown-taxon'],
    },
    {
      path: '/api/stats',
      id: 'getStats',
      tag: 'Statistics',
      summary: 'Statistics of the registry',
      answer: 'The statistics.',
      of: Stats,
    },
    {
      path: '/api/public-view',
      id: 'getPublicView',
      tag: 'About',
      summary: 'The name of what the public may see',
      description:
        'A name that changes with what callers without a token see: people, their form, and their genes. Compare it for equality only. Every answer to a caller without a token has it in `isearch-proxy-public-view`.',
      answer: 'The present name.',
      of: PublicView,
      headers: {
        'isearch-proxy-public-view': {
          description: 'The name, as in the answer; for callers without a token.',
          schema: text(),
        },
        'isearch-proxy-named-minutes': {
          description:
            'For so many minutes a cached answer may name people while the present name cannot be asked for.',
          schema: int(undefined, { minimum: 0 }),
        },
      },
    },
    {
      path: '/api',
      id: 'getDescription',
      tag: 'About',
      summary: 'This document',
      answer: 'The description of the API.',
      of: anyMembers('An OpenAPI 3.0.1 document.'),
    },
    // Has neither feature flags nor tokens (rdp-protocol 2.13), and so none of their errors.
    {
      path: '/stats',
      id: 'getLegacyStats',
      tag: 'Statistics',
      summary: 'Statistics under their former names',
      description: 'Use `/api/stats`. Public even if the API is switched off. A token has no effect.',
      deprecated: true,
      answer: 'The statistics.',
      of: LegacyStats,
      common: ['TooManyQuestions'],
    },
  ];
}
