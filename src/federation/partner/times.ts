/**
 * Every clock of a search, and what it ends. Names in capitals stand below; the others are settings (docs/federation.md,
 * "Time"). How long a partner rests is no clock of one search: rest-times.ts.
 *
 *     the search begins
 *     ├─ searchTimeoutMs ──────────────────────────► whoever is outstanding has a part that says so    fan-out, admission
 *     │    └─ BEFORE_SEARCH_END_MS earlier ────────► it is found out whether an old answer may name    caching
 *     │
 *     ├─ the partner rests: at once ───────────────► `resting`                                         health
 *     │    └─ asked on purpose, a probe is under way: RETRY_WAIT_MS ► `resting`                        circuit-breaker
 *     │
 *     ├─ the question waits for its turn
 *     │    ├─ each QUEUE_LOOK_MS ──────────────────► `busy`, where no answer can come in timeoutMs     partner-turns
 *     │    └─ timeoutMs ───────────────────────────► `busy`                                            admission
 *     │
 *     ├─ its first request is sent (AT_ONCE_MS after it came at the latest, or it counts as late)
 *     │    ├─ connectTimeoutMs ────────────────────► `unreachable`                                     connector
 *     │    ├─ readTimeoutMs without a byte ────────► `timed-out`                                       http-client
 *     │    ├─ timeoutMs ───────────────────────────► `timed-out`                                       admission
 *     │    ├─ a probe after a time-out: PROBE_WAIT_MS ► `resting` for the reader, the probe goes on    health
 *     │    └─ LATE_ANSWER_MS ──────────────────────► the request itself; until then it may be cached   http-client
 *     │
 *     └─ it is answered
 *          ├─ TERMS_WAIT_MS ───────────────────────► the answer, whether the terms are known or not    meaning
 *          └─ VIEW_WAIT_MS ────────────────────────► the cached answer is not shown, and asked anew    caching
 *                └─ VIEW_CALL_MS ──────────────────► the request for the name                          public-views
 */

/** What was sent within this time had its turn at once. */
export const AT_ONCE_MS = 100;

/** So often those who wait for a turn are looked at: whether their answers can still come in time. */
export const QUEUE_LOOK_MS = 100;

/** Who asks a resting partner on purpose waits so long for a probe that is under way, and makes one no more often. */
export const RETRY_WAIT_MS = 1000;

/** The reader whose question probes a partner that kept others waiting waits so long; the probe goes on behind. */
export const PROBE_WAIT_MS = 250;

/** How long a search that has its answer waits for whether the partner knows the terms. */
export const TERMS_WAIT_MS = 1000;

/** How long a cached answer waits for the present name of what the public may see. */
export const VIEW_WAIT_MS = 300;
export const VIEW_CALL_MS = 3000;
/** A little more than the name is waited for. */
export const BEFORE_SEARCH_END_MS = 400;

/** An answer that comes so late, twice the time of its partner at least, is still cached for the next who asks. */
export const LATE_ANSWER_MS = 30_000;
