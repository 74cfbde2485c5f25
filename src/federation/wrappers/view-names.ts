/** An answer that may be kept carries the name that its partner gives to what the public may see, where it gives one. */

import type { Clock } from '../partner/clock.ts';
import type { Wrapper } from '../partner/partner-query.ts';
import { mayBeKept } from './kept-answers.ts';

export function viewNames(clock: Pick<Clock, 'now'>): Wrapper {
  return (inner) => async (query) => {
    if (!mayBeKept(query)) return inner(query);
    const names = new Set<string>();
    let minutes: number | undefined;
    let askedAtMs: number | undefined;
    const answer = await inner({
      ...query,
      beforeRequest() {
        askedAtMs ??= clock.now();
        query.beforeRequest();
      },
      onReply({ status, publicView }) {
        if (status >= 300 && publicView === undefined) return;
        names.add(publicView?.name ?? '');
        minutes = Math.min(minutes ?? Number.POSITIVE_INFINITY, publicView?.minutes ?? Number.POSITIVE_INFINITY);
      },
    });
    if (minutes === undefined || !Number.isFinite(minutes)) return answer;
    // Of several names none holds: joined they are equal to no other.
    const name = [...names].join(' ');
    return { ...answer, publicView: { name, minutes, askedAtMs: askedAtMs ?? clock.now() } };
  };
}
