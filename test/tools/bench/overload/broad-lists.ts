/** What crowds cost everybody else who ask for everybody at once: in every form of answer, read quickly and slowly. */

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Spread, spreadOf } from '../federation/timings.ts';
import { writeRegistry } from '../invented/generate-registry.ts';
import { usageOf } from '../processes/process-usage.ts';
import { importSeconds } from '../processes/registry-process.ts';
import { type ServerProcess, startServer } from '../processes/server-process.ts';
import { shown, textTable } from '../text-table.ts';
import type { CrowdAnswer, CrowdTask } from './crowd-process.ts';

export type BroadFigures = {
  kind: string;
  people: number;
  isSlow: boolean;
  others: Spread;
  /** Resident above that at rest, at most. */
  moreMegabytes: number;
  answered: number;
  refused: number;
  /** Neither in the time of the crowd. */
  waiting: number;
};

export type BroadOptions = { folder: string; onStep: (step: string) => void };

const PEOPLE = 5000;
const CROWDS = [60, 300];
const SLOW_BYTES_PER_SECOND = 200_000;
const CROWD_SECONDS = 4;
const CROWD_AT = '198.51.100.7';
const OTHERS = 2;
const OTHERS_REST_MS = 10;
const OTHER_PATHS = ['/api/genes/search?symbol=GENE1&taxonId=9606', '/search', '/api/stats'];
const EVERYBODY = 'descriptionLike=e';
const KINDS: Readonly<Record<string, readonly [path: string, accept: string]>> = {
  page: [`/search?${EVERYBODY}&render=server`, 'text/html'],
  table: [`/search?${EVERYBODY}&view=sheet`, 'text/html'],
  list: [`/api/users/search?${EVERYBODY}`, 'application/json'],
  'page of several registries': [`/api/federated/users/search?${EVERYBODY}`, 'application/json'],
  stream: [`/api/federated/users/search?${EVERYBODY}`, 'application/x-ndjson'],
  export: [`/export?${EVERYBODY}&format=csv`, '*/*'],
};
const COMMAND_LINE = fileURLToPath(new URL('../../../../src/cli/main.js', import.meta.url));
const CROWD = fileURLToPath(new URL('crowd-process.ts', import.meta.url));

/** Each crowd finds a process that was just started. */
export async function benchBroadLists({ folder, onStep }: BroadOptions, signal: AbortSignal): Promise<BroadFigures[]> {
  onStep(`inventing and importing a registry of ${PEOPLE} people`);
  const snapshotFile = join(folder, 'broad.json.gz');
  await writeRegistry(snapshotFile, { people: PEOPLE }, signal);
  await importSeconds(folder, snapshotFile, signal);
  const configFile = join(folder, 'broad.yaml');
  const database = { file: join(folder, 'registry.sqlite') };
  await writeFile(configFile, JSON.stringify({ database, server: { 'trusted-proxies': ['loopback'] } }));
  const figures: BroadFigures[] = [];
  for (const [kind, [path, accept]] of Object.entries(KINDS)) {
    for (const people of CROWDS) {
      for (const isSlow of [false, true]) {
        onStep(`${people} who ask for a ${kind} of everybody, and read ${isSlow ? 'slowly' : 'quickly'}`);
        const words = [COMMAND_LINE, 'serve', '--config', configFile];
        await using server = await startServer({ words, firstPath: '/api/stats' }, signal);
        const bytesPerSecond = isSlow ? SLOW_BYTES_PER_SECOND : 0;
        const task = {
          url: server.url,
          path,
          accept,
          people,
          address: CROWD_AT,
          bytesPerSecond,
          seconds: CROWD_SECONDS,
        };
        figures.push({ kind, people, isSlow, ...(await besideCrowd(server, task, signal)) });
      }
    }
  }
  return figures;
}

type Beside = Pick<BroadFigures, 'others' | 'moreMegabytes' | 'answered' | 'refused' | 'waiting'>;

async function besideCrowd({ url, pid }: ServerProcess, task: CrowdTask, signal: AbortSignal): Promise<Beside> {
  const agent = new Agent({ keepAlive: true });
  for (const path of [...OTHER_PATHS, task.path]) await ask(agent, url + path, 1);
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const atRest = residentMegabytes(pid);
  const child = fork(CROWD, [JSON.stringify(task)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: {} });
  let isOver = false;
  const tookMs: number[] = [];
  async function askOn(_: unknown, number: number): Promise<void> {
    for (let count = number; !isOver; count++) {
      const beganMs = performance.now();
      await ask(agent, url + OTHER_PATHS[count % OTHER_PATHS.length], number + 1);
      tookMs.push(performance.now() - beganMs);
      await pause(OTHERS_REST_MS);
    }
  }
  const others = Array.from({ length: OTHERS }, askOn);
  const [answers] = (await once(child, 'message', { signal })) as [CrowdAnswer[]];
  isOver = true;
  await Promise.all(others);
  agent.destroy();
  const answered = answers.filter(({ status }) => status === 200).length;
  const waiting = answers.filter(({ status }) => status === 0).length;
  return {
    others: spreadOf(tookMs),
    moreMegabytes: usageOf(pid).peakMegabytes - atRest,
    answered,
    refused: answers.length - answered - waiting,
    waiting,
  };
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

function ask(agent: Agent, url: string, number: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { 'X-Forwarded-For': `192.0.2.${number}` };
  get(url, { agent, headers }, (answer) => answer.resume().once('end', resolve).once('error', reject)).once(
    'error',
    reject,
  );
  return promise;
}

export function broadReport(figures: readonly BroadFigures[]): string {
  const rows = figures.map(({ kind, people, isSlow, others, moreMegabytes, answered, refused, waiting }) => [
    `${people} × ${kind}, read ${isSlow ? 'slowly' : 'quickly'}`,
    ...[others.p50Ms, others.p99Ms, others.maxMs, moreMegabytes].map(shown),
    ...[answered, refused, waiting].map(String),
  ]);
  const head = [
    'Everybody asked for at once',
    'others p50 ms',
    'p99',
    'most',
    '+ MB',
    'answered',
    'refused',
    'neither',
  ];
  return textTable(head, rows);
}
