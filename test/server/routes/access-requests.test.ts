/** Another registry asks for access for its reader: what it learns, who is written to, and how often it may ask. */

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { PATIENT } from '../../support/machine/patience.ts';
import { type ScriptedMailServer, startScriptedMailServer } from '../../support/machine/scripted-mail-server.ts';
import { ACCESS_FORM, choose, linkIn, mailTo } from '../../support/registry/access-form.ts';
import { startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';

const PATH = '/api/federated/access-requests';

let server: ScriptedMailServer;
let registry: TestRegistry;
let anonymousId: string;
beforeAll(async () => {
  server = await startScriptedMailServer();
  registry = await startAlpha({ ...mailTo(server.port), SERVER_TRUSTED_PROXIES: 'loopback' });
  const { content } = await registry.json('/api/genes?size=2000');
  anonymousId = content.find((record: object) => 'anonymousId' in record).anonymousId;
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

let senders = 0;
function send(change: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  const body = JSON.stringify({ anonymousId, ...ACCESS_FORM, contact: `ada${++senders}@example.org`, ...change });
  return registry.get(PATH, { method: 'POST', body, headers: { 'Content-Type': 'application/json', ...headers } });
}

test('whoever asks through another registry gets the only mail and confirms; that registry learns no page', async () => {
  const answer = await send({ contact: 'zoe@example.org' }, { 'X-Forwarded-For': '192.0.2.1' });
  const receipt = await answer.json();
  expect([answer.status, receipt]).toEqual([
    200,
    {
      reference: expect.stringMatching(/^\w{4}-\w{4}$/),
      receivedAt: expect.any(String),
      confirmBy: expect.any(String),
      page: null,
    },
  ]);
  await vi.waitUntil(() => server.messages.length > 0, PATIENT);
  expect(server.messages.map(({ to }) => to)).toEqual([['zoe@example.org']]);
  const page = linkIn(server.messages[0] ?? { text: '' });
  expect((await choose(registry.url, page, 'mine')).status).toBe(200);
  const { requests } = await registry.json('/api/admin/access-requests', TOKENS.admin);
  await vi.waitUntil(() => server.messages.length > 1, PATIENT);
  expect(requests).toMatchObject([{ reference: receipt.reference, state: 'received', name: 'Ada Roe' }]);
});

test.each([
  ['a form that lacks something', { contact: '', reason: 'Short.' }, 400, 'member-invalid'],
  ['an id that is none', { anonymousId: 'x' }, 400, 'member-invalid'],
  ['an id of nobody', { anonymousId: '00000000-0000-4000-8000-000000000000' }, 404, 'unknown-anonymous-user'],
])('%s is refused, and nobody is written to', async (_, change, status, code) => {
  const before = server.messages.length;
  const answer = await send(change, { 'X-Forwarded-For': '192.0.2.2' });
  expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toMatchObject([
    status,
    'application/problem+json',
    { code },
  ]);
  expect(server.messages).toHaveLength(before);
});

test('a partner that shows its token has a budget of its own, and all others share a small one', async () => {
  const before = server.messages.length;
  const from = async (network: number, token?: string) => {
    const headers: Record<string, string> = { 'X-Forwarded-For': `198.51.100.${network}` };
    const answer = await send({}, token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` });
    await answer.arrayBuffer();
    return answer;
  };
  const statuses = [];
  for (let count = 0; count < 11; count++) statuses.push((await from(1)).status);
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
  for (let network = 2; network < 5; network++) {
    for (let count = 0; count < 10; count++) await from(network);
  }
  const refused = await from(77);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 3000]).toEqual([429, true]);
  expect((await from(77, TOKENS.partner)).status).toBe(200);
  expect((await from(77, TOKENS.member)).status).toBe(429);
  expect((await send({ contact: 'ada1@example.org' }, { Authorization: `Bearer ${TOKENS.partner}` })).status).toBe(200);
  await vi.waitUntil(() => server.messages.length > before + 30, PATIENT);
});

test('what a registry sends twice is one request with one message', async () => {
  const headers = { Authorization: `Bearer ${TOKENS.partner}` };
  const ask = (contact: string) => send({ contact }, headers).then((answer) => answer.json());
  const [one, other] = [await ask('twice@example.org'), await ask('twice@example.org')];
  expect(other).toEqual(one);
  await ask('next@example.org');
  const messagesTo = (address: string) => server.messages.filter(({ to }) => to.includes(address));
  await vi.waitUntil(() => messagesTo('next@example.org').length > 0, PATIENT);
  expect(messagesTo('twice@example.org')).toHaveLength(1);
});

test('a contact for whom three wait to be confirmed is not written to again', async () => {
  const headers = { Authorization: `Bearer ${TOKENS.partner}` };
  const statuses = [];
  const change = (count: number) => ({
    contact: 'full@example.org',
    reason: `${ACCESS_FORM.reason} My question ${count}.`,
  });
  for (let count = 0; count < 4; count++) statuses.push((await send(change(count), headers)).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});
