/** Questions that a partner cannot answer, or must not be asked, are not put to it. */

import type { Question } from '../../domain/federation/source.ts';
import { tierNotShared, tooOld } from '../partner/no-answer-reasons.ts';
import { answerWithout, type Wrapper } from '../partner/partner-query.ts';

export function answerable(): Wrapper {
  return (inner) => async (query) => {
    if (isOfTier3(query.question)) return answerWithout(tierNotShared());
    if (!query.dialect.answers.has(query.question.kind)) return answerWithout(tooOld(query.version));
    return inner(query);
  };
}

function isOfTier3(question: Question): boolean {
  return question.kind === 'genes-search' && question.query.tiers.size === 0;
}
