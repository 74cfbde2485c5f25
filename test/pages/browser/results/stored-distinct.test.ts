/** People whom a reader declared to be different: two windows of one browser share them. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readDistinct, withDistinct } from '../../../../src/domain/people/distinct-people.ts';
import { storedDistinct } from '../../../../src/pages/browser/results/stored-distinct.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  Object.assign(globalThis, {
    localStorage: {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => void stored.set(name, text),
    },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, 'localStorage');
});

test('what one window stores stays when the other one stores something else', () => {
  const [one, two] = [storedDistinct('/'), storedDistinct('/')];
  one.change((pairs) => withDistinct(pairs, 'local/1', ['fjordnet/2']));
  two.change((pairs) => withDistinct(pairs, 'local/7', ['pampanet/9']));
  const people = [...readDistinct([...stored.values()][0] ?? null).keys()];
  expect(people.toSorted()).toEqual(['fjordnet/2', 'local/1', 'local/7', 'pampanet/9']);
  expect(two.pairs().size).toBe(4);
});

test('without storage the pairs last as long as the page', () => {
  Object.assign(globalThis, { localStorage: undefined });
  const one = storedDistinct('/');
  one.change((pairs) => withDistinct(pairs, 'local/1', ['fjordnet/2']));
  one.change((pairs) => withDistinct(pairs, 'local/1', ['pampanet/9']));
  expect([...(one.pairs().get('local/1') ?? [])]).toEqual(['fjordnet/2', 'pampanet/9']);
});
