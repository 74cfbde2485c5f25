/** Answers as text, for other instances of this registry: whatever is written is read as it was. */

import type { Kept } from './answer-cache.ts';
import type { Clock } from './clock.ts';
import type { PartnerAnswer, PublicViewFact } from './partner-query.ts';
import { answerWith } from './partner-query.ts';

/** Clocks of instances may differ by so much: what was kept a moment from now was kept now. */
const MOST_SKEW_MS = 2000;

/** The text of an answer with when it was kept. When its partner will next be asked is nobody else's business. */
export function writtenAnswer({ answer, ...about }: Kept<PartnerAnswer>, clock: Clock): string {
  const keptAtMs = clock.toWall(about.keptAtMs);
  const publicView = withTime(answer.publicView, clock.toWall);
  const written = { ...answer, publicView, nextTryAt: undefined, keptAtMs: undefined };
  return JSON.stringify({ ...about, keptAtMs, answer: written });
}

export function readAnswer(text: string, clock: Clock): Kept<PartnerAnswer> {
  const { answer, keptAtMs: keptAtWallMs, holdsAnonymised } = JSON.parse(text);
  const { records, retrievedAt, publicView, ...more } = answer;
  const [keptAtMs, nowMs] = [clock.toSteady(keptAtWallMs), clock.now()];
  const isAhead = keptAtMs > nowMs && keptAtMs <= nowMs + MOST_SKEW_MS;
  const read = {
    ...more,
    ...(publicView === undefined ? {} : { publicView: withTime(publicView, clock.toSteady) }),
    retrievedAt: retrievedAt === undefined ? undefined : new Date(retrievedAt),
  };
  // Members without a value are not in the text, and read as such.
  return { answer: answerWith(records, read), keptAtMs: isAhead ? nowMs : keptAtMs, holdsAnonymised };
}

function withTime(view: PublicViewFact | undefined, convert: (ms: number) => number): PublicViewFact | undefined {
  return view && { ...view, askedAtMs: convert(view.askedAtMs) };
}
