/** This registry as a source: what a reader who has left would have been given is read no further. */

import { expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
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
