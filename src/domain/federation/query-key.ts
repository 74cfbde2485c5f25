/** A question as one line of text: equal questions have equal lines, whatever the order of their parameters. */

import { madeForEach } from '../made-once.ts';
import { geneQueryParams } from '../query/gene-query.ts';
import { userQueryParams } from '../query/user-query.ts';
import { compareText } from '../record/ordering.ts';
import type { SearchQuestion } from './federated-query.ts';
import type { Question } from './source.ts';

/** Of questions that are being put: one and the same is put to every source, and asked for at every step. */
export const questionKey = madeForEach(keyOf);

function keyOf(question: Question): string {
  switch (question.kind) {
    case 'genes-search':
      return `${question.kind}?${sorted(geneQueryParams(question.query))}`;
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

/** The parameters that stand for a search, to be echoed to who asked. */
export function searchParams({ query, taxonIds = [] }: Pick<SearchQuestion, 'query' | 'taxonIds'>): URLSearchParams {
  const params = 'symbol' in query ? geneQueryParams(query) : userQueryParams(query);
  for (const taxonId of taxonIds) params.append('orthologTaxonId', String(taxonId));
  return params;
}

// Terms are pairs: which name goes with which id is given by their places, so their order must stay.
function sorted(params: URLSearchParams): string {
  const paired = [...params].filter(([name]) => name.startsWith('ontology'));
  const others = [...params].filter(([name]) => !name.startsWith('ontology'));
  const line = new URLSearchParams([
    ...others.toSorted(([a, x], [b, y]) => compareText(a, b) || compareText(x, y)),
    ...paired,
  ]);
  return line.toString();
}
