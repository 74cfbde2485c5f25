/** The administrators' routes: closed to everybody else, partners over time, and a partner tested now. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Behaviour, dependingOn, json, status, version } from '../../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import {
  ADMINISTRATOR,
  bearer,
  CALLER_SETTINGS,
  CALLERS,
  callersSnapshot,
} from '../../support/network/network-callers.ts';
import { closeBefore, users } from '../../support/partners/behaviours.ts';
import { deserted } from '../../support/partners/silent-hosts.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

type TestStep = { check: string; result: string; code: string };

const SEARCH = '/api/federated/genes/search?symbol=BRCA1&taxonId=9606';
const PATHS = ['/overview', '/partners', '/access-requests', '/tokens', '/audit-log', '/audit-log/partners/p'].map(
  (path) => `/api/admin${path}`,
);
const DELETED = '/api/admin/access-requests/1';
const TEST_P = '/api/admin/partners/p/test';
const TOKEN = 'search-token-for-p';

const takesAnyToken: Behaviour = json([]);
const well = dependingOn(({ headers }) =>
  [undefined, `Bearer ${TOKEN}`].includes(headers.authorization) ? takesAnyToken : status(401),
);
let behaviour: Behaviour = well;
let partner: ScriptedPartner;
let registry: TestRegistry;
beforeAll(async () => {
  const current = dependingOn(() => behaviour);
  partner = await startScriptedPartner({
    '/api': version('1.5.10'),
    '/api/genes/search': current,
    '/api/users/search': current,
  });
  registry = await startTestRegistry({
    snapshot: callersSnapshot(),
    settings: { ...CALLER_SETTINGS, CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' },
    partners: [
      { key: 'p', name: 'P', url: partner.url, token: TOKEN },
      { key: 'gone', name: 'Gone', url: await deserted() },
    ],
  });
  await vi.waitUntil(async () => (await answerOf('/api/admin/partners')).partners[0].version !== null, PATIENT);
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await partner[Symbol.asyncDispose]();
});

function ask(path: string, token: string | undefined, method = 'GET'): Promise<Response> {
  return registry.get(path, { method, headers: bearer(token) });
}

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects by what it reads
async function answerOf(path: string, method = 'GET'): Promise<any> {
  return (await ask(path, ADMINISTRATOR, method)).json();
}

describe('everybody but an administrator of this registry is refused', () => {
  test.each(CALLERS.filter(({ kind }) => kind !== 'admin'))('$name', async ({ token }) => {
    for (const [path, method] of [
      ...PATHS.map((one) => [one, 'GET']),
      ...[TEST_P, '/api/admin/tokens'].map((one) => [one, 'POST']),
      ...[DELETED, '/api/admin/tokens/1'].map((one) => [one, 'DELETE']),
      [DELETED, 'PATCH'],
    ]) {
      const answer = await ask(path as string, token, method);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([
        token === undefined ? 401 : 403,
        'application/problem+json',
      ]);
      expect(answer.headers.get('www-authenticate')).toBe(token === undefined ? 'Bearer' : null);
      expect(Object.keys(await answer.json())).toEqual(['type', 'title', 'status', 'detail', 'code']);
    }
    expect(partner.requestsTo('/api/users/search')).toEqual([]);
  });
});

test('an administrator is answered, and nobody keeps the answer', async () => {
  for (const path of PATHS) {
    const answer = await ask(path, ADMINISTRATOR);
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([path, 200, 'private, no-store']);
  }
});

test('all in one: partners in detail, requests, own tokens and the version, and no secret', async () => {
  const overview = await answerOf('/api/admin/overview');
  expect(overview).toMatchObject({
    implementation: expect.stringMatching(/\d/),
    apiVersion: expect.stringMatching(/^1\.5/),
    partners: [
      { key: 'p', version: '1.5.10', details: { tokenState: 'sent' }, trend: expect.any(Array) },
      { key: 'gone', details: { tokenState: 'none' }, failures: expect.any(Array) },
    ],
    accessRequests: { requests: [], total: 0, figures: { count: 0, accepted: 0, medianDays: null } },
    tokens: [{ isOwn: true, user: { id: 4 }, expiresAt: expect.stringMatching(/^2\d{3}-/) }, { isOwn: false }, {}],
    tokenCount: 3,
  });
  for (const secret of [TOKEN, ADMINISTRATOR]) expect(JSON.stringify(overview)).not.toContain(secret);
});

const AN_ERROR = { title: 'answered with an error', code: 'server-error', params: {} };

test('questions are shown over time, with the kinds of error', async () => {
  behaviour = well;
  await registry.json(SEARCH);
  behaviour = status(500);
  await registry.json(SEARCH);
  const { partners } = await answerOf('/api/admin/partners');
  const { trend, failures } = partners.find(({ key }: { key: string }) => key === 'p');
  const points = trend.slice(-2);
  expect(points).toEqual([
    { at: expect.any(String), isAnswer: true, elapsedMs: expect.any(Number), title: null, code: null, params: null },
    { at: expect.any(String), isAnswer: false, elapsedMs: expect.any(Number), ...AN_ERROR },
  ]);
  expect(failures).toContainEqual({ ...AN_ERROR, count: 1, lastAt: points[1].at });
});

test('the tokens of partners are listed by name, with when they were used', async () => {
  const token = CALLER_SETTINGS.APP_SETTINGS_ISEARCH_AUTH_TOKENS;
  const before = (await answerOf('/api/admin/tokens')).searchTokens[0].requests;
  await registry.get('/api/stats', { headers: bearer(token) });
  const { searchTokens } = await answerOf('/api/admin/overview');
  expect(searchTokens).toEqual([
    { name: 'token-1', requests: before + 1, lastUsedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
  ]);
  expect(JSON.stringify(searchTokens)).not.toContain(token);
});

describe('a test of a partner', () => {
  test('says that it is well, how long that took, and that it takes our token', async () => {
    behaviour = well;
    partner.play({ '/api': version('1.5.10', { url: partner.url }) });
    const result = await answerOf(TEST_P, 'POST');
    expect(result).toMatchObject({ key: 'p', state: 'empty', problem: null, version: '1.5.10', token: 'accepted' });
    expect(result.steps.map(({ check, result, code }: TestStep) => `${check} ${result}: ${code}`)).toEqual([
      'name ok: host-is-address',
      'connection ok: port-open',
      'tls not-asked: not-encrypted-here',
      'version ok: version',
      'address ok: address-as-configured',
      'itself ok: another-registry',
      'token ok: token-accepted',
    ]);
    expect(result.steps[3]).toMatchObject({
      ...{ check: 'version', result: 'ok', elapsedMs: expect.any(Number), error: null },
      ...{ code: 'version', params: { version: '1.5.10', askedAs: '1.5', lacks: [] }, found: '1.5.10, asked as 1.5' },
    });
    for (const { elapsedMs } of [result, result.steps[3]]) expect(elapsedMs).toBeGreaterThanOrEqual(0);
    expect(partner.requestsTo('/api').at(-1)?.headers.authorization).toBeUndefined();
    expect(JSON.stringify(result)).not.toContain(TOKEN);
  });

  test('says that it refuses our token, and what it answers without', async () => {
    behaviour = dependingOn(({ headers }) => (headers.authorization === undefined ? well : status(401)));
    expect(await answerOf(TEST_P, 'POST')).toMatchObject({
      state: 'limited',
      problem: { title: expect.stringContaining('refused our token') },
      token: 'refused',
    });
  });

  test('of one that only answers people whom nobody asked for, says that it was reached', async () => {
    behaviour = users(1);
    partner.play({ '/api': closeBefore() });
    expect(await answerOf(TEST_P, 'POST')).toMatchObject({ state: 'failed', isReached: true });
    partner.play({ '/api': version('1.5.10') });
  });

  test('without a version, does not say that it takes our token, and does not put it into an address', async () => {
    behaviour = takesAnyToken;
    partner.play({ '/api': status(500) });
    const { token, state, steps } = await answerOf(TEST_P, 'POST');
    expect([token, state, steps.find(({ check }: TestStep) => check === 'version')]).toEqual([
      ...['unknown', 'empty'],
      expect.objectContaining({ result: 'wrong', code: 'version-not-told', params: { status: 500 } }),
    ]);
    const asked = partner.requestsTo('/api/users/search').slice(-2);
    expect(asked.map(({ headers, params }) => [headers.authorization, params.get('auth')])).toEqual([
      [`Bearer ${TOKEN}`, null],
      [expect.stringMatching(/^Bearer unknown-[0-9a-f]{24}$/), null],
    ]);
    partner.play({ '/api': version('1.5.10') });
  });

  test('of a partner that takes any token, does not say that it takes ours', async () => {
    behaviour = takesAnyToken;
    const { token, steps } = await answerOf(TEST_P, 'POST');
    expect([token, steps.at(-1)]).toEqual([
      'unknown',
      expect.objectContaining({ check: 'token', result: 'remark', code: 'any-token' }),
    ]);
  });

  test('reports another address, and a document that is too long to be read', async () => {
    behaviour = well;
    partner.play({ '/api': version('1.5.10', { url: 'https://elsewhere.example.org' }) });
    expect((await answerOf(TEST_P, 'POST')).steps).toContainEqual(
      expect.objectContaining({ check: 'address', result: 'wrong', code: 'other-address' }),
    );
    partner.play({ '/api': json({ info: { version: '1.5.10', description: 'x'.repeat(300_000) } }) });
    expect((await answerOf(TEST_P, 'POST')).steps).toContainEqual(
      expect.objectContaining({ check: 'version', result: 'wrong', code: 'version-too-long' }),
    );
    partner.play({ '/api': version('1.5.10') });
  });

  test('says what is wrong with it', async () => {
    behaviour = status(503);
    expect(await answerOf(TEST_P, 'POST')).toMatchObject({
      state: 'failed',
      problem: { title: expect.any(String), detail: expect.any(String), status: 503 },
    });
    expect(await answerOf('/api/admin/partners/gone/test', 'POST')).toMatchObject({
      state: 'unreachable',
      problem: { error: 'connection_refused' },
      version: null,
      token: 'none',
      isReached: false,
    });
  });

  test.each([
    [500, 'failing'],
    [502, 'resting'],
  ])(
    'ends its rest after %i at once where it goes well, and leaves it as it is where it fails',
    async (code, state) => {
      behaviour = status(code);
      for (let count = 0; count < 4; count++) await registry.json(SEARCH);
      const [{ restingUntil }] = (await answerOf('/api/admin/partners')).partners;
      expect(restingUntil === null).toBe(state === 'failing');
      const { origins: resting } = await registry.json(SEARCH);
      expect(resting).toContainEqual(expect.objectContaining({ key: 'p', state: 'resting' }));
      expect(await answerOf(TEST_P, 'POST')).toMatchObject({ state: 'failed', restingUntil });
      expect((await answerOf('/api/admin/partners')).partners[0]).toMatchObject({ state, restingUntil });
      behaviour = well;
      expect(await answerOf(TEST_P, 'POST')).toMatchObject({ state: 'empty', restingUntil: null });
      expect((await answerOf('/api/admin/partners')).partners[0]).toMatchObject({ state: 'well', restingUntil: null });
      const asked = partner.requestsTo('/api/genes/search').length;
      const { origins } = await registry.json(SEARCH);
      expect(origins).toContainEqual(expect.objectContaining({ key: 'p', state: 'empty' }));
      expect(partner.requestsTo('/api/genes/search').length).toBeGreaterThan(asked);
    },
  );

  test('ends the rest of our token where it is accepted again', async () => {
    const search = async () => {
      const { origins } = (await answerOf(SEARCH)) as { origins: { key: string; state: string }[] };
      return origins.find(({ key }) => key === 'p')?.state;
    };
    behaviour = dependingOn(({ headers }) => (headers.authorization === undefined ? well : status(401)));
    expect([await search(), await search()]).toEqual(['limited', 'limited']);
    behaviour = well;
    expect(await search()).toBe('limited');
    expect(await answerOf(TEST_P, 'POST')).toMatchObject({ token: 'accepted' });
    expect(await search()).toBe('empty');
  });

  test('where there are no partners is refused in a whole sentence', async () => {
    await using alone = await startTestRegistry({ snapshot: callersSnapshot(), settings: CALLER_SETTINGS });
    const refused = await alone.get(TEST_P, { method: 'POST', headers: bearer(ADMINISTRATOR) });
    expect(await refused.json()).toMatchObject({
      status: 400,
      detail: "There is no registry 'p' here. Allowed: nothing, as this registry has no partners.",
    });
  });

  test('of nobody we know is refused, and so is another method', async () => {
    expect((await ask('/api/admin/partners/nope/test', ADMINISTRATOR, 'POST')).status).toBe(400);
    for (const [path, method, allowed] of [
      [TEST_P, 'GET', 'POST, OPTIONS'],
      ['/api/admin/overview', 'POST', 'GET, HEAD, OPTIONS'],
      ['/api/admin/tokens', 'PUT', 'GET, HEAD, POST, OPTIONS'],
    ] as const) {
      const answer = await ask(path, ADMINISTRATOR, method);
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, allowed]);
      expect((await answer.json()).detail).toBe(`${method} is not possible here. Allowed: ${allowed}.`);
    }
  });
});

describe('deleting a request for access', () => {
  test.each(['1', '0', '-1', '1e3', 'x', '99999999999999999999', '%00'])('that is not there is 404: %s', async (id) => {
    const answer = await ask(`/api/admin/access-requests/${id}`, ADMINISTRATOR, 'DELETE');
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect([id === '%00' ? 404 : answer.status, (await answer.json()).status]).toEqual([404, id === '%00' ? 400 : 404]);
  });

  test('and noting what became of it are all that can be done with it', async () => {
    for (const method of ['GET', 'POST', 'PUT']) expect((await ask(DELETED, ADMINISTRATOR, method)).status).toBe(405);
    const answer = await ask(DELETED, ADMINISTRATOR, 'OPTIONS');
    expect([answer.status, answer.headers.get('allow')]).toEqual([200, 'PATCH, DELETE, OPTIONS']);
  });
});
