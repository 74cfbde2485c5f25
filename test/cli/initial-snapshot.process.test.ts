/** The first import of a registry: the port answers meanwhile, and whatever ends it leaves nothing half imported. */

import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { ending, openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { freePort } from '../support/machine/free-port.ts';
import { GREETED, watchProgram } from '../support/machine/watch-program.ts';
import { largeSnapshot, readiness } from '../support/registry/large-registry.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Enough that to write them takes a second at least. */
const PEOPLE = 3000;
const large = JSON.stringify(largeSnapshot('Large', PEOPLE));
const IMPORTING = 'not ready: the first snapshot is being imported';
/** In the middle of the one transaction, before its last person. */
const WRITING = new RegExp(`^${IMPORTING}, users: [0-2]?\\d{1,3} of ${PEOPLE}$`);
/** For what takes milliseconds, on a machine that may be busy. */
const AT_ONCE_MS = 1500;
const SOON_MS = 5000;

const PROCESSES = [
  ['one process', {}],
  ['two workers', { SERVER_WORKERS: '2' }],
] as const;

type Starting = AsyncDisposable & { child: ChildProcess; url: string; ended: ReturnType<typeof ending> };

async function startLarge(workplace: Workplace, more: Record<string, string>): Promise<Starting> {
  await workplace.write('first.json', large);
  const port = await freePort();
  const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json', SERVER_PORT: String(port), ...more };
  const child = workplace.start(['serve'], env);
  const ended = ending(child);
  const end = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { child, url: `http://127.0.0.1:${port}`, ended, [Symbol.asyncDispose]: end };
}

/** What `/readyz` says, again and again until it says that; what it said before. */
async function readinessUntil({ child, url }: Starting, isThat: (text: string) => boolean): Promise<string[]> {
  const reasons: string[] = [];
  for (;;) {
    if (child.exitCode !== null) throw new Error(`serve ended with ${child.exitCode} after ${reasons.join(' | ')}`);
    const { text } = await readiness(url).catch(() => ({ text: 'not listening' }));
    if (text !== reasons.at(-1)) reasons.push(text);
    if (isThat(text)) return reasons;
    if (text === 'ready') throw new Error(`It was ready after ${reasons.join(' | ')}`);
    await pause(5);
  }
}

/** What a process finds that opens the file next. */
function inFile(workplace: Workplace): { integrity: unknown; users: unknown } {
  using database = new DatabaseSync(workplace.at('registry.sqlite'));
  const { integrity_check: integrity } = database.prepare('PRAGMA integrity_check').get() ?? {};
  const { users } = database.prepare('SELECT count(*) AS users FROM user').get() ?? {};
  return { integrity, users };
}

const SOUND_AND_EMPTY = { integrity: 'ok', users: 0 };

async function completes(workplace: Workplace, env: Record<string, string>): Promise<void> {
  await using server = await workplace.serve([], { DATABASE_INITIAL_SNAPSHOT: 'first.json', ...env });
  expect(server.output()).toContain(` with ${PEOPLE.toLocaleString('en')} researchers and `);
  expect((await readiness(server.url)).status).toBe(200);
  expect((await fetch(`${server.url}/api/users/${PEOPLE}`)).status).toBe(200);
}

describe.each(PROCESSES)('while %s import', (_, env) => {
  test('/livez is 200 at once and /readyz 503 with how far it is; what else is asked is answered behind it', async () => {
    await using workplace = await openWorkplace();
    await using starting = await startLarge(workplace, env);
    const { child, url, ended } = starting;
    await readinessUntil(starting, (text) => text.startsWith(IMPORTING));
    let isImported = false;
    const asked = fetch(`${url}/api/users/${PEOPLE}`).then((answer) => {
      isImported = true;
      return answer.status;
    });
    const waits: number[] = [];
    const answers = new Set<string>();
    while (!isImported) {
      const askedAt = performance.now();
      const alive = await fetch(`${url}/livez`);
      if (isImported) break;
      waits.push(performance.now() - askedAt);
      answers.add(`${alive.status} ${await alive.text()}`);
      const ready = await readiness(url);
      if (ready.status !== 200) answers.add(`${ready.status} ${ready.text.replace(/, .*/, '')}`);
      await pause(10);
    }
    expect(await asked).toBe(200);
    expect([...answers].sort()).toEqual(['200 alive', `503 ${IMPORTING}`]);
    expect(waits.length).toBeGreaterThan(20);
    expect(Math.max(...waits)).toBeLessThan(AT_ONCE_MS);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  });

  test('SIGTERM ends it soon with code 0, nothing is there, and the next start completes', async () => {
    await using workplace = await openWorkplace();
    await using starting = await startLarge(workplace, env);
    await readinessUntil(starting, (text) => WRITING.test(text));
    const stoppedAt = performance.now();
    starting.child.kill('SIGTERM');
    expect(await starting.ended).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(performance.now() - stoppedAt).toBeLessThan(SOON_MS);
    expect(inFile(workplace)).toEqual(SOUND_AND_EMPTY);
    await completes(workplace, env);
  });

  test('the end of its process leaves nothing behind, and the next start completes', async () => {
    await using workplace = await openWorkplace();
    await using starting = await startLarge(workplace, env);
    await readinessUntil(starting, (text) => WRITING.test(text));
    const { pid } = starting.child;
    const workers = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
    for (const one of [pid ?? 0, ...workers]) process.kill(one, 'SIGKILL');
    expect((await starting.ended).code).toBe(null);
    expect(inFile(workplace)).toEqual(SOUND_AND_EMPTY);
    await completes(workplace, env);
  });
});

test.concurrent.each([
  ['cut short', gzipSync(large).subarray(0, 20_000)],
  ['not JSON at its end', large.slice(0, -10)],
  ['unsound in many places', JSON.stringify({ ...smallSnapshot(), users: Array(60).fill({ id: 'x' }) })],
])('a first snapshot that is %s is reported in the words of import, and nothing goes on', async (_, content) => {
  await using workplace = await openWorkplace();
  await workplace.write('first.json', content);
  const [imported, served] = await Promise.all([
    workplace.run(['import', 'first.json']),
    workplace.run(['serve'], { env: { DATABASE_INITIAL_SNAPSHOT: 'first.json' } }),
  ]);
  expect(imported.code).toBe(1);
  expect(served).toEqual(imported);
  expect(inFile(workplace)).toEqual(SOUND_AND_EMPTY);
});

test('a website that is no address of the web is left out at a first start, and reported in the log', async () => {
  await using workplace = await openWorkplace();
  const users = [aUser(1, { website: 'javascript:alert(1)' })];
  await workplace.write('first.json', JSON.stringify(smallSnapshot({ users })));
  const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json', LOG_LEVEL: 'warn' };
  const server = watchProgram(workplace.start(['serve'], env));
  await server.until(GREETED);
  const { stdout } = await server.stop();
  const [line = ''] = stdout.split('\n').filter((one) => one.includes('left out'));
  expect(JSON.parse(line)).toMatchObject({
    level: 40,
    msg: 'left out',
    count: 1,
    sentences: ["users[0].website has the scheme 'javascript', allowed: http, https; it was left out."],
  });
});
