/**
 * What readers without an account learn of the age of an answer: fresh, some minutes, or hours. To the second it would
 * tell them when somebody else asked the same (docs/privacy.md). Times are told down to the beginning of a step of the
 * clock, so an answer is never told as newer than it is, and asking again and again finds no exact time either: what is
 * told changes when a step begins, whenever the answer came.
 */

import type { Part } from './federated-answer.ts';
import type { CacheFact } from './origin.ts';

const MINUTE_SECONDS = 60;
const STEP_SECONDS = 5 * MINUTE_SECONDS;
const HOUR_SECONDS = 60 * MINUTE_SECONDS;
const MS = 1000;

/** Returns the part with coarse times and ages. @param nowMs milliseconds since 1970 */
export function withCoarseTimes(part: Part, nowMs: number): Part {
  const { origin, cells } = part;
  const retrievedAt = coarseTime(origin.retrievedAt, nowMs);
  return {
    ...part,
    origin: { ...origin, retrievedAt, cache: coarseCache(origin.cache, nowMs) },
    cells: cells?.map((cell) => ({ ...cell, retrievedAt: coarseTime(cell.retrievedAt, nowMs) })),
  };
}

function coarseTime(time: string | null, nowMs: number): string | null {
  if (time === null) return null;
  const seconds = Math.floor(Date.parse(time) / MS);
  return new Date(begun(seconds, stepOf(seconds, nowMs)) * MS).toISOString();
}

/** A fresh answer counts as asked now, whoever asked; an old one that is shown after a failure stays `stale`. */
function coarseCache(cache: CacheFact | null, nowMs: number): CacheFact | null {
  if (cache === null) return null;
  const nowSeconds = Math.floor(nowMs / MS);
  const seconds = nowSeconds - cache.ageSeconds;
  const step = stepOf(seconds, nowMs);
  const ageSeconds = Math.max(0, begun(nowSeconds, step) - begun(seconds, step));
  if (cache.status === 'stale') return { status: 'stale', ageSeconds };
  return ageSeconds <= STEP_SECONDS ? { status: 'miss', ageSeconds: 0 } : { status: 'hit', ageSeconds };
}

/** Returns the step in which a time is told: an hour where it is an hour ago. Both are in seconds. */
function stepOf(seconds: number, nowMs: number): number {
  const age = begun(nowMs / MS, STEP_SECONDS) - begun(seconds, STEP_SECONDS);
  return age < HOUR_SECONDS ? STEP_SECONDS : HOUR_SECONDS;
}

function begun(seconds: number, step: number): number {
  return Math.floor(seconds / step) * step;
}
