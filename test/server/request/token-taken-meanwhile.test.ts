/** A token that is taken away while its request waits, for its own body, for a place or for partners, opens nothing any more. */

import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { userRecord } from '../../../src/demo/mock-people.ts';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { users } from '../../../src/registry/people/users.ts';
import { askList, BATCH } from '../../support/network/gene-lists.ts';
import { ADMINISTRATOR, bearer, CALLER_SETTINGS, callersSnapshot } from '../../support/network/network-callers.ts';
import { genes, json } from '../../support/partners/behaviours.ts';
import { aUser } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const TOKENS = '/api/admin/tokens';
const OTHER_ADMINISTRATOR_ID = 6;

type Sent = { status: number; body: string };
type Held = { end(): Promise<Sent> };
type Made = { token: string; id: number };

let registry: TestRegistry;
let partner: ScriptedPartner;
beforeAll(async () => {
  partner = await startScriptedPartner({
    '/api/genes/search': held(genes(1)),
    '/api/users/7': held(json(userRecord(7))),
    '/api/users/search': held(json([userRecord(7)])),
  });
  const partners = [{ key: 'north', url: partner.url, token: 'search-token-for-the-partner' }];
  const other = aUser(OTHER_ADMINISTRATOR_ID, { roles: ['ROLE_ADMIN', 'ROLE_USER'], privacyLevel: 0 });
  registry = await startTestRegistry({ snapshot: callersSnapshot([other]), settings: CALLER_SETTINGS, partners });
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await partner[Symbol.asyncDispose]();
});

/** Resolved when a token has been taken away: the partner answers nothing before. */
let taken: PromiseWithResolvers<void>;
beforeEach(() => {
  taken = Promise.withResolvers();
});

function held(behaviour: Behaviour): Behaviour {
  return async (call) => {
    await taken.promise;
    await behaviour(call);
  };
}

async function asAdministrator(path: string, method: string, body?: object): Promise<Response> {
  const headers = { ...bearer(ADMINISTRATOR), 'Content-Type': 'application/json' };
  return registry.get(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}

async function listed(): Promise<{ id: number; label: string | null; lastUsedAt: string | null }[]> {
  const { tokens } = (await (await asAdministrator(TOKENS, 'GET')).json()) as { tokens: [] };
  return tokens;
}

let made = 0;
/** A token of another administrator. */
async function makeToken(): Promise<Made> {
  made += 1;
  const label = `token ${made}`;
  const order = { userId: OTHER_ADMINISTRATOR_ID, label };
  const { token } = (await (await asAdministrator(TOKENS, 'POST', order)).json()) as { token: string };
  return { token, id: (await listed()).find((one) => one.label === label)?.id ?? 0 };
}

async function revoke({ id }: Made): Promise<void> {
  expect((await asAdministrator(`${TOKENS}/${id}`, 'DELETE')).status).toBe(204);
  taken.resolve();
}

async function untilUsed(id: number): Promise<void> {
  await expect.poll(async () => (await listed()).find((one) => one.id === id)?.lastUsedAt).toBeTruthy();
}

/** Sends a request but for the end of its body, and waits until its token was looked at. */
async function begin({ token, id }: Made, path: string, method: string, body: object): Promise<Held> {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = { ...bearer(token), 'Content-Type': 'application/json', 'Content-Length': bytes.length };
  const sent = request(registry.url + path, { method, headers, agent: false });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  sent.write(bytes.subarray(0, 1));
  await untilUsed(id);
  return {
    async end() {
      sent.end(bytes.subarray(1));
      const [response] = await answered;
      return { status: response.statusCode ?? 0, body: await text(response) };
    },
  };
}

const REQUESTS: [what: string, path: string, method: string, body: object][] = [
  ['makes no token', TOKENS, 'POST', { label: 'made afterwards' }],
  ['notes nothing of a request for access', '/api/admin/access-requests/1', 'PATCH', { state: 'declined' }],
  ['searches for no list of genes', BATCH, 'POST', { genes: [{ symbol: 'BRCA1', taxonId: 9606 }] }],
];

describe('while a body is on its way', () => {
  test.each(REQUESTS)('a token that is revoked %s', async (_, path, method, body) => {
    const token = await makeToken();
    const held = await begin(token, path, method, body);
    await revoke(token);
    const { status, body: answered } = await held.end();
    expect([status, answered]).toEqual([401, expect.stringContaining('No user associated')]);
    expect((await listed()).filter(({ label }) => label === 'made afterwards')).toEqual([]);
  });

  test('the token of an administrator who is none any more makes no token', async () => {
    const token = await makeToken();
    const held = await begin(token, TOKENS, 'POST', { label: 'made afterwards' });
    const { store } = registry.context;
    const people = users(store);
    const put = (roles: ('ROLE_ADMIN' | 'ROLE_USER')[]) =>
      store.write((tx) => people.put(tx, [aUser(OTHER_ADMINISTRATOR_ID, { roles, privacyLevel: 0 })], new Date()));
    put(['ROLE_USER']);
    expect((await held.end()).status).toBe(403);
    expect((await listed()).filter(({ label }) => label === 'made afterwards')).toEqual([]);
    put(['ROLE_ADMIN', 'ROLE_USER']);
  });
});

describe('behind others', () => {
  test('a token that is revoked gets no file of a search', async () => {
    const path = '/export?format=json&symbol=BRCA1&taxonId=9606';
    const token = await makeToken();
    // As many as are collected for one address at once.
    const others = [1, 2].map(() => registry.get(path, { headers: bearer(ADMINISTRATOR) }));
    await expect.poll(() => partner.requestsTo('/api/genes/search').length).toBeGreaterThan(0);
    const waiting = registry.get(path, { headers: bearer(token.token) });
    await untilUsed(token.id);
    await revoke(token);
    expect((await waiting).status).toBe(401);
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  });
});

test('a list of genes that is under way ends where its token is revoked', async () => {
  const token = await makeToken();
  const cells: string[] = [];
  let revoked = Promise.resolve();
  const list = askList(
    registry,
    { genes: [{ symbol: 'BRCA1', taxonId: 9606 }] },
    {
      token: token.token,
      onCell({ origin }) {
        cells.push(origin);
        revoked = revoke(token);
      },
    },
  );
  await expect(list).rejects.toThrow();
  await revoked;
  expect(cells).toEqual(['local']);
});

describe('while partners are asked', () => {
  const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';

  /** Asks, and takes the token away as soon as the partner has the question. */
  async function askedAndRevoked(path: string, asked: string, accept: string, method = 'GET'): Promise<Response> {
    const token = await makeToken();
    const before = partner.requestsTo(asked).length;
    const answer = registry.get(path, { method, headers: { ...bearer(token.token), Accept: accept } });
    await expect.poll(() => partner.requestsTo(asked).length).toBeGreaterThan(before);
    await revoke(token);
    return answer;
  }

  test.each([
    ['a search', `${SEARCH}&tier=TIER1`, '/api/genes/search'],
    ['a record of a partner', '/api/federated/users/7?origin=north', '/api/users/7'],
    ['what is in a file of a search', '/export?nameLike=Lovelace&part=metadata', '/api/users/search'],
    ['a test of a partner', '/api/admin/partners/north/test', '/api/users/search', 'POST'],
  ])('a token that is revoked gets no answer to %s', async (_, path, asked, method = 'GET') => {
    expect((await askedAndRevoked(path, asked, 'application/json', method)).status).toBe(401);
  });

  test('a search that is streamed ends where its token is revoked', async () => {
    const answer = await askedAndRevoked(`${SEARCH}&tier=TIER2`, '/api/genes/search', 'application/x-ndjson');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });
});
