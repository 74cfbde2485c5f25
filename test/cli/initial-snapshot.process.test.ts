/** The first import of a registry of several processes. */

import { expect, test, vi } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { workersOf } from '../support/machine/worker-processes.ts';
import {
  IMPORTING,
  inFile,
  isWriting,
  readinessUntil,
  SOUND_AND_EMPTY,
  startingAt,
} from '../support/registry/first-import.ts';
import { largeSnapshot, readiness } from '../support/registry/large-registry.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Enough that to write them takes a second at least. */
const PEOPLE = 3000;
const large = JSON.stringify(largeSnapshot('Large', PEOPLE));

async function startLarge(workplace: Workplace) {
  await workplace.write('first.json', large);
  const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json', SERVER_WORKERS: '2' };
  return startingAt((port) => workplace.start(['serve'], { ...env, ...port }));
}

test('while one of two workers imports, the port answers; what ends it by a signal or by force leaves nothing, and the next start completes', async () => {
  await using workplace = await openWorkplace();
  {
    const { program, url, ended } = await startLarge(workplace);
    await readinessUntil({ url, ended }, isWriting(PEOPLE));
    const alive = await fetch(`${url}/livez`);
    expect([alive.status, await alive.text()]).toEqual([200, 'alive']);
    program.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(inFile(workplace)).toEqual(SOUND_AND_EMPTY);
  }
  {
    const { program, url, ended } = await startLarge(workplace);
    await readinessUntil({ url, ended }, isWriting(PEOPLE));
    const workers = workersOf(program);
    expect(workers.length).toBeGreaterThan(0);
    for (const one of [program.pid ?? 0, ...workers]) process.kill(one, 'SIGKILL');
    expect((await ended).code).toBe(null);
    expect(inFile(workplace)).toEqual(SOUND_AND_EMPTY);
  }
  await using starting = await startLarge(workplace);
  await readinessUntil(starting, (text) => text.startsWith(IMPORTING));
  // What is asked meanwhile is answered behind it.
  expect((await fetch(`${starting.url}/api/users/${PEOPLE}`)).status).toBe(200);
  expect((await readiness(starting.url)).status).toBe(200);
});
