/** Statistics and terms over many registries: totals that say what they count, and no silence taken for a no. */

import { describe, expect, test } from 'vitest';
import type { Part } from '../../../src/domain/federation/federated-answer.ts';
import { statsOverview, termsOverview } from '../../../src/domain/federation/federated-overview.ts';
import { ORIGIN_STATES, type OriginState } from '../../../src/domain/federation/origin.ts';
import { anOrigin } from './generated-parts.ts';

function part(key: string, records: readonly object[], state?: OriginState): Part {
  const is = state ?? (records.length > 0 ? 'answered' : 'empty');
  const texts = records.map((record) => JSON.stringify(record));
  return {
    origin: anOrigin(key, is),
    records: texts.map((json) => ({ json, order: undefined, isAnonymised: false, geneId: undefined })),
    total: undefined,
    edition: undefined,
  };
}

describe('statistics', () => {
  const local = { version: '1.5.10', users: 61, publicUsers: 40, usersWithGenes: 52, userGenes: 310 };
  const old = { users: 7, userGenes: 12 };

  test('are given registry by registry, and added up where a sum means something', () => {
    const parts = [part('local', [{ ...local, uniqueUserGenes: 200 }]), part('b', [{ ...old, uniqueUserGenes: 9 }])];
    expect(statsOverview(parts)).toEqual({
      content: [
        { key: 'local', ...local, uniqueUserGenes: 200 },
        { key: 'b', ...old, uniqueUserGenes: 9 },
      ],
      totals: { users: 68, publicUsers: 40, usersWithGenes: 52, userGenes: 322 },
      // The old one does not say how many profiles are public, nor who has genes.
      countedOrigins: {
        users: ['local', 'b'],
        publicUsers: ['local'],
        usersWithGenes: ['local'],
        userGenes: ['local', 'b'],
      },
    });
  });

  test('say which registries the totals count', () => {
    const parts = [part('local', [local]), part('b', [], 'timed-out'), part('c', [old], 'stale')];
    const { totals, countedOrigins } = statsOverview(parts);
    expect([totals.users, countedOrigins.users]).toEqual([68, ['local', 'c']]);
  });

  test('count nothing that is no number', () => {
    const parts = [part('a', [{ users: 1, publicUsers: null, usersWithGenes: 'many', userGenes: 2 }])];
    const { totals, countedOrigins } = statsOverview(parts);
    expect(totals).toEqual({ users: 1, publicUsers: 0, usersWithGenes: 0, userGenes: 2 });
    expect(countedOrigins).toEqual({ users: ['a'], publicUsers: [], usersWithGenes: [], userGenes: ['a'] });
  });

  test('of nobody are zero, and count nobody', () => {
    expect(statsOverview([part('a', [], 'failed')])).toEqual({
      content: [],
      totals: { users: 0, publicUsers: 0, usersWithGenes: 0, userGenes: 0 },
      countedOrigins: { users: [], publicUsers: [], usersWithGenes: [], userGenes: [] },
    });
  });
});

describe('a term', () => {
  const seizure = { termId: 'HP:0001250', name: 'Seizure' };
  const fit = { termId: 'hp:0001250', name: 'Fit' };

  test('is known by those that have it, under the name of the first of them', () => {
    const parts = [part('local', [fit]), part('b', [seizure]), part('c', [])];
    expect(termsOverview(parts, ['HP:0001250'])).toEqual([
      { termId: 'HP:0001250', name: 'Fit', knownBy: ['local', 'b'], unknownTo: ['c'], unanswered: [] },
    ]);
  });

  test('is called as this registry calls it, whoever answered first', () => {
    const parts = [part('b', [fit]), part('local', [seizure])];
    expect(termsOverview(parts, ['HP:0001250'])[0]).toMatchObject({ name: 'Seizure', knownBy: ['b', 'local'] });
  });

  test('is looked at by itself, once, in the order in which it was asked for', () => {
    const parts = [part('local', [seizure])];
    const overview = termsOverview(parts, ['HP:9', 'HP:0001250', 'HP:9']);
    expect(overview.map(({ termId, knownBy }) => [termId, knownBy])).toEqual([
      ['HP:9', []],
      ['HP:0001250', ['local']],
    ]);
  });

  test('that nobody knows has no name', () => {
    expect(termsOverview([part('a', [])], ['HP:9'])[0]).toMatchObject({ name: null, knownBy: [], unknownTo: ['a'] });
  });

  test.each<[OriginState, as: 'unknownTo' | 'unanswered' | 'none']>([
    ['answered', 'unknownTo'],
    ['empty', 'unknownTo'],
    ['unknown-term', 'unknownTo'],
    // Some of its records are missing, and the term may be among them.
    ['limited', 'unanswered'],
    ['stale', 'unanswered'],
    ['unsupported', 'unanswered'],
    ['timed-out', 'unanswered'],
    ['unreachable', 'unanswered'],
    ['failed', 'unanswered'],
    ['refused', 'unanswered'],
    ['busy', 'unanswered'],
    ['resting', 'unanswered'],
    ['not-asked', 'none'],
  ])('that a registry in the state %s does not know is there as: %s', (state, as) => {
    const [term] = termsOverview([part('a', [], state)], ['HP:9']);
    expect([term?.unknownTo, term?.unanswered]).toEqual([
      as === 'unknownTo' ? ['a'] : [],
      as === 'unanswered' ? ['a'] : [],
    ]);
  });

  test('no state is left out above, and a term that was found is known whatever the state', () => {
    for (const state of ORIGIN_STATES.filter((one) => one !== 'not-asked')) {
      expect(termsOverview([part('a', [seizure], state)], ['HP:0001250'])[0]).toMatchObject({
        knownBy: ['a'],
        unknownTo: [],
        unanswered: [],
      });
    }
    expect(ORIGIN_STATES).toHaveLength(13);
  });
});
