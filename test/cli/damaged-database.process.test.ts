/** A database file that is damaged under a running registry: answers that need what is lost fail, and nothing else. */

import { copyFile, open, rename, truncate } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWorkplace, type ServerHere, type Workplace } from '../support/machine/command-line.ts';
import { damageFile } from '../support/machine/damage-file.ts';
import {
  LARGE_TOKEN,
  largeSnapshot,
  makeFile,
  notReady,
  READY,
  readiness,
  untilReadiness,
} from '../support/registry/large-registry.ts';
import { HUMAN } from '../support/registry/small-snapshot.ts';

const DAMAGED = notReady('it is damaged; put a backup or a new import of an export in its place');
const FAULT = 'Something went wrong here; it has been logged. Please try again later.';

/** Shares of the length of the file: the small tables end before 2 %, and people lie behind. */
const IN_THE_MIDDLE = [0.03, 0.7] as const;

/** Each is answered from pages in the middle of the file. */
const LOST = [
  `/api/genes/search?symbol=BRCA1&taxonId=${HUMAN}`,
  '/api/users/search?nameLike=a&prefix=false',
  '/api/users/search?descriptionLike=word777',
  '/api/users?size=200',
  '/api/users?page=3',
  '/api/genes?size=500',
  '/api/users/7',
  '/api/users/900',
  '/api/federated/users/search?nameLike=a&prefix=false',
  `/api/federated/genes/search?symbol=BRCA1&taxonId=${HUMAN}`,
  '/export?format=csv&symbol=BRCA1&taxonId=9606',
  `/api/users/7?auth=${LARGE_TOKEN}`,
];
/** Each is answered from memory. */
const FROM_MEMORY = ['/livez', '/', '/docs/', `/suggest/genes?q=b&taxonId=${HUMAN}`];
/** Each is answered from the first pages, or from memory. */
const KEPT = [...FROM_MEMORY, '/api/stats', '/api/ontologies', '/api/ontologies/hp/terms', `/api/taxa/${HUMAN}`];

let workplace: Workplace;

beforeAll(async () => {
  workplace = await openWorkplace();
  for (const name of ['Ancient', 'Modern']) makeFile(workplace.at(`${name}.sqlite`), largeSnapshot(name));
});

afterAll(async () => {
  await workplace?.[Symbol.asyncDispose]();
});

/** Serves a copy of a registry as a file of this name, in a process of its own where its end is looked at. */
async function serveCopy(
  name: string,
  settings: Record<string, string> = {},
  how: 'serve' | 'beginServe' = 'beginServe',
) {
  const file = workplace.at(name);
  await copyFile(workplace.at('Ancient.sqlite'), file);
  const server: ServerHere = await workplace[how]([], { DATABASE_FILE: file, LOG_LEVEL: 'error', ...settings });
  const statusOf = async (path: string) => {
    const response = await fetch(server.url + path);
    const text = await response.text();
    return response.status === 500 && !text.includes(FAULT) ? text : response.status;
  };
  const statusesOf = (paths: readonly string[]) => Promise.all(paths.map(statusOf));
  const databaseLog = () => server.log().filter(({ msg }) => msg === 'database');
  return { file, server, statusOf, statusesOf, databaseLog, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}

test.each<[string, readonly string[], (file: string) => Promise<void>, 'serve' | 'beginServe']>([
  ['overwritten in the middle', KEPT, (file) => damageFile(file, ...IN_THE_MIDDLE), 'beginServe'],
  // SQLite reads nothing of a file that is shorter than it says itself, unless its log has another length.
  // The system may end a process that reads behind the end of a mapped file.
  ['cut short', FROM_MEMORY, (file) => truncate(file, 262_144), 'serve'],
])(
  'a file that is %s ends one answer each, whoever else is asking, and the process goes on',
  async (kind, keeps, damage, how) => {
    // A file of its own: what a registry before it left beside the file is not part of this one.
    await using registry = await serveCopy(`${kind.replaceAll(' ', '-')}.sqlite`, {}, how);
    const { file, server, statusesOf, databaseLog } = registry;
    expect(await readiness(server.url)).toEqual(READY);
    await damage(file);
    for (let round = 0; round < 10; round++) {
      const [lost, kept] = await Promise.all([statusesOf([...LOST, ...LOST]), statusesOf(keeps)]);
      expect(lost).toEqual([...LOST, ...LOST].map(() => 500));
      expect(kept).toEqual(keeps.map(() => 200));
      await pause(100);
    }
    expect((await readiness(server.url)).status).toBe(503);
    await untilReadiness(server.url, DAMAGED);
    // Everything that it has to say is written then.
    expect(await server.stop()).toMatchObject({ code: 0, stderr: expect.stringMatching(/\nStopping: .*\.\n$/) });
    const faults = server.log().filter(({ msg }) => msg === 'fault');
    expect(faults).toHaveLength(10 * 2 * LOST.length);
    expect(faults[0]).toMatchObject({ level: 50, error: { name: 'UnusableDatabase' } });
    const what = databaseLog().map((line) => [line.level, line.file, line.what]);
    expect(what.length).toBeLessThanOrEqual(3);
    expect(what.at(-1)).toEqual([50, file, DAMAGED.text.split('used: ')[1]]);
  },
);

test('a registry put in the place of a damaged one is opened, and reported as whole', async () => {
  await using registry = await serveCopy('mended.sqlite', { LOG_LEVEL: 'info' });
  const { file, server, statusOf, statusesOf, databaseLog } = registry;
  await damageFile(file, ...IN_THE_MIDDLE);
  expect(await statusOf('/api/users/7')).toBe(500);
  await untilReadiness(server.url, DAMAGED);
  await copyFile(workplace.at('Modern.sqlite'), workplace.at('new.sqlite'));
  await rename(workplace.at('new.sqlite'), file);
  expect(await readiness(server.url)).toEqual(notReady('another file has been put in its place and is not opened yet'));
  expect(await statusOf('/api/users/7')).toBe(500);
  await untilReadiness(server.url, READY);
  expect(await statusesOf([...LOST, ...KEPT])).toEqual([...LOST, ...KEPT].map(() => 200));
  expect(await (await fetch(`${server.url}/api/users/7`)).json()).toMatchObject({ name: 'Modern' });
  await server.stop();
  expect(databaseLog().at(-1)).toMatchObject({ level: 30, file, what: 'it is whole, and answers come from it' });
});

test('a damaged file is ready again, without a start, when its pages are as they were', async () => {
  await using registry = await serveCopy('restored.sqlite');
  const { file, server, statusesOf } = registry;
  await damageFile(file, ...IN_THE_MIDDLE);
  expect(await statusesOf(LOST)).toEqual(LOST.map(() => 500));
  await untilReadiness(server.url, DAMAGED);
  await writeOver(file, workplace.at('Ancient.sqlite'));
  await untilReadiness(server.url, READY);
  expect(await statusesOf(LOST)).toEqual(LOST.map(() => 200));
});

/** Gives a file the content of another, and lets it be the same file. */
async function writeOver(file: string, source: string): Promise<void> {
  await using from = await open(source);
  await using to = await open(file, 'r+');
  await to.writeFile(await from.readFile());
}
