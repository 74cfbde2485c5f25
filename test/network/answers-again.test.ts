/** The same question asked again and again over the network: fast, and yet never an answer that is no longer true. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { fileInput, importSnapshotFrom } from '../../src/files/snapshot-file.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aUser, HUMAN, smallSnapshot } from '../support/registry/small-snapshot.ts';

const SEARCH = `/api/federated/genes/search?symbol=TP53&taxonId=${HUMAN}`;
const ADMIN = 'small-admin-token';

let network: Network;
beforeAll(async () => {
  network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot(), asks: ['b'] },
    { key: 'b', snapshot: smallSnapshot(), asks: [] },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

const text = async (init?: RequestInit) => (await network.at('a').get(SEARCH, init)).text();
const a = () => network.at('a');

/** Puts this question, with nobody else asking, until the answer comes from the cache of whole answers. */
async function repeated(): Promise<string> {
  await text();
  let before = await text();
  for (let tries = 0; tries < 50; tries++) {
    const again = await text();
    if (again === before) return again;
    before = again;
  }
  throw new Error('No answer was given twice.');
}

test('a question asked twice in a moment has the very same answer', async () => {
  const { complete, origins } = JSON.parse(await repeated());
  expect(complete).toBe(true);
  expect(origins.map(({ count }: { count: number }) => count)).toEqual([1, 1]);
  expect(network.line('a', 'b').questions()).toHaveLength(1);
});

test('an administrator gets an answer of their own in between', async () => {
  const ofThePublic = await repeated();
  const own = await text({ headers: { Authorization: `Bearer ${ADMIN}` } });
  expect(own).not.toBe(ofThePublic);
});

test('a permission that was withdrawn is heeded at once', async () => {
  expect(JSON.parse(await repeated()).totalElements).toBe(2);
  const withdrawn: Snapshot = smallSnapshot();
  const hidden = withdrawn.users.map((user) => aUser(user.id, { ...user, privacyLevel: 0 }));
  const file = join(a().folder, 'withdrawn.json');
  await writeFile(file, JSON.stringify({ ...withdrawn, users: hidden }));
  await importSnapshotFrom(fileInput(file), a().context.store, () => {});
  expect(JSON.parse(await text()).totalElements).toBe(1);
});
