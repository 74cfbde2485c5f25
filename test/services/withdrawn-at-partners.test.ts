/**
 * Two isearch-proxies in a row, as processes: who withdraws at the first is gone at the second within ten seconds, whatever befalls
 * either of them, and the second asks for the name of what the public may see once in five seconds at most.
 */

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { PUBLIC_VIEW_PATH } from '../../src/domain/federation/own-headers.ts';
import { openWorkplace, type Server, type Workplace } from '../support/machine/command-line.ts';
import { openFront } from '../support/partners/front.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { until } from '../support/services/start-follower.ts';

const MOST_MS = 10_000;
const LEARNED_EVERY_MS = 5_000;
/** Long enough that the name is learned several times. */
const QUIET_MS = 12_000;
const MINUTE_MS = 60_000;
/** 30 s, and a fifth more. */
const LONGEST_FIRST_OPEN_MS = 36_000;
const SEARCH = '/genes/search?symbol=BRCA1&taxonId=9606';
const KEY = 'ab'.repeat(32);

const gene = { geneId: 672, tier: 'TIER1', privacyLevel: null } as const;
const NORA = aUser(2, { name: 'Nora', lastName: 'Example', genes: [gene] });
/** Has an account at the second, which tells accounts whether an answer is a kept one. */
const READER_TOKEN = 'token-of-a-reader';
const READER = aUser(1, { accessTokens: [{ token: READER_TOKEN, expiresAt: '2099-01-01T00:00:00Z' }] });
const OTHERS = [3, 4, 5].map((id) => aUser(id, { genes: [gene] }));

type Answer = { content: unknown; origins: { key: string; cache: { status: string } | null }[] };
type Setup = { firsts?: number; workers?: number };

/** The first registry, as one instance or several that hold the same data behind one address, and the second, which asks it. */
async function startTwo({ firsts = 1, workers = 1 }: Setup = {}) {
  const resources = new AsyncDisposableStack();
  const workplace = resources.use(await openWorkplace());
  const front = resources.use(await openFront());
  await workplace.write('people.json', JSON.stringify(smallSnapshot({ users: [NORA, ...OTHERS] })));
  await workplace.write('empty.json', JSON.stringify(smallSnapshot({ users: [READER] })));
  const SERVER_WORKERS = String(workers);
  const envOf = (at: number) => ({
    ...{ DATABASE_FILE: workplace.at(`first-${at}.sqlite`), DATABASE_INITIAL_SNAPSHOT: 'people.json', SERVER_WORKERS },
    ...{ APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: KEY },
  });
  const instances: Server[] = [];
  const starting = Array.from({ length: firsts }, (_, at) => startFirst(at));
  await Promise.all(starting);

  async function startFirst(at: number): Promise<void> {
    instances[at] = await workplace.serve([], envOf(at));
    front.leadTo(...instances.map(({ url }) => url));
  }

  const entry = { key: 'first', name: 'First', url: front.url };
  await workplace.write('second.json', JSON.stringify({ app: { settings: { isearch: { apis: [entry] } } } }));
  const startSecond = () =>
    workplace.serve(['--config', 'second.json'], { DATABASE_INITIAL_SNAPSHOT: 'empty.json', SERVER_WORKERS });
  let second = await startSecond();
  resources.defer(async () => {
    await Promise.all([second, ...instances].map((server) => server[Symbol.asyncDispose]()));
  });

  /** On connections of their own, which come to every worker. */
  async function ask(headers: Record<string, string> = {}): Promise<Answer[]> {
    const asked = Array.from({ length: workers }, async () => {
      const reply = await fetch(`${second.url}/api/federated${SEARCH}`, {
        headers: { Connection: 'close', ...headers },
      });
      return (await reply.json()) as Answer;
    });
    return Promise.all(asked);
  }
  const names = async (name: string) => (await ask()).some(({ content }) => JSON.stringify(content).includes(name));
  /**
   * Named, and by an answer that is kept, which accounts are told: the first ones come before the version of the
   * first is known.
   */
  async function isNamedAsKept(): Promise<boolean> {
    const answers = await ask({ Authorization: `Bearer ${READER_TOKEN}` });
    return answers.every(
      ({ content, origins }) =>
        JSON.stringify(content).includes('Nora') &&
        origins.some(({ key, cache }) => key === 'first' && cache?.status === 'hit'),
    );
  }
  return {
    ...{ workplace, front, names },
    /** As `import` of a table of people changes her in every instance. */
    async setLevel(level: 'private' | 'public') {
      await workplace.write('nora.csv', `e-mail,level\n${NORA.email},${level}\n`);
      await Promise.all(instances.map((_, at) => importInto(workplace, 'nora.csv', envOf(at))));
    },
    importAgain: () => Promise.all(instances.map((_, at) => importInto(workplace, 'people.json', envOf(at)))),
    async restartFirst(how: NodeJS.Signals) {
      const [first] = instances as [Server];
      first.signal(how);
      await first.ended();
      await startFirst(0);
    },
    async restartSecond(how: NodeJS.Signals) {
      second.signal(how);
      await second.ended();
      second = await startSecond();
    },
    async untilNamed() {
      for (let times = 0; times < 3; times++) await until('Nora is named', 2 * MOST_MS, isNamedAsKept);
    },
    /** Answers after how many milliseconds she was named no more, by any worker. */
    untilGone: () => until('Nora is gone', 2 * MOST_MS, async () => !(await names('Nora'))),
    /** Asks ten times a second for so long, and answers how long that really was, and how often the first one was asked meanwhile. */
    async askFor(ms: number) {
      const before = { names: front.countOf(PUBLIC_VIEW_PATH), searches: front.countOf(`/api${SEARCH}`) };
      const beganMs = performance.now();
      while (performance.now() < beganMs + ms) {
        expect(await names('Nora')).toBe(true);
        await pause(100);
      }
      return {
        ms: performance.now() - beganMs,
        names: front.countOf(PUBLIC_VIEW_PATH) - before.names,
        searches: front.countOf(`/api${SEARCH}`) - before.searches,
      };
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function importInto(workplace: Workplace, file: string, env: Record<string, string>): Promise<void> {
  expect(await workplace.run(['import', file], { env })).toMatchObject({ code: 0 });
}

const most = (ms: number) => Math.ceil(ms / LEARNED_EVERY_MS) + 1;

test.concurrent.each([
  ['one process each', {}],
  ['two workers each', { workers: 2 }],
  ['the first as two instances behind one address', { firsts: 2 }],
] as const)(
  'who withdraws is gone within ten seconds, also behind kill -9 of the first, and of the second: %s',
  { timeout: 3 * MINUTE_MS },
  async (what, setup: Setup) => {
    await using two = await startTwo(setup);
    await two.untilNamed();
    const asked = await two.askFor(QUIET_MS);
    const { workers = 1 } = setup;
    expect(asked.names).toBeGreaterThan(0);
    expect(asked.names).toBeLessThanOrEqual(most(asked.ms));
    expect(asked.searches).toBeLessThanOrEqual(workers);
    for (const restart of [async () => {}, two.restartFirst, two.restartSecond]) {
      await two.setLevel('private');
      await restart('SIGKILL');
      const tookMs = await two.untilGone();
      console.log(
        `${what}: gone after ${Math.round(tookMs)} ms; ${asked.names} requests for the name in ${QUIET_MS / 1000} s, ${asked.searches} for the answer.`,
      );
      expect(tookMs).toBeLessThan(MOST_MS);
      if (restart === two.restartSecond) break;
      await two.setLevel('public');
      await two.untilNamed();
    }
  },
);

// It counts searches, so nothing else takes processors beside it.
test('a start of the first and an import of the same move nothing, and a withdrawal behind them counts', async () => {
  await using two = await startTwo();
  await two.untilNamed();
  const searches = () => two.front.countOf(`/api${SEARCH}`);
  const before = searches();
  await two.restartFirst('SIGTERM');
  await two.importAgain();
  await two.askFor(QUIET_MS);
  expect(searches()).toBe(before);
  await two.setLevel('private');
  expect(await two.untilGone()).toBeLessThan(MOST_MS);
});

test.concurrent('a withdrawal while the first is silent, and killed, counts at the second once the first answers again', async () => {
  await using two = await startTwo();
  await two.untilNamed();
  two.front.fallSilent();
  await two.setLevel('private');
  await two.restartFirst('SIGKILL');
  expect(await two.names('Nora')).toBe(true);
  two.front.answerAgain();
  // Who was silent is left alone for a while.
  const mostMs = LONGEST_FIRST_OPEN_MS + MOST_MS;
  const tookMs = await until('Nora is gone', mostMs, async () => !(await two.names('Nora')));
  console.log(`Silent, killed and back: gone after ${Math.round(tookMs)} ms.`);
});
