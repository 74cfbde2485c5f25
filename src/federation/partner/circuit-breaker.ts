/**
 * The circuit breaker of a partner (docs/federation.md#circuit-breaker): closed while the partner may be asked; open for a while after
 * failures; then half-open, while one probe finds out whether it answers again.
 */

import type { Reason } from '../../domain/federation/reasons.ts';
import { type FailureKind, isUnexplained, longestFirstOpenMs, openMs } from './failure-class.ts';
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
      readonly may: 'wait';
      readonly until: Date;
      readonly because: Reason;
      /** While a probe is under way: resolves when it ends, with whether another caller may probe now. */
      readonly probe?: Promise<boolean>;
      /** How long to wait for the probe at most, in milliseconds: until it has been silent for a second. */
      readonly probeWaitMs?: number;
    };

export type CircuitBreakerState = {
  consecutiveFailures: number;
  /** Undefined while closed or half-open. */
  openUntil: Date | undefined;
  /** Why it opened; undefined while closed. */
  because: Reason | undefined;
};

/**
 * Decides about the questions to one partner. A caller reports by {@link CircuitBreaker.begin} when the first request
 * is sent, and returns the permit with the result. A result counts from the moment its call began: results of calls
 * that began later outweigh it. Failures of calls that were under way together count as one failure.
 */
export type CircuitBreaker = {
  /**
   * Returns `ask` while closed: put the question; `probe` while half-open: this one caller may try, while others wait; or
   * `wait`: put nothing before `until`.
   *
   * @param isRetry whether the caller asks this partner again on purpose. After a failure or a time-out, a retry may
   *   probe while open, one at a time and at most once a second. A probe that has been silent for a second
   *   may hang since before the partner recovered, and does not stop retries any longer.
   */
  decide(isRetry?: boolean): Decision;
  /** Notes that the first request of a call is being sent. */
  begin(permit: Permit): void;
  /** Whether a request may still be sent under this permit, as the circuit breaker may have opened in the meantime. */
  allows(permit: Permit): boolean;
  succeeded(permit: Permit): void;
  /** @param retryAfterSeconds how long the partner wants to be left alone */
  failed(permit: Permit, kind: FailureKind, because: Reason, retryAfterSeconds?: number): void;
  /**
   * Notes that a call which had timed out was answered after all. If the partner had not answered for ten minutes
   * before and this was its only failure since, it closes, because a first answer may be slow.
   */
  answeredLate(permit: Permit): void;
  /** Returns a permit without a result, because nothing was sent: after a probe, the next caller may probe. */
  released(permit: Permit): void;
  /** Closes it, whatever is under way, because the partner was just seen healthy. */
  close(): void;
  /**
   * Opens as the circuit breaker of another instance of this registry did, unless something newer is known here, and for
   * no longer than a first failure of this kind opens it.
   */
  adopt(opening: Opening): void;
  /** Until when it is open, and why; undefined while closed or half-open. */
  opening(): (Opening & { isRemote: boolean }) | undefined;
  /** How often it opened because of results seen here; another failure that prolongs it counts again. */
  openCount(): number;
  /** Takes over what another process of this registry has found out, as if it had been found out here. */
  merge(news: BreakerNews): void;
  /** Everything that is known, for another process. */
  news(): BreakerNews;
  state(): CircuitBreakerState;
};

/** An open state as instances share it: `untilMs` is wall-clock time. */
export type Opening = { untilMs: number; because: Reason; kind: FailureKind };

/** The state of a partner after a call that changed it. Times are of the machine's steady clock. */
export type BreakerNews = {
  /** When the call began. */
  beganMs: number;
  /** When the last answered call began. */
  answeredMs: number;
  consecutiveFailures: number;
  openingsInARow: number;
  opening: HeldOpening | undefined;
  /** While a probe is under way: until when other processes make none. */
  probeUntilMs: number | undefined;
};

const FAILURES_UNTIL_OPEN = 3;
/** Longer than any call: a probe that was lost must not block the partner for ever. */
const LONGEST_PROBE_MS = 60_000;
/** How long the probe of another process counts, because a process that hangs never reports its end. */
const OTHERS_PROBE_MS = 10_000;
/** How long what another instance shares is ignored after the partner was seen healthy here; longer if it was wrong. */
const OWN_RESULT_MS = 60_000;
const OWN_RESULT_AFTER_REMOTE_MS = 600_000;

/** A partner that has not answered for so long may be slow to answer its first question. */
const COLD_AFTER_MS = 600_000;

/** When a call was let through or began: the time, and its order among calls of the same time. */
type Moment = { beganMs: number; place: number };
type Call = Moment & { hasBegun: boolean };
/** The same in this process: `untilMs` is of the steady clock; `isRemote`: another instance has shared it. */
type HeldOpening = Opening & { isRemote: boolean };
type Probe = {
  permit: Permit;
  beganMs: number;
  /** Whether the probe began while the circuit breaker was open, before it was half-open. */
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
  /** Undefined while closed; half-open once its time is over. */
  let opening: HeldOpening | undefined;
  let probe: Probe | undefined;
  let consecutiveFailures = 0;
  let openingsInARow = 0;
  let openCount = 0;
  let lastRetryMs = Number.NEGATIVE_INFINITY;
  /** Until when what other instances share is ignored. */
  let ownResultUntilMs = Number.NEGATIVE_INFINITY;
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
    const permit = letThrough({ may: 'probe', isAfterTimeout: opening?.kind === 'time-out' });
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

  function mayRetry({ kind }: HeldOpening): boolean {
    return isUnexplained(kind) && now() - lastRetryMs >= RETRY_WAIT_MS;
  }

  function open(kind: FailureKind, because: Reason, retryAfterSeconds: number | undefined): void {
    const isRepeated = openingsInARow > 0 || consecutiveFailures >= FAILURES_UNTIL_OPEN;
    if (kind === 'failure' && !isRepeated) {
      opening = undefined;
      return;
    }
    if (kind === 'time-out' && !isRepeated) {
      // Half-open at once: the next question becomes a probe, so that no other caller waits for a partner that timed out.
      opening = { untilMs: now(), because, kind, isRemote: false };
      return;
    }
    openingsInARow++;
    openCount++;
    const lastsMs = openMs(kind, { openingsInARow, retryAfterSeconds, random: random() });
    opening = { untilMs: now() + lastsMs, because, kind, isRemote: false };
  }

  /**
   * Whether a failure changes until when it is open: only if the partner itself says how long, in a call that did not
   * begin before the last failure.
   */
  function prolongs(call: Call, kind: FailureKind, retryAfterSeconds: number | undefined): boolean {
    if (opening === undefined || isUnexplained(kind) || isBefore(call, lastFailure)) return false;
    return now() + openMs(kind, { openingsInARow, retryAfterSeconds, random: random() }) > opening.untilMs;
  }

  /** Whether it is still open by the one, and longer than by the other. */
  function outlasts(one: HeldOpening | undefined, other: HeldOpening | undefined): boolean {
    return one !== undefined && one.untilMs > Math.max(now(), other?.untilMs ?? 0);
  }

  /** Closes, as the partner was healthy at a moment. Results of calls that began before it do not count any more. */
  function closeFrom(moment: Moment): void {
    lastSuccess = later(lastSuccess, moment);
    lastSuccessMs = now();
    const trustMs = opening?.isRemote === true ? OWN_RESULT_AFTER_REMOTE_MS : OWN_RESULT_MS;
    ownResultUntilMs = Math.max(ownResultUntilMs, now() + trustMs);
    opening = undefined;
    consecutiveFailures = 0;
    openingsInARow = 0;
    endProbe(true);
  }

  /** Returns undefined while closed or half-open. */
  function presentOpening(): HeldOpening | undefined {
    return opening !== undefined && now() < opening.untilMs ? opening : undefined;
  }

  function news(): BreakerNews {
    const { beganMs } = later(lastSuccess, lastFailure);
    const probeUntilMs = probe && probe.beganMs + OTHERS_PROBE_MS;
    return { beganMs, answeredMs: lastSuccess.beganMs, consecutiveFailures, openingsInARow, opening, probeUntilMs };
  }

  function noteClosedFrom(moment: Moment): void {
    const isNews = opening !== undefined || consecutiveFailures > 0;
    closeFrom(moment);
    if (isNews) onNews(news());
  }

  return {
    decide(isRetry = false) {
      if (opening === undefined) return letThrough({ may: 'ask', isAfterTimeout: false });
      const { untilMs, because } = opening;
      const isOver = now() >= untilMs;
      const mayTry = isRetry && mayRetry(opening);
      const probeMs = probe === undefined ? 0 : now() - probe.beganMs;
      if (probe !== undefined && probeMs < (mayTry ? RETRY_WAIT_MS : LONGEST_PROBE_MS)) {
        const probeWaitMs = Math.max(0, RETRY_WAIT_MS - probeMs);
        const until = onWall(Math.max(untilMs, now()));
        return { may: 'wait', until, because, probe: probe.ended.promise, probeWaitMs };
      }
      if (!isOver && !mayTry) return { may: 'wait', until: onWall(untilMs), because };
      if (!mayTry && now() < othersProbeUntilMs) return { may: 'wait', until: onWall(now()), because };
      if (!isOver) lastRetryMs = now();
      return openProbe(!isOver);
    },

    begin: (permit) => void calls.set(permit, newCall(true)),
    allows(permit) {
      if (opening === undefined || permit === probe?.permit) return true;
      // A question that began before the time-out may send its further requests: its late answer may be cached.
      return callOf(permit).hasBegun && now() >= opening.untilMs;
    },

    succeeded(given) {
      const call = callOf(given);
      const isOfProbe = given === probe?.permit;
      if (isBefore(call, lastFailure)) {
        if (!isOfProbe) return;
        endProbe(false);
        return onNews(news());
      }
      // Where the partner itself asked to be left alone, only a probe closes it.
      if (opening !== undefined && !opening.isRemote && !isUnexplained(opening.kind) && !isOfProbe) return;
      noteClosedFrom(call);
    },

    failed(given, kind, because, retryAfterSeconds) {
      const call = callOf(given);
      const isOfProbe = given === probe?.permit;
      const isEarly = isOfProbe && probe?.isEarly === true;
      if (isOfProbe) endProbe(false);
      if (isBefore(call, lastSuccess)) return isOfProbe ? onNews(news()) : undefined;
      const isPassedOver = opening !== undefined && !isOfProbe && !prolongs(call, kind, retryAfterSeconds);
      lastFailure = later(lastFailure, call);
      if (isPassedOver) return;
      // A retry while open does not prolong it.
      if (isEarly && isUnexplained(kind)) return onNews(news());
      if (call.beganMs >= lastCountedMs) {
        consecutiveFailures++;
        lastCountedMs = now();
      }
      open(kind, because, retryAfterSeconds);
      onNews(news());
    },

    answeredLate(given) {
      const isCold = now() - lastSuccessMs >= COLD_AFTER_MS;
      if (isCold && opening?.kind === 'time-out' && consecutiveFailures === 1) noteClosedFrom(callOf(given));
    },

    released(given) {
      if (given !== probe?.permit) return;
      endProbe(true);
      onNews(news());
    },

    close() {
      if (opening !== undefined) noteClosedFrom(newCall(true));
    },

    adopt({ untilMs, because, kind }) {
      if (opening !== undefined || now() < ownResultUntilMs) return;
      const endMs = clock.toSteady(untilMs);
      if (endMs <= now()) return;
      opening = { untilMs: Math.min(endMs, now() + longestFirstOpenMs(kind)), because, kind, isRemote: true };
    },

    merge({ beganMs, answeredMs, opening: others, probeUntilMs = Number.NEGATIVE_INFINITY, ...counts }) {
      othersProbeUntilMs = probeUntilMs;
      const answered = { beganMs: answeredMs, place: 0 };
      if (consecutiveFailures > 0 && isBefore(lastFailure, answered)) closeFrom(answered);
      lastSuccess = later(lastSuccess, answered);
      const moment = { beganMs, place: 0 };
      const isEarlier = isBefore(moment, lastFailure);
      if (others === undefined && counts.consecutiveFailures === 0) {
        if (!isEarlier) closeFrom(moment);
        else if (consecutiveFailures > 0) onNews(news());
        return;
      }
      if (isBefore(moment, lastSuccess)) {
        // A success that changed nothing here was not published; it outweighs what the other process has seen, so it is published now.
        if (isBefore(lastFailure, lastSuccess)) onNews(news());
        return;
      }
      // The news only say that a probe began or ended.
      const isSame = counts.consecutiveFailures === consecutiveFailures && others?.untilMs === opening?.untilMs;
      if (beganMs === lastFailure.beganMs && isSame) return;
      // Both processes may have failed before either knew of the other; the result must not depend on whose news are merged first.
      lastFailure = later(lastFailure, moment);
      lastCountedMs = now();
      consecutiveFailures = Math.max(consecutiveFailures, counts.consecutiveFailures);
      openingsInARow = Math.max(openingsInARow, counts.openingsInARow);
      const own = opening?.isRemote === true ? undefined : opening;
      const isOthers = isEarlier ? outlasts(others, own) : !outlasts(own, others);
      if (isOthers) opening = others;
    },
    news,
    openCount: () => openCount,
    opening() {
      const present = presentOpening();
      return present && { ...present, untilMs: clock.toWall(present.untilMs) };
    },
    state() {
      const present = presentOpening();
      return { consecutiveFailures, openUntil: present && onWall(present.untilMs), because: opening?.because };
    },
  };
}

function isBefore(a: Moment, b: Moment): boolean {
  return a.beganMs < b.beganMs || (a.beganMs === b.beganMs && a.place < b.place);
}

function later(a: Moment, b: Moment): Moment {
  return isBefore(a, b) ? b : a;
}
