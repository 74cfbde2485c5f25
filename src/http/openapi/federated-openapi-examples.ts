/** Answers of the federated routes, for their OpenAPI document: one registry that answered, and one that did not. */

import type * as answers from '../../client/federated-answers.ts';
import { ANONYMOUS_GENE, STATS, TAXON, TERM, USER, USER_GENE } from './openapi-examples.ts';

const LOCAL = { key: 'local', origin: 'EXREG', originUrl: 'https://registry.example.org' };
const PARTNER = { key: 'partner-b', origin: 'Partner B', originUrl: 'https://partner-b.example.org' };
const NOW = '2026-01-31T12:00:00.000Z';

export const ORIGIN_ANSWERED = {
  ...LOCAL,
  version: '1.5.10',
  state: 'answered',
  count: 2,
  anonymized: 1,
  exact: true,
  elapsedMs: 2,
  retrievedAt: NOW,
  cache: { status: 'miss', ageSeconds: 0 },
  filters: [{ filter: 'researcherCategories', applied: 'applied-there' }],
  askedAs: [],
  dropped: 0,
  problem: null,
} satisfies answers.Origin;

export const ORIGIN_TIMED_OUT = {
  ...PARTNER,
  version: '1.4.11',
  state: 'timed-out',
  count: 0,
  anonymized: 0,
  exact: false,
  elapsedMs: 3004,
  retrievedAt: null,
  cache: { status: 'miss', ageSeconds: 0 },
  filters: [{ filter: 'researcherCategories', applied: 'not-checkable' }],
  askedAs: [],
  dropped: 0,
  problem: {
    title: 'did not answer within 3 s',
    detail: 'The connection was made, but no answer came within 3 s.',
    error: 'http_response_timeout',
    status: null,
    nextTryAt: null,
  },
} satisfies answers.Origin;

const COMPLETENESS = {
  complete: false,
  summary: '1 of 2 registries answered; Partner B did not answer within 3 s.',
  origins: [ORIGIN_ANSWERED, ORIGIN_TIMED_OUT],
} satisfies answers.Completeness;

const ONE_RECORD = { ...ORIGIN_ANSWERED, count: 1, anonymized: 0, filters: [] } satisfies answers.Origin;

export const PLAN = {
  type: 'plan',
  query: { symbol: 'BRCA1', taxonId: 9606, researcherCategories: ['IN_SILICO', 'IN_VIVO'] },
  origins: [LOCAL, PARTNER],
} satisfies answers.Plan;

export const END = { type: 'end', ...COMPLETENESS, cursor: null } satisfies answers.End;

export const GENE_PAGE = exampleFederatedPage([USER_GENE, ANONYMOUS_GENE]);
export const USER_PAGE = exampleFederatedPage([USER]);

export const GENE_PART = partOf(ORIGIN_ANSWERED, [USER_GENE, ANONYMOUS_GENE]);
export const USER_PART = partOf(ONE_RECORD, [USER]);
export const STATS_PART = partOf(ONE_RECORD, [STATS]);
export const TERM_PART = partOf(ONE_RECORD, [TERM]);

export const STATS_ANSWER = {
  content: [{ key: 'local', ...STATS }],
  totals: { users: 22, publicUsers: 9, usersWithGenes: 14, userGenes: 58 },
  countedOrigins: ['local'],
  ...COMPLETENESS,
} satisfies answers.FederatedStatsAnswer;

export const TERMS_ANSWER = {
  content: [
    { termId: TERM.termId, name: TERM.name, knownBy: ['local'], unknownTo: [], unanswered: ['partner-b'] },
    { termId: 'HP:0000000', name: null, knownBy: [], unknownTo: ['local'], unanswered: ['partner-b'] },
  ],
  ...COMPLETENESS,
} satisfies answers.FederatedTermsAnswer;

const FOUND = { state: 'answered', count: 2, anonymized: 1, exact: true } satisfies answers.CoverageCell;
const UNANSWERED = { state: 'timed-out', count: 0, anonymized: 0, exact: false } satisfies answers.CoverageCell;
const CERTIFIED_ZERO = { state: 'empty', count: 0, anonymized: 0, exact: true } satisfies answers.CoverageCell;

export const COVERAGE = {
  gene: {
    geneId: 672,
    taxon: TAXON,
    symbol: 'BRCA1',
    name: 'BRCA1 DNA repair associated',
    aliases: 'BRCAI|BRCC1|BROVCA1|FANCS|IRIS|PNCA4|PPP1R53|PSCP|RNF53',
  },
  askedAs: 'BRCA1',
  rows: [
    {
      geneId: 672,
      symbol: 'BRCA1',
      taxon: { id: 9606, commonName: 'human' },
      relation: 'gene',
      cells: [
        { key: 'local', ...FOUND },
        { key: 'partner-b', ...UNANSWERED },
      ],
    },
    {
      geneId: 12189,
      symbol: 'Brca1',
      taxon: { id: 10090, commonName: 'mouse' },
      relation: 'ortholog',
      cells: [
        { key: 'local', ...CERTIFIED_ZERO },
        { key: 'partner-b', ...UNANSWERED },
      ],
    },
  ],
  ...COMPLETENESS,
} satisfies answers.Coverage;

export const COVERAGE_PART = partOf(ORIGIN_ANSWERED, [
  { geneId: 672, symbol: 'BRCA1', taxonId: 9606, ...FOUND },
  { geneId: 12189, symbol: 'Brca1', taxonId: 10090, ...CERTIFIED_ZERO },
] satisfies answers.CoverageOfOrigin[]);

const PARTNER_RESTING = {
  key: PARTNER.key,
  name: PARTNER.origin,
  url: PARTNER.originUrl,
  version: '1.4.11',
  dialect: '1.4',
  state: 'resting',
  restingUntil: '2026-01-31T12:00:30.000Z',
  lastAnswerAt: '2026-01-31T11:48:10.000Z',
  lastFailure: { at: NOW, title: 'did not answer within 3 s' },
  asked: 412,
  answered: 401,
  reliability: 0.93,
} satisfies answers.PartnerInfo;

export const PARTNERS = { partners: [PARTNER_RESTING] };
export const PARTNERS_IN_DETAIL = {
  partners: [
    {
      ...PARTNER_RESTING,
      details: {
        consecutiveFailures: 3,
        tokenState: 'sent',
        lastProblem: 'The connection was made, but no answer came within 3 s.',
        versionLearnedAt: '2026-01-31T11:45:00.000Z',
        saysItIs: { origin: 'PB', originUrl: 'https://partner-b.example.org' },
      },
    },
  ] satisfies answers.PartnerInfo[],
};

/** The first and only page holding these records. */
function exampleFederatedPage<Content>(content: Content[]) {
  return {
    content,
    totalElements: content.length,
    totalRelation: 'gte',
    number: 0,
    size: 20,
    totalPages: 1,
    first: true,
    last: true,
    numberOfElements: content.length,
    empty: false,
    ...COMPLETENESS,
    cursor: null,
  } satisfies answers.FederatedPage<Content>;
}

function partOf<Content>(origin: answers.Origin, content: Content[]) {
  return { type: 'part', origin, content } satisfies answers.Part<Content>;
}
