/** People of whom something was withdrawn that cannot be written: nothing is answered about them, whoever asks for whatever. */

import { expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../../src/domain/record/model.ts';
import { visibility } from '../../../src/registry/record/visibility.ts';
import { followIds } from '../../support/privacy/follow-ids.ts';
import {
  ADMIN_ID,
  askingAccounts,
  markedIn,
  markOf,
  PARTNER_TOKEN,
  privacySnapshot,
  tokenOf,
} from '../../support/privacy/privacy-snapshot.ts';
import { startTestRegistry } from '../../support/registry/start-registry.ts';

const ID = 301;
const PUBLIC = {
  shared: false,
  hideGenelist: false,
  enabled: true,
  isRemoteSearchAccount: false,
  privacyLevel: 2,
} as const;

function start(anonymises: boolean) {
  return startTestRegistry({
    snapshot: privacySnapshot([
      ...askingAccounts(),
      { ...PUBLIC, id: ID, roles: ['ROLE_USER'] },
      { ...PUBLIC, id: ID + 1, privacyLevel: 0, roles: [] },
    ]),
    settings: {
      APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: String(anonymises),
    },
  });
}

const LISTS = [
  ...['/api', '/api/federated'].flatMap((api) => [
    `${api}/users`,
    `${api}/genes`,
    `${api}/genes/search?symbol=INHERITS&taxonId=9606`,
    `${api}/users/search?nameLike=${markOf(ID)}&prefix=false`,
    `${api}/users/search?descriptionLike=${markOf(ID)}`,
  ]),
  '/export?format=csv&symbol=INHERITS&taxonId=9606',
  '/feeds/genes?symbol=INHERITS&format=json',
];

test.each([
  ['the public', undefined],
  ['an administrator', tokenOf(ADMIN_ID)],
  ['a partner', PARTNER_TOKEN],
])('is in no list for %s, and its record is refused for a while', async (_, token) => {
  await using registry = await start(false);
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const naming = async () => {
    const named: string[] = [];
    for (const path of LISTS) {
      if (markedIn(await (await registry.get(path, { headers })).text()).includes(ID)) named.push(path);
    }
    return named;
  };
  const named = await naming();
  expect(named.length).toBeGreaterThan(5);
  const { store } = registry.context;
  const tag = (await registry.get('/api/users', { headers })).headers.get('ETag') ?? '';
  store.withhold(new Set([ID]));
  expect(await naming()).toEqual([]);
  expect((await registry.get('/api/users', { headers: { ...headers, 'If-None-Match': tag } })).status).toBe(200);
  const refused = await registry.get(`/api/users/${ID}`, { headers });
  expect([refused.status, refused.headers.get('Retry-After')]).toEqual([503, '30']);
  expect((await refused.json()).message).toMatch(/^This cannot be answered at the moment/);
  store.withhold(new Set());
  expect(await naming()).toEqual(named);
  // Answers to a token are not compared with those from before.
  const again = await registry.get('/api/users', { headers: { ...headers, 'If-None-Match': tag } });
  expect(again.status).toBe(token === undefined ? 304 : 200);
});

test('cannot be reached by any chain of ids, also one that was given out before', async () => {
  await using registry = await start(true);
  const found: { anonymousId?: string }[] = await registry.json('/api/genes/search?symbol=INHERITS&taxonId=9606');
  const hidden = found.flatMap(({ anonymousId }) => anonymousId ?? []);
  expect(hidden.length).toBeGreaterThan(0);
  const people = async () => new Set((await followIds(registry, tokenOf(ADMIN_ID))).map(({ person }) => person));
  expect((await people()).has(ID)).toBe(true);
  registry.context.store.withhold(new Set([ID, ID + 1]));
  expect([...(await people())].filter((id) => id === ID || id === ID + 1)).toEqual([]);
  registry.context.store.withhold(new Set(Array(1_000).keys()));
  for (const id of hidden) expect((await registry.get(`/api/genes/by-anonymous-id/${id}`)).status).toBe(503);
});

test('who is gone by the time that a record is made has none', () => {
  const options = { userFacts: { find: () => undefined }, anonymizedName: '', anonymousIds: {}, anonymises: true };
  const { userBytes, geneBytes, ownerBytes } = visibility(options as never);
  const [tx, gene] = [{} as never, { userId: ID, geneId: 1, tier: 'TIER1', ownLevel: null } as const];
  expect([
    userBytes(tx, PUBLIC_VIEWER, ID),
    geneBytes(tx, PUBLIC_VIEWER, gene),
    ownerBytes(tx, PUBLIC_VIEWER, gene, { anonymousId: 'x' }),
  ]).toEqual([undefined, undefined, undefined]);
});

test('lets nobody in with a token of its account', async () => {
  await using registry = await start(false);
  registry.context.store.withhold(new Set([ADMIN_ID]));
  const headers = { Authorization: `Bearer ${tokenOf(ADMIN_ID)}` };
  expect((await registry.get('/api/users', { headers })).status).toBe(503);
  expect((await registry.get('/api/users')).status).toBe(200);
});
