/** Questions that a partner cannot answer, or must not be asked, are not put to it. */

import { isOfTier3 } from '../../domain/federation/no-answer.ts';
import { thisRegistry, tierNotShared, tooOld } from '../partner/no-answer-reasons.ts';
import { answerWithout, type Wrapper } from '../partner/partner-query.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';

type Options = { discovery: Pick<VersionDiscovery, 'isThisRegistry' | 'refreshBehind'> };

export function answerable({ discovery }: Options): Wrapper {
  return (inner) => async (query) => {
    if (discovery.isThisRegistry()) {
      // It may be somebody else one day: another machine under the same name.
      discovery.refreshBehind();
      return answerWithout(thisRegistry());
    }
    if (isOfTier3(query.question)) return answerWithout(tierNotShared());
    if (!query.dialect.answers.has(query.question.kind)) return answerWithout(tooOld(query.version));
    const answer = await inner(query);
    // It may have been found out meanwhile.
    return discovery.isThisRegistry() ? answerWithout(thisRegistry()) : answer;
  };
}
