/** The cache of one partner, which gives an answer only while the partner's public view still has the name of that answer. */

import type { AnswerCache } from './answer-cache.ts';
import type { PartnerAnswer } from './partner-query.ts';
import type { PublicViews } from './public-views.ts';

type Views = Pick<PublicViews, 'holds' | 'isContradicted'>;

export function viewedCache(cache: AnswerCache<PartnerAnswer>, views: Views): AnswerCache<PartnerAnswer> {
  return {
    ...cache,
    fresh(key) {
      const cached = cache.fresh(key);
      return cached !== undefined && views.holds(cached.answer) ? cached : undefined;
    },
    keep(key, answer, holdsAnonymised) {
      if (!views.isContradicted(answer)) cache.keep(key, answer, holdsAnonymised);
    },
  };
}
