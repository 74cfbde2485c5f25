/** A registry that follows an RDP database: what is changed there is answered here, and what is taken back is not. */

import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import type { Context } from '../../src/context.ts';
import { startRegistry } from '../../src/main.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { openRdpTestDatabase } from '../support/services/rdp-databases.ts';

type Follower = AsyncDisposable & {
  url: string;
  context: Context;
  status(path: string, token?: string): Promise<number>;
  text(path: string): Promise<string>;
};

async function startFollower(address: string, settings: Record<string, string> = {}): Promise<Follower> {
  const resources = new AsyncDisposableStack();
  const folder = resources.use(mkdtempDisposableSync(join(tmpdir(), 'follower-')));
  const env = {
    SERVER_PORT: '0',
    DATABASE_FILE: join(folder.path, 'registry.sqlite'),
    DATABASE_FOLLOW: address,
    DATABASE_FOLLOW_EVERY_SECONDS: '1',
    LOG_LEVEL: 'silent',
    ...settings,
  };
  const { url, context } = resources.use(await startRegistry({ config: loadConfig({ file: undefined, env }) }));
  const get = (path: string, token?: string) =>
    fetch(url + path, { headers: token === undefined ? {} : { Authorization: `Bearer ${token}` } });
  return {
    url,
    context,
    status: async (path, token) => (await get(path, token)).status,
    text: async (path) => (await get(path)).text(),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

async function until(isSo: () => Promise<boolean>, mostMs: number): Promise<number> {
  const began = performance.now();
  while (!(await isSo())) {
    if (performance.now() - began > mostMs) throw new Error(`It was not so within ${mostMs} ms.`);
    await pause(50);
  }
  return performance.now() - began;
}

describe('a registry that follows a database', () => {
  test('answers from it, and takes over a level that is lowered', async () => {
    await using rdp = await openRdpTestDatabase({ snapshot: smallSnapshot({ users: [aUser(1), aUser(2)] }) });
    await using registry = await startFollower(rdp.address);
    await until(async () => (await registry.text('/readyz')) === 'ready', 20_000);
    expect(await registry.status('/api/users/1')).toBe(200);
    await rdp.run('UPDATE user SET privacy_level = 0 WHERE user_id = 1');
    const tookMs = await until(async () => (await registry.status('/api/users/1')) === 401, 5000);
    expect(tookMs).toBeLessThan(5000);
    console.log(tookMs, registry.context.registry.readyRemark());
    expect(await registry.status('/api/users/2')).toBe(200);
  });
});
