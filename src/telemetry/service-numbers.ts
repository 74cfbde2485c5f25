/** Metrics that the program knows at any moment: resting partners, work under way, refusals, the shared cache. */

import type { WorkerPlace } from '../cluster/worker-place.ts';
import type { LimitsStatus } from '../http/limits/limits.ts';
import type { SharedCacheStatus } from '../shared-cache/shared-cache.ts';
import type { CallbackGauge } from './callback-gauges.ts';

/** The state of a partner's circuit breaker. */
export type PartnerRest = { key: string; restingUntil: Date | undefined; consecutiveFailures: number; rests: number };

export function partnerNumbers(partners: () => readonly PartnerRest[]): readonly CallbackGauge[] {
  const byOrigin = (read: (partner: PartnerRest) => number) => () =>
    Object.fromEntries(partners().map((partner) => [partner.key, read(partner)]));
  return [
    {
      kind: 'gauge',
      name: 'isearch_partner_resting',
      help: 'Whether a partner, or one kind of question to it, rests after failures at this moment, 1, or may be asked, 0.',
      label: 'origin',
      across: 'max',
      read: byOrigin(({ restingUntil }) => Number(restingUntil !== undefined)),
    },
    {
      kind: 'gauge',
      name: 'isearch_partner_failures_in_a_row',
      help: 'How often a partner failed since it last answered.',
      label: 'origin',
      across: 'max',
      read: byOrigin(({ consecutiveFailures }) => consecutiveFailures),
    },
    {
      kind: 'counter',
      name: 'isearch_partner_rests_total',
      help: 'How often a rest of a partner began after what was seen here; a rest that is lengthened counts again.',
      label: 'origin',
      across: 'sum',
      read: byOrigin(({ rests }) => rests),
    },
  ];
}

export function limitNumbers(status: () => LimitsStatus): readonly CallbackGauge[] {
  return [
    {
      kind: 'gauge',
      name: 'isearch_searches_under_way',
      help: 'Searches of other registries that are under way.',
      across: 'sum',
      read: () => status().searchesUnderWay,
    },
    {
      kind: 'gauge',
      name: 'isearch_searches_allowed',
      help: 'How many may be; fewer while this program is late with its own work.',
      across: 'sum',
      read: () => status().searchesAllowed,
    },
    {
      kind: 'gauge',
      name: 'isearch_lists_under_way',
      help: 'Lists of genes that are searched for.',
      across: 'sum',
      read: () => status().listsUnderWay,
    },
    {
      kind: 'gauge',
      name: 'isearch_exports_under_way',
      help: 'Files of searches that are collected or read.',
      across: 'sum',
      read: () => status().exportsUnderWay,
    },
    {
      kind: 'gauge',
      name: 'isearch_waiting_bytes',
      help: 'Bytes in memory for readers who have not taken them yet.',
      across: 'sum',
      read: () => status().waitingBytes,
    },
    {
      kind: 'counter',
      name: 'isearch_refused_total',
      help: 'Requests refused for a limit; cut_off: readers who did not read, and lost their connection.',
      label: 'limit',
      across: 'sum',
      read() {
        const { address, partner, work, searches, unread, cutOff } = status().refused;
        return { address, partner, work, searches, unread, cut_off: cutOff };
      },
    },
  ];
}

export function sharedCacheNumbers(status: () => SharedCacheStatus): readonly CallbackGauge[] {
  return [
    {
      kind: 'gauge',
      name: 'isearch_shared_cache_in_use',
      help: 'Whether the cache in common is used, 1, or every instance goes on with its own answers, 0.',
      across: 'min',
      read: () => Number(status().isShared),
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_outages_total',
      help: 'How often the cache in common was lost.',
      across: 'sum',
      read: () => status().outages,
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_texts_total',
      help: 'Texts looked for in the cache in common or put there, by what became of that; refused: not believed.',
      label: 'outcome',
      across: 'sum',
      read() {
        const { found, missed, stored, tooLong, refused } = status();
        return { found, missed, kept: stored, too_long: tooLong, refused };
      },
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_waits_total',
      help: 'Times that another instance was waited for, which was asking the same.',
      across: 'sum',
      read: () => status().waited,
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_requests_total',
      help: 'Requests to the cache in common.',
      across: 'sum',
      read: () => status().requests,
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_request_seconds_total',
      help: 'Seconds that these took together, those without an answer included.',
      across: 'sum',
      read: () => status().requestMs / 1000,
    },
  ];
}

export function processNumbers({ count }: WorkerPlace): readonly CallbackGauge[] {
  return [
    {
      kind: 'gauge',
      name: 'isearch_workers',
      help: 'Processes that serve this registry here and report their numbers.',
      across: 'sum',
      read: () => 1,
    },
    {
      kind: 'gauge',
      name: 'isearch_workers_wanted',
      help: 'Processes that are to serve it here.',
      across: 'max',
      read: () => count,
    },
  ];
}
