/** The first import of a registry: the port answers meanwhile, and whatever ends it leaves nothing half imported. */

import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { openWorkplace, type Workplace } from '../support/machine/command-line.ts';
import { isSampled, sampleOf } from '../support/machine/sample.ts';
import { stopwatch } from '../support/machine/stopwatch.ts';
import {
  IMPORTING,
  inFile,
  isWriting,
  readinessUntil,
  SOUND_AND_EMPTY,
  startingAt,
} from '../support/registry/first-import.ts';
import { largeSnapshot, readiness } from '../support/registry/large-registry.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

const few = JSON.stringify(largeSnapshot('Few', 60));
/** Enough that to write them takes a second at least. */
const PEOPLE = 3000;
const FIRST = { DATABASE_INITIAL_SNAPSHOT: 'first.json' };
/** For what takes milliseconds, on a machine that may be busy. */
const AT_ONCE_MS = 1500;
const SOON_MS = 5000;

async function beginLarge(workplace: Workplace) {
  await workplace.write('first.json', JSON.stringify(largeSnapshot('Large', PEOPLE)));
  return startingAt((port) => workplace.begin(['serve'], { env: { ...FIRST, ...port } }));
}

test.skipIf(isSampled)(
  'while it goes on, /livez is 200 at once and /readyz 503 with how far it is; what else is asked is answered behind it',
  async () => {
    await using workplace = await openWorkplace();
    await using starting = await beginLarge(workplace);
    const { program, url, ended } = starting;
    await readinessUntil(starting, (text) => text.startsWith(IMPORTING));
    let isImported = false;
    const asked = fetch(`${url}/api/users/${PEOPLE}`).then((answer) => {
      isImported = true;
      return answer.status;
    });
    const waits: number[] = [];
    const answers = new Set<string>();
    while (!isImported) {
      const waitedMs = stopwatch();
      const alive = await fetch(`${url}/livez`);
      if (isImported) break;
      waits.push(waitedMs());
      answers.add(`${alive.status} ${await alive.text()}`);
      const ready = await readiness(url);
      if (ready.status !== 200) answers.add(`${ready.status} ${ready.text.replace(/, .*/, '')}`);
      await pause(5);
    }
    expect(await asked).toBe(200);
    expect([...answers].sort()).toEqual(['200 alive', `503 ${IMPORTING}`]);
    expect(waits.length).toBeGreaterThan(20);
    expect(Math.max(...waits)).toBeLessThan(AT_ONCE_MS);
    program.kill('SIGTERM');
    expect((await ended).code).toBe(0);
  },
);

test.skipIf(isSampled)('SIGTERM ends it soon with code 0, nothing is there, and the next start completes', async () => {
  await using workplace = await openWorkplace();
  const { program, url, ended } = await beginLarge(workplace);
  await readinessUntil({ url, ended }, isWriting(PEOPLE));
  const tookMs = stopwatch();
  program.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(tookMs()).toBeLessThan(SOON_MS);
  expect(inFile(workplace)).toEqual(SOUND_AND_EMPTY);
  await using server = await workplace.beginServe([], FIRST);
  expect(server.output()).toContain(` with ${PEOPLE.toLocaleString('en')} researchers and `);
  expect((await readiness(server.url)).status).toBe(200);
  expect((await fetch(`${server.url}/api/users/${PEOPLE}`)).status).toBe(200);
});

const UNUSABLE: [string, string | Uint8Array][] = [
  ['cut short', gzipSync(few).subarray(0, 20_000)],
  ['not JSON at its end', few.slice(0, -10)],
  ['unsound in many places', JSON.stringify({ ...smallSnapshot(), users: Array(60).fill({ id: 'x' }) })],
];

test.each(sampleOf(UNUSABLE, 1))(
  'a first snapshot that is %s is reported in the words of import, and nothing goes on',
  async (_, content) => {
    await using workplace = await openWorkplace();
    await workplace.write('first.json', content);
    const [imported, served] = await Promise.all([
      workplace.run(['import', 'first.json']),
      workplace.run(['serve'], { env: { DATABASE_INITIAL_SNAPSHOT: 'first.json' } }),
    ]);
    expect(imported.code).toBe(1);
    expect(served).toEqual(imported);
    expect(inFile(workplace)).toEqual(SOUND_AND_EMPTY);
  },
);

test('a website that is no address of the web is left out at a first start, and reported in the log', async () => {
  await using workplace = await openWorkplace();
  const users = [aUser(1, { website: 'javascript:alert(1)' })];
  await workplace.write('first.json', JSON.stringify(smallSnapshot({ users })));
  const env = { DATABASE_INITIAL_SNAPSHOT: 'first.json', LOG_LEVEL: 'warn' };
  await using server = await workplace.beginServe([], env);
  expect(server.log().filter(({ msg }) => msg === 'left out')).toMatchObject([
    {
      ...{ level: 40, count: 1 },
      sentences: ["users[0].website has the scheme 'javascript', allowed: http, https; it was left out."],
    },
  ]);
});
