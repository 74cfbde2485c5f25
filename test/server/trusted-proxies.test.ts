/** Who is believed whom he asks for: only the web servers in front that the operator names, and only about addresses. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleOf } from '../support/machine/sample.ts';
import { ACCESS_FORM } from '../support/registry/access-form.ts';
import { ANONYMISING, startAlpha } from '../support/registry/alpha-registry.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const SOUND = ACCESS_FORM;
const MOST = 50;

async function startBehind(proxies: string): Promise<TestRegistry> {
  return startAlpha({ ...ANONYMISING, SERVER_TRUSTED_PROXIES: proxies });
}

/** Sends as many requests as one address may and one more, each with the next of these headers; answers the last status. */
async function lastStatus(registry: TestRegistry, forwarded: (at: number) => string): Promise<number> {
  const { content } = await registry.json('/api/genes?size=2000');
  const id = content.find((record: object) => 'anonymousId' in record).anonymousId;
  let status = 0;
  for (let at = 0; at <= MOST; at++) {
    const answer = await registry.get(`/search/gene/by-anonymous-id/${id}/request-access`, {
      method: 'POST',
      body: new URLSearchParams({ ...SOUND, contact: `ada${at}@example.org` }),
      headers: { 'X-Forwarded-For': forwarded(at), Forwarded: `for=198.51.100.${at}` },
    });
    await answer.arrayBuffer();
    ({ status } = answer);
  }
  return status;
}

const IN_FRONT = [
  ['nobody is named', 429, '', (at: number) => `198.51.100.${at}`],
  ['another is named', 429, '192.0.2.0/24, uniquelocal', (at: number) => `198.51.100.${at}`],
  ['it is named', 200, 'loopback', (at: number) => `198.51.100.${at}`],
  ['it is named by address', 200, '127.0.0.1', (at: number) => `198.51.100.${at}`],
  ['its caller makes up more', 429, '127.0.0.1', (at: number) => `198.51.100.${at}, 203.0.113.1`],
  ['there are two', 200, '127.0.0.1,10.0.0.0/8', (at: number) => `203.0.113.9, 198.51.100.${at}, 10.1.2.3`],
  [
    'the caller of two makes up more',
    429,
    'loopback,10.0.0.0/8',
    (at: number) => `10.0.0.${at}, 203.0.113.1, 10.1.2.3`,
  ],
  ['it names nobody', 429, 'loopback', () => ''],
] as const;

test.each(sampleOf(IN_FRONT, 4))(
  'of a web server in front, when %s: the fifty-first request in an hour is answered %d',
  async (...row) => {
    const [, status, proxies, forwarded] = row;
    await using registry = await startBehind(proxies);
    expect(await lastStatus(registry, forwarded)).toBe(status);
  },
);

test('a web server on this machine that names its callers and is not trusted limits nobody, which the log and /readyz say from its first caller on', async () => {
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: { LOG_LEVEL: 'warn' } });
  const get = async (path: string, init = {}) => (await registry.get(path, init)).text();
  const forwarded = (address: string) => ({ headers: { 'X-Forwarded-For': address } });
  await get('/api/stats');
  await get('/api/stats', forwarded('127.0.0.1'));
  expect(await get('/readyz')).toBe('ready');
  for (const last of [7, 8]) await get('/api/stats', forwarded(`127.0.0.1, 198.51.100.${last}`));
  const remark =
    'no caller is limited: a web server at 127.0.0.1 names its callers, and server.trusted-proxies does not name 127.0.0.1';
  expect(await get('/readyz')).toBe(`ready, but ${remark}`);
  expect(JSON.parse(await get('/readyz?verbose'))).toMatchObject({ ready: true, remark });
  const lines = registry.logged().trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, msg: 'limits', what: remark }]);
});

test('of a web server on this machine that is trusted and names its callers nothing is said', async () => {
  await using registry = await startBehind('127.0.0.1');
  await (await registry.get('/api/stats', { headers: { 'X-Forwarded-For': '198.51.100.7' } })).arrayBuffer();
  expect(await (await registry.get('/readyz')).text()).toBe('ready');
});

describe('what else a web server in front says changes nothing, though it is trusted', () => {
  let registry: TestRegistry;
  const SAID = { 'X-Forwarded-Proto': 'https', 'X-Forwarded-Host': 'evil.example.org', 'X-Forwarded-Prefix': '/evil' };
  beforeAll(async () => {
    registry = await startBehind('loopback');
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test.each(['/', '/search', '/docs', '/docs/', '/api', '/api/users/19', '/userView/4711', '/nope', '/coverage'])(
    '%s',
    async (path) => {
      const plain = await registry.get(path, { redirect: 'manual' });
      const said = await registry.get(path, { redirect: 'manual', headers: SAID });
      const kept = ({ headers }: Response) => [...headers].filter(([name]) => !['date', 'etag'].includes(name));
      expect([said.status, kept(said)]).toEqual([plain.status, kept(plain)]);
      const timeless = (text: string) => text.replace(/"timestamp":"[^"]*"/, '');
      expect(timeless(await said.text())).toBe(timeless(await plain.text()));
    },
  );

  test('a form of another website is refused', async () => {
    const answer = await registry.get(
      '/search/gene/by-anonymous-id/00000000-0000-4000-8000-000000000000/request-access',
      {
        method: 'POST',
        body: new URLSearchParams(SOUND),
        headers: { ...SAID, Origin: 'https://evil.example.org' },
      },
    );
    expect(answer.status).toBe(403);
  });
});
