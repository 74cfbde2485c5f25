/** Several processes of one registry: what one finds out of a partner, all know, and each says the same of it. */

import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Script } from '../../src/demo/partner-behaviours.ts';
import * as does from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { SourceAnswer } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../src/domain/record/model.ts';
import { type Federation, openFederation } from '../../src/federation/federation.ts';
import type { OtherProcesses, ProcessNews } from '../../src/federation/partner/partner-news.ts';
import { NO_NOTES } from '../../src/federation/partner/partner-notes.ts';
import { RDP } from '../../src/federation/rdp/rdp.ts';
import { CHECKS } from '../domain/sanitize/example-partner-records.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { ADMIN } from '../support/partners/fake-partner.ts';
import { oneClock } from '../support/partners/one-clock.ts';
import { questionOf } from './dialect/recorded-questions.ts';

/** Of a partner that hangs; long enough that several can ask meanwhile on a busy machine. */
const HANGS_MS = 1000;
const READ_TIMEOUT_MS = 10_000;
/** Longer than news are collected, for what must not come. */
const NEWS_MS = 150;

type Receive = (news: ProcessNews) => void;

/** What is between processes: words take a moment, and come as copies. */
function channels() {
  const joined: { receive: Receive; all: () => ProcessNews }[] = [];
  let underWay = 0;
  function send(receive: Receive, news: ProcessNews): void {
    underWay++;
    setTimeout(() => {
      receive(structuredClone(news));
      underWay--;
    }, 1);
  }
  return {
    underWay: () => underWay,
    open(): OtherProcesses {
      const own: { receive: Receive; all: () => ProcessNews }[] = [];
      return {
        send(news) {
          for (const other of joined) if (!own.includes(other)) send(other.receive, news);
        },
        join(receive, all) {
          const knowing = joined[0];
          own.push({ receive, all });
          joined.push(...own);
          if (knowing !== undefined) send(receive, knowing.all());
        },
      };
    },
  };
}

async function startProcesses(
  script: Script,
  count: number,
  { federations = [], readTimeoutMs = READ_TIMEOUT_MS }: { federations?: Federation[]; readTimeoutMs?: number } = {},
) {
  const resources = new AsyncDisposableStack();
  const partner = resources.use(await startScriptedPartner(script));
  const { open, underWay } = channels();
  function start(): Federation {
    const federation = resources.use(
      openFederation({
        partners: [
          {
            ...{ key: 'fly', name: 'Fly Registry', type: 'rdp', url: partner.url, query: '', token: undefined },
            ...{ connectTimeoutMs: READ_TIMEOUT_MS, readTimeoutMs, timeoutMs: READ_TIMEOUT_MS, maxConcurrency: 4 },
          },
        ],
        sourceTypes: { rdp: RDP },
        store: new Map(),
        ...{ freshSeconds: 0, staleSeconds: 0, searchTimeoutMs: READ_TIMEOUT_MS },
        sanitize: { checks: CHECKS, taxonOrdering: () => null },
        registryUrl: 'https://registry.example.org',
        resolveGene: async () => [],
        taxa: async () => [],
        unknownOrgans: async () => [],
        userAgent: 'isearch-proxy/0.0.0 (test)',
        ending: new AbortController().signal,
        clock: oneClock(() => performance.now() + performance.timeOrigin),
        reportToAdministrator: () => {},
        reportFault: (error) => {
          throw error;
        },
        otherProcesses: open(),
      }),
    );
    federations.push(federation);
    return federation;
  }
  for (let number = 0; number < count; number++) start();
  federations[0]?.learnVersions();
  await expect.poll(() => statesOf(federations, 'version')).toEqual(Array(count).fill('1.5.10'));
  /** Until what was sent at once has come. */
  const newsCame = () => expect.poll(underWay, { interval: 1 }).toBe(0);
  const { send } = open();
  return { partner, federations, start, send, newsCame, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

let number = 0;

/** Another question each time, so that nothing is given from memory. */
async function ask(federation: Federation | undefined): Promise<SourceAnswer> {
  const question = questionOf(`/api/genes/search?symbol=GENE${++number}&taxonId=9606`);
  const source = federation?.sources()[0];
  if (source === undefined) throw new Error('There is no partner.');
  return source.ask(question, PUBLIC_VIEWER, new AbortController().signal);
}

function statesOf(federations: readonly Federation[], member: 'version' | 'state' | 'asked'): unknown[] {
  return federations.map((federation) => federation.partnerStates(PUBLIC_VIEWER)[0]?.[member]);
}

/** How often in a row the partner has failed, as each of them has it. */
function failuresKnownTo(federations: readonly Federation[]): unknown[] {
  return federations.map((federation) => federation.partnerStates(ADMIN)[0]?.details?.consecutiveFailures);
}

function listings(federations: readonly Federation[], viewer: Viewer): string[] {
  return [...new Set(federations.map((federation) => JSON.stringify(federation.partnerStates(viewer))))];
}

test('the version that one learns is known to all, and asked for once', async () => {
  await using processes = await startProcesses({}, 4);
  expect(processes.partner.requestsTo('/api')).toHaveLength(1);
  for (const federation of processes.federations) federation.learnVersions();
  expect(processes.partner.requestsTo('/api')).toHaveLength(1);
});

test('a call that was answered just before a process begins counts there once', async () => {
  await using processes = await startProcesses({ '/api/genes/search': does.json([]) }, 2);
  expect((await ask(processes.federations[0])).state).toBe('empty');
  const late = processes.start();
  await expect.poll(() => statesOf([late], 'asked')).toEqual([1]);
  await pause(NEWS_MS);
  expect(late.partnerStates(PUBLIC_VIEWER)[0]).toMatchObject({ asked: 1, answered: 1 });
  expect(late.partnerTrends()[0]?.trend).toHaveLength(1);
});

test('a partner that hangs keeps one caller waiting, and not one in every process', async () => {
  await using processes = await startProcesses({ '/api/genes/search': does.hang() }, 4, { readTimeoutMs: HANGS_MS });
  const { federations, newsCame } = processes;
  expect((await ask(federations[0])).state).toBe('timed-out');
  await newsCame();
  for (const federation of federations.slice(1)) {
    const tookMs = stopwatch();
    expect((await ask(federation)).state).toBe('resting');
    expect(tookMs()).toBeLessThan(HANGS_MS / 2);
  }
});

test('one of them probes a partner while half-open, and the others learn at once that nobody else does until it answers', async () => {
  const slow = Promise.withResolvers<void>();
  let calls = 0;
  const hangsFirst: Script[string] = async (call) => {
    if (++calls === 1) return does.hang()(call);
    await slow.promise;
    return does.json([])(call);
  };
  await using processes = await startProcesses({ '/api/genes/search': hangsFirst }, 4, { readTimeoutMs: HANGS_MS });
  const { federations, partner, newsCame } = processes;
  expect((await ask(federations[0])).state).toBe('timed-out');
  await newsCame();
  const before = partner.requestsTo('/api/genes/search').length;
  const probe = ask(federations[1]);
  await expect.poll(() => partner.requestsTo('/api/genes/search').length).toBe(before + 1);
  await newsCame();
  for (const federation of [federations[0], federations[2], federations[3]]) {
    const tookMs = stopwatch();
    expect((await ask(federation)).state).toBe('resting');
    expect(tookMs()).toBeLessThan(HANGS_MS / 4);
  }
  expect(partner.requestsTo('/api/genes/search')).toHaveLength(before + 1);
  slow.resolve();
  await probe;
  await expect
    .poll(async () => (await Promise.all(federations.map(ask))).map(({ state }) => state))
    .toEqual(Array(4).fill('empty'));
});

/** Each of the processes sees one failure alone. */
async function failOnceAtEach(federations: readonly Federation[]): Promise<void> {
  for (const [at, federation] of federations.entries()) {
    await ask(federation);
    await expect.poll(() => failuresKnownTo(federations)).toEqual(Array(federations.length).fill(at + 1));
  }
}

/** What a status says of: 502 of the partner, 500 of the kind of question. */
const FAILURES: readonly [status: number, state: string][] = [
  [502, 'resting'],
  [500, 'failing'],
];

test.each(FAILURES)(
  'a partner that answers %i three times rests in all of them until the same moment, and they ask it no more',
  async (status, state) => {
    await using processes = await startProcesses({ '/api/genes/search': does.status(status, 'No.') }, 3);
    const { federations, partner } = processes;
    await failOnceAtEach(federations);
    await expect.poll(() => statesOf(federations, 'state')).toEqual([state, state, state]);
    const requests = partner.requestsTo('/api/genes/search').length;
    const answers = await Promise.all(federations.map(ask));
    expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['resting']));
    expect(new Set(answers.map(({ problem }) => problem?.nextTryAt?.toISOString())).size).toBe(1);
    expect(partner.requestsTo('/api/genes/search')).toHaveLength(requests);
  },
);

test.each(FAILURES)(
  'a partner that answered %i and that one of them sees healthy again is asked by all',
  async (status, state) => {
    await using processes = await startProcesses({ '/api/genes/search': does.status(status, 'No.') }, 3);
    const { federations, partner } = processes;
    await failOnceAtEach(federations);
    partner.play({ '/api/genes/search': does.json([]), '/api/users/search': does.json([]) });
    expect((await federations[2]?.testPartner('fly'))?.state).toBe('empty');
    await expect.poll(() => statesOf(federations, 'state')).not.toContain(state);
    const answers = await Promise.all(federations.map(ask));
    expect(answers.map(({ state }) => state)).toEqual(['empty', 'empty', 'empty']);
  },
);

test('the list of partners is the same whoever is asked for it, also of one that begins later', async () => {
  let calls = 0;
  const script: Script = {
    '/api/genes/search': does.dependingOn(() => (++calls % 4 === 0 ? does.status(500, 'No.') : does.json([]))),
  };
  await using processes = await startProcesses(script, 3);
  const { federations, start } = processes;
  for (let round = 0; round < 10; round++) await Promise.all(federations.map(ask));
  await expect.poll(() => statesOf(federations, 'asked')).toEqual([30, 30, 30]);
  await expect.poll(() => listings(federations, PUBLIC_VIEWER)).toHaveLength(1);
  await expect.poll(() => listings(federations, ADMIN)).toHaveLength(1);
  const late = start();
  await expect.poll(() => listings([...federations, late], ADMIN)).toHaveLength(1);
  expect(new Set([...federations, late].map((one) => JSON.stringify(one.partnerTrends()))).size).toBe(1);
});

test('a partner that is this registry itself is known by all, whichever process its question for the version came to', async () => {
  const federations: Federation[] = [];
  const itself: Script = {
    '/api': (call) => {
      // The request that the first one sent comes in at the last one.
      federations.at(-1)?.receivedMark(String(call.request.headers['isearch-proxy-mark']));
      return does.version('1.5.10')(call);
    },
    '/api/genes/search': does.json([]),
  };
  await using processes = await startProcesses(itself, 3, { federations });
  await expect
    .poll(async () => (await Promise.all(processes.federations.map(ask))).map(({ state }) => state))
    .toEqual(Array(3).fill('not-asked'));
});

test('a process of an older version, which has words in place of reasons, harms nobody', async () => {
  await using processes = await startProcesses({ '/api/genes/search': does.json([]) }, 2);
  const { federations, partner, send } = processes;
  const name = JSON.stringify(['fly', 'Fly Registry', partner.url, '', undefined]);
  const point = { at: new Date().toISOString(), isAnswer: false, elapsedMs: 3, title: 'refuses connections' };
  const news = {
    ...{ partner: createHash('sha256').update(name).digest('base64url'), asked: 7, answered: 0, points: [point] },
    ...{ breaker: undefined, version: undefined, view: undefined, notes: NO_NOTES },
  };
  for (const isAll of [false, true]) send({ partners: [{ ...news, isAll }], marks: [] } as unknown as ProcessNews);
  await ask(federations[0]);
  await expect.poll(() => statesOf(federations, 'asked')).toEqual([1, 1]);
  expect(federations[1]?.partnerTrends()).toMatchObject([{ trend: [{ isAnswer: true }], failures: [] }]);
});

test('what is found out under another address or token is not believed', async () => {
  await using processes = await startProcesses({ '/api/genes/search': does.status(502, 'No.') }, 2);
  const [first, second] = processes.federations;
  const settings = {
    ...{ key: 'fly', name: 'Fly Registry', type: 'rdp', url: processes.partner.url, query: '', token: 'another-token' },
    ...{ connectTimeoutMs: READ_TIMEOUT_MS, readTimeoutMs: READ_TIMEOUT_MS, timeoutMs: READ_TIMEOUT_MS },
    maxConcurrency: 4,
  };
  second?.replacePartners([settings]);
  for (let round = 0; round < 3; round++) await ask(first);
  await pause(NEWS_MS);
  expect(statesOf(processes.federations, 'state')).toEqual(['resting', 'unknown']);
});
