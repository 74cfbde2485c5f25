/** The state of a circuit breaker that copies of the registry share, and its form in their texts. */

import { isReason } from '../../domain/federation/known-reason.ts';
import type { Reason } from '../../domain/federation/reasons.ts';
import { MOST_SKEW_MS } from '../../lib/shared-state.ts';
import { membersOf } from '../dialect/json-body.ts';
import { LONGEST_RETRY_AFTER_SECONDS } from '../dialect/reply.ts';
import { FAILURE_KINDS, type FailureKind } from './failure-class.ts';
import type { Clock } from './times.ts';

/** Its times are of the steady clock. */
export type SharedBreaker = {
  /** When it became so; when the last call began that was answered, and that failed; when a failure was last counted. */
  readonly atMs: number;
  readonly answeredMs: number;
  readonly failedMs: number;
  readonly countedMs: number;
  readonly failures: number;
  /** How often it opened in a row. */
  readonly openings: number;
  /** Undefined while closed; half-open once its time is over. */
  readonly opening: { untilMs: number; because: Reason; kind: FailureKind } | undefined;
  /** Until when other copies wait for the probe of one: a copy that hangs never reports its end. */
  readonly probeUntilMs: number;
};

const LONGEST_OPEN_MS = LONGEST_RETRY_AFTER_SECONDS * 1000;

/** The members of a state that are moments. */
const MOMENTS = ['atMs', 'answeredMs', 'failedMs', 'countedMs', 'probeUntilMs'] as const;

/** Returns a state with its times by the wall clock; a moment that never was is null. */
export function writtenBreaker({ failures, openings, opening, ...moments }: SharedBreaker, { toWall }: Clock) {
  const written = MOMENTS.map((name) => [name, Number.isFinite(moments[name]) ? toWall(moments[name]) : null]);
  return {
    ...Object.fromEntries(written),
    ...{ failures, openings, opening: opening && { ...opening, untilMs: toWall(opening.untilMs) } },
  };
}

/** Returns the state by the clocks of this machine; undefined for anything else, and for a state of the future. */
export function readBreaker(value: unknown, { now, toSteady }: Clock): SharedBreaker | undefined {
  const { failures, openings, opening, ...members } = membersOf(value);
  const times = MOMENTS.map((name) => [name, momentIn(members[name], toSteady)] as const);
  const moments = Object.fromEntries(times) as Record<(typeof MOMENTS)[number], number>;
  if (!isCount(failures) || !isCount(openings) || times.some(([, ms]) => Number.isNaN(ms))) return undefined;
  const { probeUntilMs, ...past } = moments;
  const { untilMs, because, kind } = membersOf(opening);
  const isOpening = typeof untilMs === 'number' && isReason(because) && isFailureKind(kind);
  const isOfFuture = Object.values(past).some((ms) => ms > now() + MOST_SKEW_MS);
  if (isOfFuture || (opening !== undefined && !isOpening)) return undefined;
  const latest = now() + LONGEST_OPEN_MS;
  const until = isOpening ? Math.min(toSteady(untilMs), latest) : Number.NaN;
  const opened = isOpening ? { untilMs: until, because: because as Reason, kind } : undefined;
  return { ...past, probeUntilMs: Math.min(probeUntilMs, latest), failures, openings, opening: opened };
}

function momentIn(value: unknown, toSteady: Clock['toSteady']): number {
  if (value === null) return Number.NEGATIVE_INFINITY;
  return typeof value === 'number' ? toSteady(value) : Number.NaN;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isFailureKind(value: unknown): value is FailureKind {
  return FAILURE_KINDS.some((kind) => kind === value);
}
