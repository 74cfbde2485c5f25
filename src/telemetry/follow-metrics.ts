/** The metrics of a followed database. */

import type { FollowStatus } from '../registry/follow/follow-status.ts';
import type { CallbackGauge } from './callback-gauges.ts';

type FollowGauge = Pick<CallbackGauge, 'name' | 'help' | 'across'> & { read(status: FollowStatus): number };

const MS_PER_SECOND = 1000;

/**
 * Only the leader of several processes follows the database, and publishes the status to the others. All report the same
 * values, some of them a moment later.
 */
const GAUGES: readonly FollowGauge[] = [
  {
    name: 'isearch_follow_age_seconds',
    help: 'Seconds since the data were last found to be those of the followed database; NaN where that is not known.',
    across: 'max',
    read: ({ ageMs }) => (ageMs ?? Number.NaN) / MS_PER_SECOND,
  },
  {
    name: 'isearch_follow_last_success_timestamp_seconds',
    help: 'When that was, in seconds since 1970 by the clock of this machine; 0 where it is not known.',
    across: 'min',
    read: ({ ageMs }) => (ageMs === undefined ? 0 : (Date.now() - ageMs) / MS_PER_SECOND),
  },
  {
    name: 'isearch_follow_answering',
    help: 'Whether the data are answered from, 1, or are not read yet, not compared since the start or too old, 0.',
    across: 'min',
    read: ({ hasData, isUnchecked, isTooOld }) => Number(hasData && !isUnchecked && !isTooOld),
  },
  {
    name: 'isearch_follow_look_duration_seconds',
    help: 'Seconds that the last look for changes took, what it took over included.',
    across: 'max',
    read: ({ lookMs }) => lookMs / MS_PER_SECOND,
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
    help: 'Researchers whose changes were taken over one by one, new and removed ones among them.',
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
    help: 'Looks for changes of the followed database that succeeded.',
    across: 'max',
    read: ({ looks }) => looks,
  },
  {
    name: 'isearch_follow_failed_looks_total',
    help: 'Looks for changes of the followed database that failed.',
    across: 'max',
    read: ({ failedLooks }) => failedLooks,
  },
];

export function followNumbers(status: () => FollowStatus): readonly CallbackGauge[] {
  const gaugeOf =
    (kind: CallbackGauge['kind']) =>
    ({ read, ...about }: FollowGauge): CallbackGauge => ({ ...about, kind, read: () => read(status()) });
  return [...GAUGES.map(gaugeOf('gauge')), ...COUNTERS.map(gaugeOf('counter'))];
}
