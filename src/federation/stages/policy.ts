/** Policy: may this partner be asked this? */

import { isOfTier3 } from '../../domain/federation/source.ts';
import { thisRegistry, tierNotShared, tooOld } from '../partner/no-answer-reasons.ts';
import { answerWithout, type Failure, type PartnerQuery, type Stage } from '../partner/partner-query.ts';
import type { VersionDiscovery } from '../partner/version-discovery.ts';

type PolicyOptions = { discovery: Pick<VersionDiscovery, 'isThisRegistry' | 'refreshBehind'> };

/** Answers questions that the partner cannot answer, or must not get, without putting them. */
export function policy({ discovery }: PolicyOptions): Stage {
  function whyNot({ question, dialect, version }: PartnerQuery): Failure | undefined {
    if (discovery.isThisRegistry()) {
      // The name may lead to another registry later, so its description is read again in the background.
      discovery.refreshBehind();
      return thisRegistry();
    }
    if (isOfTier3(question)) return tierNotShared();
    return dialect.answers.has(question.kind) ? undefined : tooOld(version);
  }

  return (next) => async (query) => {
    const failure = whyNot(query);
    if (failure !== undefined) return answerWithout(failure);
    const answer = await next(query);
    // That the partner is this registry may have been discovered in the meantime.
    return discovery.isThisRegistry() ? answerWithout(thisRegistry()) : answer;
  };
}
