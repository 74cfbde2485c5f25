/**
 * Counts answered requests, by the pattern of their route and the class of their status, and the answers of a network
 * as callers get them. Answers are counted where they leave the fan-out. A count at each source would differ from what
 * the reader sees, because a source that ends with the whole search sees only a reader who left. A question to one
 * source outside the fan-out must be named among the lookups here. Every label is of a closed list. Numbers are stored
 * for months, and a label with a name or a query would be a log of searches.
 */

import { Counter, Histogram } from '@prometheus-io/client';
import { isComplete } from '../domain/federation/completeness.ts';
import { type CacheFact, LOCAL_ORIGIN, ORIGIN_STATES, type OriginState } from '../domain/federation/origin.ts';
import type { CallerAsked, NetworkObserver, ObservedAnswer } from '../federation/observed-network.ts';
import type { LogRequest } from '../server/request-log.ts';
import type { Registers } from './service-metrics.ts';

/**
 * The bucket bounds of every histogram of times, in seconds. The short ones fit local answers; 3 to 8 hold the default timeouts of a partner and of a search.
 */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8];

/** The methods that are reported by name; every other one is `other`. */
export const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'POST']);

/** @param searchTokens the names of the search tokens that are accepted now */
export function requestCounter(registers: Registers, searchTokens: () => readonly string[]): LogRequest {
  const requests = new Counter({
    name: 'isearch_http_requests_total',
    help: 'Requests answered, by class of status; left: the caller had gone before the answer was whole.',
    labelNames: ['route', 'method', 'status_class'],
    ...registers,
  });
  const durations = new Histogram({
    name: 'isearch_http_request_duration_seconds',
    help: 'Seconds from a request to the end of its answer, if the caller waited for it.',
    labelNames: ['route'],
    buckets: BUCKETS,
    ...registers,
  });
  let countedTokens: readonly string[] = [];
  const ofPartners = new Counter({
    name: 'isearch_search_token_requests_total',
    help: "Requests of partners' administrators, by the name of their search token.",
    labelNames: ['token'],
    ...registers,
    // A token that is not accepted any more is not reported any more.
    collect() {
      const tokens = searchTokens();
      for (const token of countedTokens) if (!tokens.includes(token)) this.remove({ token });
      for (const token of tokens) this.inc({ token }, 0);
      countedTokens = tokens;
    },
  });
  return ({ method, route, searchToken, status, elapsedMs, finished }) => {
    if (searchToken !== undefined && searchTokens().includes(searchToken)) ofPartners.inc({ token: searchToken });
    requests.inc({
      route,
      method: METHODS.has(method) ? method : 'other',
      status_class: finished ? `${Math.floor(status / 100)}xx` : 'left',
    });
    if (finished) durations.observe({ route }, elapsedMs / 1000);
  };
}

const SEARCHES: ReadonlySet<CallerAsked['kind']> = new Set(['genes-search', 'users-search']);

/** @param originKeys the keys of this registry and all current partners */
export function answerObserver(registers: Registers, originKeys: () => readonly string[]): NetworkObserver {
  const count = answerCounter(registers, originKeys);
  const searches = new Counter({
    name: 'isearch_searches_total',
    help: 'Searches of one or more registries, by whether every registry that was asked answered in full.',
    labelNames: ['complete'],
    ...registers,
  });
  for (const complete of ['true', 'false']) searches.inc({ complete }, 0);
  return {
    caller({ kind, isLookup }) {
      const answers: ObservedAnswer[] = [];
      return {
        answer(answer) {
          answers.push(answer);
          if (!isLookup) count(answer);
        },
        end(how) {
          if (how !== 'ended') return;
          if (isLookup) answers.forEach(count);
          if (SEARCHES.has(kind)) searches.inc({ complete: String(isComplete(answers)) });
        },
      };
    },
  };
}

const CACHE_STATUSES: readonly CacheFact['status'][] = ['miss', 'hit', 'shared', 'stale'];
/** States in which the registry was not asked at all. */
const NOT_QUERIED: ReadonlySet<OriginState> = new Set(['resting', 'not-asked', 'unsupported']);

/** Counts what became of questions at each registry. Registries that left the list of partners are no longer reported. */
function answerCounter(registers: Registers, originKeys: () => readonly string[]): (answer: ObservedAnswer) => void {
  const answers = new Counter({
    name: 'isearch_origin_answers_total',
    help: 'Questions to a registry, by the state of its answer; local is this registry.',
    labelNames: ['origin', 'state'],
    ...registers,
    collect: keepToOrigins,
  });
  const durations = new Histogram({
    name: 'isearch_origin_answer_duration_seconds',
    help: 'Seconds from a question to a registry until its answer, or until the end of the wait.',
    labelNames: ['origin'],
    buckets: BUCKETS,
    ...registers,
    collect: keepToOrigins,
  });
  const cached = new Counter({
    name: 'isearch_origin_cache_total',
    help: 'Questions to a partner, by the source of their answer; miss: not from the cache.',
    labelNames: ['origin', 'status'],
    ...registers,
    collect: keepToOrigins,
  });
  const dropped = new Counter({
    name: 'isearch_origin_records_dropped_total',
    help: 'Records of a partner that were left out when they came: they could not be read, or nobody asked for them.',
    labelNames: ['origin'],
    ...registers,
    collect: keepToOrigins,
  });
  const begun = new Set<string>();

  /** Reports each counter of a new origin as 0 first, as Prometheus sees a rise only between two values. */
  function begin(origin: string): void {
    begun.add(origin);
    for (const state of ORIGIN_STATES) answers.inc({ origin, state }, 0);
    if (origin === LOCAL_ORIGIN) return;
    dropped.inc({ origin }, 0);
    for (const status of CACHE_STATUSES) cached.inc({ origin, status }, 0);
  }

  function end(origin: string): void {
    begun.delete(origin);
    durations.remove({ origin });
    dropped.remove({ origin });
    for (const state of ORIGIN_STATES) answers.remove({ origin, state });
    for (const status of CACHE_STATUSES) cached.remove({ origin, status });
  }

  function keepToOrigins(): void {
    const origins = originKeys();
    for (const origin of begun) if (!origins.includes(origin)) end(origin);
    for (const origin of origins) if (!begun.has(origin)) begin(origin);
  }

  keepToOrigins();
  return (answer) => {
    const { key: origin, state, elapsedMs, cache, dropped: omitted } = answer;
    if (!begun.has(origin)) keepToOrigins();
    // The partner left the list while the question was under way.
    if (!begun.has(origin)) return;
    answers.inc({ origin, state });
    if (wasWaitedFor(answer)) durations.observe({ origin }, elapsedMs / 1000);
    if (origin === LOCAL_ORIGIN || cache === null) return;
    cached.inc({ origin, status: cache.status });
    if (cache.status === 'miss' && omitted > 0) dropped.inc({ origin }, omitted);
  };
}

/** Whether the registry was waited for: an old answer that came at once was given because a circuit breaker is open. */
function wasWaitedFor({ state, elapsedMs, cache }: ObservedAnswer): boolean {
  if (cache?.status === 'hit' || NOT_QUERIED.has(state)) return false;
  return state !== 'stale' || elapsedMs > 0;
}
