/**
 * Three worlds that the tests of a worker share: alpha, the registry whose answers were recorded; demo, the network of the
 * demonstration; scripted, partners that follow a script. Each starts for the first test that names it:
 *
 *     test('everybody is counted', async ({ alpha }) => {
 *       expect(await alpha.json('/api/stats')).toHaveProperty('users');
 *     });
 *
 * They are for reading. A test that changes data or settings, or counts what a registry has logged, starts one of its own.
 */

import { test as base, expect } from 'vitest';
import { readDemoNetwork } from './network/demo-network.ts';
import { type Neighbours, startNeighbours } from './network/network-of-partners.ts';
import { ANONYMISING, startAlpha } from './registry/alpha-registry.ts';
import type { TestRegistry } from './registry/start-registry.ts';
import { storedByReaders } from './registry/stored-by-readers.ts';

type Cleanup = { onCleanup: (close: () => void | PromiseLike<void>) => void };

/** Starts it for a fixture, and stops it when the tests of the fixture's scope have ended. */
function started<T extends AsyncDisposable>(start: () => Promise<T>) {
  // biome-ignore lint/correctness/noEmptyPattern: the test runner reads from the pattern what a fixture needs
  return async ({}, { onCleanup }: Cleanup): Promise<T> => {
    const value = await start();
    onCleanup(() => value[Symbol.asyncDispose]());
    return value;
  };
}

/** Lends a registry to a file, which fails where it has left something in it. */
function lent(registry: TestRegistry, { onCleanup }: Cleanup): TestRegistry {
  const found = storedByReaders(registry.context.store);
  onCleanup(() => {
    const left = storedByReaders(registry.context.store);
    expect(left, 'A registry that is only read was changed: start one of your own.').toEqual(found);
  });
  return registry;
}

export const test = base
  .extend('alphaOfWorker', { scope: 'worker' }, started(startAlpha))
  .extend(
    'anonymisingOfWorker',
    { scope: 'worker' },
    started(() => startAlpha(ANONYMISING)),
  )
  .extend('scripted', { scope: 'worker' }, started(startNeighbours))
  .extend('alpha', { scope: 'file' }, ({ alphaOfWorker }, cleanup: Cleanup) => lent(alphaOfWorker, cleanup))
  .extend('anonymisingAlpha', { scope: 'file' }, ({ anonymisingOfWorker }, cleanup: Cleanup) =>
    lent(anonymisingOfWorker, cleanup),
  )
  .extend('demo', { scope: 'file' }, started(readDemoNetwork));

/** The scripted world for functions beside the tests, which have no context of their own. */
export function neighboursForAll(): Neighbours {
  let neighbours: Neighbours;
  test.beforeAll(({ scripted }) => {
    neighbours = scripted;
  });
  return {
    get north() {
      return neighbours.north;
    },
    get south() {
      return neighbours.south;
    },
    open: (...args) => neighbours.open(...args),
    alone: (...args) => neighbours.alone(...args),
  };
}
