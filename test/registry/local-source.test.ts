/** This registry as a source: what a reader who has left would have been given is read no further. */

import { expect, test } from 'vitest';
import { RegistryError } from '../../src/domain/errors.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../src/domain/record/model.ts';
import { localSource } from '../../src/registry/local-source.ts';

const PEOPLE = 6400;
const EVERYBODY = {
  kind: 'users-search',
  query: { name: undefined, descriptionLike: 'e', filters: {} },
} as unknown as Parameters<ReturnType<typeof localSource>['ask']>[0];

test('the records of a reader who leaves are read no further, and no room is held for them', async () => {
  const leave = new AbortController();
  let reads = 0;
  let heldBytes = 0;
  const list = {
    total: PEOPLE,
    edition: () => 'one',
    readFound: async () => {
      if (++reads === 3) leave.abort();
      return [];
    },
  };
  const source = localSource({
    registry: { searchUsers: async () => list } as never,
    ...{ name: 'A', url: 'https://a.example.org', version: '1.5.10', now: () => new Date() },
    reserve: (_, bytes) => {
      heldBytes += bytes;
    },
  });
  await expect(source.ask(EVERYBODY, PUBLIC_VIEWER, leave.signal)).rejects.toThrow('aborted');
  expect([reads, heldBytes]).toEqual([3, 0]);
});

test('the first long list of all has room for its records before it begins, however long these are', async () => {
  const json = JSON.stringify({ id: 1, description: 'd'.repeat(20_000) });
  const readFound = async (from: number, to: number) =>
    Array.from({ length: Math.min(to, PEOPLE) - from }, () => ({ json, order: { id: 1 }, isAnonymised: false }));
  const reserved: number[] = [];
  const source = localSource({
    registry: {
      searchUsers: async () => ({ total: PEOPLE, edition: () => 'one', readFound }),
      isBehindDatabase: () => false,
    } as never,
    ...{ name: 'A', url: 'https://a.example.org', version: '1.5.10', now: () => new Date() },
    reserve: (_, bytes) => void reserved.push(bytes),
  });
  await source.ask(EVERYBODY, PUBLIC_VIEWER, new AbortController().signal);
  expect(reserved).toHaveLength(2);
  expect(reserved[0]).toBeGreaterThanOrEqual(PEOPLE * json.length);
  expect(reserved[1]).toBeLessThanOrEqual(0);
});

test('what is asked again of other data is asked for whoever comes with the same token by then', async () => {
  const before: Viewer = { ...PUBLIC_VIEWER, kind: 'admin', userId: 4, hasAdminRole: true };
  const after: Viewer = { ...PUBLIC_VIEWER, kind: 'member', userId: 4 };
  const askers: Viewer[] = [];
  const list = { total: 0, edition: () => 'one', readFound: async () => [] };
  const source = localSource({
    registry: {
      async searchUsers(viewer: Viewer) {
        askers.push(viewer);
        if (askers.length === 1) throw new RegistryError('data-replaced');
        return list;
      },
      isBehindDatabase: () => false,
      accounts: { viewerNow: async () => after },
    } as never,
    ...{ name: 'A', url: 'https://a.example.org', version: '1.5.10', now: () => new Date() },
    reserve: () => {},
  });
  expect(await source.ask(EVERYBODY, before, new AbortController().signal)).toMatchObject({ state: 'empty' });
  expect(askers).toEqual([before, after]);
});

test('pages that were made with other settings are of another edition, as somebody may be hidden since', async () => {
  const list = { total: 0, edition: () => 'one', readFound: async () => [] };
  const editionWith = async (settingsTag: string) => {
    const source = localSource({
      registry: { searchUsers: async () => list, isBehindDatabase: () => false, settingsTag } as never,
      ...{ name: 'A', url: 'https://a.example.org', version: '1.5.10', now: () => new Date() },
      reserve: () => {},
    });
    return (await source.ask(EVERYBODY, PUBLIC_VIEWER, new AbortController().signal)).edition;
  };
  expect(await editionWith('a')).toBe(await editionWith('a'));
  expect(await editionWith('b')).not.toBe(await editionWith('a'));
});
