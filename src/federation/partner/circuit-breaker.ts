/** When a partner is left alone after failures, and for how long (docs/federation.md#rest). */

export type FailureKind = 'failure' | 'too-many' | 'refused' | 'bad-certificate' | 'switched-off';

/** Permission to put one question, or for a probe the questions of one caller. */
export type Permit = { readonly may: 'ask' | 'probe' };

export type Decision = Permit | { readonly may: 'rest'; readonly until: Date; readonly because: string };

export type CircuitBreakerState = {
  consecutiveFailures: number;
  /** Undefined when the partner may be asked, be it by a probe. */
  restingUntil: Date | undefined;
  /** The title of the failure that made it rest; undefined while it is healthy. */
  because: string | undefined;
};

/**
 * Whoever asks hands the permit of {@link CircuitBreaker.decide} back with the result. A permit is good until the next
 * rest begins or the next probe is let through: what comes of calls begun before that does not count, so that it can
 * neither shorten a rest, nor make it longer, nor decide for the probe. A result without a permit counts unless the
 * partner rests.
 */
export type CircuitBreaker = {
  /** `ask`: go on; `probe`: this one caller may try, while the others see `rest`; `rest`: not before `until`. */
  decide(): Decision;
  succeeded(permit?: Permit): void;
  /** `title` is a few words that follow the name of the partner; `retryAfterSeconds` is what the partner asks for. */
  failed(kind: FailureKind, title: string, retryAfterSeconds?: number, permit?: Permit): void;
  /** Says of a probe that it neither succeeded nor failed, as it was cancelled: the next caller may try. */
  released(permit?: Permit): void;
  /** Ends a rest whatever is under way: somebody has just seen the partner well. Without a rest it changes nothing. */
  endRest(): void;
  state(): CircuitBreakerState;
};

const FAILURES_UNTIL_REST = 3;
const REST_MS = 30_000;
const LONGEST_REST_MS = 600_000;
/** A rest is longer or shorter by up to this share, so that registries do not all come back at once. */
const JITTER = 0.2;
const TOO_MANY_REST_MS = 180_000;
const LONGEST_RETRY_AFTER_MS = 3_600_000;
/** Longer than any call lasts: a probe that was lost does not keep the partner from being asked ever again. */
const LONGEST_PROBE_MS = 60_000;

type Rest = { untilMs: number; because: string };

/** The state of one partner, which is healthy at first. `now` is in milliseconds, `random` from 0 up to 1. */
export function circuitBreaker({ now, random }: { now: () => number; random: () => number }): CircuitBreaker {
  /** The permit whose results count: of everybody while the partner is healthy, of nobody at rest, then of the probe. */
  let permit: Permit | undefined = { may: 'ask' };
  let rest: Rest | undefined;
  let consecutiveFailures = 0;
  let restsInARow = 0;
  let probeEndsMs = 0;

  function counts(given: Permit | undefined): boolean {
    return permit !== undefined && (given === undefined || given === permit);
  }

  function restMs(kind: FailureKind, retryAfterSeconds: number | undefined): number {
    const asToldMs = retryAfterSeconds === undefined ? undefined : retryAfterSeconds * 1000;
    if (kind === 'failure')
      return Math.min(LONGEST_REST_MS, REST_MS * restsInARow * (1 - JITTER + 2 * JITTER * random()));
    if (kind === 'too-many') return Math.min(LONGEST_RETRY_AFTER_MS, asToldMs ?? TOO_MANY_REST_MS);
    if (kind === 'switched-off') return Math.min(LONGEST_RETRY_AFTER_MS, asToldMs ?? LONGEST_REST_MS);
    return LONGEST_REST_MS;
  }

  function beHealthy(): void {
    if (rest !== undefined) permit = { may: 'ask' };
    rest = undefined;
    consecutiveFailures = 0;
    restsInARow = 0;
  }

  return {
    decide() {
      if (rest === undefined) return permit ?? { may: 'ask' };
      const { untilMs, because } = rest;
      if (now() < untilMs) return { may: 'rest', until: new Date(untilMs), because };
      if (permit !== undefined && now() < probeEndsMs) return { may: 'rest', until: new Date(now()), because };
      probeEndsMs = now() + LONGEST_PROBE_MS;
      permit = { may: 'probe' };
      return permit;
    },

    succeeded(given) {
      if (counts(given)) beHealthy();
    },

    failed(kind, title, retryAfterSeconds, given) {
      if (!counts(given)) return;
      consecutiveFailures++;
      const isRestDue = kind !== 'failure' || rest !== undefined || consecutiveFailures >= FAILURES_UNTIL_REST;
      if (!isRestDue) return;
      restsInARow++;
      rest = { untilMs: now() + restMs(kind, retryAfterSeconds), because: title };
      permit = undefined;
    },

    released(given) {
      if (rest !== undefined && counts(given)) permit = undefined;
    },

    endRest() {
      if (rest !== undefined) beHealthy();
    },

    state() {
      const isAtRest = rest !== undefined && now() < rest.untilMs;
      return {
        consecutiveFailures,
        restingUntil: rest !== undefined && isAtRest ? new Date(rest.untilMs) : undefined,
        because: rest?.because,
      };
    },
  };
}
