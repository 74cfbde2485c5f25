/** Answers as text, for other instances of this registry: whatever is written is read as it was. */

import type { Kept } from './answer-cache.ts';
import type { PartnerAnswer } from './partner-query.ts';
import { answerWith } from './partner-query.ts';

/** Clocks of instances may differ by so much: what was kept a moment from now was kept now. */
const MOST_SKEW_MS = 2000;

/** The text of an answer with when it was kept. When its partner will next be asked is nobody else's business. */
export function writtenAnswer({ answer, ...about }: Kept<PartnerAnswer>): string {
  return JSON.stringify({ ...about, answer: { ...answer, nextTryAt: undefined, keptAtMs: undefined } });
}

/** @param nowMs in milliseconds */
export function readAnswer(text: string, nowMs: number): Kept<PartnerAnswer> {
  const { answer, keptAtMs, holdsAnonymised } = JSON.parse(text);
  const { records, retrievedAt, ...more } = answer;
  const isAhead = keptAtMs > nowMs && keptAtMs <= nowMs + MOST_SKEW_MS;
  const read = { ...more, retrievedAt: retrievedAt === undefined ? undefined : new Date(retrievedAt) };
  // Members without a value are not in the text, and read as such.
  return { answer: answerWith(records, read), keptAtMs: isAhead ? nowMs : keptAtMs, holdsAnonymised };
}
