/** Answers as text, for other instances of this registry: whatever is written is read as it was. */

import type { Cached } from './answer-cache.ts';
import type { Clock } from './clock.ts';
import type { PartnerAnswer, PublicViewFact } from './partner-query.ts';
import { answerWith } from './partner-query.ts';

/** Clocks of instances may differ by so much: what was cached a moment from now was cached now. */
const MOST_SKEW_MS = 2000;

/** The text of an answer, with when it was cached as `keptAtMs`. When its partner will next be asked is nobody else's business. */
export function writtenAnswer({ answer, cachedAtMs, ...about }: Cached<PartnerAnswer>, clock: Clock): string {
  const publicView = withTime(answer.publicView, clock.toWall);
  const written = { ...answer, publicView, nextTryAt: undefined, cachedAtMs: undefined };
  return JSON.stringify({ ...about, keptAtMs: clock.toWall(cachedAtMs), answer: written });
}

export function readAnswer(text: string, clock: Clock): Cached<PartnerAnswer> {
  const { answer, keptAtMs, holdsAnonymised } = JSON.parse(text);
  const { records, retrievedAt, publicView, ...more } = answer;
  const [cachedAtMs, nowMs] = [clock.toSteady(keptAtMs), clock.now()];
  const isAhead = cachedAtMs > nowMs && cachedAtMs <= nowMs + MOST_SKEW_MS;
  const read = {
    ...more,
    ...(publicView === undefined ? {} : { publicView: withTime(publicView, clock.toSteady) }),
    retrievedAt: retrievedAt === undefined ? undefined : new Date(retrievedAt),
  };
  // Members without a value are not in the text, and read as such.
  return { answer: answerWith(records, read), cachedAtMs: isAhead ? nowMs : cachedAtMs, holdsAnonymised };
}

function withTime(view: PublicViewFact | undefined, convert: (ms: number) => number): PublicViewFact | undefined {
  return view && { ...view, askedAtMs: convert(view.askedAtMs) };
}
