/** A small overload: many more questions at once than there are places, and readers who do not read. */

import { connect, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { expect, test, vi } from 'vitest';
import { afterMs, json, version } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { nextTurn, processorTimeMs, readAnswer } from '../../../src/lib/slices.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { isSampled } from '../../support/machine/sample.ts';
import { genes } from '../../support/partners/behaviours.ts';
import { startAlpha } from '../../support/registry/alpha-registry.ts';
import { largeSnapshot } from '../../support/registry/large-registry.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';

const PLACES = 10;
const QUESTIONS = 200;
/** 20 MB for everybody: more than the kernel takes for a reader. One such answer has room at a time. */
const PEOPLE = 5000;

/** Keeps this thread busy. */
function workFor(ms: number): void {
  const untilMs = processorTimeMs() + ms;
  while (processorTimeMs() < untilMs);
}

test('of two hundred different questions at once ten are answered, the others refused, and the next is answered', async () => {
  await using resources = new AsyncDisposableStack();
  const script = { '/api': version('1.5.10'), '/api/genes/search': afterMs(500, genes(3)), '*': json([]) };
  const partner = resources.use(await startScriptedPartner(script));
  const settings = { LIMITS_SEARCHES: String(PLACES), APP_SETTINGS_ISEARCH_APIS: partner.url };
  const registry = resources.use(await startAlpha(settings));
  const path = (number: number) => `/api/federated/genes/search?symbol=GENE${number}&taxonId=9606`;
  let most = 0;
  const looking = setInterval(() => {
    most = Math.max(most, registry.context.limits.status().searchesUnderWay);
  }, 1);
  const answers = await Promise.all(
    Array.from({ length: QUESTIONS }, async (_, number) => {
      const answer = await registry.get(path(number));
      await answer.arrayBuffer();
      return answer;
    }),
  );
  clearInterval(looking);
  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(QUESTIONS);
  expect(refused.length).toBeGreaterThan(QUESTIONS / 2);
  expect(refused.every(({ headers }) => headers.get('Retry-After') === '2')).toBe(true);
  expect(most).toBeLessThanOrEqual(PLACES);
  expect((await registry.get(path(QUESTIONS))).status).toBe(200);
});

test('a refusal shortens the turns in which others would wait', async () => {
  await using resources = new AsyncDisposableStack();
  const registry = resources.use(await startAlpha({ LIMITS_SEARCHES: String(PLACES) }));
  const { searches } = registry.context.limits;
  for (let place = 0; place < PLACES; place++) resources.use(searches.enter());
  await nextTurn();
  expect(() => searches.check()).toThrow('');
  const beganMs = processorTimeMs();
  for (let piece = 0; piece < 30; piece++) readAnswer(() => workFor(1));
  expect(processorTimeMs() - beganMs).toBeLessThan(12);
});

test('whoever asks while too much waits for others is refused at once, and answered when they have it', async () => {
  await using registry = await startAlpha({ LIMITS_UNREAD_MEGABYTES: '8' });
  const { limits } = registry.context;
  // It takes a megabyte a millisecond, so it is not cut off.
  const reader = Object.defineProperties(new PassThrough(), {
    writableLength: { get: () => 9 * 1024 * 1024 },
    bytesWritten: { get: () => performance.now() * 1024 * 1024 },
  });
  limits.follow(reader as unknown as Socket);
  await vi.waitUntil(() => limits.status().waitingBytes > 0, PATIENT);
  const answer = await registry.get('/api/stats');
  expect([answer.status, answer.headers.get('Retry-After'), limits.status().refused.unread]).toEqual([503, '2', 1]);
  reader.destroy();
  await vi.waitFor(async () => expect((await registry.get('/api/stats')).status).toBe(200), PATIENT);
});

test('an answer that turns out larger than those before it is given where it is alone', async () => {
  await using resources = new AsyncDisposableStack();
  const users = Array.from({ length: 40 }, (_, index) => aUser(index + 1, { name: 'Small' }));
  const small = resources.use(await startTestRegistry({ snapshot: smallSnapshot({ users }) }));
  for (let count = 0; count < 20; count++) await small.json('/api/users/search?nameLike=Small&prefix=false');
  const settings = { LIMITS_UNREAD_MEGABYTES: '8' };
  const large = resources.use(await startTestRegistry({ snapshot: largeSnapshot('Large', 1500), settings }));
  expect((await large.json('/api/users/search?nameLike=Large&prefix=false')).length).toBeGreaterThan(1400);
});

test.skipIf(isSampled)(
  'readers who do not read are cut off when too much waits for them, and others are answered',
  async () => {
    await using resources = new AsyncDisposableStack();
    const settings = { LIMITS_UNREAD_MEGABYTES: '8' };
    const registry = resources.use(await startTestRegistry({ snapshot: largeSnapshot('Large', PEOPLE), settings }));
    const { hostname, port, host } = new URL(registry.url);
    const idle = Array.from({ length: 8 }, () => {
      const socket = connect({ host: hostname, port: Number(port) });
      socket.on('error', () => {});
      socket.pause();
      socket.write(`GET /api/users/search?nameLike=Large&prefix=false HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      resources.defer(() => void socket.destroy());
      return socket;
    });
    expect(idle).toHaveLength(8);
    const status = () => registry.context.limits.status();
    await vi.waitFor(() => expect(status().refused.cutOff).toBeGreaterThan(0), { ...PATIENT, interval: 50 });
    await vi.waitFor(() => expect(status().waitingBytes).toBeLessThan(8 * 1024 * 1024), PATIENT);
    await vi.waitFor(async () => expect((await registry.get('/api/stats')).status).toBe(200), PATIENT);
  },
);
