/** A question that an operator puts to one partner as a test; no other reader waits for its answer. */

import type { Question } from '../../domain/federation/source.ts';
import { NO_FILTERS } from '../../domain/query/filters.ts';
import type { PartnerQuery } from './partner-query.ts';
import type { SourceType } from './source-type.ts';

/** A search that should find nobody: only that an answer comes matters. */
export const FINDS_NOBODY: Question = {
  kind: 'users-search',
  query: { name: { like: 'qzx', prefix: true }, descriptionLike: undefined, filters: NO_FILTERS },
};

type SingleQuestion = Pick<PartnerQuery, 'question' | 'version' | 'credential' | 'signal'>;

/** Returns the query in the dialect of the version; it is also put to a partner whose circuit breaker is open. */
export function singleQuery(question: SingleQuestion, { dialectFor }: Pick<SourceType, 'dialectFor'>): PartnerQuery {
  return { ...question, dialect: dialectFor(question.version), isRetry: true };
}
