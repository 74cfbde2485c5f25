/**
 * The circuit breaker of a partner, or of one kind of question to it (docs/federation.md#circuit-breaker).
 *
 * | It is | What happens | It becomes |
 * |---|---|---|
 * | closed: all may ask | 3 failures in a row | open for 30 s × n, 10 min at most, a fifth more or less |
 * | | a time-out | half-open |
 * | any | 429, switched off, a bad certificate | open for as long as the partner says, else 3 min, 10 min, 10 min |
 * | open: nobody asks but a retry, once a second | its time ends | half-open |
 * | | a retry fails | as it was |
 * | half-open: one call probes, for a minute at most | the probe fails | open for longer; before the third failure as if closed |
 * | open, half-open | an answer; after a 429 and its likes, that of a probe | closed |
 * | | after the first time-out of a partner that had not answered for 10 min: that answer, late | closed |
 *
 * A result counts from the moment its call began: it is nothing against results of calls that began later, and failures of
 * calls that were under way together are one. Copies of the registry share one state: the last writer by time wins.
 */

import type { Reason } from '../../domain/federation/reasons.ts';
import { type FailureKind, isUnexplained, openMs } from './failure-class.ts';
import type { SharedBreaker } from './shared-breaker.ts';
import { type Clock, RETRY_WAIT_MS } from './times.ts';

/** Permission to put one question, or, for a probe, all questions of one caller; `isAfterTimeout`: the last known result is a time-out. */
export type Permit = { readonly may: 'ask' | 'probe'; readonly isAfterTimeout: boolean };

export type MustWait = {
  readonly may: 'wait';
  readonly until: Date;
  readonly because: Reason;
  /** While a probe is under way here: resolves when it ends, with whether another caller may probe now. */
  readonly probe?: Promise<boolean>;
  /** For how many milliseconds to wait for the probe at most: until it has been silent for a second. */
  readonly probeWaitMs?: number;
};

export type CircuitBreaker = {
  /** @param isRetry whether the caller asks this partner again on purpose: then it may probe while open, after unexplained failures */
  decide(isRetry?: boolean): Permit | MustWait;
  /** Notes that the first request of a call is being sent. */
  begin(permit: Permit): void;
  /** Whether a further request may be sent under this permit, as the circuit breaker may have opened in the meantime. */
  allows(permit: Permit): boolean;
  succeeded(permit: Permit): void;
  /** @param retryAfterSeconds how long the partner wants to be left alone */
  failed(permit: Permit, kind: FailureKind, because: Reason, retryAfterSeconds?: number): void;
  /** Notes that a call which had timed out was answered after all. */
  answeredLate(permit: Permit): void;
  /** Returns a permit without a result, because nothing was sent. */
  released(permit: Permit): void;
  /** Closes it, whatever is under way, because the partner was just seen healthy. */
  close(): void;
  /** Takes over the state of another copy, if it is later. */
  take(theirs: SharedBreaker): void;
  /** How often it opened because of results seen here; another failure that prolongs it counts again. */
  openCount(): number;
  state(): CircuitBreakerState;
};

/** `openUntil` is undefined while closed or half-open, `because` while closed. */
export type CircuitBreakerState = {
  consecutiveFailures: number;
  openUntil: Date | undefined;
  because: Reason | undefined;
};

type Probe = { permit: Permit; sinceMs: number; isEarly: boolean; ended: PromiseWithResolvers<boolean> };

const FAILURES_UNTIL_OPEN = 3;
const LONGEST_PROBE_MS = 60_000;
const OTHERS_PROBE_MS = 10_000;
/** A partner that has not answered for so long may be slow to answer its first question. */
const COLD_AFTER_MS = 600_000;
/** No two calls of a copy begin at the same moment. */
const TICK_MS = 0.001;
const NEVER = Number.NEGATIVE_INFINITY;
const CLOSED = { failures: 0, openings: 0, opening: undefined, probeUntilMs: NEVER };

/** `random` returns a number from 0 up to, not including, 1; `onChange` is called with what other copies need to know. */
type Options = { clock: Clock; random: () => number; onChange?: (state: SharedBreaker) => void };

export function circuitBreaker({ clock: { now, toWall }, random, onChange }: Options): CircuitBreaker {
  const began = new WeakMap<Permit, number>();
  let state: SharedBreaker = { atMs: NEVER, answeredMs: NEVER, failedMs: NEVER, countedMs: NEVER, ...CLOSED };
  let probe: Probe | undefined;
  let [lastMs, retriedMs, openCount] = [NEVER, NEVER, 0];

  function moment(): number {
    lastMs = Math.max(now(), lastMs + TICK_MS);
    return lastMs;
  }

  function change(more: Partial<SharedBreaker>): void {
    state = { ...state, ...more, atMs: Math.max(moment(), state.atMs + TICK_MS) };
    onChange?.(state);
  }

  function endProbe(mayTry: boolean): void {
    probe?.ended.resolve(mayTry);
    probe = undefined;
  }

  function giveUpProbe(mayTry: boolean): void {
    endProbe(mayTry);
    change({ probeUntilMs: NEVER });
  }

  function closeFrom(beganMs: number): void {
    endProbe(true);
    const answeredMs = Math.max(state.answeredMs, beganMs);
    if (state.opening === undefined && state.failures === 0) state = { ...state, answeredMs };
    else change({ ...CLOSED, answeredMs });
  }

  return {
    decide(isRetry = false) {
      if (state.opening === undefined) return { may: 'ask', isAfterTimeout: false };
      const { untilMs, because, kind } = state.opening;
      const isOver = now() >= untilMs;
      const mayTry = isRetry && isUnexplained(kind) && now() - retriedMs >= RETRY_WAIT_MS;
      const wait = { may: 'wait', until: new Date(toWall(Math.max(untilMs, now()))), because } as const;
      if (probe !== undefined && now() - probe.sinceMs < (mayTry ? RETRY_WAIT_MS : LONGEST_PROBE_MS)) {
        return { ...wait, probe: probe.ended.promise, probeWaitMs: Math.max(0, probe.sinceMs + RETRY_WAIT_MS - now()) };
      }
      if (!mayTry && (!isOver || now() < state.probeUntilMs)) return wait;
      const permit: Permit = { may: 'probe', isAfterTimeout: kind === 'time-out' };
      const ended = Promise.withResolvers<boolean>();
      // Those who wait for the previous probe wait for this one.
      probe?.ended.resolve(ended.promise);
      probe = { permit, sinceMs: now(), isEarly: !isOver, ended };
      if (!isOver) retriedMs = now();
      change({ probeUntilMs: now() + OTHERS_PROBE_MS });
      return permit;
    },

    begin: (permit) => void began.set(permit, moment()),
    // A call that began before the time-out may send its further requests: its late answer may be cached.
    allows: (permit) =>
      state.opening === undefined || permit === probe?.permit || (began.has(permit) && now() >= state.opening.untilMs),

    succeeded(permit) {
      const beganMs = began.get(permit) ?? moment();
      const isProbe = permit === probe?.permit;
      const isOfUnknownCause = state.opening === undefined || isUnexplained(state.opening.kind);
      if (beganMs >= state.failedMs) return isProbe || isOfUnknownCause ? closeFrom(beganMs) : undefined;
      if (isProbe) giveUpProbe(false);
    },

    failed(permit, kind, because, retryAfterSeconds) {
      const beganMs = began.get(permit) ?? moment();
      const ofProbe = permit === probe?.permit ? probe : undefined;
      if (ofProbe !== undefined) endProbe(false);
      if (beganMs < state.answeredMs) return ofProbe && change({ probeUntilMs: NEVER });
      const isOfUnknownCause = isUnexplained(kind);
      const failures = state.failures + Number(beganMs >= state.countedMs);
      const openings = state.openings + 1;
      const untilMs = now() + openMs(kind, { openingsInARow: openings, retryAfterSeconds, random: random() });
      const prolongs = !isOfUnknownCause && beganMs >= state.failedMs && untilMs > (state.opening?.untilMs ?? NEVER);
      state = { ...state, failedMs: Math.max(state.failedMs, beganMs) };
      if (state.opening !== undefined && ofProbe === undefined && !prolongs) return;
      if (ofProbe?.isEarly && isOfUnknownCause) return change({ probeUntilMs: NEVER });
      const seen = { failures, countedMs: failures > state.failures ? now() : state.countedMs, probeUntilMs: NEVER };
      if (isOfUnknownCause && state.openings === 0 && failures < FAILURES_UNTIL_OPEN) {
        return change({ ...seen, opening: kind === 'time-out' ? { untilMs: now(), because, kind } : undefined });
      }
      openCount++;
      change({ ...seen, openings, opening: { untilMs, because, kind } });
    },

    answeredLate(permit) {
      const isCold = now() - state.answeredMs >= COLD_AFTER_MS;
      if (isCold && state.opening?.kind === 'time-out' && state.failures === 1)
        closeFrom(began.get(permit) ?? moment());
    },

    released: (permit) => (permit === probe?.permit ? giveUpProbe(true) : undefined),

    close() {
      if (state.opening !== undefined) closeFrom(moment());
    },

    take(theirs) {
      if (theirs.atMs <= state.atMs) return;
      const { answeredMs } = state;
      state = { ...theirs, answeredMs: Math.max(answeredMs, theirs.answeredMs) };
      // A call that began later was answered here, which no other copy has noticed.
      if (theirs.failures > 0 && theirs.failedMs < answeredMs) closeFrom(answeredMs);
      else if (theirs.opening === undefined) endProbe(true);
    },

    openCount: () => openCount,
    state() {
      const { failures, opening } = state;
      const openUntil =
        opening !== undefined && now() < opening.untilMs ? new Date(toWall(opening.untilMs)) : undefined;
      return { consecutiveFailures: failures, openUntil, because: opening?.because };
    },
  };
}
