/** Writes a question as one line of text: equal questions have equal lines, whatever the order of their parameters. */

import { memoize } from '../memoize.ts';
import { type GeneQuery, geneQueryParams } from '../query/gene-query.ts';
import { userQueryParams } from '../query/user-query.ts';
import { compareText } from '../record/ordering.ts';
import type { SearchQuestion } from './federated-query.ts';
import { asksTier3, type Question } from './source.ts';

/** Returns the key of a question. It is made once for each question object, as every source and every step needs it. */
export const questionKey = memoize(keyOf);

function keyOf(question: Question): string {
  switch (question.kind) {
    case 'genes-search':
      return `${question.kind}?${sorted(searchedParams(question.query))}`;
    case 'users-search':
      return `${question.kind}?${sorted(userQueryParams(question.query))}`;
    case 'genes-list':
    case 'users-list':
      return `${question.kind}?${question.page.page}&${question.page.size}`;
    case 'user':
      return `${question.kind}?${question.userId}`;
    case 'anonymous-user':
    case 'anonymous-gene':
      return `${question.kind}?${question.anonymousId}`;
    case 'stats':
      return question.kind;
    case 'terms':
      return `${question.kind}?${JSON.stringify([question.ontologyName, ...question.termIds.toSorted()])}`;
  }
}

/** Returns the key of what a caller asked for: another one where tier 3 was meant, too. */
export function askedKey(question: SearchQuestion): string {
  return asksTier3(question) ? `${questionKey(question)} and tier 3` : questionKey(question);
}

/** Returns the parameters of a search, which the answer repeats. */
export function searchParams({ query, taxonIds = [] }: Pick<SearchQuestion, 'query' | 'taxonIds'>): URLSearchParams {
  const params = 'symbol' in query ? askedParams(query) : userQueryParams(query);
  for (const taxonId of taxonIds) params.append('orthologTaxonId', String(taxonId));
  return params;
}

/** Returns the parameters of what is searched, the same with TIER3 and without, unless TIER3 alone is asked for. */
function searchedParams(query: GeneQuery): URLSearchParams {
  return query.tiers.size === 0 ? askedParams(query) : geneQueryParams(query);
}

function askedParams(query: GeneQuery): URLSearchParams {
  const params = geneQueryParams(query);
  if (query.asksTier3 !== true) return params;
  if (query.tiers.size === 0) params.delete('tiers');
  params.append('tiers', 'TIER3');
  return params;
}

// Names and ids of terms form pairs by their positions, so their order must not change.
function sorted(params: URLSearchParams): string {
  const paired = [...params].filter(([name]) => name.startsWith('ontology'));
  const others = [...params].filter(([name]) => !name.startsWith('ontology'));
  const line = new URLSearchParams([
    ...others.toSorted(([a, x], [b, y]) => compareText(a, b) || compareText(x, y)),
    ...paired,
  ]);
  return line.toString();
}
