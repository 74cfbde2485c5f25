/**
 * Every time-out of a search, and what it ends. Names in capitals are constants below; the others are settings
 * (docs/federation.md, "Time"). How long a circuit breaker is open does not belong to one search: failure-class.ts.
 *
 *     the search begins
 *     ├─ searchTimeoutMs ──────────────────────────► each outstanding origin gets a part that says so  fan-out, time
 *     │    └─ BEFORE_SEARCH_END_MS earlier ────────► reads whether an old answer may name people       cache
 *     │
 *     ├─ the circuit breaker is open: at once ─────► `resting`                                         guard
 *     │    └─ a retry while a probe is under way: RETRY_WAIT_MS ► `resting`                            circuit-breaker
 *     │
 *     ├─ the question waits for its slot
 *     │    ├─ each QUEUE_POLL_MS ──────────────────► `busy`, where no answer can come in timeoutMs     partner-queue
 *     │    └─ timeoutMs ───────────────────────────► `busy`                                            time
 *     │
 *     ├─ a request is sent; the first within AT_ONCE_MS after the question arrived, or it counts as late
 *     │    ├─ connectTimeoutMs ────────────────────► `unreachable`                                     connector
 *     │    ├─ readTimeoutMs without a byte ────────► `timed-out`                                       http-client
 *     │    ├─ timeoutMs for this one request ──────► `timed-out`                                       http-client
 *     │    ├─ a probe after a time-out: PROBE_WAIT_MS ► `resting` for the caller, the probe goes on    guard
 *     │    └─ LATE_ANSWER_MS ──────────────────────► ends the request; until then it may be cached     http-client
 *     │
 *     ├─ further requests of the question are sent within its slot
 *     │    └─ timeoutMs after the question arrived ► `busy`, where it takes many requests             time
 *     │
 *     └─ it is answered
 *          ├─ TERMS_WAIT_MS ───────────────────────► gives the answer, with or without the terms       unknown-terms
 *          └─ VIEW_WAIT_MS ────────────────────────► asks again in place of showing the cached answer  caching
 *                └─ VIEW_CALL_MS ──────────────────► ends the request for the name                     public-views
 */

/** A question whose first request is sent within this time counts as sent at once. */
export const AT_ONCE_MS = 100;

/** How often the waiting requests are checked for whether their answers can still come in time. */
export const QUEUE_POLL_MS = 100;

/** How long a retry waits for a probe under way; also the shortest time between two probes by retries. */
export const RETRY_WAIT_MS = 1000;

/** How long the caller waits whose question probes a partner after a time-out; the probe goes on. */
export const PROBE_WAIT_MS = 250;

/** How long an answered search waits for whether the partner knows the terms. */
export const TERMS_WAIT_MS = 1000;

/** How long a cached answer waits for the present name of the partner's public view. */
export const VIEW_WAIT_MS = 300;
export const VIEW_CALL_MS = 3000;
/** A little longer than the wait for the name. */
export const BEFORE_SEARCH_END_MS = 400;

/** How long a request may take, or twice the time-out of its partner if that is longer; its late answer is still cached. */
export const LATE_ANSWER_MS = 30_000;

export type Clock = {
  /** Returns the time of the steady clock, for durations: in milliseconds from any beginning, the same in all processes of a machine. */
  now(): number;
  /** Converts a moment of the steady clock to milliseconds as of `Date.now()`. */
  toWall(steadyMs: number): number;
  /** Converts milliseconds as of `Date.now()` to the steady clock. */
  toSteady(wallMs: number): number;
};

/** The start of this process by the clock of the machine; `performance.now()` counts from there. */
const PROCESS_BEGAN_MS = Number(process.hrtime.bigint()) / 1e6 - performance.now();

/** A larger difference means that somebody has set the wall clock. */
const SET_MS = 20;

/** Returns the clocks of this machine: setting its wall clock changes no duration and no age. */
export function machineClock(): Clock {
  const now = () => PROCESS_BEGAN_MS + performance.now();
  let lastAheadMs = Date.now() - now();
  /** The wall clock counts whole milliseconds, so the difference varies; it changes only if the clock was set, so that a moment has one time. */
  const aheadMs = () => {
    const presentMs = Date.now() - now();
    if (Math.abs(presentMs - lastAheadMs) > SET_MS) lastAheadMs = presentMs;
    return lastAheadMs;
  };
  return {
    now,
    toWall: (steadyMs) => steadyMs + aheadMs(),
    toSteady: (wallMs) => wallMs - aheadMs(),
  };
}
