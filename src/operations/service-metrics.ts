/**
 * Metrics that the program knows at any moment, read at each scrape: open circuit breakers, the list of partners, work
 * under way, refusals, the shared cache, a followed database.
 */

import { type Aggregator, Counter, Gauge, type Registry as Metered } from '@prometheus-io/client';
import type { FollowStatus } from '../registry/follow/status.ts';
import type { LimitsStatus } from '../server/limits/limits.ts';
import type { SharedCacheStatus } from './shared-cache.ts';
import type { WorkerPlace } from './worker-place.ts';

/** The registry of the metrics. */
export type Registers = { registers: [Metered] };

/** A number, or one for each value of the label. */
type GaugeReading = number | Readonly<Record<string, number>>;

export type CallbackGauge = {
  /** A counter only rises until the process restarts. */
  kind: 'gauge' | 'counter';
  name: string;
  help: string;
  /** The label whose values are the keys of a reading. */
  label?: string;
  /** How the values of several processes become one. */
  across: Extract<Aggregator, 'sum' | 'max' | 'min'>;
  read(): GaugeReading | Promise<GaugeReading>;
};

/** Registers the metrics. A label value that is missing from the latest reading is not reported any more. */
export function addCallbackGauges(numbers: readonly CallbackGauge[], registers: Registers): void {
  for (const { kind, name, help, label, across, read } of numbers) {
    const labelNames = label === undefined ? [] : [label];
    const about = { name, help, labelNames, aggregator: across, ...registers };
    if (kind === 'gauge') {
      new Gauge({
        ...about,
        async collect() {
          const samples = samplesOf(await read(), label);
          this.reset();
          for (const { labels, value } of samples) this.set(labels, value);
        },
      });
    } else {
      new Counter({
        ...about,
        async collect() {
          const samples = samplesOf(await read(), label);
          this.reset();
          for (const { labels, value } of samples) this.inc(labels, value);
        },
      });
    }
  }
}

function samplesOf(reading: GaugeReading, label = ''): { labels: Record<string, string>; value: number }[] {
  if (typeof reading === 'number') return [{ labels: {}, value: reading }];
  return Object.entries(reading).map(([key, value]) => ({ labels: { [label]: key }, value }));
}

/** The state of a partner's circuit breaker. */
export type BreakerFacts = { key: string; openUntil: Date | undefined; consecutiveFailures: number; openCount: number };

export function partnerNumbers(partners: () => readonly BreakerFacts[]): readonly CallbackGauge[] {
  const byOrigin = (read: (partner: BreakerFacts) => number) => () =>
    Object.fromEntries(partners().map((partner) => [partner.key, read(partner)]));
  return [
    {
      kind: 'gauge',
      name: 'isearch_partner_resting',
      help: '1 while the circuit breaker of a partner, or of one kind of question to it, is open; else 0.',
      label: 'origin',
      across: 'max',
      read: byOrigin(({ openUntil }) => Number(openUntil !== undefined)),
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
      help: 'How often the circuit breaker of a partner opened after failures seen here; each extension counts again.',
      label: 'origin',
      across: 'sum',
      read: byOrigin(({ openCount }) => openCount),
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
      help: 'How many of them are allowed; fewer while this program is late with its own work.',
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
      help: '1 while the shared cache is used; 0 while each instance uses its own answers.',
      across: 'min',
      read: () => Number(status().isShared),
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_outages_total',
      help: 'How often the connection to the shared cache was lost.',
      across: 'sum',
      read: () => status().outages,
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_texts_total',
      help: 'Texts looked up in the shared cache or stored there, by result; refused: not authentic.',
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
      help: 'How often this instance waited for another one that was asking the same.',
      across: 'sum',
      read: () => status().waited,
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_requests_total',
      help: 'Requests to the shared cache.',
      across: 'sum',
      read: () => status().requests,
    },
    {
      kind: 'counter',
      name: 'isearch_shared_cache_request_seconds_total',
      help: 'Seconds of all requests to the shared cache, also of those without an answer.',
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

type FollowGauge = Pick<CallbackGauge, 'name' | 'help' | 'across'> & { read(status: FollowStatus): number };

const MS_PER_SECOND = 1000;

/**
 * Only the leader of several processes follows the database, and publishes the status to the others. All report the same
 * values, some of them a moment later.
 */
const GAUGES: readonly FollowGauge[] = [
  {
    name: 'isearch_follow_age_seconds',
    help: 'Seconds since the data were last equal to the followed database; NaN while unknown.',
    across: 'max',
    read: ({ ageMs }) => (ageMs ?? Number.NaN) / MS_PER_SECOND,
  },
  {
    name: 'isearch_follow_last_success_timestamp_seconds',
    help: 'When the data were last equal to the followed database, in seconds since 1970; 0 while unknown.',
    across: 'min',
    read: ({ ageMs }) => (ageMs === undefined ? 0 : (Date.now() - ageMs) / MS_PER_SECOND),
  },
  {
    name: 'isearch_follow_answering',
    help: '1 while answers come from the data; 0 while these are not read yet, not compared since the start, or too old.',
    across: 'min',
    read: ({ hasData, isUnchecked, isTooOld }) => Number(hasData && !isUnchecked && !isTooOld),
  },
  {
    name: 'isearch_follow_look_duration_seconds',
    help: 'Seconds of the last check for changes, including the time to copy them.',
    across: 'max',
    read: ({ pollMs }) => pollMs / MS_PER_SECOND,
  },
  {
    name: 'isearch_follow_whole_read_duration_seconds',
    help: 'Seconds that the last reading of the whole database took; 0 before the first.',
    across: 'max',
    read: ({ wholeReadMs }) => wholeReadMs / MS_PER_SECOND,
  },
];

const COUNTERS: readonly FollowGauge[] = [
  {
    name: 'isearch_follow_users_changed_total',
    help: 'Researchers whose changes were copied one by one, including new and removed ones.',
    across: 'max',
    read: ({ usersTakenOver }) => usersTakenOver,
  },
  {
    name: 'isearch_follow_whole_reads_total',
    help: 'How often the whole database was read.',
    across: 'max',
    read: ({ wholeReads }) => wholeReads,
  },
  {
    name: 'isearch_follow_looks_total',
    help: 'Successful checks of the followed database for changes.',
    across: 'max',
    read: ({ polls }) => polls,
  },
  {
    name: 'isearch_follow_failed_looks_total',
    help: 'Failed checks of the followed database for changes.',
    across: 'max',
    read: ({ failedPolls }) => failedPolls,
  },
];

export function followNumbers(status: () => FollowStatus): readonly CallbackGauge[] {
  const gaugeOf =
    (kind: CallbackGauge['kind']) =>
    ({ read, ...about }: FollowGauge): CallbackGauge => ({ ...about, kind, read: () => read(status()) });
  return [...GAUGES.map(gaugeOf('gauge')), ...COUNTERS.map(gaugeOf('counter'))];
}

export const PARTNER_LIST_OUTCOMES = ['replaced', 'unchanged', 'refused'] as const;
export type PartnerListOutcome = (typeof PARTNER_LIST_OUTCOMES)[number];

type PartnerListNumbers = {
  numbers: readonly CallbackGauge[];
  /** Counts one outcome. */
  count(outcome: PartnerListOutcome): void;
};

/** Every process reads the same files, so all of them report the same values. */
export function partnerListNumbers(): PartnerListNumbers {
  const counts: Record<PartnerListOutcome, number> = { replaced: 0, unchanged: 0, refused: 0 };
  let isRefused = false;
  return {
    count(outcome) {
      counts[outcome]++;
      isRefused = outcome === 'refused';
    },
    numbers: [
      {
        kind: 'counter',
        name: 'isearch_partner_list_reads_total',
        help: 'How often the configuration was read again, by what became of the list of partners.',
        label: 'outcome',
        across: 'max',
        read: () => counts,
      },
      {
        kind: 'gauge',
        name: 'isearch_partner_list_refused',
        help: '1 while a changed configuration cannot be used and the partners before the change are asked; else 0.',
        across: 'max',
        read: () => Number(isRefused),
      },
    ],
  };
}
