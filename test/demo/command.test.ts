/** `isearch-proxy demo` as somebody at a terminal meets it. */

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { json, version } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { APPLICATION_ID } from '../../src/registry/store/sqlite-schema.ts';
import { openWorkplace } from '../support/machine/command-line.ts';
import { GREETED, watchProgram } from '../support/machine/watch-program.ts';

/** The demonstration chooses its own databases, and its port in most of these tests. */
const UNSET = { DATABASE_FILE: '', SERVER_PORT: '' };

test('starts three registries anywhere, over a file of an older version too, obeys the environment and --config, and ends with a farewell', async () => {
  await using workplace = await openWorkplace();
  await using partner = await startScriptedPartner({ '/api': version('1.5.10'), '/api/genes/search': json([]) });
  const apis = `[{ key: further, name: Further, url: '${partner.url}' }]`;
  const isearch = `isearch: { apis: ${apis}, auth-tokens: [token-of-further], read-timeout: 2000 }`;
  await workplace.write('own.yaml', `app: { site: { mainsite: 'http://localhost:5173' }, settings: { ${isearch} } }`);
  const env = { ...UNSET, SERVER_HOST: '0.0.0.0', APP_SITE_SHORTNAME: 'TriedOut' };
  mkdirSync(workplace.at('data'));
  const older = new DatabaseSync(workplace.at('data/demo.sqlite'));
  older.exec(`CREATE TABLE person (id); PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 1`);
  older.close();
  const demo = watchProgram(workplace.begin(['demo', '0', '--config', 'own.yaml'], { env }));
  await demo.until(GREETED);
  expect(demo.output()).toMatch(
    /Another version of this program wrote \S*data\/demo\.sqlite\. The demonstration creates it again\.\n/,
  );
  const urls = [...demo.output().matchAll(/^ {2}(?:\w+Net|TriedOut) +(http:\S+) /gm)].map(([, one = '']) => one);
  expect(urls).toHaveLength(3);
  for (const one of urls) expect((await fetch(`${one}/api/stats`)).status).toBe(200);
  const url = /^ {2}TriedOut +(http:\S+) /m.exec(demo.output())?.[1] ?? '';
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const stats = await fetch(`${url}/api/stats`, { headers: { Origin: 'http://localhost:5173' } });
  expect(stats.headers.get('Access-Control-Allow-Origin')).toBe('http://localhost:5173');
  const answer = await fetch(`${url}/api/federated/genes/search?symbol=BRCA1&taxonId=9606`);
  const { origins } = (await answer.json()) as { origins: { key: string; state: string }[] };
  expect(origins.map(({ key, state }) => [key, state])).toEqual([
    ['local', 'answered'],
    ['fjordnet', 'answered'],
    ['pampanet', 'answered'],
    ['further', 'empty'],
  ]);
  for (const token of ['token-of-further', 'demo-partner-token']) {
    expect((await fetch(`${url}/api/stats`, { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200);
  }
  const { code, stdout, stderr } = await demo.stop();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/\nStopping: .*\.\n$/) });
  // Partners find it at another address than it listens at; nothing else is logged.
  const logged = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line).what as string]));
  expect(logged.filter((what) => !what.startsWith('says that its address is http://0.0.0.0:'))).toEqual([]);
  const databases = readdirSync(workplace.at('data')).filter((file) => file.endsWith('.sqlite'));
  expect(databases).toEqual(['demo-fjordnet.sqlite', 'demo-pampanet.sqlite', 'demo.sqlite']);
});

test.each<[Record<string, string>, string[], string]>([
  [
    { DATABASE_FILE: 'own.sqlite' },
    [],
    'database.file is set, but the demonstration uses its own data; run serve with yours.',
  ],
  [
    { DATABASE_INITIAL_SNAPSHOT: 'own.json' },
    [],
    'database.initial-snapshot is set, but the demonstration uses its own data; run serve with yours.',
  ],
  [{ SERVER_PORT: '9000' }, ['9100'], 'server.port is set, but the port is already given after demo.'],
  [
    { LOG_LEVEL: 'loud' },
    [],
    'LOG_LEVEL: log.level is the text "loud", but must be one of silent, error, warn, info, debug.',
  ],
])('what cannot be combined is refused: %j with %j', async (env, words, sentence) => {
  await using workplace = await openWorkplace();
  const { code, stderr } = await workplace.run(['demo', ...words], { env: { ...UNSET, ...env } });
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${sentence}\n` });
  expect(existsSync(workplace.at('data'))).toBe(false);
});

test('a configured port is the first of three', async () => {
  await using workplace = await openWorkplace();
  const { code, stderr } = await workplace.run(['demo'], { env: { ...UNSET, SERVER_PORT: '65534' } });
  expect({ code, stderr }).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("The port must be at most 65533, found '65534'."),
  });
});

test.each([
  ['npm start', 'start', 'npm start --'],
  ['the command', 'test', 'node src/launch/isearch-proxy.js demo'],
])(
  'a port that is taken is one sentence with what to type for free ones, by %s, and nothing is made',
  async (_, script, call) => {
    const env = { ...UNSET, npm_lifecycle_event: script };
    await using workplace = await openWorkplace();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code, stdout, stderr } = await workplace.run(['demo', String(port - 1)], { env });
    other.close();
    const [sentence = '', first = ''] = stderr.split(`${call} `);
    expect({ code, stdout, sentence }).toEqual({
      code: 1,
      stdout: '',
      sentence: `Another program uses port ${port} on 127.0.0.1. Stop it, or use 3 free ports: `,
    });
    expect(Number(first)).toBeGreaterThan(port);
    expect(existsSync(workplace.at('data'))).toBe(false);
  },
);

test.each([
  [['demo', 'x'], "The port must be a whole number of at least 0, found 'x'."],
  [['demo', '65534'], "The port must be at most 65533, found '65534'."],
  [['demo', '1', '2'], "Expected one port, or none, found '1 2'."],
])('%j is refused', async (args, sentence) => {
  await using workplace = await openWorkplace();
  const { code, stderr } = await workplace.run(args, { env: UNSET });
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${sentence}\nRun isearch-proxy demo --help for its usage.\n` });
});
