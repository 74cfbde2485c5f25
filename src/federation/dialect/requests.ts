/** Plans the requests of a question to a partner of a dialect (rdp-protocol 7.7, 11.1). */

import type { Question } from '../../domain/federation/source.ts';
import type { Filters } from '../../domain/query/filters.ts';
import { type GeneQuery, geneQueryParams } from '../../domain/query/gene-query.ts';
import type { PageRequest } from '../../domain/query/paging.ts';
import { type UserQuery, userQueryParams } from '../../domain/query/user-query.ts';
import type { Dialect } from './dialect.ts';

type RequestPlan = {
  /**
   * Paths and queries below the partner's base, `/api/...`, without any token. Empty if the answer is known to be empty
   * without a request: for no tier at all, or a name that no address can carry.
   */
  paths: readonly string[];
  /** `union`: the records of all answers; `intersection`: those in every answer, by id. */
  combine: 'union' | 'intersection';
};

/**
 * Returns the requests of a question. Whether partners of the dialect answer it at all is in `dialect.answers`.
 *
 * @throws RegistryError `ontology-lists-differ`
 */
export function planFor(dialect: Dialect, question: Question): RequestPlan {
  const last = lastPlans.get(question);
  if (last?.dialect === dialect) return last.plan;
  const plan = newPlan(dialect, question);
  lastPlans.set(question, { dialect, plan });
  return plan;
}

/** The plans of questions that are being put: the same question goes to many partners, most of one dialect. */
const lastPlans = new WeakMap<Question, { dialect: Dialect; plan: RequestPlan }>();

function newPlan(dialect: Dialect, question: Question): RequestPlan {
  if (question.kind === 'users-search') return userPlan(dialect, question.query);
  return { paths: pathsFor(dialect, question), combine: 'union' };
}

function pathsFor(dialect: Dialect, question: Exclude<Question, { kind: 'users-search' }>): string[] {
  switch (question.kind) {
    case 'genes-search':
      return genePaths(dialect, question.query);
    case 'genes-list':
      return [withQuery('/api/genes', pageParams(question.page))];
    case 'users-list':
      return [withQuery('/api/users', pageParams(question.page))];
    case 'user':
      return [`/api/users/${question.userId}`];
    case 'anonymous-user':
      return pathsBelow('/api/users/by-anonymous-id/', question.anonymousId);
    case 'anonymous-gene':
      return pathsBelow('/api/genes/by-anonymous-id/', question.anonymousId);
    case 'stats':
      return [dialect.statsPath];
    case 'terms':
      return pathsBelow('/api/ontologies/', question.ontologyName).map((path) =>
        withQuery(`${path}/terms`, termParams(question.termIds)),
      );
  }
}

function genePaths(dialect: Dialect, query: GeneQuery): string[] {
  const filters = filtersSent(dialect, query.filters);
  if (query.tiers.size === 0) return [];
  const sent = { ...query, filters, orthologTaxonId: query.orthologTaxonId ?? dialect.everyTaxonId };
  if (dialect.tiers === 'one-call') return [withQuery('/api/genes/search', geneQueryParams(sent))];
  return [...query.tiers].map((tier) => {
    const params = geneQueryParams(sent);
    params.delete('tiers');
    params.append('tier', tier);
    return withQuery('/api/genes/search', params);
  });
}

function userPlan(dialect: Dialect, query: UserQuery): RequestPlan {
  const filters = filtersSent(dialect, query.filters);
  const pathFor = (part: Partial<UserQuery>) =>
    withQuery('/api/users/search', userQueryParams({ ...query, ...part, filters }));
  const isBoth = query.name !== undefined && query.descriptionLike !== undefined;
  if (!isBoth || dialect.combinesNameAndDescription) return { paths: [pathFor({})], combine: 'union' };
  return { paths: [pathFor({ descriptionLike: undefined }), pathFor({ name: undefined })], combine: 'intersection' };
}

function filtersSent({ sends }: Dialect, filters: Filters): Filters {
  return {
    researcherPositions: sends.has('researcherPositions') ? filters.researcherPositions : undefined,
    researcherCategories: sends.has('researcherCategories') ? filters.researcherCategories : undefined,
    organUberonIds: sends.has('organUberonIds') ? filters.organUberonIds : undefined,
    terms: sends.has('ontologyTermIds') ? filters.terms : undefined,
    ontologiesAlone: sends.has('ontologyTermIds') ? filters.ontologiesAlone : undefined,
  };
}

function pageParams({ page, size }: PageRequest): URLSearchParams {
  return new URLSearchParams({ page: String(page), size: String(size) });
}

function termParams(termIds: readonly string[]): URLSearchParams {
  // Without the parameter, all terms of the ontology would be sent, page by page (rdp-protocol 2.4).
  const values = termIds.length === 0 ? [''] : termIds;
  return new URLSearchParams(values.map((termId) => ['ontologyTermIds', termId]));
}

// A blank becomes %20, because some read a plus sign as a blank and others as a plus sign.
function withQuery(path: string, params: URLSearchParams): string {
  return `${path}?${params.toString().replaceAll('+', '%20')}`;
}

/** Names that registries refuse in a path even when they are escaped (rdp-protocol 2.12), and names that would leave the folder. */
const UNSAFE_SEGMENT = /^\.{0,2}$|[/\\;%\p{Cc}]/u;

function pathsBelow(folder: string, name: string): string[] {
  return UNSAFE_SEGMENT.test(name) ? [] : [folder + encodeURIComponent(name.toWellFormed())];
}

/** Returns the path with the token as `auth` parameter, for dialects with `tokenIn: 'query'`. Never log the result. */
export function withToken(path: string, token: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}auth=${encodeURIComponent(token.toWellFormed())}`;
}
