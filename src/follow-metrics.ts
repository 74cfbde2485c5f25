/** What is told to operators, as numbers, of a database that is followed. */

import { Counter, Gauge, type Registry as Metered } from 'prom-client';
import type { FollowStatus } from './registry/follow/follow-status.ts';

type Registers = { registers: [Metered] };
type Told = { name: string; help: string; read(status: FollowStatus): number };

const MS_PER_SECOND = 1000;

const GAUGES: readonly Told[] = [
  {
    name: 'isearch_follow_age_seconds',
    help: 'Seconds since the data were last found to be those of the followed database; NaN where that is not known.',
    read: ({ ageMs }) => (ageMs ?? Number.NaN) / MS_PER_SECOND,
  },
  {
    name: 'isearch_follow_last_success_timestamp_seconds',
    help: 'When that was, in seconds since 1970 by the clock of this machine; 0 where it is not known.',
    read: ({ ageMs }) => (ageMs === undefined ? 0 : (Date.now() - ageMs) / MS_PER_SECOND),
  },
  {
    name: 'isearch_follow_answering',
    help: 'Whether the data are answered from, 1, or are not read yet or too old, 0.',
    read: ({ hasData, isTooOld }) => Number(hasData && !isTooOld),
  },
  {
    name: 'isearch_follow_look_duration_seconds',
    help: 'Seconds that the last look for changes took, what it took over included.',
    read: ({ lookMs }) => lookMs / MS_PER_SECOND,
  },
  {
    name: 'isearch_follow_whole_read_duration_seconds',
    help: 'Seconds that the last reading of the whole database took; 0 before the first.',
    read: ({ wholeReadMs }) => wholeReadMs / MS_PER_SECOND,
  },
];

const COUNTERS: readonly Told[] = [
  {
    name: 'isearch_follow_users_changed_total',
    help: 'Researchers whose changes were taken over one by one, new and removed ones among them.',
    read: ({ usersTakenOver }) => usersTakenOver,
  },
  {
    name: 'isearch_follow_whole_reads_total',
    help: 'How often the whole database was read.',
    read: ({ wholeReads }) => wholeReads,
  },
  {
    name: 'isearch_follow_looks_total',
    help: 'Looks for changes of the followed database that succeeded.',
    read: ({ looks }) => looks,
  },
  {
    name: 'isearch_follow_failed_looks_total',
    help: 'Looks for changes of the followed database that failed.',
    read: ({ failedLooks }) => failedLooks,
  },
];

export function tellFollowing(status: () => FollowStatus, registers: Registers): void {
  for (const { name, help, read } of GAUGES) {
    new Gauge({
      ...{ name, help, ...registers },
      collect() {
        this.set(read(status()));
      },
    });
  }
  for (const { name, help, read } of COUNTERS) {
    new Counter({
      ...{ name, help, ...registers },
      collect() {
        this.reset();
        this.inc(read(status()));
      },
    });
  }
}
