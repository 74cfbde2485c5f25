/** Decides when a partner rests after failures, and for how long (docs/federation.md#rest). */

import type { Reason } from '../../domain/federation/reasons.ts';
import { type FailureKind, isUnexplained, longestFirstRestMs, restMs } from './failure-class.ts';
import { type Clock, RETRY_WAIT_MS } from './times.ts';

/** Permission to put one question, or, for a probe, all questions of one caller. */
export type Permit = {
  readonly may: 'ask' | 'probe';
  /** Whether the last known result of the partner is a time-out. */
  readonly isAfterTimeout: boolean;
};

export type Decision =
  | Permit
  | {
      readonly may: 'rest';
      readonly until: Date;
      readonly because: Reason;
      /** While a probe is under way: resolves when it ends, with whether another caller may probe now. */
      readonly probe?: Promise<boolean>;
      /** How long to wait for the probe at most, in milliseconds: until it has been silent for a second. */
      readonly probeWaitMs?: number;
    };

export type CircuitBreakerState = {
  consecutiveFailures: number;
  /** Undefined when the partner may be asked, if only by a probe. */
  restingUntil: Date | undefined;
  /** The reason of the rest; undefined while the partner is healthy. */
  because: Reason | undefined;
};

/**
 * Decides about the questions to one partner. A caller reports by {@link CircuitBreaker.begin} when the first request
 * is sent, and returns the permit with the result. A result counts from the moment its call began: results of calls
 * that began later outweigh it. Failures of calls that were under way together count as one failure.
 */
export type CircuitBreaker = {
  /**
   * Returns `ask`: put the question; `probe`: this one caller may try, while others get `rest`; or `rest`: put nothing
   * before `until`.
   *
   * @param isRetry whether the reader asks this partner again on purpose. After a failure or a time-out, a retry may
   *   probe before the rest is over, one at a time and at most once a second. A probe that has been silent for a second
   *   may hang since before the partner recovered, and does not stop retries any longer.
   */
  decide(isRetry?: boolean): Decision;
  /** Notes that the first request of a call is being sent. */
  begin(permit: Permit): void;
  /** Whether a request may still be sent under this permit, because a rest may have begun in the meantime. */
  allows(permit: Permit): boolean;
  succeeded(permit: Permit): void;
  /** @param retryAfterSeconds how long the partner wants to be left alone */
  failed(permit: Permit, kind: FailureKind, because: Reason, retryAfterSeconds?: number): void;
  /**
   * Notes that a call which had timed out was answered after all. If the partner had not answered for ten minutes
   * before and this was its only failure since, the rest ends, because a first answer may be slow.
   */
  answeredLate(permit: Permit): void;
  /** Returns a permit without a result, because nothing was sent: after a probe, the next caller may probe. */
  released(permit: Permit): void;
  /** Ends the rest, whatever is under way, because the partner was just seen healthy. Without a rest it changes nothing. */
  endRest(): void;
  /**
   * Takes over a rest from another instance of this registry, unless something newer is known here, and for no longer
   * than a first rest of this kind lasts.
   */
  hinted(rest: HintedRest): void;
  /** The present rest; undefined when the partner may be asked, if only by a probe. */
  rest(): (HintedRest & { isHint: boolean }) | undefined;
  /** How many rests began because of results seen here; a rest that another failure prolongs counts again. */
  rests(): number;
  /** Takes over what another process of this registry has found out, as if it had been found out here. */
  merge(news: BreakerNews): void;
  /** Everything that is known, for another process. */
  news(): BreakerNews;
  state(): CircuitBreakerState;
};

/** A rest as instances share it: `untilMs` is wall-clock time. */
export type HintedRest = { untilMs: number; because: Reason; kind: FailureKind };

/** The state of a partner after a call that changed it. Times are of the machine's steady clock. */
export type BreakerNews = {
  /** When the call began. */
  beganMs: number;
  /** When the last answered call began. */
  answeredMs: number;
  consecutiveFailures: number;
  restsInARow: number;
  rest: Rest | undefined;
  /** While a probe is under way: until when other processes make none. */
  probeUntilMs: number | undefined;
};

const FAILURES_UNTIL_REST = 3;
/** Longer than any call: a probe that was lost must not block the partner for ever. */
const LONGEST_PROBE_MS = 60_000;
/** How long the probe of another process counts, because a process that hangs never reports its end. */
const OTHERS_PROBE_MS = 10_000;
/** How long hints are ignored after the partner was seen healthy here; longer if a hint was wrong. */
const OWN_WORD_MS = 60_000;
const OWN_WORD_AFTER_HINT_MS = 600_000;

/** A partner that has not answered for so long may be slow to answer its first question. */
const COLD_AFTER_MS = 600_000;

/** When a call was let through or began: the time, and its order among calls of the same time. */
type Moment = { beganMs: number; place: number };
type Call = Moment & { hasBegun: boolean };
/** A rest in this process: `untilMs` is of the steady clock. */
type Rest = HintedRest & { isHint: boolean };
type Probe = {
  permit: Permit;
  beganMs: number;
  /** Whether the probe began before the rest was over. */
  isEarly: boolean;
  ended: PromiseWithResolvers<boolean>;
};

type Options = {
  clock: Clock;
  /** Returns a number from 0 up to, not including, 1. */
  random: () => number;
  /** Called with what other processes of this registry need to know. */
  onNews?: (news: BreakerNews) => void;
};

const NEVER: Moment = { beganMs: Number.NEGATIVE_INFINITY, place: 0 };

/** Returns the circuit breaker of one partner, which counts as healthy at first. */
export function circuitBreaker({ clock, random, onNews = () => {} }: Options): CircuitBreaker {
  const { now } = clock;
  const onWall = (steadyMs: number) => new Date(clock.toWall(steadyMs));
  const calls = new WeakMap<Permit, Call>();
  let lastPlace = 0;
  let lastSuccess = NEVER;
  let lastFailure = NEVER;
  let lastSuccessMs = Number.NEGATIVE_INFINITY;
  let lastCountedMs = Number.NEGATIVE_INFINITY;
  let rest: Rest | undefined;
  let probe: Probe | undefined;
  let consecutiveFailures = 0;
  let restsInARow = 0;
  let rests = 0;
  let lastRetryMs = Number.NEGATIVE_INFINITY;
  /** Until when hints are ignored. */
  let ownWordUntilMs = Number.NEGATIVE_INFINITY;
  let othersProbeUntilMs = Number.NEGATIVE_INFINITY;

  function newCall(hasBegun: boolean): Call {
    return { place: ++lastPlace, beganMs: now(), hasBegun };
  }

  function letThrough(permit: Permit): Permit {
    calls.set(permit, newCall(false));
    return permit;
  }

  function callOf(permit: Permit): Call {
    return calls.get(permit) ?? newCall(true);
  }

  function openProbe(isEarly: boolean): Permit {
    const permit = letThrough({ may: 'probe', isAfterTimeout: rest?.kind === 'time-out' });
    const ended = Promise.withResolvers<boolean>();
    // Those who wait for the previous probe wait for this one.
    probe?.ended.resolve(ended.promise);
    probe = { permit, beganMs: now(), isEarly, ended };
    onNews(news());
    return permit;
  }

  function endProbe(mayTry: boolean): void {
    probe?.ended.resolve(mayTry);
    probe = undefined;
  }

  function mayRetry({ kind }: Rest): boolean {
    return isUnexplained(kind) && now() - lastRetryMs >= RETRY_WAIT_MS;
  }

  function beginRest(kind: FailureKind, because: Reason, retryAfterSeconds: number | undefined): void {
    const isRepeated = restsInARow > 0 || consecutiveFailures >= FAILURES_UNTIL_REST;
    if (kind === 'failure' && !isRepeated) {
      rest = undefined;
      return;
    }
    if (kind === 'time-out' && !isRepeated) {
      // This rest is over at once: the next question becomes a probe, so that no other reader waits for a partner that timed out.
      rest = { untilMs: now(), because, kind, isHint: false };
      return;
    }
    restsInARow++;
    rests++;
    const lastsMs = restMs(kind, { restsInARow, retryAfterSeconds, random: random() });
    rest = { untilMs: now() + lastsMs, because, kind, isHint: false };
  }

  /**
   * Whether a failure changes the end of the rest: only if the partner itself says how long, in a call that did not
   * begin before the last failure.
   */
  function prolongsRest(call: Call, kind: FailureKind, retryAfterSeconds: number | undefined): boolean {
    if (rest === undefined || isUnexplained(kind) || isBefore(call, lastFailure)) return false;
    return now() + restMs(kind, { restsInARow, retryAfterSeconds, random: random() }) > rest.untilMs;
  }

  /** Whether a rest is still on, and ends later than the other. */
  function outlasts(one: Rest | undefined, other: Rest | undefined): boolean {
    return one !== undefined && one.untilMs > Math.max(now(), other?.untilMs ?? 0);
  }

  /** Notes that the partner was healthy at a moment. Results of calls that began before it do not count any more. */
  function beHealthyFrom(moment: Moment): void {
    lastSuccess = later(lastSuccess, moment);
    lastSuccessMs = now();
    const trustMs = rest?.isHint === true ? OWN_WORD_AFTER_HINT_MS : OWN_WORD_MS;
    ownWordUntilMs = Math.max(ownWordUntilMs, now() + trustMs);
    rest = undefined;
    consecutiveFailures = 0;
    restsInARow = 0;
    endProbe(true);
  }

  /** Returns undefined if the rest is over. */
  function presentRest(): Rest | undefined {
    return rest !== undefined && now() < rest.untilMs ? rest : undefined;
  }

  function news(): BreakerNews {
    const { beganMs } = later(lastSuccess, lastFailure);
    const probeUntilMs = probe && probe.beganMs + OTHERS_PROBE_MS;
    return { beganMs, answeredMs: lastSuccess.beganMs, consecutiveFailures, restsInARow, rest, probeUntilMs };
  }

  function noteHealthyFrom(moment: Moment): void {
    const isNews = rest !== undefined || consecutiveFailures > 0;
    beHealthyFrom(moment);
    if (isNews) onNews(news());
  }

  return {
    decide(isRetry = false) {
      if (rest === undefined) return letThrough({ may: 'ask', isAfterTimeout: false });
      const { untilMs, because } = rest;
      const isOver = now() >= untilMs;
      const mayTry = isRetry && mayRetry(rest);
      const probeMs = probe === undefined ? 0 : now() - probe.beganMs;
      if (probe !== undefined && probeMs < (mayTry ? RETRY_WAIT_MS : LONGEST_PROBE_MS)) {
        const probeWaitMs = Math.max(0, RETRY_WAIT_MS - probeMs);
        const until = onWall(Math.max(untilMs, now()));
        return { may: 'rest', until, because, probe: probe.ended.promise, probeWaitMs };
      }
      if (!isOver && !mayTry) return { may: 'rest', until: onWall(untilMs), because };
      if (!mayTry && now() < othersProbeUntilMs) return { may: 'rest', until: onWall(now()), because };
      if (!isOver) lastRetryMs = now();
      return openProbe(!isOver);
    },

    begin: (permit) => void calls.set(permit, newCall(true)),
    allows(permit) {
      if (rest === undefined || permit === probe?.permit) return true;
      // A question that began before the time-out may send its further requests: its late answer may be cached.
      return callOf(permit).hasBegun && now() >= rest.untilMs;
    },

    succeeded(given) {
      const call = callOf(given);
      const isOfProbe = given === probe?.permit;
      if (isBefore(call, lastFailure)) {
        if (!isOfProbe) return;
        endProbe(false);
        return onNews(news());
      }
      // A rest that the partner itself asked for is ended only by a probe.
      if (rest !== undefined && !rest.isHint && !isUnexplained(rest.kind) && !isOfProbe) return;
      noteHealthyFrom(call);
    },

    failed(given, kind, because, retryAfterSeconds) {
      const call = callOf(given);
      const isOfProbe = given === probe?.permit;
      const isEarly = isOfProbe && probe?.isEarly === true;
      if (isOfProbe) endProbe(false);
      if (isBefore(call, lastSuccess)) return isOfProbe ? onNews(news()) : undefined;
      const isPassedOver = rest !== undefined && !isOfProbe && !prolongsRest(call, kind, retryAfterSeconds);
      lastFailure = later(lastFailure, call);
      if (isPassedOver) return;
      // A retry before the end of the rest does not prolong it.
      if (isEarly && isUnexplained(kind)) return onNews(news());
      if (call.beganMs >= lastCountedMs) {
        consecutiveFailures++;
        lastCountedMs = now();
      }
      beginRest(kind, because, retryAfterSeconds);
      onNews(news());
    },

    answeredLate(given) {
      const isCold = now() - lastSuccessMs >= COLD_AFTER_MS;
      if (isCold && rest?.kind === 'time-out' && consecutiveFailures === 1) noteHealthyFrom(callOf(given));
    },

    released(given) {
      if (given !== probe?.permit) return;
      endProbe(true);
      onNews(news());
    },

    endRest() {
      if (rest !== undefined) noteHealthyFrom(newCall(true));
    },

    hinted({ untilMs, because, kind }) {
      if (rest !== undefined || now() < ownWordUntilMs) return;
      const endMs = clock.toSteady(untilMs);
      if (endMs <= now()) return;
      rest = { untilMs: Math.min(endMs, now() + longestFirstRestMs(kind)), because, kind, isHint: true };
    },

    merge({ beganMs, answeredMs, rest: otherRest, probeUntilMs = Number.NEGATIVE_INFINITY, ...counts }) {
      othersProbeUntilMs = probeUntilMs;
      const answered = { beganMs: answeredMs, place: 0 };
      if (consecutiveFailures > 0 && isBefore(lastFailure, answered)) beHealthyFrom(answered);
      lastSuccess = later(lastSuccess, answered);
      const moment = { beganMs, place: 0 };
      const isEarlier = isBefore(moment, lastFailure);
      if (otherRest === undefined && counts.consecutiveFailures === 0) {
        if (!isEarlier) beHealthyFrom(moment);
        else if (consecutiveFailures > 0) onNews(news());
        return;
      }
      if (isBefore(moment, lastSuccess)) {
        // A success that changed nothing here was not published; it outweighs what the other process has seen, so it is published now.
        if (isBefore(lastFailure, lastSuccess)) onNews(news());
        return;
      }
      // The news only say that a probe began or ended.
      const isSame = counts.consecutiveFailures === consecutiveFailures && otherRest?.untilMs === rest?.untilMs;
      if (beganMs === lastFailure.beganMs && isSame) return;
      // Both processes may have failed before either knew of the other; the result must not depend on whose news are merged first.
      lastFailure = later(lastFailure, moment);
      lastCountedMs = now();
      consecutiveFailures = Math.max(consecutiveFailures, counts.consecutiveFailures);
      restsInARow = Math.max(restsInARow, counts.restsInARow);
      const own = rest?.isHint === true ? undefined : rest;
      const isOthers = isEarlier ? outlasts(otherRest, own) : !outlasts(own, otherRest);
      if (isOthers) rest = otherRest;
    },
    news,
    rests: () => rests,
    rest() {
      const present = presentRest();
      return present && { ...present, untilMs: clock.toWall(present.untilMs) };
    },
    state() {
      const present = presentRest();
      return { consecutiveFailures, restingUntil: present && onWall(present.untilMs), because: rest?.because };
    },
  };
}

function isBefore(a: Moment, b: Moment): boolean {
  return a.beganMs < b.beganMs || (a.beganMs === b.beganMs && a.place < b.place);
}

function later(a: Moment, b: Moment): Moment {
  return isBefore(a, b) ? b : a;
}
