/** Workers that hang, at every moment of a run: others answer, somebody else takes the place, and a stop has an end. */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkplace, type Server, type Workplace } from '../support/machine/command-line.ts';
import { watchProgram } from '../support/machine/watch-program.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

/** Ways to hang, by the signal that begins it. A pipe that nobody writes to keeps whoever opens it, as a disk may. */
const HANGS = { stopped: 'SIGSTOP', looping: 'SIGUSR2', blocked: 'SIGWINCH' } as const;
type Hang = keyof typeof HANGS;
const HANG_BY_SIGNAL = `
import { existsSync, readFileSync } from 'node:fs';
process.on('SIGUSR2', () => { for (;;); });
process.on('SIGWINCH', () => readFileSync('pipe'));
`;
const STOP_PROMISED_MS = 15_000;

async function openPlace(): Promise<Workplace> {
  const workplace = await openWorkplace();
  await workplace.write('first.json', JSON.stringify(smallSnapshot()));
  await workplace.write('hang.mjs', HANG_BY_SIGNAL);
  spawnSync('mkfifo', [workplace.at('pipe')]);
  Object.assign(workplace.env, {
    SERVER_WORKERS: '2',
    SERVER_METRICS_PORT: '0',
    DATABASE_INITIAL_SNAPSHOT: 'first.json',
    NODE_OPTIONS: `--import ${workplace.at('hang.mjs')}`,
  });
  return workplace;
}

function workersOf({ pid }: { pid: number }): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
  return text === '' ? [] : text.split(' ').map(Number);
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(20);
}

/** On a connection of its own, which comes to the next worker. */
async function answerOf(address: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(address, { headers: { Connection: 'close' } });
  return { status: answer.status, text: await answer.text() };
}

function metricsOf(server: Server): string {
  return /http:\S+\/metrics/.exec(server.output())?.[0] ?? '';
}

function hang(pid: number | undefined, how: Hang): void {
  if (pid !== undefined) process.kill(pid, HANGS[how]);
}

test.concurrent.each(['stopped', 'looping', 'blocked'] as const)(
  'while a worker is %s the others answer, what it was given is answered, and it is begun anew',
  async (how) => {
    await using workplace = await openPlace();
    await using server = await workplace.serve([], { LOG_LEVEL: 'warn' });
    const [, second] = workersOf(server);
    hang(second, how);
    const answers = Array.from({ length: 6 }, () => answerOf(`${server.url}/livez`));
    // Of two workers one answers every second connection, and after the first that it keeps, all of them.
    await Promise.race(answers);
    const scraped = await fetch(metricsOf(server));
    expect([scraped.status, await scraped.text()]).toEqual([200, expect.stringMatching(/^isearch_workers 1$/m)]);
    expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]));
    await until(async () => (await answerOf(metricsOf(server))).text.includes('\nisearch_workers 2\n'));
    await server.stop();
    expect(server.log().filter(({ msg }) => msg === 'worker')).toMatchObject([
      {
        level: 50,
        worker: 2,
        what: 'ended with SIGKILL, as it had answered nothing for 10 s, and is started again in 100 ms',
      },
    ]);
  },
);

type Moment = { workplace: Workplace; server: Server; how: Hang };

const MOMENTS: Readonly<Record<string, (moment: Moment) => Promise<(() => Promise<unknown>) | undefined>>> = {
  'while it runs': async ({ server, how }) => {
    hang(workersOf(server)[1], how);
    await pause(100);
    return undefined;
  },
  'with a request that it was given': async ({ server, how }) => {
    hang(workersOf(server)[1], how);
    const answers = Array.from({ length: 2 }, () => answerOf(`${server.url}/livez`).catch(() => undefined));
    await Promise.race(answers);
    return () => Promise.all(answers);
  },
  'as the leader': async ({ server, how }) => {
    hang(workersOf(server)[0], how);
    return undefined;
  },
  'when all of them do': async ({ server, how }) => {
    for (const pid of workersOf(server)) hang(pid, how);
    return undefined;
  },
};

test.concurrent.each([
  ['stopped', 'while it runs', '2'],
  ['looping', 'while it runs', '2'],
  ['blocked', 'while it runs', '2'],
  ['stopped', 'with a request that it was given', '2'],
  ['blocked', 'with a request that it was given', '2'],
  ['stopped', 'as the leader', '1'],
  ['looping', 'as the leader', '1'],
  ['blocked', 'as the leader', '1'],
  ['stopped', 'when all of them do', 'es 1, 2'],
  ['blocked', 'when all of them do', 'es 1, 2'],
] as const)(
  'with a worker that is %s, %s, a stop ends in fifteen seconds, and says which',
  async (how, when, which) => {
    await using workplace = await openPlace();
    await using server = await workplace.serve();
    const underWay = await MOMENTS[when]?.({ workplace, server, how });
    const began = performance.now();
    const { code, stderr } = await server.stop();
    expect(performance.now() - began).toBeLessThan(STOP_PROMISED_MS);
    await underWay?.();
    const process = which.startsWith('es') ? `Process${which}` : `Process ${which}`;
    const were = which.startsWith('es') ? 'were' : 'was';
    expect([code, stderr.trimEnd().split('\n').at(-1)]).toEqual([
      0,
      `${process} had not ended after 10 s, and ${were} ended by force.`,
    ]);
  },
);

test.concurrent.each(['stopped', 'looping'] as const)(
  'a second signal leaves no worker behind that is %s',
  async (how) => {
    await using workplace = await openPlace();
    await using server = await workplace.serve();
    const workers = workersOf(server);
    hang(workers[1], how);
    await until(async () => (await answerOf(metricsOf(server))).text.includes('\nisearch_workers 1\n'));
    const stopped = server.stop();
    await until(() => server.output().includes('Stopping'));
    await pause(600);
    server.signal('SIGTERM');
    expect((await stopped).code).toBeNull();
    await until(() => !workers.some((pid) => existsSync(`/proc/${pid}/fd/0`)));
  },
);

test.concurrent('a worker that hangs before it listens keeps no stop from its end', async () => {
  await using workplace = await openPlace();
  const child = workplace.start(['serve']);
  const { ended } = watchProgram(child);
  await until(() => workersOf({ pid: child.pid ?? 0 }).length > 0);
  hang(workersOf({ pid: child.pid ?? 0 })[0], 'stopped');
  const began = performance.now();
  child.kill('SIGTERM');
  expect((await ended()).stderr).toContain('Process 1 had not ended after 10 s, and was ended by force.\n');
  expect(performance.now() - began).toBeLessThan(STOP_PROMISED_MS);
});

test.concurrent('what was counted is shown through starts and ends of workers, by those who have it', async () => {
  await using workplace = await openPlace();
  const statuses: number[] = [];
  for (let start = 0; start < 3; start += 1) {
    const port = String(20_000 + (process.pid % 10_000) + start);
    const child = workplace.start(['serve'], { SERVER_METRICS_PORT: port });
    const { output, stop } = watchProgram(child);
    const scrape = async () => {
      const answer = await fetch(`http://127.0.0.1:${port}/metrics`).catch(() => undefined);
      if (answer !== undefined) statuses.push(answer.status);
      await answer?.body?.cancel();
    };
    await until(async () => {
      await scrape();
      return output().includes('is running at');
    });
    process.kill(workersOf({ pid: child.pid ?? 0 })[start % 2] ?? 0, 'SIGKILL');
    for (let again = 0; again < 20; again += 1) await scrape();
    await stop();
  }
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(statuses.length).toBeGreaterThan(60);
});

test.concurrent('once another file was put in place, /readyz says ready when every worker answers from it', async () => {
  await using workplace = await openPlace();
  const users = [1, 2, 3].map((id) => aUser(id));
  await workplace.write('first.json', JSON.stringify(smallSnapshot({ users })));
  await using server = await workplace.serve([], { SERVER_WORKERS: '3' });
  expect((await workplace.run(['backup', 'backup.sqlite'])).code).toBe(0);
  const input = JSON.stringify(smallSnapshot({ users: users.slice(0, 2) }));
  expect((await workplace.run(['import', '-'], { input })).code).toBe(0);
  await rename(workplace.at('backup.sqlite'), workplace.at('registry.sqlite'));
  await until(async () => (await answerOf(`${server.url}/readyz`)).status === 200);
  const answers = await Promise.all(Array.from({ length: 9 }, () => answerOf(`${server.url}/api/users/3`)));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
});
