/** What the page says in English of how complete an answer is. */

import type { OriginState } from '../../../domain/federation/origin.ts';

export const completeness = {
  nextClause: '; ',
  states: {
    answered: 'answered',
    empty: 'has nobody',
    limited: 'answered in part',
    'unknown-term': 'does not know what was asked about',
    unsupported: 'cannot be asked this',
    stale: 'failed; an earlier answer is shown',
    'timed-out': 'did not answer in time',
    unreachable: 'could not be reached',
    failed: 'gave no usable answer',
    refused: 'refused to answer',
    busy: 'is busy',
    resting: 'is not asked for a while, after failures',
    'not-asked': 'was not asked',
  } satisfies Record<OriginState, string>,

  noneAsked: 'No registry was asked',
  oneAnswered: (registry: string) => `${registry} answered`,
  oneSilent: 'The one registry chosen did not answer',
  noneAnswered: (asked: number) => `None of ${asked} registries answered`,
  someAnswered: (answered: number, asked: number) => `${answered} of ${asked} registries answered`,
  bothAnswered: 'Both registries answered',
  allAnswered: (asked: number) => `All ${asked} registries answered`,
  shownAsOf: (clause: string, time: string) => `${clause} and is shown as of ${time}`,
  listed: (names: readonly string[]) => new Intl.ListFormat('en-GB').format(names),
  manyLeftOut: (count: number) => `${count} others were not asked`,
};
