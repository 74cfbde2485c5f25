/** Access tokens on the administrators' routes: made, listed, used and revoked, and by nobody else. */

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  ADMINISTRATOR,
  bearer,
  CALLER_SETTINGS,
  CALLERS,
  callersSnapshot,
} from '../../support/network/network-callers.ts';
import { aUser } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const TOKENS = '/api/admin/tokens';
const MEMBER_ID = 2;
const ADMINISTRATOR_ID = 4;
const DISABLED_ID = 5;
const MS_PER_DAY = 24 * 3_600_000;

type ShownToken = {
  id: number;
  label: string | null;
  user: { id: number; fullName: string | null };
  lastUsedAt: string | null;
  expiresAt: string;
  isOwn: boolean;
  mayBeUsed: boolean;
  mayBeRevoked: boolean;
};

let registry: TestRegistry;
beforeAll(async () => {
  const disabled = aUser(DISABLED_ID, { enabled: false, name: 'Hidden', lastName: 'Somebody' });
  registry = await startTestRegistry({ snapshot: callersSnapshot([disabled]), settings: CALLER_SETTINGS });
});
afterAll(() => registry[Symbol.asyncDispose]());

function send(path: string, method: string, body?: unknown, token = ADMINISTRATOR): Promise<Response> {
  const headers = { ...bearer(token), 'Content-Type': 'application/json' };
  return registry.get(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
}

async function made(order: object): Promise<{ token: string; userId: number; expiresAt: string }> {
  const answer = await send(TOKENS, 'POST', order);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  return (await answer.json()) as { token: string; userId: number; expiresAt: string };
}

async function listed(label?: string): Promise<ShownToken[]> {
  const { tokens } = (await (await send(TOKENS, 'GET')).json()) as { tokens: ShownToken[] };
  return label === undefined ? tokens : tokens.filter((token) => token.label === label);
}

function statusWith(token: string, path = '/api/stats'): Promise<number> {
  return registry.get(path, { headers: bearer(token) }).then(({ status }) => status);
}

describe('a token that an administrator makes', () => {
  test('is shown this once, stands for the account it is for, and is revoked at once', async () => {
    const { token, userId, expiresAt } = await made({ label: ' portal ', days: 30, userId: MEMBER_ID });
    expect(userId).toBe(MEMBER_ID);
    const days = (Date.parse(expiresAt) - Date.now()) / MS_PER_DAY;
    expect(days).toBeGreaterThan(29.9);
    expect(days).toBeLessThanOrEqual(30);
    const text = await (await send('/api/admin/overview', 'GET')).text();
    expect(text).not.toContain(token);
    const [first] = await listed('portal');
    expect(first).toMatchObject({ user: { id: MEMBER_ID }, isOwn: false, mayBeUsed: true, mayBeRevoked: true });
    expect(await statusWith(token)).toBe(200);
    expect((await send(`${TOKENS}/${first?.id}`, 'DELETE')).status).toBe(204);
    expect(await statusWith(token)).toBe(401);
    expect((await send(`${TOKENS}/${first?.id}`, 'DELETE')).status).toBe(404);
    expect(await listed('portal')).toEqual([]);
  });

  test('is for the administrator and for a year, where nothing else is said', async () => {
    const { token, userId, expiresAt } = await made({});
    expect(userId).toBe(ADMINISTRATOR_ID);
    expect(Math.round((Date.parse(expiresAt) - Date.now()) / MS_PER_DAY)).toBe(365);
    expect(await statusWith(token, '/api/admin/overview')).toBe(200);
    const [first] = await listed();
    expect(first).toMatchObject({ isOwn: true, label: null });
    // Whoever revokes the token that they come with is out.
    expect((await send(`${TOKENS}/${first?.id}`, 'DELETE', undefined, token)).status).toBe(204);
    expect((await send(TOKENS, 'GET', undefined, token)).status).toBe(401);
  });

  test('has the rights of its account and no others: with a member’s, nothing here can be done', async () => {
    const { token } = await made({ label: 'of a member', userId: MEMBER_ID });
    for (const [path, method] of [
      [TOKENS, 'POST'],
      [TOKENS, 'GET'],
      [`${TOKENS}/1`, 'DELETE'],
    ] as const) {
      expect((await send(path, method, method === 'POST' ? {} : undefined, token)).status).toBe(403);
    }
    expect((await listed('of a member')).length).toBe(1);
  });

  test.each([[999], [DISABLED_ID]])('is for an account that may use it, not for %i', async (userId) => {
    const answer = await send(TOKENS, 'POST', { userId });
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      {
        code: 'account-unfit',
        detail: `There is no account ${userId} that may use a token.`,
      },
    ]);
  });

  test.each([
    [{ days: 367 }, ['#/days']],
    [{ days: 0 }, ['#/days']],
    [{ days: '3' }, ['#/days']],
    [{ userId: -1 }, ['#/userId']],
    [{ userId: 1.5 }, ['#/userId']],
    [{ userId: null }, ['#/userId']],
    [{ label: 'x'.repeat(101) }, ['#/label']],
    [{ label: 7, days: 9999, userId: 'x' }, ['#/label', '#/days', '#/userId']],
    [[], ['#']],
    [null, ['#']],
    ['x', ['#']],
  ])('is not made of %j, of which %j is named', async (order, wrong) => {
    const answer = await send(TOKENS, 'POST', order);
    const { code, errors } = (await answer.json()) as { code: string; errors: { pointer: string }[] };
    const expected = [400, wrong[0] === '#' ? 'body-invalid' : 'member-invalid', wrong];
    expect([answer.status, code, errors.map(({ pointer }) => pointer)]).toEqual(expected);
  });

  test('is one of a hundred of an account at most', async () => {
    for (let count = (await listed()).filter(({ user }) => user.id === 3).length; count < 100; count++) {
      await made({ userId: 3 });
    }
    const answer = await send(TOKENS, 'POST', { userId: 3 });
    expect(await answer.json()).toMatchObject({
      code: 'account-full',
      detail: 'The account 3 has 100 tokens, the most allowed.',
    });
  });
});

test('a name is shown with a token only where the administrator may read the profile', async () => {
  await registry.context.registry.tokens.list({
    ...{ kind: 'admin', userId: ADMINISTRATOR_ID },
    ...{ hasAdminRole: true, hasServiceRole: false },
  });
  const all = await listed();
  expect(all.find(({ user }) => user.id === MEMBER_ID)?.user.fullName).not.toBeNull();
  expect(JSON.stringify(all)).not.toMatch(/Hidden|@example\.org/);
});

test('when a token was last used is shown to the hour, and written once an hour', async () => {
  const { token } = await made({ label: 'used', userId: MEMBER_ID });
  expect((await listed('used'))[0]?.lastUsedAt).toBeNull();
  const noted = vi.spyOn(registry.context.store, 'writeInTurn');
  for (const together of [5, 2]) await Promise.all(Array.from({ length: together }, () => statusWith(token)));
  expect((await listed('used'))[0]?.lastUsedAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00\.000Z$/);
  // Once for this token, and for that of the administrator at most once.
  expect(noted.mock.calls.length).toBeLessThanOrEqual(2);
  noted.mockRestore();
});

test.each(CALLERS.filter(({ kind }) => kind !== 'admin'))('$name makes none and revokes none', async ({ token }) => {
  const before = await listed();
  for (const [path, method, body] of [
    [TOKENS, 'POST', {}],
    [`${TOKENS}/${before[0]?.id}`, 'DELETE', undefined],
  ] as const) {
    expect((await send(path, method, body, token ?? '')).status).toBe(token === undefined ? 401 : 403);
  }
  expect((await listed()).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
});

test('another website makes none in the name of an administrator: a form is refused, and no cookie stands for anybody', async () => {
  const fromForm = await registry.get(TOKENS, {
    method: 'POST',
    headers: { ...bearer(ADMINISTRATOR), 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'label=x',
  });
  expect([fromForm.status, ((await fromForm.json()) as { code: string }).code]).toEqual([415, 'body-type-invalid']);
  const asked = await registry.get(TOKENS, {
    method: 'OPTIONS',
    headers: { Origin: 'https://elsewhere.example.org', 'Access-Control-Request-Method': 'POST' },
  });
  expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  const withCookie = await registry.get(TOKENS, {
    method: 'POST',
    headers: { Cookie: `token=${ADMINISTRATOR}`, 'Content-Type': 'application/json' },
    body: '{}',
  });
  expect(withCookie.status).toBe(401);
});
