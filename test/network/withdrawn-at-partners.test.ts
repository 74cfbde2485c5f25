/** Who withdraws is gone at the next registry too, which has kept an answer with them: by a clock, over real sockets. */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { PUBLIC_VIEW_PATH } from '../../src/domain/federation/own-headers.ts';
import { users } from '../../src/registry/people/users.ts';
import { passTime } from '../support/machine/pass-time.ts';
import { isSampled } from '../support/machine/sample.ts';
import { versionsLearned } from '../support/network/start-network.ts';
import { openFront } from '../support/partners/front.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const MOST_MS = 10_000;
const HALF_A_MINUTE_MS = 30_000;
const SEARCH = '/api/genes/search?symbol=BRCA1&taxonId=9606';
const gene = { geneId: 672, tier: 'TIER1', privacyLevel: null } as const;
const NORA = aUser(2, { name: 'Nora', lastName: 'Example', genes: [gene] });

/** Counts what this process is asked, as long as it is not disposed. */
function countRequests() {
  const paths: string[] = [];
  const onRequest = (message: unknown) => void paths.push((message as { request: IncomingMessage }).request.url ?? '');
  subscribe('http.server.request.start', onRequest);
  return {
    of: (start: string) => paths.filter((path) => path.startsWith(start)).length,
    [Symbol.dispose]: () => void unsubscribe('http.server.request.start', onRequest),
  };
}

test.skipIf(isSampled)('a withdrawn person is named at the next registry for ten seconds at most', async () => {
  await using first = await startTestRegistry({ snapshot: smallSnapshot({ users: [NORA] }) });
  await using second = await startTestRegistry({
    snapshot: smallSnapshot({ users: [] }),
    partners: [{ key: 'first', name: 'First', url: first.url, insecure: true }],
  });
  await versionsLearned(second);
  const ask = () => second.json(`/api/federated${SEARCH.slice('/api'.length)}`);
  const isNamed = async () => JSON.stringify((await ask()).content).includes('Nora');
  expect(await isNamed()).toBe(true);
  using counted = countRequests();
  const beganMs = performance.now();
  const { store } = first.context;
  store.write((tx) => users(store).put(tx, [{ ...NORA, privacyLevel: 0 }], new Date()));
  let asked = 1;
  while (await isNamed()) {
    asked++;
    await pause(100);
  }
  const tookMs = performance.now() - beganMs;
  expect(tookMs).toBeLessThan(MOST_MS);
  expect(asked).toBeGreaterThan(5);
  expect(counted.of(PUBLIC_VIEW_PATH)).toBeLessThanOrEqual(Math.ceil(tookMs / 5000) + 1);
  expect(counted.of(SEARCH)).toBeLessThanOrEqual(2);
});

test('of a registry that falls silent, an answer names nobody after the minutes that it says', async () => {
  await using resources = new AsyncDisposableStack();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  resources.defer(() => void vi.useRealTimers());
  await using first = await startTestRegistry({
    snapshot: smallSnapshot({ users: [NORA] }),
    settings: { APP_SETTINGS_PRIVACY_NAMED_AT_PARTNERS_MINUTES: '1' },
  });
  await using front = await openFront();
  front.leadTo(first.url);
  await using second = await startTestRegistry({
    snapshot: smallSnapshot({ users: [] }),
    partners: [{ key: 'first', name: 'First', url: front.url, insecure: true, 'read-timeout': 500 }],
  });
  await versionsLearned(second);
  const names = async (text: string) => {
    const { content } = await second.json(`/api/federated${SEARCH.slice('/api'.length)}`);
    return JSON.stringify(content).includes(text);
  };
  expect(await names('Nora')).toBe(true);
  front.fallSilent();
  passTime(HALF_A_MINUTE_MS);
  expect(await names('Nora')).toBe(true);
  passTime(HALF_A_MINUTE_MS);
  await vi.waitUntil(async () => !(await names('"id":')), { timeout: MOST_MS, interval: 100 });
});
