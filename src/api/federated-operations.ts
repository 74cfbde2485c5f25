/** The operations of the federated API (docs/api.md#all-registries-at-once). */

import { AccessReceipt, AccessRequest } from './access.ts';
import {
  GenesAnswer,
  GenesLine,
  StatsAnswer,
  StatsLine,
  TermsAnswer,
  TermsLine,
  UsersAnswer,
  UsersLine,
} from './answers.ts';
import { AnyFoundUser, FoundGene, FoundUser } from './found.ts';
import { Coverage, CoverageLine, GeneList, ListAnswer, ListLine } from './lists.ts';
import {
  type DescribedError,
  NO_INTEGER,
  NO_USER_SEARCH,
  NO_UUID,
  type Operation,
  PAGE_INVALID,
  POST_ONLY,
  PREFIX_MISSING,
  WITH_A_PLACE,
} from './operations.ts';
import { FILTERS_OF_SEARCH, IN_PATH, OF_FEDERATION, OF_SEARCH } from './parameters.ts';
import { PartnerStatus, Partners } from './partners.ts';
import { Resolution, TextToResolve } from './resolve.ts';
import { anyMembers, text } from './schema.ts';

const { origins, origin, cursor } = OF_FEDERATION;
const FILTERS = [...FILTERS_OF_SEARCH, OF_SEARCH.researcherPosition, OF_SEARCH.researcherCategory];
const OF_ANSWER = [
  origins,
  OF_FEDERATION.page,
  OF_FEDERATION.size,
  cursor,
  OF_FEDERATION.wait,
  OF_FEDERATION.fields,
  OF_FEDERATION.explain,
  OF_FEDERATION.granularity,
  OF_FEDERATION.facets,
];
/** Of searches and listings. */
const PAGE_LINKS = {
  Link: {
    description:
      'Other pages (RFC 8288): `next` if there is a `cursor`, and `first`. Without the token of the caller. Not on a stream, nor without records.',
    schema: text(),
  },
};
const LISTING = [OF_FEDERATION.pageOfEach, OF_FEDERATION.sizeOfEach, OF_FEDERATION.sizeOfListing, cursor, origins];

const INCOMPLETE = { incomplete: 'One registry did not answer' };
const FOUND = { ...INCOMPLETE, count: 'With `granularity=count`' };
const LINES = { plan: 'The first line', part: 'A line for each origin, in order of arrival', end: 'The last line' };

const OF_PAGES: readonly DescribedError[] = [
  'unknown-origin',
  'paging-conflict',
  'cursor-invalid',
  'cursor-of-another-question',
];
const NO_GENE_SEARCH: readonly DescribedError[] = [
  'api-disabled',
  'search-mode-disabled',
  'too-many-searches',
  'too-much-unread',
];
const OF_BODY: readonly DescribedError[] = ['body-too-large', 'body-type-invalid'];
const OF_RECORD: readonly DescribedError[] = [
  ['parameter-missing', { name: 'origin', hint: 'It names the registry.' }],
  'unknown-origin',
  'origin-access-denied',
  'origin-record-unknown',
  'origin-unsupported',
  'origin-failed',
  'origin-unavailable',
  'api-disabled',
  'too-much-unread',
  'origin-timed-out',
];
const TEXT_MISSING: DescribedError = [
  'parameter-missing',
  { name: 'text', hint: 'It is what somebody typed, for example text=KCNQ2.' },
];

const SEARCHES: readonly Operation[] = [
  {
    path: '/api/federated/genes/search',
    id: 'searchFederatedGenes',
    tag: 'Search',
    summary: 'Search registered genes by symbol, everywhere',
    description:
      'A registry that does not know the symbol is asked once more under other names of the gene, and its origin says so. A symbol of blanks and characters that nobody sees, such as soft hyphens, is blank.',
    parameters: [
      OF_SEARCH.symbol,
      OF_SEARCH.taxonId,
      OF_FEDERATION.orthologTaxonIds,
      OF_SEARCH.tiers,
      ...FILTERS,
      OF_SEARCH.tier,
      ...OF_ANSWER,
    ],
    answer:
      'The genes of all origins; who works on it now, named, on the gene asked for, as principal investigator comes first.',
    of: GenesAnswer,
    headers: PAGE_LINKS,
    examples: FOUND,
    line: GenesLine,
    lines: LINES,
    failures: [
      'parameter-missing',
      'unknown-tier',
      'empty-symbol',
      'parameter-invalid',
      'ontology-lists-differ',
      ...OF_PAGES,
      'administrators-only',
      ...NO_GENE_SEARCH,
    ],
  },
  {
    path: '/api/federated/users/search',
    id: 'searchFederatedUsers',
    tag: 'Search',
    summary: 'Search researchers by name, description, or both, everywhere',
    description:
      "At least one of `nameLike` and `descriptionLike` is needed; with both, both must match. With `prefix=false`, a `nameLike` of several words is a full name: registries are asked by one of its words, and the answer has the people with all of them. Names are found in every form in which people write them: `O’Brien` finds `O'Brien`, `Odegard` finds `Ødegård`.",
    parameters: [OF_SEARCH.nameLike, OF_SEARCH.prefix, OF_SEARCH.descriptionLike, ...FILTERS, ...OF_ANSWER],
    answer: 'The researchers of all origins; who is named, a principal investigator comes first, then by name.',
    of: UsersAnswer,
    headers: PAGE_LINKS,
    examples: FOUND,
    line: UsersLine,
    lines: LINES,
    failures: [
      'search-mode-missing',
      PREFIX_MISSING,
      'parameter-invalid',
      'ontology-lists-differ',
      ...OF_PAGES,
      'administrators-only',
      'api-disabled',
      NO_USER_SEARCH,
      'too-many-searches',
      'too-much-unread',
    ],
  },
  {
    path: '/api/federated/resolve',
    id: 'resolve',
    tag: 'Search',
    summary: 'What a text means',
    description:
      'The genes, diseases and terms that somebody may mean by a text. This registry looks into its reference data only: no other registry is asked, and no people are searched.',
    parameters: [OF_FEDERATION.text, OF_FEDERATION.limit],
    answer: 'What the text may mean, best first, each with the reason.',
    of: Resolution,
    examples: { gene: 'An alias of a gene', disease: 'The id of a disease', slip: 'A phenotype with a slip' },
    failures: [TEXT_MISSING, ['parameter-invalid', { name: 'limit', found: 51, allowed: '1 to 50' }]],
  },
  {
    path: '/api/federated/resolve',
    method: 'post',
    id: 'resolveBody',
    tag: 'Search',
    summary: 'What a text in a body means',
    description:
      'The same for a text that may be about a patient: it is in no address, log or number of this registry.',
    body: TextToResolve,
    bodies: { gene: { summary: 'An alias of a gene', value: { text: 'kv7.2', limit: 10 } } },
    answer: 'What the text may mean, best first, each with the reason.',
    of: Resolution,
    examples: { gene: 'An alias of a gene' },
    failures: ['body-invalid', 'member-invalid', ...OF_BODY],
  },
  {
    path: '/api/federated/genes/coverage',
    id: 'coverage',
    tag: 'Search',
    summary: 'A gene and its orthologs by registry',
    description:
      'How many registrations each registry has of each: a count, a certified zero, or why neither is known. A symbol of blanks and characters that nobody sees is blank.',
    parameters: [OF_SEARCH.symbol, OF_SEARCH.taxonId, origins],
    answer: 'One row for each gene, one cell for each origin.',
    of: Coverage,
    examples: INCOMPLETE,
    line: CoverageLine,
    lines: LINES,
    failures: [
      'parameter-missing',
      ['parameter-invalid', { name: 'taxonId', found: 'human', allowed: 'a whole number of at most 32 bits' }],
      'empty-symbol',
      'unknown-origin',
      ...NO_GENE_SEARCH,
    ],
  },
  {
    path: '/api/federated/genes/search-batch',
    method: 'post',
    id: 'searchBatch',
    tag: 'Search',
    summary: 'How many people work on each gene of a list',
    description:
      'A list of candidate genes can point to a patient, so it is in the body alone, and in no address or log. Every gene is searched for by itself, in all organisms. All other searches come first: partners are asked a few at a time. A caller who leaves can ask again, and the search continues, because the answers of partners are cached for a while.',
    body: GeneList,
    bodies: {
      texts: { summary: 'Texts that each name a gene', value: { text: ['KCNQ2', 'ENSG00000075043', 'HGNC:6296'] } },
      genes: {
        summary: 'By symbol and organism',
        value: { genes: [{ symbol: 'KCNQ2', taxonId: 9606 }], origins: ['local'] },
      },
    },
    answer: 'One cell for each gene and registry.',
    of: ListAnswer,
    examples: { one: 'A list of one gene' },
    line: ListLine,
    lines: {
      plan: 'The list as it was understood',
      cell: 'A line for each gene and registry, in order of arrival',
      end: 'How complete it is',
    },
    failures: [
      'list-invalid',
      'list-too-long',
      'body-invalid',
      'unknown-origin',
      POST_ONLY,
      ...OF_BODY,
      'api-disabled',
      'search-mode-disabled',
      'too-many-lists',
      'too-much-unread',
    ],
  },
];

const LISTINGS_AND_RECORDS: readonly Operation[] = [
  {
    path: '/api/federated/access-requests',
    method: 'post',
    id: 'requestAccess',
    tag: 'Records',
    summary: 'Ask for access to a person whose name is withheld',
    description:
      'For a record of this registry alone: a reader at another registry asks there, and that registry calls this address. One message goes to the `contact`, who confirms the address with it; nobody else gets one before. The message leads to a page with the state of the request. A partner with a search token has a budget of its own; all others share a small one.',
    body: AccessRequest,
    bodies: {
      request: {
        summary: 'A clinician asks',
        value: {
          anonymousId: '7f1bf39a-5c8d-4f6c-9f5e-2a54b9e1a3a1',
          name: 'Ada Roe',
          organisation: 'Example Hospital',
          contact: 'ada@example.org',
          reason: 'We have a family with a variant in this gene.',
          language: 'en',
        },
      },
    },
    answer: 'The request is stored.',
    of: AccessReceipt,
    examples: { stored: 'Of a registry that sends no messages' },
    failures: ['body-invalid', 'member-invalid', 'unknown-anonymous-user', POST_ONLY, ...OF_BODY],
  },
  {
    path: '/api/federated/genes',
    id: 'listFederatedGenes',
    tag: 'Listings',
    summary: 'List registered genes of every registry',
    parameters: LISTING,
    answer: 'One page of every origin that has more.',
    of: GenesAnswer,
    headers: PAGE_LINKS,
    line: GenesLine,
    failures: [PAGE_INVALID, ...OF_PAGES],
    common: WITH_A_PLACE,
  },
  {
    path: '/api/federated/users',
    id: 'listFederatedUsers',
    tag: 'Listings',
    summary: 'List researchers of every registry',
    parameters: LISTING,
    answer: 'One page of every origin that has more.',
    of: UsersAnswer,
    headers: PAGE_LINKS,
    line: UsersLine,
    failures: [PAGE_INVALID, ...OF_PAGES],
    common: WITH_A_PLACE,
  },
  {
    path: '/api/federated/users/{userId}',
    id: 'getFederatedUser',
    tag: 'Records',
    summary: 'One researcher at her registry',
    description: 'In full, or not at all: never anonymised.',
    parameters: [IN_PATH.userId, origin],
    answer: 'The researcher.',
    of: FoundUser,
    failures: [NO_INTEGER, ...OF_RECORD],
  },
  {
    path: '/api/federated/users/by-anonymous-id/{anonymousId}',
    id: 'getFederatedUserByAnonymousId',
    tag: 'Records',
    summary: 'One researcher by anonymous ID, at the registry that issued it',
    description: 'In full when the caller may read it there, else anonymised again.',
    parameters: [IN_PATH.anonymousId, origin],
    answer: 'The researcher.',
    of: AnyFoundUser,
    failures: [NO_UUID, ...OF_RECORD],
  },
  {
    path: '/api/federated/genes/by-anonymous-id/{anonymousId}',
    id: 'getFederatedGeneByAnonymousId',
    tag: 'Records',
    summary: 'One registered gene by anonymous ID, at the registry that issued it',
    description: 'In full when the caller may read it there, else anonymised again.',
    parameters: [IN_PATH.anonymousId, origin],
    answer: 'The gene.',
    of: FoundGene,
    failures: [NO_UUID, ...OF_RECORD],
  },
];

const OVERVIEWS: readonly Operation[] = [
  {
    path: '/api/federated/stats',
    id: 'getFederatedStats',
    tag: 'Statistics and terms',
    summary: 'Statistics of every registry',
    parameters: [origins],
    answer: 'The statistics by origin, and sums that may count a person several times.',
    of: StatsAnswer,
    examples: INCOMPLETE,
    line: StatsLine,
    lines: LINES,
    failures: ['unknown-origin'],
    common: WITH_A_PLACE,
  },
  {
    path: '/api/federated/ontologies/{ontologyName}/terms',
    id: 'whoKnowsTerms',
    tag: 'Statistics and terms',
    summary: 'Which registry knows which terms of an ontology',
    parameters: [IN_PATH.ontologyName, OF_FEDERATION.termIds, origins],
    answer: 'By term, the keys of the registries that know it, that do not, and that did not answer.',
    of: TermsAnswer,
    examples: INCOMPLETE,
    line: TermsLine,
    lines: LINES,
    failures: [['parameter-missing', { name: 'ontologyTermIds', hint: 'It names the terms.' }], 'unknown-origin'],
    common: WITH_A_PLACE,
  },
  {
    path: '/api/federated/partners',
    id: 'listPartners',
    tag: 'Partners',
    summary: 'The health of the partners of this registry',
    description: 'Nobody is asked. Details are there for administrators only.',
    answer: 'The partners.',
    of: Partners,
    examples: { public: 'To anybody', administrator: 'To an administrator' },
  },
  {
    path: '/api/federated/partners/me',
    id: 'getLookingGlass',
    tag: 'Partners',
    summary: 'The status of the registry of the caller here',
    description:
      'For the operators of a partner, with a token that the configuration here ties to it. Nobody is asked. The answer has kinds and numbers of questions, and never their text.',
    answer: 'The partner that the token is tied to.',
    of: PartnerStatus,
    failures: ['no-endpoint'],
  },
  {
    path: '/api/federated',
    id: 'getFederatedDescription',
    tag: 'Partners',
    summary: 'This document',
    answer: 'The description of the federated API.',
    of: anyMembers('An OpenAPI 3.1 document.'),
  },
];

export const FEDERATED_OPERATIONS: readonly Operation[] = [...SEARCHES, ...LISTINGS_AND_RECORDS, ...OVERVIEWS];
