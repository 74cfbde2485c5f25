/** An administrator of a partner sees how that partner fares at another registry, by a token tied to it and by nothing else. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENT } from '../support/machine/patience.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const TIED = 'token-of-administrators-of-a';
const LOOSE = 'token-of-nobody-in-particular';
const ADMIN = 'small-admin-token';
const ME = '/api/federated/partners/me';
const A_SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';

let network: Network;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partner-status-'));
  const tokens = join(folder, 'tokens.yaml');
  await writeFile(tokens, `- {name: north, token: ${TIED}, partner: a}\n- {name: south, token: ${LOOSE}}\n`);
  network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot(), tokens: { b: TIED } },
    {
      key: 'b',
      snapshot: smallSnapshot(),
      tokens: { a: ADMIN },
      settings: { APP_SETTINGS_ISEARCH_AUTH_TOKENS_FILE: tokens, APP_SETTINGS_ISEARCH_USER_ID: '2' },
    },
  ]);
});
afterAll(async () => {
  await network[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const seen = () => network.at('b').json(ME, TIED);

test('without a token that is tied to a partner there is nothing at this address', async () => {
  for (const token of [undefined, LOOSE, ADMIN]) {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    expect([token, (await network.at('b').get(ME, { headers })).status]).toEqual([token, 404]);
  }
  expect((await network.at('a').get(ME)).status).toBe(404);
});

test('how it answers, in which version, and what went either way, in kinds and numbers', async () => {
  await network.at('b').json(A_SEARCH);
  await network.at('a').json(A_SEARCH, ADMIN);
  const { questions, trend, ...me } = await vi.waitFor(async () => {
    const status = await seen();
    expect(status.questions.came).toEqual({ 'genes-search': 1 });
    return status;
  }, PATIENT);
  expect(me).toMatchObject({ key: 'a', name: 'Registry A', version: '1.5.10', state: 'well', asked: 1, answered: 1 });
  expect(me.details.saysItIs).toMatchObject({ originUrl: 'https://a.example.org' });
  expect([me.failures, me.faults]).toEqual([[], []]);
  expect(questions.sent).toEqual({ 'genes-search': 1 });
  expect(trend).toEqual([
    { at: expect.any(String), isAnswer: true, elapsedMs: expect.any(Number), title: null, code: null, params: null },
  ]);
  expect(JSON.stringify(await seen())).not.toContain('BRCA1');
});

test('when our token was last good there', async () => {
  expect((await seen()).tokenGoodAt).toBeNull();
  await network.at('b').json(`${A_SEARCH}&tiers=TIER1`, ADMIN);
  expect((await seen()).tokenGoodAt).toMatch(/^\d{4}-.*Z$/);
  expect((await seen()).details.tokenState).toBe('sent');
});

test('a member of a wrong form by its name, a failure by its kind, and nothing of what was sent', async () => {
  const line = network.line('b', 'a');
  const taxon = { id: 'Homo sapiens of somebody', commonName: 'human' };
  const record = { id: 1, geneId: 672, symbol: 'BRCA1', tier: 'TIER1', taxon, remoteUser: { id: 1, name: 'Ada' } };
  line.behave((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify([record, record]));
  });
  await network.at('b').json('/api/federated/genes/search?symbol=TP53&taxonId=9606');
  line.behave((_, response) => response.writeHead(500).end('Ada is not here'));
  await network.at('b').json('/api/federated/users/search?descriptionLike=kidney');
  line.behave();
  const status = await seen();
  expect(status.faults).toEqual([{ member: 'gene.taxon.id', count: 2, lastAt: expect.any(String) }]);
  expect(status.failures.length).toBeGreaterThan(0);
  expect(status.questions.sent).toMatchObject({ 'users-search': 1 });
  expect(JSON.stringify(status)).not.toMatch(/Ada|kidney|TP53|somebody/);
});

test('a token that is tied to somebody who is no partner is refused when the configuration is read', async () => {
  const { loadConfig } = await import('../../src/config/config.ts');
  const file = join(folder, 'wrong.yaml');
  const isearch = { 'auth-tokens': [{ name: 'east', token: 'token-of-the-east', partner: 'nobody' }], 'user-id': 1 };
  await writeFile(file, JSON.stringify({ app: { settings: { isearch } } }));
  expect(() => loadConfig({ files: [file], env: {} })).toThrow(
    'app.settings.isearch.auth-tokens[0].partner is the text "nobody", but must be the key of a partner in app.settings.isearch.apis.',
  );
});
