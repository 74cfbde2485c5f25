/** The partners of a registry, put together: limits, versions and circuit breakers as they are in use, on real sockets. */

import { setImmediate as nextTurn, setTimeout } from 'node:timers/promises';
import { describe, expect, test, vi } from 'vitest';
import { userRecord } from '../../src/demo/mock-people.ts';
import type { Script } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { Question, SourceAnswer } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import * as does from '../support/partners/behaviours.ts';
import { openTestFederation } from '../support/partners/open-federation.ts';
import { saying, titleIn } from '../support/partners/saying.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const USERS = questionOf('/api/users/search?descriptionLike=a');
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const MEGABYTE = 1024 * 1024;

async function startFederation(script: Script) {
  const resources = new AsyncDisposableStack();
  const partner = resources.use(await startScriptedPartner(script));
  const reported: string[] = [];
  const federation = resources.use(
    openTestFederation({
      partners: [
        {
          ...{ key: 'fly', name: 'Fly Registry', type: 'rdp', url: partner.url, query: '', token: undefined },
          ...{ connectTimeoutMs: 500, readTimeoutMs: 300, timeoutMs: 2000, maxConcurrency: 4 },
        },
      ],
      searchTimeoutMs: 3000,
      reportToAdministrator: (key, what, level) => void reported.push(`${level}: ${key} ${what}`),
    }),
  );
  const [source] = federation.sources();
  return {
    partner,
    federation,
    reported,
    async ask(question: Question): Promise<SourceAnswer> {
      const signal = new AbortController().signal;
      if (source === undefined) throw new Error('There is no partner.');
      return source.getCached(question, PUBLIC_VIEWER) ?? source.ask(question, PUBLIC_VIEWER, signal);
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** So many people in about so many bytes. */
function peopleIn(bytes: number, count: number) {
  const description = 'x'.repeat(Math.max(0, Math.floor(bytes / count) - 700));
  return does.json(Array.from({ length: count }, (_, index) => userRecord(index + 1, { description })));
}

describe('an answer without end', () => {
  test('of more than five megabytes is read so far, and the answer says so', async () => {
    await using setup = await startFederation({ '/api/users/search': peopleIn(6 * MEGABYTE, 300) });
    const answer = await setup.ask(USERS);
    expect(answer).toMatchObject({ state: 'limited', isExact: false });
    expect(titleIn(answer.problem)).toBe('gave more than is read of one answer, so its last records are missing');
    expect(answer.records.length).toBeGreaterThan(200);
    expect(answer.records.length).toBeLessThan(300);
  });

  test('of more than a thousand records is shown so far, and the answer says so', async () => {
    await using setup = await startFederation({ '/api/users/search': does.users(1200) });
    const answer = await setup.ask(USERS);
    expect([answer.state, answer.records.length]).toEqual(['limited', 1000]);
    expect(titleIn(answer.problem)).toBe('gave 1200 records, of which 1000 are shown');
  });
});

describe('the version', () => {
  test('is learned behind the first question, and the next is put by it', async () => {
    await using setup = await startFederation({
      '/api': does.afterMs(50, does.version('1.5.10')),
      '/api/genes/search': does.json([]),
    });
    const { partner, federation, ask } = setup;
    expect(await ask(GENES)).toMatchObject({ state: 'empty', version: undefined });
    await expect.poll(() => federation.sources()[0]?.version(), { interval: 5 }).toBe('1.5.10');
    expect(await ask(GENES)).toMatchObject({ state: 'empty', version: '1.5.10' });
    const tiers = partner.requestsTo('/api/genes/search').map(({ params }) => params.getAll('tiers').join());
    expect(tiers).toEqual(['', '', 'TIER1,TIER2']);
  });

  test('is looked for in a document that is parsed in a moment, and in no longer one', async () => {
    const paths = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`/${index}`, 1]));
    await using setup = await startFederation({
      '/api': does.json({ info: { version: '1.5.10' }, paths }),
      '/api/genes/search': does.json([]),
    });
    expect(await setup.ask(GENES)).toMatchObject({ state: 'empty' });
    using parse = vi.spyOn(JSON, 'parse');
    await expect.poll(() => setup.partner.requestsTo('/api').length).toBe(1);
    await setTimeout(300);
    expect(Math.max(0, ...parse.mock.calls.map(([text]) => text.length))).toBeLessThan(300_000);
    expect(setup.federation.sources()[0]?.version()).toBeUndefined();
  });

  test('that never comes holds up no search, even when it is all the partner does', async () => {
    await using setup = await startFederation({ '/api': does.hang(), '/api/genes/search': does.json([]) });
    for (let time = 0; time < 5; time++) setup.federation.learnVersions();
    expect(await setup.ask(GENES)).toMatchObject({ state: 'empty' });
    expect(setup.partner.requestsTo('/api')).toHaveLength(1);
  });
});

test('a partner that is this registry itself is reported to the administrator once, and not asked', async () => {
  await using setup = await startFederation({ '/api/genes/search': does.genes(1) });
  const { federation, partner, reported, ask } = setup;
  partner.play({
    '/api': (call) => {
      federation.receivedMark(String(call.request.headers['isearch-proxy-mark']));
      return does.version('1.5.10', { url: partner.url })(call);
    },
  });
  federation.learnVersions();
  await expect.poll(() => reported, { interval: 5 }).toHaveLength(1);
  expect(reported).toEqual([
    'error: fly is this registry itself, under another address, and is not asked: remove it from the partners',
  ]);
  expect(await ask(GENES)).toMatchObject({ state: 'not-asked', records: [] });
  expect(partner.requestsTo('/api/genes/search')).toEqual([]);
});

test('a partner that asks for a pause gets it to the second, and every answer says until when', async () => {
  await using setup = await startFederation({
    '/api/users/search': does.status(429, 'Too many.', { 'Retry-After': '77' }),
  });
  const { ask, partner, federation } = setup;
  const before = Date.now();
  const { state, problem } = await ask(USERS);
  expect(state).toBe('busy');
  expect((problem?.nextTryAt?.getTime() ?? 0) - before).toBeGreaterThanOrEqual(77_000);
  expect((problem?.nextTryAt?.getTime() ?? 0) - before).toBeLessThan(79_000);
  expect(await ask(GENES)).toMatchObject({ state: 'resting', problem: { nextTryAt: problem?.nextTryAt } });
  expect(partner.requestsTo('/api/genes/search')).toEqual([]);
  expect(federation.partnerStates(PUBLIC_VIEWER)).toMatchObject([{ key: 'fly', state: 'resting', asked: 1 }]);
});

test('an answer that comes after its time is there for the next who asks', async () => {
  const [late, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await using setup = await startFederation({
    '/api/users/search': async (call) => {
      await late.promise;
      call.response.once('finish', sent.resolve);
      await does.users(3)(call);
    },
  });
  setup.federation.learnVersions();
  await expect.poll(() => setup.federation.sources()[0]?.version(), { interval: 5 }).toBe('1.5.10');
  expect(await setup.ask(USERS)).toMatchObject({
    state: 'timed-out',
    problem: { reason: saying('did not answer within 0.3 s') },
  });
  late.resolve();
  await sent.promise;
  // What was sent is read in one of the next turns, however long they take.
  for (let turn = 0; turn < 100; turn++) await nextTurn();
  expect((await setup.ask(USERS)).cache?.status).toBe('hit');
  expect(setup.partner.requestsTo('/api/users/search')).toHaveLength(1);
});

test('a registry that stops ends what is under way', async () => {
  const setup = await startFederation({ '/api/users/search': does.hang(), '/api': does.hang() });
  const answer = setup.ask(USERS);
  await expect.poll(() => setup.partner.requestsTo('/api/users/search').length, { interval: 5 }).toBe(1);
  await setup.federation[Symbol.asyncDispose]();
  expect(await answer).toMatchObject({ state: 'failed', problem: { error: 'proxy_internal_error' } });
  await setup[Symbol.asyncDispose]();
});
