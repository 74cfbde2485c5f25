/** Checks of who a token makes of a caller. */

import { expect } from 'vitest';
import { startAlpha, TOKENS } from '../../../support/registry/alpha-registry.ts';
import { ask, bearer, type Check, statusOf } from './ask.ts';

export const tokens: Record<string, Check> = {
  'access-tokens-work': async ({ plain }) => {
    expect(await statusOf(plain, '/api/users/3', bearer(TOKENS.member))).toBe(200);
    expect(await statusOf(plain, `/api/users/11?auth=${TOKENS.service}`)).toBe(200);
    expect(await statusOf(plain, '/api/users/3')).toBe(401);
  },
  'tokens-are-compared-exactly': async ({ plain }) => {
    expect(await statusOf(plain, '/api/stats', bearer(TOKENS.member.toUpperCase()))).toBe(401);
    expect(await statusOf(plain, `/api/stats?auth=${TOKENS.member}%20`)).toBe(401);
  },
  'disabled-accounts-are-refused': async ({ plain }) => {
    const { status, text } = await ask(plain, '/api/stats', bearer(TOKENS.disabled));
    expect([status, text]).toEqual([401, 'API token is invalid.']);
    expect(await statusOf(plain, '/api/stats', bearer(TOKENS.partner))).toBe(200);
  },
  'bearer-without-token-is-401': async ({ plain }) => {
    const { status, headers } = await ask(plain, '/api/stats', { Authorization: 'Bearer' });
    expect([status, headers['www-authenticate']]).toEqual([401, 'Bearer']);
    expect(await statusOf(plain, '/api/stats', { Authorization: `Bearer\t${TOKENS.member}` })).toBe(200);
  },
  'plus-in-auth-is-repaired': async () => {
    await using registry = await startAlpha({ APP_SETTINGS_ISEARCH_AUTH_TOKENS: 'token+with+a+plus' });
    expect(await statusOf(registry, '/api/stats?auth=token+with+a+plus')).toBe(200);
  },
  'no-session': async ({ plain }) => {
    const { headers } = await ask(plain, '/api/users/3', bearer(TOKENS.member));
    expect(headers).not.toHaveProperty('set-cookie');
    expect(await statusOf(plain, '/api/users/3', { Cookie: 'JSESSIONID=00000000000000000000000000000000' })).toBe(401);
  },
  'remote-account-is-looked-up-when-used': async () => {
    await using registry = await startAlpha({ APP_SETTINGS_ISEARCH_USER_ID: '4711' });
    const { status, text } = await ask(registry, '/api/stats', bearer(TOKENS.partner));
    expect([status, text]).toEqual([401, expect.stringContaining('no user can be found with ID 4711')]);
    expect(await statusOf(registry, '/api/stats')).toBe(200);
  },
};
