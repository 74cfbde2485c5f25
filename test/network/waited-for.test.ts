/** `wait`: an answer that comes as soon as the registries that it names have answered. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const genes = [{ geneId: 672, tier: 'TIER1' as const, privacyLevel: null }];

let network: Network;
beforeAll(async () => {
  const snapshot = () => smallSnapshot({ users: [aUser(1, { genes })] });
  network = await startNetwork([
    { key: 'a', snapshot: snapshot() },
    { key: 'b', asks: [], snapshot: snapshot() },
    { key: 'c', asks: [], snapshot: snapshot() },
  ]);
  network.line('a', 'c').behave(() => {});
});
afterAll(() => network[Symbol.asyncDispose]());

const statesOf = ({ origins }: { origins: { key: string; state: string }[] }) =>
  Object.fromEntries(origins.map(({ key, state }) => [key, state]));

test.each(['local,b', 'b,local'])('of %s is the answer, though another registry is silent', async (keys) => {
  const began = performance.now();
  const answer = await network.at('a').json(`${SEARCH}&wait=${keys}`);
  expect(performance.now() - began).toBeLessThan(2500);
  expect(statesOf(answer)).toEqual({ local: 'answered', b: 'answered', c: 'timed-out' });
  expect(answer.content).toHaveLength(2);
  expect([answer.complete, answer.totalRelation]).toEqual([false, 'gte']);
  expect(answer.summary).toBe('2 of 3 registries answered; Registry C is not among those that were waited for.');
  expect(answer.origins[2].problem.code).toBe('not-waited-for');
});

test('this registry and whoever is cached are in every answer, whoever is waited for', async () => {
  const a = network.at('a');
  await a.json(`${SEARCH}&wait=b`);
  for (const size of [3, 4, 5]) {
    expect(statesOf(await a.json(`${SEARCH}&wait=b&size=${size}`))).toMatchObject({ local: 'answered', b: 'answered' });
    expect(statesOf(await a.json(`${SEARCH}&wait=local&size=${size}`))).toMatchObject({ b: 'answered' });
  }
});

test('a count is of what is there, and a registry that is not asked from here is refused', async () => {
  const a = network.at('a');
  expect(await a.json(`${SEARCH}&wait=local&granularity=count`)).toMatchObject({ exists: true, complete: false });
  expect(await a.json(`${SEARCH}&wait=nope`)).toMatchObject({
    code: 'unknown-origin',
    errors: [{ parameter: 'wait' }],
  });
});

test('a stream ends then, with a part of everybody', async () => {
  const response = await network.at('a').get(`${SEARCH}&wait=b`, { headers: { Accept: 'application/x-ndjson' } });
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ type }) => type)).toEqual(['plan', 'part', 'part', 'part', 'end']);
  expect(lines.at(-1).complete).toBe(false);
});
