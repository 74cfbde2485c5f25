/** Several processes of one registry: what one finds out of a partner, all know, and each says the same of it. */

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Script } from '../../src/demo/partner-behaviours.ts';
import * as does from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { SourceAnswer } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../src/domain/record/model.ts';
import type { Copies, Federation } from '../../src/federation/federation.ts';
import { memoryState } from '../../src/lib/shared-state.ts';
import { type StateReply, type StateRequest, serveState, workerState } from '../../src/operations/supervisor-state.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import { ADMIN } from '../support/partners/fake-partner.ts';
import { oneClock } from '../support/partners/one-clock.ts';
import { openTestFederation } from '../support/partners/open-federation.ts';
import { questionOf } from './dialect/recorded-questions.ts';

/** Of a partner that hangs; long enough that several can ask meanwhile on a busy machine. */
const HANGS_MS = 1000;
const READ_TIMEOUT_MS = 10_000;
/** Longer than anything takes to be published, for what must not come. */
const PUBLISHED_MS = 300;
const MOST_PROCESSES = 5;

/** What is between processes and their supervisor: messages take a moment, and come as copies. */
function channels() {
  const state = memoryState();
  let underWay = 0;
  let opened = 0;
  function later<Message>(receive: (message: Message) => void, message: Message): void {
    underWay++;
    setTimeout(() => {
      receive(structuredClone(message));
      underWay--;
    }, 1);
  }
  return {
    underWay: () => underWay,
    open(): Copies {
      let receive: (reply: StateReply) => void = () => {};
      const served = serveState(state.join(), (reply) => later(receive, reply));
      const machine = workerState(
        (message: StateRequest) => later(served.receive, message),
        (added) => {
          receive = added;
        },
      );
      return { state: machine, answers: undefined, machine, place: { number: ++opened, count: MOST_PROCESSES } };
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
      openTestFederation({
        partners: [
          {
            ...{ key: 'fly', name: 'Fly Registry', type: 'rdp', url: partner.url, query: '', token: undefined },
            ...{ connectTimeoutMs: READ_TIMEOUT_MS, readTimeoutMs, timeoutMs: READ_TIMEOUT_MS, maxConcurrency: 4 },
          },
        ],
        ...{ freshSeconds: 0, staleSeconds: 0, searchTimeoutMs: READ_TIMEOUT_MS },
        clock: oneClock(() => performance.now() + performance.timeOrigin),
        copies: open(),
      }),
    );
    federations.push(federation);
    return federation;
  }
  for (let number = 0; number < count; number++) start();
  federations[0]?.learnVersions();
  await expect.poll(() => statesOf(federations, 'version')).toEqual(Array(count).fill('1.5.10'));
  /** Until what was sent at once has come. */
  const allCame = () => expect.poll(underWay, { interval: 1 }).toBe(0);
  return { partner, federations, start, allCame, [Symbol.asyncDispose]: () => resources.disposeAsync() };
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
  await pause(PUBLISHED_MS);
  expect(late.partnerStates(PUBLIC_VIEWER)[0]).toMatchObject({ asked: 1, answered: 1 });
  expect(late.partnerTrends()[0]?.trend).toHaveLength(1);
});

test('a partner that hangs keeps one caller waiting, and not one in every process', async () => {
  await using processes = await startProcesses({ '/api/genes/search': does.hang() }, 4, { readTimeoutMs: HANGS_MS });
  const { federations, allCame } = processes;
  expect((await ask(federations[0])).state).toBe('timed-out');
  await allCame();
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
  const { federations, partner, allCame } = processes;
  expect((await ask(federations[0])).state).toBe('timed-out');
  await allCame();
  const before = partner.requestsTo('/api/genes/search').length;
  const probe = ask(federations[1]);
  await expect.poll(() => partner.requestsTo('/api/genes/search').length).toBe(before + 1);
  await allCame();
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
  'the circuit breaker of a partner that answers %i three times is open in all of them until the same moment, and they ask it no more',
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
  const trends = () => new Set([...federations, late].map((one) => JSON.stringify(one.partnerTrends())));
  await expect.poll(() => trends().size).toBe(1);
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
  await pause(PUBLISHED_MS);
  expect(statesOf(processes.federations, 'state')).toEqual(['resting', 'unknown']);
});
