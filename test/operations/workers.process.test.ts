/** `server.workers`: several processes at one port, as an operator and readers notice them. */

import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as does from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { openWorkplace, type Server, servingProcess, type Workplace } from '../support/machine/command-line.ts';
import {
  endByForce,
  environmentOf,
  isRunning,
  isStopped,
  metricsOf,
  until,
  workersOf,
} from '../support/machine/worker-processes.ts';
import { ACCESS_FORM } from '../support/registry/access-form.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

// Each start is of three processes or more, so tests share one where it goes on after them.

/** So soon other workers know what one of them finds out of a partner. */
const AGREED_WITHIN_MS = 300;

const small = JSON.stringify(smallSnapshot());

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

/** A moment of the steady clock is shown as one of the clock on the wall, which has whole milliseconds. */
function seconds({ restingUntil }: Json): number | null {
  return restingUntil === null ? null : Math.round(Date.parse(restingUntil) / 1000);
}

function partnersFile(partner: Record<string, unknown>): string {
  return JSON.stringify({ app: { settings: { isearch: { apis: [partner] } } } });
}

/** One connection for all that is read. */
function keptConnection() {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    async read(address: string): Promise<void> {
      const [answer] = await once(get(address, { agent }), 'response');
      await once(answer.resume(), 'end');
    },
    [Symbol.dispose]: () => agent.destroy(),
  };
}

async function serveTwo(workplace: Workplace, env: Record<string, string> = {}, args: string[] = []): Promise<Server> {
  await workplace.write('first.json', small);
  return workplace.serve(args, { SERVER_WORKERS: '2', DATABASE_INITIAL_SNAPSHOT: 'first.json', ...env });
}

/** On a connection of its own, which comes to the next worker. */
async function statusOf(address: string): Promise<number> {
  const { status, body } = await fetch(address, { headers: { Connection: 'close' } });
  await body?.cancel();
  return status;
}

describe('two workers', () => {
  let workplace: Workplace;
  let server: Server;
  beforeAll(async () => {
    workplace = await openWorkplace();
    server = await serveTwo(workplace, { SERVER_METRICS_PORT: '0', LOG_LEVEL: 'warn' });
  });
  afterAll(async () => {
    await server[Symbol.asyncDispose]();
    await workplace[Symbol.asyncDispose]();
  });
  const ends = () => server.log().filter(({ msg }) => msg === 'worker');

  test('answer at one port over one file, and the counts are those of both', async () => {
    expect(server.output()).toMatch(/ with 2 researchers and 2 genes\.\n/);
    expect(server.output()).toContain('\n  Processes      2\n');
    expect(workersOf(server)).toHaveLength(2);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(`${server.url}/api/users/2`)));
    expect(statuses).toEqual(Array(10).fill(200));
    const metricsUrl = metricsOf(server);
    let counted = '';
    // Who counts is given a second, which a busy machine may need.
    await until(async () => {
      counted = await (await fetch(metricsUrl)).text();
      return /^isearch_workers 2$/m.test(counted);
    });
    expect(counted).toMatch(/^isearch_http_requests_total\{.*\} 10$/m);
    expect(counted).toMatch(/^isearch_build_info\{.*\} 1$/m);
    expect(counted).toMatch(/^isearch_workers_wanted 2$/m);
    expect(counted).toMatch(/^isearch_searches_allowed 256$/m);
    expect(counted).toMatch(/^isearch_worker_ends_total 0$/m);
    expect(counted).toMatch(/^nodejs_eventloop_lag_max_seconds \d+(?:\.\d+)?$/m);
  });

  test('answer what is imported while they run, without a start', async () => {
    const users = [...smallSnapshot().users, aUser(3)];
    const input = JSON.stringify(smallSnapshot({ users }));
    expect((await workplace.run(['import', '-'], { input })).code).toBe(0);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => statusOf(`${server.url}/api/users/3`)));
    expect(statuses).toEqual(Array(10).fill(200));
  });

  test('take the place of each other when one is killed, and those who ask meanwhile are answered', async () => {
    for (const which of [0, 1]) {
      const before = workersOf(server);
      const killed = before[which] ?? 0;
      process.kill(killed, 'SIGKILL');
      await until(() => !workersOf(server).includes(killed));
      const statuses: number[] = [];
      await until(async () => {
        statuses.push(await statusOf(`${server.url}/api/users/2`));
        return workersOf(server).length === 2 && statuses.length >= 20;
      });
      expect(new Set(statuses)).toEqual(new Set([200]));
    }
    expect(ends()).toMatchObject([
      { level: 50, what: 'ended with SIGKILL, and is started again in 100 ms' },
      { level: 50, what: 'ended with SIGKILL, and is started again in 200 ms' },
    ]);
    const counted = async () => (await fetch(metricsOf(server))).text();
    expect(await counted()).toMatch(/^isearch_worker_ends_total 2$/m);
    await until(async () => /^isearch_workers 2$/m.test(await counted()));
  });

  test('go on when one ends just as it is sent something', async () => {
    using agent = keptConnection();
    await agent.read(metricsOf(server));
    const [, killed = 0] = workersOf(server);
    process.kill(server.pid, 'SIGSTOP');
    await until(() => isStopped(server.pid));
    // What the supervisor meets when it goes on comes in the order in which it began: first the question, which it puts to both.
    const answers = agent.read(metricsOf(server));
    await pause(300);
    process.kill(killed, 'SIGKILL');
    // The channel is closed with the last thread.
    await until(() => !isRunning(killed) && readdirSync(`/proc/${killed}/task`).length === 1);
    process.kill(server.pid, 'SIGCONT');
    await answers;
    await until(() => workersOf(server).length === 2 && !workersOf(server).includes(killed));
    expect(await statusOf(`${server.url}/livez`)).toBe(200);
  });

  test.skipIf(process.platform !== 'linux')('are two again when one that could not be started can be', async () => {
    const before = ends().length;
    const [, killed = 0] = workersOf(server);
    const mayOpen = (files: number) =>
      execFileSync('prlimit', ['--pid', String(server.pid), `--nofile=${files}:10000`], { stdio: 'ignore' });
    // Less than is open: whatever is closed meanwhile, nothing can be opened.
    mayOpen(3);
    process.kill(killed, 'SIGKILL');
    await until(() => ends().length > before + 1);
    mayOpen(1000);
    await until(() => workersOf(server).length === 2);
    expect(ends()[before]).toMatchObject({ level: 50, what: 'ended with SIGKILL, and is started again in 800 ms' });
    expect(ends().at(-1)?.what).toMatch(/^could not be started \(.*EMFILE\), and is started again in 1000 ms$/);
  });

  test('that end again and again stop the registry, with the reason', async () => {
    const ended = server.ended();
    let isOver = false;
    void ended.then(() => {
      isOver = true;
    });
    while (!isOver) {
      for (const pid of workersOf(server)) endByForce(pid);
      await pause(50);
    }
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /\n5 processes ended by themselves within 60 s, the last with SIGKILL\. The registry stops, because new processes would end in the same way\. .*\.\n$/,
    );
  });
});

/** Puts so many requests, and ends what has taken them only after a while, as somebody does who kills what hangs. */
async function requestsAtKilled(server: Server, killed: readonly number[]): Promise<string[]> {
  for (const pid of killed) process.kill(pid, 'SIGSTOP');
  const answers = Array.from({ length: 6 }, () =>
    fetch(`${server.url}/livez`, { headers: { Connection: 'close' }, signal: AbortSignal.timeout(8000) }).then(
      (answer) => `${answer.status}`,
      (error) => error.name,
    ),
  );
  await pause(500);
  for (const pid of killed) process.kill(pid, 'SIGKILL');
  return Promise.all(answers);
}

const TOKENS = ['token-that-leaked', 'token-in-its-place'] as const;

/** JSON is YAML. */
function accepting(token: string): string {
  const isearch = { 'user-id': 2, 'auth-tokens': [{ name: 'partner', token }] };
  return JSON.stringify({ app: { settings: { isearch } } });
}

/** What several who come with a token are answered, each on a connection of its own. */
async function statusesWith({ url }: Server, token: string): Promise<number[]> {
  const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
  const answers = await Promise.all(Array.from({ length: 10 }, () => fetch(`${url}/api/stats`, { headers })));
  return [...new Set(answers.map(({ status }) => status))];
}

test('SIGHUP ends no start, and later takes a search token out of every process; whoever is on the way to workers that are killed is answered by another, or cut off; they begin again at the printed port, and SIGTERM to all of the group ends them in order', async () => {
  await using workplace = await openWorkplace();
  const [leaked, fresh] = TOKENS;
  await workplace.write('first.json', small);
  await workplace.write('registry.yaml', accepting('token-before-all-others'));
  const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json', LOG_LEVEL: 'info', SERVER_WORKERS: '2' };
  const child = workplace.start(['serve', '--config', 'registry.yaml'], env);
  const listening = servingProcess(child);
  await until(() => workersOf(child).length > 0);
  await workplace.write('registry.yaml', accepting(leaked));
  child.kill('SIGHUP');
  await using server = await listening;
  await until(async () => `${await statusesWith(server, leaked)}` === '200');
  expect(await statusesWith(server, fresh)).toEqual([401]);

  const changes = () => server.log().filter(({ msg }) => msg === 'search tokens').length;
  const before = changes();
  await workplace.write('registry.yaml', accepting(fresh));
  server.signal('SIGHUP');
  await until(() => changes() >= before + 2);
  expect(changes()).toBe(before + 2);
  expect([await statusesWith(server, leaked), await statusesWith(server, fresh)]).toEqual([[401], [200]]);

  const [one = 0] = workersOf(server);
  expect(await requestsAtKilled(server, [one])).toEqual(Array(6).fill('200'));
  await areAnew(server, [one]);
  const both = workersOf(server);
  expect(await requestsAtKilled(server, both)).not.toContain('TimeoutError');
  await areAnew(server, both);
  await until(async () => (await statusOf(`${server.url}/livez`).catch(() => 0)) === 200);
  await endInOrder(server, 'SIGTERM');
});

/** Two of them, each with its program loaded, and none of those that ended. */
async function areAnew(server: Server, ended: readonly number[]): Promise<void> {
  const isNew = (pid: number) => !ended.includes(pid) && environmentOf(pid).length > 0;
  await until(() => workersOf(server).filter(isNew).length === 2);
}

/** As a terminal does that sends a signal to all of the group. */
async function endInOrder(server: Server, signal: NodeJS.Signals): Promise<void> {
  const workers = workersOf(server);
  for (const pid of [...workers, server.pid]) process.kill(pid, signal);
  const { code, stderr } = await server.ended();
  expect(code).toBe(0);
  expect(stderr.match(/Stopping/g)).toHaveLength(1);
  expect(workers.filter(isRunning)).toEqual([]);
}

test('workers name the same data alike and take a form once, before and after a backup takes the place of the file, and end without their supervisor', async () => {
  await using workplace = await openWorkplace();
  const users = [1, 2, 3, 4].map((id) => aUser(id, { privacyLevel: id % 2 === 0 ? 2 : 0 }));
  await workplace.write('first.json', JSON.stringify(smallSnapshot({ users })));
  const env = {
    DATABASE_INITIAL_SNAPSHOT: 'first.json',
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
  };
  await using server = await workplace.serve([], { ...env, SERVER_WORKERS: '3' });
  const answer = (path: string) => fetch(server.url + path, { headers: { Connection: 'close' } });
  const tags = async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => answer('/api/users/2')));
    return [...new Set(answers.map(({ headers }) => headers.get('etag')))];
  };
  const secondPages = () =>
    Promise.all(
      Array.from({ length: 8 }, async () => {
        const { cursor } = (await (await answer('/api/federated/users?size=1')).json()) as { cursor: string };
        const second = await answer(`/api/federated/users?cursor=${cursor}`);
        return ((await second.json()) as { summary: string }).summary;
      }),
    );

  const { content } = (await (await answer('/api/users')).json()) as Json;
  const { anonymousId } = content.find((one: Json) => 'anonymousId' in one);
  const body = new URLSearchParams(ACCESS_FORM);
  const order = { method: 'POST', body, headers: { Connection: 'close' } };
  const sendForm = async () => {
    const sent = await fetch(`${server.url}/search/gene/by-anonymous-id/${anonymousId}/request-access`, order);
    return /[2-9B-Z]{4}-[2-9B-Z]{4}/.exec(await sent.text())?.[0];
  };
  const references = await Promise.all(Array.from({ length: 6 }, sendForm));
  expect(new Set(references).size).toBe(1);
  expect(references[0]).toBeDefined();

  const [before, ...others] = await tags();
  expect(others).toEqual([]);
  expect((await workplace.run(['backup', 'backup.sqlite'])).code).toBe(0);
  const changed = JSON.stringify(smallSnapshot({ users: users.slice(0, 3) }));
  expect((await workplace.run(['import', '-'], { input: changed })).code).toBe(0);
  const between = await tags();
  await rename(workplace.at('backup.sqlite'), workplace.at('registry.sqlite'));
  // It says so when every worker answers from it.
  await until(async () => (await answer('/readyz')).status === 200);
  const ofBackup = await Promise.all(Array.from({ length: 9 }, () => answer('/api/users/4')));
  expect(ofBackup.map(({ status }) => status)).toEqual(Array(9).fill(200));
  const [now, ...other] = await tags();
  expect(other).toEqual([]);
  expect(between).not.toContain(now);
  expect(now).not.toBe(before);
  expect(new Set(await secondPages())).toEqual(new Set(['Registry answered.']));
  const workers = workersOf(server);
  process.kill(server.pid, 'SIGKILL');
  await until(() => !workers.some(isRunning));
});

test('what one worker finds out of a partner all know, the list of partners is the same on every connection, and SIGINT to all of the group ends them in order', async () => {
  await using workplace = await openWorkplace();
  await using partner = await startScriptedPartner({
    '/api/genes/search': does.hang(),
    '/api/users/search': does.json([]),
  });
  await workplace.write('registry.yaml', partnersFile({ key: 'p', url: partner.url, 'read-timeout': 500 }));
  const forgetful = { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' };
  await using server = await serveTwo(workplace, forgetful, ['--config', 'registry.yaml']);
  const answer = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { Connection: 'close' } });
    return (await response.json()) as Json;
  };
  const ask = async (symbol: string) => {
    const { origins, summary } = await answer(`/api/federated/genes/search?symbol=${symbol}&taxonId=9606`);
    return { state: origins.find(({ key }: Json) => key === 'p').state, summary };
  };
  const listings = async () => {
    const lists = await Promise.all(Array.from({ length: 6 }, () => answer('/api/federated/partners')));
    return [
      ...new Set(
        lists.map(({ partners: [partner] }) => JSON.stringify({ ...partner, restingUntil: seconds(partner) })),
      ),
    ];
  };
  for (let number = 0; number < 6; number++) await answer('/api/federated/users/search?nameLike=a&prefix=false');
  expect((await ask('A')).state).toBe('timed-out');
  await pause(AGREED_WITHIN_MS);
  // Nobody else waits, whichever of them is asked.
  const states = [];
  for (let number = 0; number < 4; number++) states.push((await ask(`B${number}`)).state);
  expect(states).toEqual(Array(4).fill('resting'));
  await until(async () => {
    await ask('B');
    return (await answer('/api/federated/partners')).partners[0].state === 'resting';
  });
  await until(async () => (await listings()).length === 1);
  const answers = await Promise.all(Array.from({ length: 6 }, () => ask('C')));
  expect(new Set(answers.map(({ summary }) => summary)).size).toBe(1);
  const [listing, ...others] = await listings();
  expect(others).toEqual([]);
  expect(JSON.parse(listing ?? '')).toMatchObject({ version: '1.5.10', state: 'resting' });
  // One that begins in the place of another is sent everything.
  const killed = workersOf(server)[1] ?? 0;
  process.kill(killed, 'SIGKILL');
  await until(() => !workersOf(server).includes(killed) && workersOf(server).length === 2);
  await until(async () => (await listings()).length === 1);
  expect(await listings()).toEqual([listing]);
  await endInOrder(server, 'SIGINT');
});
