/** What an operator finds in the log: one event for each request, and no name of a person and no secret. */

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStore } from '../../src/registry/store/sqlite-store.ts';
import { startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { askRaw, exchangeBytes } from '../support/server/raw-http.ts';

type Event = {
  level: number;
  msg: string;
  method?: string;
  route?: string;
  status?: number;
  viewer?: string;
  searchToken?: string;
  elapsedMs?: number;
  finished?: boolean;
  error?: { message: string; stack: string };
};

const PUBLIC = 'public';
const WRONG_TOKEN = 'wrong-token-Qx7';
const SEARCH_WORDS = ['Zweisteinova', 'M%C3%BCllerovski', 'Xy-symbol-9'];
const E_MAIL = 'vera.private@hospital.example.org';

/** What is asked, and the event that comes of it. */
const REQUESTS: [method: string, path: string, headers: Record<string, string>, event: Partial<Event>][] = [
  ['GET', '/api/stats', {}, { route: '/api/stats', status: 200, viewer: PUBLIC }],
  ['GET', '/api', {}, { route: '/api', status: 200 }],
  ['GET', '/api/users/19', bearer(TOKENS.admin), { route: '/api/users/:userId', status: 200, viewer: 'admin' }],
  ['GET', '/api/users/11', {}, { route: '/api/users/:userId', status: 401, viewer: PUBLIC }],
  ['GET', '/api/users/abc', {}, { route: '/api/users/:userId', status: 400 }],
  [
    'GET',
    `/api/users?auth=${TOKENS.partner}`,
    {},
    { route: '/api/users', status: 200, viewer: 'partner', searchToken: 'token-1' },
  ],
  ['GET', `/api/users?auth=${WRONG_TOKEN}`, {}, { route: '/api/users', status: 401, viewer: 'unknown' }],
  ['GET', '/api/users', bearer(WRONG_TOKEN), { route: '/api/users', status: 401, viewer: 'unknown' }],
  ['GET', `/api/users?auth=${TOKENS.expired}`, {}, { route: '/api/users', status: 401 }],
  ['GET', `/api/users?x=%zz&auth=${TOKENS.member}`, {}, { route: '/api/users', status: 400, viewer: 'unknown' }],
  ['GET', search(`nameLike=${SEARCH_WORDS[0]}&prefix=true`), {}, { route: '/api/users/search', status: 200 }],
  ['GET', search(`nameLike=${SEARCH_WORDS[1]}&prefix=maybe`), {}, { route: '/api/users/search', status: 400 }],
  ['GET', search(`descriptionLike=${E_MAIL}`), {}, { route: '/api/users/search', status: 200 }],
  [
    'GET',
    search(`prefix=${E_MAIL}&nameLike=a`),
    bearer(TOKENS.member),
    { route: '/api/users/search', viewer: 'member' },
  ],
  [
    'GET',
    `/api/genes/search?taxonId=9606&symbol=${SEARCH_WORDS[2]}`,
    bearer(TOKENS.service),
    { route: '/api/genes/search', status: 404, viewer: 'service' },
  ],
  [
    'GET',
    `/api/ontologies/${SEARCH_WORDS[0]}/terms`,
    {},
    { route: '/api/ontologies/:ontologyName/terms', status: 404 },
  ],
  [
    'GET',
    '/api/users/by-anonymous-id/1-1-1-1-1',
    {},
    { route: '/api/users/by-anonymous-id/:anonymousId', status: 503 },
  ],
  [
    'GET',
    `/api/federated/resolve?text=${SEARCH_WORDS[2]}%20${E_MAIL}`,
    {},
    { route: '/api/federated/resolve', status: 200, viewer: PUBLIC },
  ],
  [
    'GET',
    `/api/federated/resolve?text=${SEARCH_WORDS[2]}&limit=0`,
    {},
    { route: '/api/federated/resolve', status: 400 },
  ],
  ['POST', '/api/stats', {}, { method: 'POST', route: '/api/stats', status: 405 }],
  ['HEAD', '/api/stats', {}, { method: 'HEAD', route: '/api/stats', status: 200 }],
  ['OPTIONS', '/api/stats', {}, { method: 'OPTIONS', route: '/api/stats', status: 200 }],
  ['GET', `/api/${SEARCH_WORDS[0]}`, {}, { route: '/api/:segment', status: 404 }],
  ['GET', `/api/a/${SEARCH_WORDS[0]}/c`, {}, { route: '(none)', status: 404 }],
  ['GET', `/${SEARCH_WORDS[0]}`, {}, { route: '(none)', status: 404 }],
  ['GET', `/livez?auth=${TOKENS.admin}`, bearer(TOKENS.admin), { route: '/livez', status: 200, viewer: 'unknown' }],
  ['GET', '/stats', {}, { route: '/stats', status: 200 }],
];

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

function search(query: string): string {
  return `/api/users/search?${query}`;
}

describe('the log of a running registry', () => {
  let registry: TestRegistry;
  let events: Event[];
  beforeAll(async () => {
    registry = await startAlpha({
      LOG_LEVEL: 'info',
      APP_SETTINGS_ISEARCH_AUTH_TOKENS: TOKENS.partner,
      APP_SETTINGS_ISEARCH_USER_ID: '1',
    });
    for (const [method, path, headers] of REQUESTS) {
      const noise = { 'User-Agent': `Mozilla/5.0 (${E_MAIL})`, Referer: `https://example.org/?q=${SEARCH_WORDS[0]}` };
      await askRaw(registry.url, path, { method, headers: { ...noise, ...headers } });
    }
    await exchangeBytes(registry.url, `GET /api/stats?auth=${TOKENS.admin} NONSENSE\r\n\r\n`);
    await exchangeBytes(registry.url, `GET /${'x'.repeat(40_000)}?auth=${TOKENS.admin} HTTP/1.1\r\n\r\n`);
    breakSearch(registry);
    await askRaw(registry.url, search(`nameLike=${SEARCH_WORDS[0]}&prefix=false`), { headers: bearer(TOKENS.admin) });
    events = registry
      .logged()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
  });
  afterAll(() => registry[Symbol.asyncDispose]());

  test('has one event for each request, in order, with the pattern of its route', () => {
    const requests = events.filter(({ msg }) => msg === 'request');
    const broken: Partial<Event> = { route: '/api/users/search', status: 500 };
    expect(requests.map(({ method, route, status }) => `${method} ${route} ${status}`)).toEqual(
      [...REQUESTS.map(([method, , , event]) => ({ method, ...event })), { method: 'GET', ...broken }].map(
        ({ method, route, status = 400 }) => `${method} ${route} ${status}`,
      ),
    );
    expect(requests).toMatchObject([...REQUESTS.map(([, , , event]) => event), broken]);
  });

  test('says of each how long it took, and that its answer was taken', () => {
    for (const { elapsedMs, finished = true } of events.filter(({ msg }) => msg === 'request')) {
      expect(elapsedMs).toBeGreaterThanOrEqual(0);
      expect(finished).toBe(true);
    }
  });

  test('says that something was no request at all, without repeating it', () => {
    const refused = events.filter(({ msg }) => msg === 'refused');
    expect(refused.map(({ status }) => status)).toEqual([400, 414]);
  });

  test('says of a fault where it happened and why', () => {
    const faults = events.filter(({ msg }) => msg === 'fault');
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ level: 50, method: 'GET', error: { message: expect.stringMatching(/user_/) } });
    expect(faults[0]?.error?.stack).toContain('search-users.ts');
  });

  test.each([
    ['no token', [...Object.values(TOKENS), WRONG_TOKEN]],
    ['no e-mail', [E_MAIL, encodeURIComponent(E_MAIL), 'hospital.example.org', '@']],
    ['nothing that was searched for', [...SEARCH_WORDS, 'Müllerovski']],
    ['nothing of what callers say about themselves', ['Mozilla', 'Referer', 'example.org/?q']],
  ])('holds %s', (_what, secrets) => {
    const written = registry.logged().toLowerCase();
    for (const secret of secrets) expect(written).not.toContain(secret.toLowerCase());
  });
});

/** Takes a table away from under it, so that a search meets a fault. */
function breakSearch({ folder }: TestRegistry): void {
  using store = openSqliteStore(join(folder, 'registry.sqlite'));
  store.write((tx) => {
    tx.run('DROP TABLE user_search');
  });
}
