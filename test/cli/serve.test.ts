/** `serve`: what it prints when it starts, what stops it from starting, and how it ends. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { openWorkplace } from '../support/machine/command-line.ts';
import { freePort } from '../support/machine/free-port.ts';
import { watchProgram } from '../support/machine/watch-program.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';

const small = JSON.stringify(smallSnapshot());
const TOKEN_OF_NORTH = { APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token-of-the-north' };

test('serve says where it runs, what it holds and what to try, and these answer', async () => {
  await using workplace = await openWorkplace();
  const users = Array.from({ length: 1001 }, (_, index) => aUser(index + 1));
  await workplace.run(['import', '-'], { input: JSON.stringify(smallSnapshot({ users })) });
  const env = { APP_SITE_SHORTNAME: 'TestNet', SERVER_METRICS_PORT: '0' };
  await using server = await workplace.beginServe([], env);
  expect(server.output()).toMatch(
    /^TestNet is running at http:\/\/127\.0\.0\.1:\d+ with 1,001 researchers and 0 genes\.\n/,
  );
  expect(server.output()).toMatch(/^ {2}The metrics {4}http:\/\/127\.0\.0\.1:\d+\/metrics$/m);
  for (const [address] of server.output().matchAll(/http:\/\/[^\s']+[^\s'.]/g)) {
    expect((await fetch(address)).status, address).toBe(200);
  }
});

test('/api shows what --version prints, with the commit where there is one', async () => {
  await using workplace = await openWorkplace();
  await using server = await workplace.beginServe();
  const { stdout } = await workplace.run(['--version']);
  const { info } = (await (await fetch(`${server.url}/api`)).json()) as { info: Record<string, string> };
  expect(info['x-implementation']).toBe(`isearch-proxy/${stdout.trimEnd()}`);
});

test('tokens of partners that let nobody in are warned of at the start, and the 401 says why', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: small });
  const env = { LOG_LEVEL: 'warn', ...TOKEN_OF_NORTH };
  await using server = await workplace.beginServe([], env);
  const warned = () => server.log().filter(({ msg }) => msg === 'search tokens');
  expect(warned()).toMatchObject([
    {
      level: 40,
      what: 'no partner can use app.settings.isearch.auth-tokens, because no account is named for it; set app.settings.isearch.user-id to the account that partners act as',
    },
  ]);
  const refused = await fetch(`${server.url}/api/stats`, { headers: { Authorization: 'Bearer token-of-the-north' } });
  expect([refused.status, await refused.text()]).toEqual([
    401,
    'The remote search user is not configured correctly: no account is named for it.',
  ]);
  await server.stop();
  await using named = await workplace.beginServe([], { ...env, APP_SETTINGS_ISEARCH_USER_ID: '2' });
  expect(named.log().filter(({ msg }) => msg === 'search tokens')).toEqual([]);
});

test('an empty registry says how to fill it, and is filled while it runs', async () => {
  await using workplace = await openWorkplace();
  await using server = await workplace.beginServe();
  expect(server.output()).toContain('It has no data yet. To load data: node src/launch/isearch-proxy.js import FILE');
  expect(server.output()).not.toContain('metrics');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  expect((await fetch(`${server.url}/api/users/2`)).status).toBe(404);
  expect((await workplace.run(['import', '-'], { input: small })).code).toBe(0);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await fetch(`${server.url}/api/users/2`)).status).toBe(200);
});

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s ends serve at once when nobody is asking, with a farewell and code 0',
  async (signal) => {
    await using workplace = await openWorkplace();
    const child = workplace.begin(['serve']);
    const server = watchProgram(child);
    await server.until(/./);
    child.kill(signal);
    expect(await server.ended()).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(/\nStopping: .*\.\n$/),
    });
  },
);

describe('a port that is taken', () => {
  test('is reported in one sentence, and whoever has it is not disturbed', async () => {
    await using workplace = await openWorkplace();
    await workplace.run(['import', '-'], { input: small });
    await using first = await workplace.beginServe();
    const { port } = new URL(first.url);
    // Not even the same database with other data to begin with does any harm.
    const env = { SERVER_PORT: port, DATABASE_INITIAL_SNAPSHOT: 'absent.json' };
    const { code, stdout, stderr } = await workplace.run(['serve'], { env });
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `Another program uses port ${port} on 127.0.0.1. Stop it, or set server.port to a free port.\n`,
    });
    expect((await fetch(`${first.url}/api/users/2`)).status).toBe(200);
  });

  test('makes no database', async () => {
    await using workplace = await openWorkplace();
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const { code } = await workplace.run(['serve'], { env: { SERVER_PORT: String(port) } });
    expect(code).toBe(1);
    expect((await workplace.run(['export'])).stderr).toContain('there is no such file yet');
    other.close();
  });
});

describe('a first snapshot that cannot be imported', () => {
  test.each([
    ['missing', undefined, 'first.json cannot be read: there is no such file.\n'],
    [
      'unsound',
      '{}',
      /^first\.json was not imported, because 2 things are wrong with it:\nsnapshot\.format is missing/,
    ],
  ])('that is %s is reported, and the port is free again', async (_, content, problem) => {
    await using workplace = await openWorkplace();
    if (content !== undefined) await workplace.write('first.json', content);
    const port = String(await freePort());
    const env = { SERVER_PORT: port, DATABASE_INITIAL_SNAPSHOT: 'first.json' };
    const { code, stdout, stderr } = await workplace.run(['serve'], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    if (typeof problem === 'string') expect(stderr).toBe(problem);
    else expect(stderr).toMatch(problem);
    await workplace.run(['import', '-'], { input: small });
    await using server = await workplace.beginServe([], { SERVER_PORT: port });
    expect((await fetch(`${server.url}/api/users/2`)).status).toBe(200);
  });

  test('matters no more once there are data', async () => {
    await using workplace = await openWorkplace();
    await workplace.run(['import', '-'], { input: small });
    await using server = await workplace.beginServe([], { DATABASE_INITIAL_SNAPSHOT: 'absent.json' });
    expect((await fetch(`${server.url}/api/users/2`)).status).toBe(200);
  });
});

test('a registry starts and answers while an import is being written', async () => {
  await using workplace = await openWorkplace();
  await workplace.run(['import', '-'], { input: small });
  // The first start makes what it needs once; later ones only read.
  await (await workplace.beginServe()).stop();

  const writer = new DatabaseSync(workplace.at('registry.sqlite'));
  writer.exec('BEGIN IMMEDIATE; DELETE FROM user');
  await using server = await workplace.beginServe();
  expect((await fetch(`${server.url}/api/users/2`)).status).toBe(200);
  writer.exec('ROLLBACK');
  writer.close();
});

test('a connection that only waits does not hold up the end of serve', async () => {
  await using workplace = await openWorkplace();
  const server = await workplace.beginServe();
  const { hostname, port } = new URL(server.url);
  const waiting = connect(Number(port), hostname);
  waiting.on('error', () => {});
  await once(waiting, 'connect');
  const startedAt = performance.now();
  expect((await server.stop()).code).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(8000);
  waiting.destroy();
});
