/** How a partner's version is learned: behind everything else, kept when it cannot be asked, without any token. */

import { describe, expect, test } from 'vitest';
import type { Script } from '../../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import {
  callMarks,
  type VersionDiscovery,
  versionDiscovery,
} from '../../../src/federation/partner/version-discovery.ts';
import { openHttpClient } from '../../../src/federation/transport/http-client.ts';
import { longBodies } from '../../../src/federation/transport/long-bodies.ts';
import { memoryState } from '../../../src/lib/shared-state.ts';
import * as does from '../../support/partners/behaviours.ts';
import { failing, json } from '../../support/partners/fake-partner.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-03-01T10:00:00Z');

function readVersion(body: string): string | undefined {
  return JSON.parse(body).info?.version;
}

/** Nothing but a partner that hangs takes so long, on a busy machine too. */
const LATE_MS = 2500;

function newMarks() {
  return callMarks(memoryState().join(), () => START);
}

/** A partner who plays the script, and what is learned of it under a clock that the test sets. */
async function startDiscovery(script: Script, lateMs = LATE_MS) {
  const resources = new AsyncDisposableStack();
  const partner = resources.use(await startScriptedPartner(script));
  const agent = resources.use(
    openHttpClient(
      { url: partner.url, connectTimeoutMs: lateMs, readTimeoutMs: lateMs, maxConcurrency: 2 },
      {
        ...{ userAgent: 'test', mostBodyBytes: 100_000, lateMs, roomWithinMs: lateMs },
        longBodies: longBodies({ mostBytes: 100_000, longestBytes: 50_000, mostRead: 1 })(),
      },
    ),
  );
  const clock = { at: START };
  const found = versionDiscovery({
    call: (path) => agent.call(path),
    marks: newMarks(),
    readVersion,
    clock: oneClock(() => clock.at),
    refreshMs: 10 * MINUTE,
    retryMs: MINUTE / 2,
  });
  return {
    partner,
    clock,
    found,
    refresh: () => refresh(found),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function refresh(found: VersionDiscovery): Promise<string | undefined> {
  found.refreshBehind();
  await found.settled();
  return found.version();
}

test('a version is unknown until it is asked for, and nobody waits for that', async () => {
  await using setup = await startDiscovery({ '/api': does.afterMs(30, does.version('1.4.11')) });
  const { found, partner } = setup;
  await found.settled();
  expect([found.version(), found.learnedAt(), found.claimedOrigin()]).toEqual([undefined, undefined, undefined]);
  expect(partner.requests).toEqual([]);
  found.refreshBehind();
  expect(found.version()).toBeUndefined();
  await found.settled();
  expect(found.version()).toBe('1.4.11');
  expect(found.learnedAt()).toEqual(new Date(START));
});

test('many who want to know at the same time are one request, and it carries no token', async () => {
  await using setup = await startDiscovery({ '/api': does.afterMs(30, does.version('1.5.10')) });
  const { found, partner } = setup;
  for (let time = 0; time < 10; time++) found.refreshBehind();
  await found.settled();
  expect(partner.requests.map(({ path }) => path)).toEqual(['/api']);
  expect(partner.requests[0]?.headers).not.toHaveProperty('authorization');
});

test('a known version is asked for again after its time, and a later one counts at once', async () => {
  await using setup = await startDiscovery({
    '/api': does.inTurn(does.version('1.4.11'), does.version('1.5.10'), does.version('1.5.11')),
  });
  const { partner, clock, refresh } = setup;
  expect(await refresh()).toBe('1.4.11');
  clock.at += 10 * MINUTE - 1;
  expect(await refresh()).toBe('1.4.11');
  expect(partner.requests).toHaveLength(1);
  clock.at += 1;
  expect(await refresh()).toBe('1.5.10');
  clock.at += 10 * MINUTE;
  expect(await refresh()).toBe('1.5.11');
  expect(partner.requests).toHaveLength(3);
});

test('an earlier version counts when it was read twice in a row, and is soon asked for again', async () => {
  const old = does.version('1.0.0');
  await using setup = await startDiscovery({
    '/api': does.inTurn(does.version('1.5.10'), old, does.version('1.5.10'), old, old, does.version('1.4.0')),
  });
  const { clock, refresh } = setup;
  const read: (string | undefined)[] = [await refresh()];
  for (const waitedMs of [10 * MINUTE, MINUTE / 2, 10 * MINUTE, MINUTE / 2, 10 * MINUTE]) {
    clock.at += waitedMs;
    read.push(await refresh());
  }
  expect(read).toEqual(['1.5.10', '1.5.10', '1.5.10', '1.5.10', '1.0.0', '1.4.0']);
});

describe('a partner that cannot say', () => {
  test.each([
    ['is gone', does.resetBefore()],
    ['hangs', does.hang(), 800],
    ['is switched off', does.status(503, 'Not available.')],
    ['fails but names a version', does.status(500, { info: { version: '9.9.9' } })],
    ['wants to know who asks', does.status(401, { error: 'invalid_token' })],
    ['shows a page', does.htmlPage()],
    ['sends nothing', does.empty()],
    ['sends null', does.json(null)],
    ['sends a document without end', does.big(1_000_000)],
    ['is down for maintenance, as the server before it says', does.json({ status: 'maintenance' })],
    ['has no version', does.json({ openapi: '3.0.1', info: { title: 'X RESTful API' } })],
  ])(
    '(%s) keeps the version that was learned before, and is asked again soon',
    async (_, behaviour, lateMs = LATE_MS) => {
      await using setup = await startDiscovery({ '/api': does.version('1.4.11') }, lateMs);
      const { partner, clock, found, refresh } = setup;
      await refresh();
      const learnedAt = found.learnedAt();
      partner.play({ '/api': behaviour });
      clock.at += 10 * MINUTE;
      expect(await refresh()).toBe('1.4.11');
      expect(found.learnedAt()).toEqual(learnedAt);
      const requestsBefore = partner.requests.length;
      partner.play({ '/api': does.version('1.5.10') });
      clock.at += MINUTE / 2 - 1;
      expect(await refresh()).toBe('1.4.11');
      expect(partner.requests).toHaveLength(requestsBefore);
      clock.at += 1;
      expect(await refresh()).toBe('1.5.10');
    },
  );
});

test('nothing that goes wrong here is thrown at whoever searches', async () => {
  const broken: (() => Promise<CallOutcome>)[] = [
    () => Promise.reject(new Error('broken')),
    () => {
      throw new Error('broken');
    },
  ];
  for (const call of broken) {
    const clock = { clock: oneClock(() => START), refreshMs: MINUTE, retryMs: MINUTE };
    const found = versionDiscovery({ call, marks: newMarks(), readVersion, ...clock });
    expect(await refresh(found)).toBeUndefined();
  }
});

describe('a partner that is this registry', () => {
  const API = json({ info: { version: '1.5.10' } });

  /** `cameBack` and `outcome` are what becomes of the next request. */
  function selfDiscovery() {
    const marks = newMarks();
    const next: { cameBack: boolean; outcome: CallOutcome } = { cameBack: true, outcome: API };
    let recognised = 0;
    const found = versionDiscovery({
      async call(_, mark) {
        if (next.cameBack) marks.received(mark);
        return next.outcome;
      },
      ...{ marks, readVersion, clock: oneClock(() => START), refreshMs: 0, retryMs: 0 },
      onRecognised: () => void recognised++,
    });
    const look = async () => {
      await refresh(found);
      return found.isThisRegistry();
    };
    return { look, next, times: () => recognised };
  }

  test('is recognised whatever it answers, and reported once', async () => {
    const { look, next, times } = selfDiscovery();
    next.outcome = json({}, 503);
    expect([await look(), await look(), times()]).toEqual([true, true, 1]);
  });

  test('stays so when it cannot be asked, and is another one when that answers', async () => {
    const { look, next } = selfDiscovery();
    await look();
    next.cameBack = false;
    next.outcome = failing();
    expect(await look()).toBe(true);
    next.outcome = API;
    expect(await look()).toBe(false);
  });

  test('is not made of another one by a mark that was made up', async () => {
    const marks = newMarks();
    const mark = crypto.randomUUID();
    for (const other of [crypto.randomUUID(), '', `${mark}0`, mark.toUpperCase()]) marks.received(other);
    expect(await marks.hasArrived(mark)).toBe(false);
    marks.received(mark);
    expect(await marks.hasArrived(mark)).toBe(true);
  });

  test('is recognised by a copy whichever of them the request came to, but not among too many', async () => {
    const state = memoryState();
    const [sender, receiver] = [callMarks(state.join(), () => START), callMarks(state.join(), () => START)];
    const mark = crypto.randomUUID();
    receiver.received(mark);
    expect(await sender.hasArrived(mark)).toBe(true);
    for (let time = 0; time < 200; time++) receiver.received(crypto.randomUUID());
    const late = crypto.randomUUID();
    receiver.received(late);
    expect(await sender.hasArrived(late)).toBe(false);
  });
});

describe('what another copy has learned', () => {
  const LEARNED = { version: '1.6.0', claimed: { title: 'Rare' }, atMs: START, isThisRegistry: false };

  function copy() {
    return versionDiscovery({
      ...{ call: async () => failing(), marks: newMarks(), readVersion, clock: oneClock(() => START) },
      ...{ refreshMs: 10 * MINUTE, retryMs: MINUTE / 2 },
    });
  }

  test('is believed where it was learned later', () => {
    const found = copy();
    found.take(JSON.stringify(LEARNED));
    found.take(JSON.stringify({ ...LEARNED, version: '1.4.11', atMs: START - MINUTE }));
    expect([found.version(), found.claimedOrigin(), found.isRecent()]).toEqual(['1.6.0', { title: 'Rare' }, true]);
  });

  test.each<[string, object]>([
    ['from the future', { atMs: START + MINUTE }],
    ['at no time', { atMs: null }],
    ['that is no text', { version: 16 }],
    ['that is too long', { version: '1'.repeat(101) }],
  ])('is not believed %s', (_, change) => {
    const found = copy();
    found.take(JSON.stringify({ ...LEARNED, ...change }));
    found.take('{');
    expect([found.version(), found.isRecent()]).toEqual([undefined, false]);
  });
});

describe('what a partner calls itself', () => {
  test.each([
    [
      { title: 'Rare RESTful API' },
      [{ url: 'https://rare.example.org/' }],
      { title: 'Rare', url: 'https://rare.example.org/' },
    ],
    [{ title: 'Something else' }, [{ url: 'https://a.example.org' }, { url: 'https://b.example.org' }], {}],
    [{ title: 7 }, [{ url: 'javascript:alert(1)' }], {}],
    [{}, [{ url: 'http://{host}/' }], {}],
    [{}, [{ url: 'https://a.example.org/\nOtherNet is closed' }], {}],
    [
      { title: `\u202eRare\n${'x'.repeat(200)} RESTful API` },
      [{ url: `https://a.example.org/${'x'.repeat(20_000)}` }],
      { title: `Rare ${'x'.repeat(95)}…`, url: `https://a.example.org/${'x'.repeat(178)}…` },
    ],
    [{}, 'none', {}],
    [{}, [null], {}],
    [{}, [], {}],
  ])('(%j, %j) is read as %j', async (info, servers, said) => {
    await using setup = await startDiscovery({ '/api': does.json({ info: { version: '1.5.10', ...info }, servers }) });
    await setup.refresh();
    expect(setup.found.claimedOrigin()).toEqual(said);
  });

  test('is nothing where the document is an old one', async () => {
    await using setup = await startDiscovery({ '/api': does.oldVersion('1.3.4') });
    await setup.refresh();
    expect(setup.found.claimedOrigin()).toBeUndefined();
  });
});
