/** English words about the completeness of an answer. */

import { COMPLETENESS_IN_ENGLISH } from '../../../domain/federation/completeness-in-english.ts';
import type { OriginState } from '../../../domain/federation/origin.ts';

export const completeness = {
  ...COMPLETENESS_IN_ENGLISH,
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
};
