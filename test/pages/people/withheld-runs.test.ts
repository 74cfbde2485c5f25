/** Rows of one registry without names: folded where there are several in a row, on the page alone, and never joined. */

import { describe, expect, test } from 'vitest';
import { foundPeople } from '../../../src/pages/people/found-people.ts';
import { foldedRun, withRuns } from '../../../src/pages/people/withheld-runs.ts';
import { en } from '../../../src/pages/words/en.ts';
import { fr } from '../../../src/pages/words/fr.ts';
import { ADA, ADAS_GENE, rowsOfAnswer } from '../parts/example-records.ts';

function withheld(registry: string, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const anonymousId = `${registry}-${index}`;
    const remoteUser = {
      origin: registry,
      originUrl: `https://${registry}.example.org`,
      originKey: registry,
      anonymousId,
    };
    return { ...ADAS_GENE, anonymousId, remoteUser, originKey: registry } as never;
  });
}

const named = (id: number) => ({ ...ADAS_GENE, remoteUser: { ...ADA, id } }) as never;

/** What the list shows of people of each registry in the order that is given. */
function shown(...answers: [registry: string, records: never[]][]): string[] {
  const people = answers.flatMap(([registry, records]) => foundPeople(rowsOfAnswer(records, registry)));
  const items = people.map(
    ({ originKey, anonymousId }) => `${originKey} ${anonymousId === undefined ? 'named' : 'withheld'}`,
  );
  return withRuns(people, items, (own, registry) => `${own.length} of ${registry}: ${own.join(', ')}`);
}

describe('a run of withheld names', () => {
  test('of three or more of one registry is one item that holds all of them', () => {
    expect(shown(['alpha', withheld('alpha', 3)])).toEqual([
      '3 of alpha: alpha withheld, alpha withheld, alpha withheld',
    ]);
    expect(shown(['alpha', withheld('alpha', 2)])).toEqual(['alpha withheld', 'alpha withheld']);
  });

  test('ends at a name and at another registry, and nobody is lost or moved', () => {
    expect(
      shown(
        ['alpha', withheld('alpha', 3)],
        ['beta', withheld('beta', 4)],
        ['b', [named(1), named(2)]],
        ['beta', withheld('beta', 2)],
      ),
    ).toEqual([
      '3 of alpha: alpha withheld, alpha withheld, alpha withheld',
      '4 of beta: beta withheld, beta withheld, beta withheld, beta withheld',
      'b named',
      'b named',
      'beta withheld',
      'beta withheld',
    ]);
    expect(shown()).toEqual([]);
  });

  test('says how many people and of which registry, in the language of the page', () => {
    expect(foldedRun([], 'Alpha', en).html).toContain('0 people, names withheld by Alpha');
    expect(foldedRun([], 'Alpha', fr).html).toContain('0 personnes, noms non communiqués par Alpha');
  });
});
