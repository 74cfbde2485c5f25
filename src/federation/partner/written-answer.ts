/** Writes answers as text for other instances of this registry, and reads them. */

import type { Cached } from './answer-cache.ts';
import type { Clock } from './clock.ts';
import type { PartnerAnswer, PublicViewFact } from './partner-query.ts';
import { answerWith } from './partner-query.ts';

/** The clocks of instances may differ by so much: an answer that seems cached up to this far ahead counts as cached now. */
const MOST_SKEW_MS = 2000;

/** Returns the text of an answer, with the time of caching as `keptAtMs`, and without `nextTryAt`, which each instance decides for itself. */
export function writtenAnswer({ answer, cachedAtMs, ...about }: Cached<PartnerAnswer>, clock: Clock): string {
  const publicView = withTime(answer.publicView, clock.toWall);
  const written = { ...answer, publicView, nextTryAt: undefined, cachedAtMs: undefined };
  return JSON.stringify({ ...about, keptAtMs: clock.toWall(cachedAtMs), answer: written });
}

/** Returns the answer that {@link writtenAnswer} wrote, with its times by the clocks of this machine. */
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
  // The text lacks members without a value; `answerWith` adds them.
  return { answer: answerWith(records, read), cachedAtMs: isAhead ? nowMs : cachedAtMs, holdsAnonymised };
}

function withTime(view: PublicViewFact | undefined, convert: (ms: number) => number): PublicViewFact | undefined {
  return view && { ...view, askedAtMs: convert(view.askedAtMs) };
}
