/** When a partner is left alone after failures, and for how long (docs/federation.md#rest). */

import type { Reason } from '../../domain/federation/reasons.ts';
import type { Clock } from './clock.ts';
import { type FailureKind, isUnexplained, longestFirstRestMs, restMs } from './rest-times.ts';
import { RETRY_WAIT_MS } from './times.ts';

/** Permission to put one question, or for a probe the questions of one caller. */
export type Permit = {
  readonly may: 'ask' | 'probe';
  /** Whether the last thing known of the partner is that it kept somebody waiting. */
  readonly isAfterTimeout: boolean;
};

export type Decision =
  | Permit
  | {
      readonly may: 'rest';
      readonly until: Date;
      readonly because: Reason;
      /** While a probe is under way: resolves when it ends, with whether somebody may try now. */
      readonly probe?: Promise<boolean>;
      /** For how long a probe is worth waiting for: until it has been silent for a second. */
      readonly probeWaitMs?: number;
    };

export type CircuitBreakerState = {
  consecutiveFailures: number;
  /** Undefined when the partner may be asked, be it by a probe. */
  restingUntil: Date | undefined;
  /** Of the failure that made it rest; undefined while it is healthy. */
  because: Reason | undefined;
};

/**
 * Whoever asks says by {@link CircuitBreaker.begin} when the first request is sent, and hands the permit back with the
 * result. A result counts from when its call began: what a call says that began later outweighs it. Failures of calls
 * that were under way together are one failure.
 */
export type CircuitBreaker = {
  /**
   * `ask`: go on; `probe`: this one caller may try, while the others see `rest`; `rest`: not before `until`.
   *
   * @param isRetry somebody asks this partner again on purpose: after failures that it did not explain they may try
   * before its rest is over, one at a time and not more often than once a second; a probe that has been silent for a
   * second may hang from before the partner recovered, and keeps them from trying no longer
   */
  decide(isRetry?: boolean): Decision;
  /** Says that the first request of a call is being sent. */
  begin(permit: Permit): void;
  /** Whether a request may still be sent under this permit, as a rest may have begun meanwhile. */
  allows(permit: Permit): boolean;
  succeeded(permit: Permit): void;
  /** @param retryAfterSeconds what the partner asks for */
  failed(permit: Permit, kind: FailureKind, because: Reason, retryAfterSeconds?: number): void;
  /**
   * Says that a call which had kept somebody waiting was answered all the same. Where nobody had asked the partner for
   * long, that ends its rest, once: a first answer may be slow.
   */
  answeredLate(permit: Permit): void;
  /** Says of a probe that it neither succeeded nor failed, as nothing was sent: the next caller may try. */
  released(permit: Permit): void;
  /** Ends a rest whatever is under way: somebody has just seen the partner healthy. Without a rest it changes nothing. */
  endRest(): void;
  /**
   * Another instance of this registry lets the partner rest. Believed where nothing is known here that
   * says otherwise, and for no longer than a first rest of this kind lasts.
   */
  hinted(rest: HintedRest): void;
  /** The rest that is on; undefined where the partner may be asked, be it by a probe. */
  rest(): (HintedRest & { isHint: boolean }) | undefined;
  /** How many rests began after what was seen here; one that goes on after another failure counts again. */
  rests(): number;
  /** Takes over what another process of this registry has found out: as if it had been found out here. */
  merge(news: BreakerNews): void;
  /** What is known, for another process. */
  news(): BreakerNews;
  state(): CircuitBreakerState;
};

/** A rest as it is shared with other instances: its end is of the clock on the wall. */
export type HintedRest = { untilMs: number; because: Reason; kind: FailureKind };

/** How a partner stands after a call that has changed it. Times are of the steady clock of the machine. */
export type BreakerNews = {
  /** When that call began. */
  beganMs: number;
  /** When the last call began that was answered. */
  answeredMs: number;
  consecutiveFailures: number;
  restsInARow: number;
  rest: Rest | undefined;
  /** While a probe is under way: until when nobody else has to make one. */
  probeUntilMs: number | undefined;
};

const FAILURES_UNTIL_REST = 3;
/** Longer than any call lasts: a probe that was lost does not keep the partner from being asked ever again. */
const LONGEST_PROBE_MS = 60_000;
/** The probe of another process counts for so long; a process that hangs reports no end. */
const OTHERS_PROBE_MS = 10_000;
/** Who has seen a partner healthy believes no hint for so long; longer where a hint has been wrong. */
const OWN_WORD_MS = 60_000;
const OWN_WORD_AFTER_HINT_MS = 600_000;

/** Who has not answered for so long may be slow to answer again. */
const COLD_AFTER_MS = 600_000;

/** When a call began, or was let through: the time, and its place among those of that moment. */
type Moment = { beganMs: number; place: number };
type Call = Moment & { hasBegun: boolean };
/** A rest as it is known here: its end is of the steady clock. */
type Rest = HintedRest & { isHint: boolean };
type Probe = {
  permit: Permit;
  beganMs: number;
  /** Whether it tries before the rest is over. */
  isEarly: boolean;
  ended: PromiseWithResolvers<boolean>;
};

type Options = {
  clock: Clock;
  /** From 0 up to 1. */
  random: () => number;
  /** Given what other processes of this registry need to know. */
  onNews?: (news: BreakerNews) => void;
};

const NEVER: Moment = { beganMs: Number.NEGATIVE_INFINITY, place: 0 };

/** The state of one partner, which is healthy at first. */
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
  /** Until when what was seen here counts more than a hint. */
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
    // Who waits for the one before waits for this one.
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
      // Over at once: the next question is a probe, and nobody else waits for what has kept somebody waiting.
      rest = { untilMs: now(), because, kind, isHint: false };
      return;
    }
    restsInARow++;
    rests++;
    const lastsMs = restMs(kind, { restsInARow, retryAfterSeconds, random: random() });
    rest = { untilMs: now() + lastsMs, because, kind, isHint: false };
  }

  /** What a partner says of its rest is heeded as far as it is not older than why it rests. */
  function prolongsRest(call: Call, kind: FailureKind, retryAfterSeconds: number | undefined): boolean {
    if (rest === undefined || isUnexplained(kind) || isBefore(call, lastFailure)) return false;
    return now() + restMs(kind, { restsInARow, retryAfterSeconds, random: random() }) > rest.untilMs;
  }

  /** Whether it goes on, and for longer than the other. */
  function outlasts(one: Rest | undefined, other: Rest | undefined): boolean {
    return one !== undefined && one.untilMs > Math.max(now(), other?.untilMs ?? 0);
  }

  /** What was put before that counts for nothing any more. */
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

  /** Undefined where it is over. */
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
      // Further requests of what was begun before somebody was kept waiting: their answer may be late and kept.
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
      // What a partner said of its rest is taken back by nothing but a later try.
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
      // Trying before the time does not make the rest any longer.
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
        // What changed nothing here was published to nobody, and it outweighs what the other has seen.
        if (isBefore(lastFailure, lastSuccess)) onNews(news());
        return;
      }
      // Of a probe that begins or ends alone.
      const isSame = counts.consecutiveFailures === consecutiveFailures && otherRest?.untilMs === rest?.untilMs;
      if (beganMs === lastFailure.beganMs && isSame) return;
      // Both may have failed before either knew of the other: whichever is merged first, the same must come of it.
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
