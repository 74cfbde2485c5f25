/** A question that an operator puts to one partner to see what becomes of it: nobody else waits for its answer. */

import type { Question } from '../../domain/federation/source.ts';
import { NO_FILTERS } from '../../domain/query/filters.ts';
import type { PartnerQuery } from './partner-query.ts';
import type { SourceType } from './source-type.ts';

/** Nobody is expected to be called so; what counts is that an answer comes. */
export const FINDS_NOBODY: Question = {
  kind: 'users-search',
  query: { name: { like: 'qzx', prefix: true }, descriptionLike: undefined, filters: NO_FILTERS },
};

type SingleQuestion = Pick<PartnerQuery, 'question' | 'version' | 'credential' | 'signal'>;

/** The question in the dialect of that version; a partner is asked it at rest, too. */
export function singleQuery(question: SingleQuestion, { dialectFor }: Pick<SourceType, 'dialectFor'>): PartnerQuery {
  return { ...question, dialect: dialectFor(question.version), isRetry: true };
}
