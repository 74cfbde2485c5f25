/** `isearch-proxy demo` as somebody at a terminal meets it. */

import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { APPLICATION_ID } from '../../src/registry/store/sqlite-schema.ts';
import { ending, openWorkplace } from '../support/machine/command-line.ts';

test.concurrent('starts three registries anywhere, over a file of an older version too, and ends with a farewell', async () => {
  await using workplace = await openWorkplace();
  mkdirSync(workplace.at('data'));
  const older = new DatabaseSync(workplace.at('data/demo.sqlite'));
  older.exec(`CREATE TABLE person (id); PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = 1`);
  older.close();
  const child = workplace.start(['demo', '0']);
  const ended = ending(child);
  let told = '';
  child.stderr?.on('data', (piece) => {
    told += piece;
  });
  while (!told.includes('Ctrl-C stops them.')) await Promise.race([once(child.stderr ?? child, 'data'), ended]);
  expect(told).toContain('data/demo.sqlite was written by another version of this program, and is begun anew.\n');
  const urls = [...told.matchAll(/^ {2}\w+Net +(http:\S+) /gm)].map(([, url = '']) => url);
  expect(urls).toHaveLength(3);
  for (const url of urls) expect((await fetch(`${url}/api/stats`)).status).toBe(200);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, stdout: '', stderr: expect.stringMatching(/\nStopping: .*\.\n$/) });
  const databases = readdirSync(workplace.at('data')).filter((file) => file.endsWith('.sqlite'));
  expect(databases).toEqual(['demo-fjordnet.sqlite', 'demo-pampanet.sqlite', 'demo.sqlite']);
});

test.concurrent('a port that is taken is one sentence, and nothing is made', async () => {
  await using workplace = await openWorkplace();
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { code, stdout, stderr } = await workplace.run(['demo', String(port - 1)]);
  other.close();
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `Port ${port} on 127.0.0.1 is in use by another program; ` +
      'stop that, or name the first of three free ones: isearch-proxy demo PORT.\n',
  });
  expect(existsSync(workplace.at('data'))).toBe(false);
});

test.concurrent.each([
  [['demo', 'x'], "The port must be a whole number from 0, found 'x'."],
  [['demo', '65534'], "The port must be at most 65533, found '65534'."],
  [['demo', '1', '2'], "Expected one port, or none, found '1 2'."],
  [
    ['demo', '--config', 'x.yaml'],
    'demo has its own configuration, in config/demo; --config goes with the other commands.',
  ],
])('%j is refused', async (args, sentence) => {
  await using workplace = await openWorkplace();
  const { code, stderr } = await workplace.run(args);
  expect({ code, stderr }).toEqual({ code: 1, stderr: `${sentence}\nRun isearch-proxy --help for the commands.\n` });
});
