/** Counts answered requests, by the pattern of their route and the class of their status. */

import { Counter, Histogram } from '@prometheus-io/client';
import type { LogRequest } from '../http/server/request-log.ts';
import type { Registers } from './callback-gauges.ts';

/**
 * The bucket bounds of every histogram of times, in seconds. The short ones fit local answers; 3 to 8 hold the default timeouts of a partner and of a search.
 */
export const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3, 4, 5, 6, 8];

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
    help: 'Seconds from a request to the end of its answer, where the caller stayed for it.',
    labelNames: ['route'],
    buckets: BUCKETS,
    ...registers,
  });
  let countedTokens: readonly string[] = [];
  const ofPartners = new Counter({
    name: 'isearch_search_token_requests_total',
    help: "Requests of partners' administrators, by the name of the search token that they came with.",
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
