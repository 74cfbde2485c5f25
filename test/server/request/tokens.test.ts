/** Who a request comes from: by its token alone, wherever it stands, for exactly as long as it is valid. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { openTokenKeeper } from '../../../src/app/database.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { askRaw } from '../../support/server/raw-http.ts';

/** One researcher for each thing a token may open. */
const SHARED_PROFILE = '/api/users/15';
const PRIVATE_PROFILE = '/api/users/11';
const PRIVATE_BUT_SHARED_WITH_PARTNERS = '/api/users/13';
const PUBLIC_PROFILE = '/api/users/19';

const PLUS_TOKEN = 'Zm9v+YmFy/Zm9v+w==';
const UNKNOWN = 'No user associated to the provided API token.';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startAlpha({ APP_SETTINGS_ISEARCH_AUTH_TOKENS: `${TOKENS.partner},${PLUS_TOKEN}` });
});
afterAll(() => registry[Symbol.asyncDispose]());

function ask(path: string, authorization?: string) {
  return askRaw(registry.url, path, { headers: authorization === undefined ? {} : { Authorization: authorization } });
}

async function statusOf(path: string, authorization?: string): Promise<number> {
  return (await ask(path, authorization)).status;
}

describe('what a token opens', () => {
  test.each([
    ['nobody', undefined, [200, 401, 401, 401]],
    ['a researcher', TOKENS.member, [200, 200, 401, 401]],
    ['a service account', TOKENS.service, [200, 200, 200, 200]],
    ['an administrator', TOKENS.admin, [200, 200, 200, 200]],
    ["a partner's administrator", TOKENS.partner, [200, 401, 401, 200]],
  ])('%s', async (_who, token, statuses) => {
    const paths = [PUBLIC_PROFILE, SHARED_PROFILE, PRIVATE_PROFILE, PRIVATE_BUT_SHARED_WITH_PARTNERS];
    const inHeader = await Promise.all(paths.map((path) => statusOf(path, token && `Bearer ${token}`)));
    expect(inHeader).toEqual(statuses);
    const asParameter = await Promise.all(paths.map((path) => statusOf(path + (token ? `?auth=${token}` : ''))));
    expect(asParameter).toEqual(statuses);
  });

  test('the second token of an account opens what the account may read, though its first one has expired', async () => {
    expect(await statusOf(SHARED_PROFILE, 'Bearer second-token-alpha')).toBe(200);
  });
});

describe('where a token may stand', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('behind %s in the header', async (scheme) => {
    expect(await statusOf(SHARED_PROFILE, `${scheme} ${TOKENS.member}`)).toBe(200);
  });

  test('blanks behind it do not count, a second one before it does', async () => {
    expect(await statusOf(SHARED_PROFILE, `Bearer ${TOKENS.member}  `)).toBe(200);
    expect(await statusOf(SHARED_PROFILE, `Bearer  ${TOKENS.member}`)).toBe(401);
  });

  test('the parameter wins over the header, for better or worse', async () => {
    expect(await statusOf(`${PRIVATE_PROFILE}?auth=${TOKENS.admin}`, `Bearer ${TOKENS.member}`)).toBe(200);
    expect(await statusOf(`${PRIVATE_PROFILE}?auth=${TOKENS.member}`, `Bearer ${TOKENS.admin}`)).toBe(401);
    const refused = await ask(`${PUBLIC_PROFILE}?auth=wrong`, `Bearer ${TOKENS.admin}`);
    expect(refused).toMatchObject({ status: 401, text: UNKNOWN });
  });

  test('given twice, the first parameter counts', async () => {
    expect(await statusOf(`${SHARED_PROFILE}?auth=${TOKENS.member}&auth=wrong`)).toBe(200);
    expect(await statusOf(`${SHARED_PROFILE}?auth=wrong&auth=${TOKENS.member}`)).toBe(401);
  });

  test.each([
    ['as it is', PLUS_TOKEN],
    ['escaped', encodeURIComponent(PLUS_TOKEN)],
    ['with its plus signs turned into blanks', PLUS_TOKEN.replaceAll('+', '%20')],
  ])('a token with plus signs works as a parameter %s', async (_how, written) => {
    expect(await statusOf(`${PRIVATE_BUT_SHARED_WITH_PARTNERS}?auth=${written}`)).toBe(200);
  });

  test('a header is not mended in that way', async () => {
    expect(await statusOf(PUBLIC_PROFILE, `Bearer ${PLUS_TOKEN}`)).toBe(200);
    expect(await statusOf(PUBLIC_PROFILE, `Bearer ${PLUS_TOKEN.replaceAll('+', ' ')}`)).toBe(401);
  });

  test.each(['Basic dXNlcjpwYXNz', TOKENS.admin, '', 'Bearers admin-token-alpha', 'Digest x'])(
    "'%s' is no token, so the question is the public's",
    async (authorization) => {
      expect(await statusOf(PUBLIC_PROFILE, authorization)).toBe(200);
      expect(await ask(SHARED_PROFILE, authorization)).toMatchObject({ status: 401, text: 'Access is denied' });
    },
  );

  test('a cookie opens nothing, and none is ever set', async () => {
    const withToken = await ask(SHARED_PROFILE, `Bearer ${TOKENS.admin}`);
    expect(withToken.headers['set-cookie']).toBeUndefined();
    const headers = { Cookie: `JSESSIONID=${TOKENS.admin}; auth=${TOKENS.admin}; token=${TOKENS.admin}` };
    const withCookie = await askRaw(registry.url, SHARED_PROFILE, { headers });
    expect(withCookie).toMatchObject({ status: 401, text: 'Access is denied' });
    expect(withCookie.headers['set-cookie']).toBeUndefined();
  });
});

describe('a refused token', () => {
  test.each([
    ['unknown', 'Bearer nobody-has-this', UNKNOWN],
    ['missing behind its scheme', 'Bearer', UNKNOWN],
    ['in other letter case', `Bearer ${TOKENS.admin.toUpperCase()}`, UNKNOWN],
    ['of a partner in other letter case', `Bearer ${TOKENS.partner.toUpperCase()}`, UNKNOWN],
    ['expired', `Bearer ${TOKENS.expired}`, 'API token is expired.'],
    ['of a disabled account', `Bearer ${TOKENS.disabled}`, 'API token is invalid.'],
  ])('that is %s is answered so, with the challenge', async (_why, authorization, text) => {
    const answer = await ask(PUBLIC_PROFILE, authorization);
    expect(answer).toMatchObject({ status: 401, text });
    expect(answer.headers).toMatchObject({
      'www-authenticate': 'Bearer',
      'content-type': 'text/plain;charset=ISO-8859-1',
      'cache-control': 'no-store',
    });
  });

  test('an empty parameter is a wrong token, too', async () => {
    expect(await ask(`${PUBLIC_PROFILE}?auth=`)).toMatchObject({ status: 401, text: UNKNOWN });
    expect(await ask(`${PUBLIC_PROFILE}?auth`)).toMatchObject({ status: 401, text: UNKNOWN });
  });

  test.each(['/api', '/api/stats', '/api/nothing-here', '/api/nothing/down/here', '/api/users/search', '/api/taxa/x'])(
    'is refused at %s before anything else is wrong',
    async (path) => {
      expect(await ask(path, 'Bearer wrong')).toMatchObject({ status: 401, text: UNKNOWN });
    },
  );

  test.each(['/stats', '/livez', '/readyz', '/docs/'])('does not matter at %s', async (path) => {
    expect(await statusOf(`${path}?auth=wrong`, 'Bearer wrong')).toBe(200);
  });

  test('a record that may not be read is no reason for a challenge', async () => {
    const answer = await ask(PRIVATE_PROFILE, `Bearer ${TOKENS.member}`);
    expect(answer).toMatchObject({ status: 401, text: 'Access is denied' });
    expect(answer.headers).not.toHaveProperty('www-authenticate');
  });

  test('when the account of partners is missing, the answer says which', async () => {
    await using lacking = await startAlpha({ APP_SETTINGS_ISEARCH_USER_ID: '4711' });
    const answer = await lacking.get('/api/stats', { headers: { Authorization: `Bearer ${TOKENS.partner}` } });
    expect(answer.status).toBe(401);
    expect(await answer.text()).toBe(
      'The remote search user is not configured correctly: no user can be found with ID 4711.',
    );
  });
});

describe('the life of a token', () => {
  test('one made while the registry runs works at once, and stops at once when another process revokes it', async () => {
    const own = await openTokenKeeper(registry.context.store, registry.context.config);
    const token = (await own.create(2, 'for a test', new Date(Date.now() + 60_000))) ?? '';
    expect(await statusOf(PRIVATE_PROFILE, `Bearer ${token}`)).toBe(200);
    using sameDatabase = openSqliteStore(join(registry.folder, 'registry.sqlite'));
    const keeper = await openTokenKeeper(sameDatabase, registry.context.config);
    const { id } = (await keeper.list()).find(({ label }) => label === 'for a test') ?? { id: 0 };
    expect(await keeper.revoke(id)).toBe(true);
    expect(await ask(PRIVATE_PROFILE, `Bearer ${token}`)).toMatchObject({ status: 401, text: UNKNOWN });
  });

  test('it ends in the moment it was made for', async () => {
    const endsAt = new Date(Date.now() + 60_000);
    const own = await openTokenKeeper(registry.context.store, registry.context.config);
    const token = (await own.create(2, null, endsAt)) ?? '';
    expect(await statusOf(PRIVATE_PROFILE, `Bearer ${token}`)).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: endsAt });
    onTestFinished(() => void vi.useRealTimers());
    expect(await statusOf(PRIVATE_PROFILE, `Bearer ${token}`)).toBe(200);
    vi.setSystemTime(endsAt.getTime() + 1);
    expect(await ask(PRIVATE_PROFILE, `Bearer ${token}`)).toMatchObject({ status: 401, text: 'API token is expired.' });
  });
});
