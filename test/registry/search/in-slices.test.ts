/** What takes long to work out from the data is ready before somebody asks, and never out of date. */

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readyAhead } from '../../../src/registry/ready-ahead.ts';
import { referenceData } from '../../../src/registry/reference/reference.ts';
import { madeInSlices, type SlicedWork } from '../../../src/registry/search/name-index.ts';
import { textResolver } from '../../../src/registry/search/resolve-text.ts';
import type { ReadTransaction } from '../../../src/registry/store/store.ts';
import { aGene, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { importInto, openTemporaryStore } from '../../support/registry/temporary-store.ts';

function atGeneration(name: string): ReadTransaction {
  return {
    generation: () => name,
    version: () => name,
    usersRevision: () => 0,
    dataTag: () => name,
    comeFrom: () => true,
    isWithheld: () => false,
  };
}

test('slices are made one by one, at once where somebody waits, and again from other data', () => {
  const steps: string[] = [];
  const made = madeInSlices(function* (tx): SlicedWork<string> {
    let now = tx;
    for (const step of [1, 2]) {
      steps.push(`${step} of ${now.generation()}`);
      now = yield;
    }
    return `made of ${now.generation()}`;
  });
  expect(made.advance(atGeneration('a'))).toBe(false);
  expect(made.of(atGeneration('a'))).toBe('made of a');
  expect(made.advance(atGeneration('a'))).toBe(true);
  expect(made.advance(atGeneration('b'))).toBe(false);
  expect(made.advance(atGeneration('c'))).toBe(false);
  expect(made.of(atGeneration('c'))).toBe('made of c');
  expect(steps).toEqual(['1 of a', '2 of a', '1 of b', '1 of c', '2 of c']);
});

test('what cannot be read is tried again', () => {
  let isBroken = true;
  const made = madeInSlices(function* (): SlicedWork<string> {
    if (isBroken) throw new Error('the disk');
    yield;
    return 'made';
  });
  expect(() => made.advance(atGeneration('a'))).toThrow('the disk');
  isBroken = false;
  expect(made.of(atGeneration('a'))).toBe('made');
});

test('what texts are compared with is prepared in several turns, between which others are answered', () => {
  using database = openTemporaryStore(smallSnapshot());
  const { advance } = textResolver(database.store, referenceData(database.store));
  let turns = 1;
  while (!database.store.read(advance)) turns++;
  // One for each of two organisms, for each of three kinds of names, and the last.
  expect(turns).toBe(6);
});

test('what texts are compared with is ready soon after a start and after a change, though nobody has asked', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const { resolve, advance } = textResolver(database.store, referenceData(database.store));
  let rounds = 0;
  using _ = readyAhead(database.store, (tx) => {
    rounds += 1;
    return advance(tx);
  });
  const isReady = () => database.store.read(advance);
  await expect.poll(() => rounds).toBeGreaterThan(1);
  await expect.poll(isReady).toBe(true);
  importInto(database.store, smallSnapshot({ genes: [aGene(5, 'ZZZ3')], orthologs: [], users: [] }));
  const before = rounds;
  // It looks twice a second.
  await pause(600);
  expect(rounds).toBeGreaterThan(before);
  expect((await resolve('ZZZ4', 1)).entries[0]?.didYouMean).toMatchObject([{ gene: { symbol: 'ZZZ3' } }]);
});
