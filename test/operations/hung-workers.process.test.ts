/** Workers that hang, at every moment of a run: others answer, somebody else takes the place, and a stop has an end. */

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { freePort } from '../support/machine/free-port.ts';
import { type Ending, watchProgram } from '../support/machine/watch-program.ts';
import {
  endByForce,
  environmentOf,
  isStopped,
  metricsOf,
  until,
  workersOf,
} from '../support/machine/worker-processes.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

/**
 * Ways to hang, by the signal that begins it. Who loops leaves the processors to others: with a low priority it would be ended
 * late as well. A pipe that nobody writes to keeps whoever opens it, as a disk may.
 */
const HANGS = { stopped: 'SIGSTOP', looping: 'SIGUSR2', blocked: 'SIGWINCH' } as const;
type Hang = keyof typeof HANGS;
const HANG_BY_SIGNAL = `
import { readFileSync, writeFileSync } from 'node:fs';
const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));
const hangs = () => writeFileSync('hangs-' + process.pid, '');
process.on('SIGUSR2', () => { for (hangs(); ; ) Atomics.wait(nobodyWakes, 0, 0, 1); });
process.on('SIGWINCH', () => { hangs(); readFileSync('pipe'); });
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

/** On a connection of its own, which comes to the next worker. */
async function answerOf(address: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(address, { headers: { Connection: 'close' } });
  return { status: answer.status, text: await answer.text() };
}

/** Answers once it does: what it was given before it may still have answered. */
async function hang({ at }: Workplace, pid: number | undefined, how: Hang): Promise<void> {
  if (pid === undefined) throw new Error('There is no such worker.');
  await until(() => environmentOf(pid).length > 0);
  process.kill(pid, HANGS[how]);
  await until(() => (how === 'stopped' ? isStopped(pid) : existsSync(at(`hangs-${pid}`))));
}

/** Waits until the metrics say how many workers answer. To write them takes all workers a moment, so they are asked for now and then. */
async function untilCounted(server: { output(): string }, workers: number): Promise<void> {
  const isCounted = async () => (await answerOf(metricsOf(server))).text.includes(`\nisearch_workers ${workers}\n`);
  while (!(await isCounted())) await pause(200);
}

/** What it says in the end of those that it had to end. */
async function endOf(stopped: Promise<Ending>) {
  const began = performance.now();
  const { code, stderr } = await stopped;
  expect(performance.now() - began).toBeLessThan(STOP_PROMISED_MS);
  return [code, stderr.trimEnd().split('\n').at(-1)];
}

test.concurrent('while workers hang in each way one answers for all, and they are begun again; where they hang again, a stop ends in fifteen seconds and says which, though the leader has just ended; what was counted is shown from the first to the last moment', async () => {
  await using workplace = await openPlace();
  const port = String(await freePort());
  const env = { SERVER_WORKERS: '4', SERVER_METRICS_PORT: port, LOG_LEVEL: 'warn' };
  using scraped = scrapes(`http://127.0.0.1:${port}/metrics`);
  await using server = await workplace.serve([], env);
  const askWhileOthersHang = async (number: number) => {
    const [, second, third, fourth] = workersOf(server);
    await hang(workplace, second, 'stopped');
    await hang(workplace, third, 'looping');
    await hang(workplace, fourth, 'blocked');
    return Array.from({ length: number }, () => answerOf(`${server.url}/livez`));
  };
  const given = await askWhileOthersHang(12);
  // Of four workers one answers every fourth connection, and after the first that each of the others keeps, all of them.
  await Promise.race(given);
  // Who counts is given a second, which a busy machine may need.
  await untilCounted(server, 1);
  expect(new Set((await Promise.all(given)).map(({ status }) => status))).toEqual(new Set([200]));
  await untilCounted(server, 4);
  const ends = server.log().filter(({ msg }) => msg === 'worker');
  const what = 'ended with SIGKILL, because it did not answer for 10 s, and is started again in 100 ms';
  expect(ends.toSorted((one, other) => Number(one.worker) - Number(other.worker))).toMatchObject(
    [2, 3, 4].map((worker) => ({ level: 50, worker, what })),
  );
  const [leader = 0] = workersOf(server);
  const lost = (await askWhileOthersHang(4)).map((answer) => answer.catch(() => undefined));
  await Promise.race(lost);
  endByForce(leader);
  expect(await endOf(server.stop())).toEqual([
    0,
    'Processes 2, 3, 4 had not ended after 10 s, and were ended by force.',
  ]);
  await Promise.all(lost);
  expect(new Set(scraped.statuses)).toEqual(new Set([200]));
  expect(scraped.statuses.length).toBeGreaterThan(60);
});

/** Asks again and again from before there is anybody who answers, until it is disposed. */
function scrapes(address: string): Disposable & { statuses: number[] } {
  const statuses: number[] = [];
  let isOver = false;
  void (async () => {
    while (!isOver) {
      const answer = await fetch(address).catch(() => undefined);
      if (answer !== undefined) statuses.push(answer.status);
      await answer?.body?.cancel();
      await pause(50);
    }
  })();
  return {
    statuses,
    [Symbol.dispose]() {
      isOver = true;
    },
  };
}

test.concurrent('with all of them hanging, a stop ends in fifteen seconds, and says so', async () => {
  await using workplace = await openPlace();
  await using server = await workplace.serve();
  const [leader, second] = workersOf(server);
  await hang(workplace, leader, 'blocked');
  await hang(workplace, second, 'stopped');
  expect(await endOf(server.stop())).toEqual([0, 'Processes 1, 2 had not ended after 10 s, and were ended by force.']);
});

test.concurrent('a second signal leaves no worker behind that is stopped or looping, the leader neither', async () => {
  await using workplace = await openPlace();
  await using server = await workplace.serve([], { SERVER_WORKERS: '3' });
  const workers = workersOf(server);
  await hang(workplace, workers[0], 'looping');
  await hang(workplace, workers[1], 'stopped');
  await untilCounted(server, 1);
  expect((await server.insist()).code).toBeNull();
  await until(() => !workers.some((pid) => existsSync(`/proc/${pid}/fd/0`)));
});

test.concurrent('a worker that hangs before it listens keeps no stop from its end', async () => {
  await using workplace = await openPlace();
  const child = workplace.start(['serve']);
  const { ended } = watchProgram(child);
  await until(() => workersOf(child).length > 0);
  await hang(workplace, workersOf(child)[0], 'stopped');
  child.kill('SIGTERM');
  expect((await endOf(ended()))[1]).toBe('Process 1 had not ended after 10 s, and was ended by force.');
});
