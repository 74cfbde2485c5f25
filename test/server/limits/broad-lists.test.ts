/** Many ask for everybody: what is collected at once has a bound, the rest is refused unread, others go on. */

import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { get } from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { version } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { isSampled, sampleOf } from '../../support/machine/sample.ts';
import { users } from '../../support/partners/behaviours.ts';
import { madeUpSnapshot } from '../../support/registry/made-up-registry.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { type Answer, askRaw } from '../../support/server/raw-http.ts';

const PEOPLE = 1200;
/** 12 MB for everybody. */
const DESCRIPTION_CHARACTERS = 10_000;
const AT_ONCE = 60;
const UNREAD_MEGABYTES = 64;
const CROWD = '198.51.100.7';
const OTHER = '203.0.113.9';
const EVERYBODY = 'descriptionLike=h';

const BROAD: readonly [kind: string, path: string, accept: string, wholeFrom: number][] = [
  ['a list', `/api/users/search?${EVERYBODY}`, 'application/json', 12_000_000],
  ['a page of several registries', `/api/federated/users/search?${EVERYBODY}&size=20`, 'application/json', 200_000],
  ['a stream', `/api/federated/users/search?${EVERYBODY}`, 'application/x-ndjson', 12_000_000],
  ['a file', `/export?${EVERYBODY}&format=json`, '*/*', 12_000_000],
  ['a page', `/search?${EVERYBODY}&render=server`, 'text/html', 10_000],
  ['a table', `/search?${EVERYBODY}&view=sheet`, 'text/html', 3_000],
];

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    snapshot: madeUpSnapshot({ users: PEOPLE, descriptionCharacters: DESCRIPTION_CHARACTERS }),
    settings: {
      SERVER_TRUSTED_PROXIES: 'loopback',
      LIMITS_UNREAD_MEGABYTES: String(UNREAD_MEGABYTES),
      LIMITS_MEGABYTES_PER_MINUTE: '0',
    },
  });
});
afterAll(() => registry[Symbol.asyncDispose]());

function ask(path: string, accept: string, from: string): Promise<Answer> {
  return askRaw(registry.url, path, { headers: { Accept: accept, 'X-Forwarded-For': from } });
}

/** A list of everybody whose reader takes nothing of it, until they leave. */
async function heldList(from: string): Promise<Disposable> {
  const held = get(`${registry.url}/api/users/search?${EVERYBODY}`, { headers: { 'X-Forwarded-For': from } });
  await once(held, 'response');
  return { [Symbol.dispose]: () => void held.destroy() };
}

const noneIsHeld = () => vi.waitFor(() => expect(registry.context.limits.status().answerBytes).toBe(0), PATIENT);

test.each(sampleOf(BROAD, 1))('sixty at once who ask for %s of everybody', async (_, path, accept, wholeFrom) => {
  const { limits } = registry.context;
  let mostBytes = 0;
  const look = setInterval(() => {
    mostBytes = Math.max(mostBytes, limits.status().answerBytes);
  }, 1);
  const crowd = () => Promise.all(Array.from({ length: AT_ONCE }, () => ask(path, accept, CROWD)));
  // Where an answer takes a moment, none would meet another.
  const besideAnother = async () => {
    using _held = await heldList(CROWD);
    return await crowd();
  };
  const others: number[] = [];
  const reading = (async () => {
    for (let count = 0; count < 10; count++) {
      others.push((await ask('/api/users/search?descriptionLike=nothing-like-it', 'application/json', OTHER)).status);
    }
  })();
  const answers = await besideAnother();
  await noneIsHeld();
  answers.push(...(await crowd()));
  await reading;
  clearInterval(look);

  expect(new Set(others)).toEqual(new Set([200]));
  expect(mostBytes).toBeLessThanOrEqual((UNREAD_MEGABYTES / 2) * 2 ** 20);
  // Each is answered whole, or with the time to ask again: a stream, too, as nothing of it had gone out.
  for (const { status, headers, bytes } of answers) {
    if (status === 200) expect(bytes.length).toBeGreaterThan(wholeFrom);
    else expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  }
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  await noneIsHeld();
  expect((await ask(path, accept, CROWD)).status).toBe(200);
});

test('whoever holds the share of an address keeps no large answer from others', async () => {
  const [, path, accept] = BROAD[0] as (typeof BROAD)[number];
  const [first, second] = await Promise.all([ask(path, accept, CROWD), ask(path, accept, OTHER)]);
  expect([first.status, second.status]).toEqual([200, 200]);
});

test('a partner is asked nothing for an answer that this registry has no room for', async () => {
  await using partner = await startScriptedPartner({ '/api': version('1.5.10'), '/api/users/search': users(2) });
  await using small = await startTestRegistry({
    snapshot: madeUpSnapshot({ users: PEOPLE, descriptionCharacters: DESCRIPTION_CHARACTERS }),
    partners: [{ key: 'partner', name: 'PartnerNet', url: partner.url }],
    // Half of it is less than one answer, which one alone may take.
    settings: { LIMITS_UNREAD_MEGABYTES: '16', LIMITS_MEGABYTES_PER_MINUTE: '0' },
  });
  const { status } = small.context.limits;
  const held = get(`${small.url}/api/users/search?${EVERYBODY}`);
  await once(held, 'response');
  expect(status().answerBytes).toBeGreaterThan(0);
  const questions = Array.from('häufig', (letter) => `descriptionLike=${encodeURIComponent(letter)}`);
  const asks = questions.flatMap((question) => [
    askRaw(small.url, `/api/federated/users/search?${question}`),
    askRaw(small.url, `/search?${question}&render=server`),
  ]);
  expect(new Set((await Promise.all(asks)).map((answer) => answer.status))).toEqual(new Set([503]));
  expect(partner.requestsTo('/api/users/search')).toHaveLength(0);
  held.destroy();
  const whole = () => askRaw(small.url, `/api/federated/users/search?${EVERYBODY}`);
  await vi.waitFor(async () => expect((await whole()).status).toBe(200), PATIENT);
  expect(partner.requestsTo('/api/users/search').length).toBeGreaterThan(0);
});

test.each(sampleOf(BROAD, 2))(
  'who is refused %s is refused in the turn of their question: only what it takes in that turn bounds how many are begun',
  async (_, path, accept) => {
    {
      using _held = await heldList(CROWD);
      await ask(path, accept, CROWD);
      using turns = turnsOfAnswers();
      const { status } = await ask(path, accept, CROWD);
      expect([status, turns.taken()]).toEqual([503, 0]);
    }
    await noneIsHeld();
  },
);

test.skipIf(isSampled)('readers who take nothing keep long lists from nobody for more than some seconds', async () => {
  const path = `/api/users/search?${EVERYBODY}`;
  const { limits } = registry.context;
  const slow = await Promise.all(
    ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(async (from) => {
      const held = get(`${registry.url}${path}`, { headers: { 'X-Forwarded-For': from } }).on('error', () => {});
      await once(held, 'response');
      return held;
    }),
  );
  const list = () => ask(path, 'application/json', OTHER);
  expect(limits.status().waitingBytes).toBeLessThan((UNREAD_MEGABYTES / 2) * 2 ** 20);
  expect((await list()).status).toBe(503);
  await vi.waitFor(async () => expect((await list()).status).toBe(200), { timeout: 20_000, interval: 500 });
  expect(limits.status().refused.cutOff).toBeGreaterThan(0);
  for (const held of slow) held.destroy();
  await vi.waitFor(() => expect(limits.status().answerBytes).toBe(0), PATIENT);
});

/** How many turns of the event loop passed from a question to its answer. */
function turnsOfAnswers(): Disposable & { taken(): number } {
  let turn = 0;
  let began = 0;
  let ended = Number.POSITIVE_INFINITY;
  let next = setImmediate(count);
  function count(): void {
    turn++;
    next = setImmediate(count);
  }
  const begin = () => {
    began = turn;
  };
  const end = () => {
    ended = turn;
  };
  const [start, finish] = [channel('http.server.request.start'), channel('http.server.response.finish')];
  start.subscribe(begin);
  finish.subscribe(end);
  return {
    taken: () => ended - began,
    [Symbol.dispose]() {
      clearImmediate(next);
      start.unsubscribe(begin);
      finish.unsubscribe(end);
    },
  };
}
