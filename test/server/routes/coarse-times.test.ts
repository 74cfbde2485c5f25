/** No answer to a reader without an account tells to the second that somebody else asked the same a moment ago. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Network, startNetwork } from '../../support/network/start-network.ts';
import { ALPHA_SNAPSHOT, TOKENS } from '../../support/registry/alpha-registry.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';

const GENE = 'symbol=BRCA1&taxonId=9606';
const FRESH = { status: 'miss', ageSeconds: 0 };
const STEP = /^\d{4}-\d\d-\d\dT\d\d:\d[05]:00\.000Z$/;

let network: Network;
beforeAll(async () => {
  network = await startNetwork([
    { key: 'a', snapshot: ALPHA_SNAPSHOT },
    { key: 'b', snapshot: smallSnapshot(), asks: [] },
  ]);
});
afterAll(() => network[Symbol.asyncDispose]());

type Shown = { retrievedAt: string; cache: object };
const json = (path: string, token?: string) => network.at('a').json(path, token);

test('the first reader and the next ones see the same, in every form', async () => {
  const paths = [
    `/api/federated/genes/search?${GENE}`,
    '/api/federated/users?size=2',
    '/api/federated/stats',
    `/api/federated/genes/coverage?${GENE}`,
    `/export?format=json&${GENE}`,
  ];
  for (const path of [...paths, ...paths]) {
    const { origins } = await json(path);
    for (const { cache, retrievedAt } of origins as Shown[])
      expect([path, cache, retrievedAt]).toEqual([path, FRESH, expect.stringMatching(STEP)]);
  }
  const coverage = JSON.stringify(await json(`/api/federated/genes/coverage?${GENE}`));
  for (const [, time] of coverage.matchAll(/"retrievedAt":"([^"]+)"/g)) expect(time).toMatch(STEP);
});

test('a stream and a list of genes tell no more', async () => {
  const headers = { Accept: 'application/x-ndjson', 'Content-Type': 'application/json' };
  const body = JSON.stringify({ genes: [{ symbol: 'BRCA1', taxonId: 9606 }] });
  const asked: [string, RequestInit][] = [
    [`/api/federated/genes/search?${GENE}`, { headers }],
    ['/api/federated/genes/search-batch', { method: 'POST', headers, body }],
  ];
  for (const [path, init] of [...asked, ...asked]) {
    const text = await (await network.at('a').get(path, init)).text();
    expect([
      path,
      [...text.matchAll(/"status":"(\w+)","ageSeconds":(\d+)/g)].map(([, ...shown]) => shown.join()),
    ]).toEqual([path, expect.arrayContaining(['miss,0'])]);
    expect(text).not.toMatch(/"status":"(?:hit|shared)"/);
    for (const [, time] of text.matchAll(/"retrievedAt":"([^"]+)"/g)) expect(time).toMatch(STEP);
  }
});

test('an administrator sees times to the second', async () => {
  await json(`/api/federated/genes/search?${GENE}`);
  const { origins } = await json(`/api/federated/genes/search?${GENE}`, TOKENS.admin);
  const [, partner] = origins as Shown[];
  expect(partner?.cache).toMatchObject({ status: 'hit' });
  expect(partner?.retrievedAt).not.toMatch(STEP);
});
