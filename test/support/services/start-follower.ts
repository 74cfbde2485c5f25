/** A registry that follows a database, on a free port and in a folder of its own. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Context } from '../../../src/app/context.ts';
import { startRegistry } from '../../../src/app/main.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { isLeader, PLACE_VARIABLE, readPlace } from '../../../src/operations/worker-place.ts';
import { PATIENCE_MS } from '../machine/patience.ts';
import { environmentOf, workersOf } from '../machine/worker-processes.ts';

export type Follower = AsyncDisposable & {
  url: string;
  metricsUrl: string;
  context: Context;
  file: string;
  get(path: string, token?: string): Promise<Response>;
  status(path: string, token?: string): Promise<number>;
  text(path: string, token?: string): Promise<string>;
};

export type FollowerOptions = {
  settings?: Record<string, string>;
  /** Where its files are, if they are to outlive it. */
  folder?: string;
};

export function followerSettings(address: string, folder: string): Record<string, string> {
  return {
    SERVER_PORT: '0',
    SERVER_METRICS_PORT: '0',
    DATABASE_FILE: join(folder, 'registry.sqlite'),
    DATABASE_FOLLOW: address,
    LOG_LEVEL: 'silent',
  };
}

/** A folder that outlives what is started in it. */
export async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'follower-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}

/** Answers when it listens, which is before it has read anything. */
export async function startFollower(address: string, options: FollowerOptions = {}): Promise<Follower> {
  const resources = new AsyncDisposableStack();
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'follower-')));
  if (options.folder === undefined) resources.defer(() => rm(folder, { recursive: true, force: true }));
  const env = { ...followerSettings(address, folder), ...options.settings };
  const {
    url,
    metricsUrl = '',
    context,
  } = resources.use(await startRegistry({ config: loadConfig({ files: [], env }) }));
  const get = (path: string, token?: string) =>
    fetch(url + path, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
  return {
    url,
    metricsUrl,
    context,
    file: env.DATABASE_FILE ?? '',
    get,
    status: async (path, token) => {
      const reply = await get(path, token);
      await reply.arrayBuffer();
      return reply.status;
    },
    text: async (path, token) => (await get(path, token)).text(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** The same, once it has read everything. */
export async function startReadyFollower(address: string, options: FollowerOptions = {}): Promise<Follower> {
  const follower = await startFollower(address, options);
  await until('the registry is ready', 30_000, async () => (await follower.text('/readyz')) === 'ready');
  return follower;
}

/** Which of the processes that a server has started follows: the first of them; the server itself where it has started none. */
export async function leaderOf({ pid }: { pid: number }): Promise<number> {
  let leader: number | undefined;
  // One that was killed is started again in a moment.
  await until('one of the processes follows', PATIENCE_MS, async () => {
    const children = workersOf({ pid });
    leader = children.length === 0 ? pid : children.find(isLeaderProcess);
    return leader !== undefined;
  });
  return leader as number;
}

/** A process that has just begun, or ended, has no place. */
function isLeaderProcess(pid: number): boolean {
  const place = environmentOf(pid).find((one) => one.startsWith(`${PLACE_VARIABLE}=`));
  return place !== undefined && isLeader(readPlace(place.slice(PLACE_VARIABLE.length + 1)));
}

/** Answers after how many milliseconds it was so. */
export async function until(what: string, mostMs: number, isSo: () => Promise<boolean>): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > mostMs) throw new Error(`It is not so after ${mostMs} ms that ${what}.`);
    await pause(25);
  }
  return performance.now() - began;
}
