/** What the demonstration offers to try, and how it tells the moody registry to be slow or down for it. */

import type { startRegistry } from '../start/main.ts';
import { MOOD_PATH, type Mood } from './faulty-partner.ts';

type Trials = NonNullable<Parameters<typeof startRegistry>[0]['trials']>;

/** Long enough for the search that follows; who asks again finds the registry well. */
const MOOD_SECONDS = 6;
/** Candidates as an exome may give them: people work on most of them, and on one nobody does. */
const LIST = 'SCN1A\nKCNQ2\nSTXBP1\nMECP2\nCDKL5\nBRCA1\nTP53\nTTN';

/** @param moody the address of the registry that has moods */
export function demoTrials(moody: string): Trials {
  const told = (be: Mood) => async () => {
    const answer = await fetch(`${moody}${MOOD_PATH}?be=${be}&for=${MOOD_SECONDS}`, { method: 'POST' });
    if (!answer.ok) throw new Error(`${moody} cannot be told to be ${be}: ${await answer.text()}`);
  };
  return [
    { kind: 'slow', page: 'search', params: { symbol: 'SCN2A', taxonId: '9606' }, prepare: told('slow') },
    { kind: 'down', page: 'search', params: { symbol: 'SHH', taxonId: '9606' }, prepare: told('down') },
    { kind: 'withheld', page: 'search', params: { symbol: 'BRCA1', taxonId: '9606', 'only-name': 'withheld' } },
    { kind: 'list', page: 'genes', params: { text: LIST } },
  ];
}
