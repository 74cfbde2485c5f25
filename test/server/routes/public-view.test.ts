/** What a registry states to everybody who may cache its answers: the name of what the public may see. */

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NAMED_MINUTES_HEADER, PUBLIC_VIEW_HEADER } from '../../../src/domain/federation/own-headers.ts';
import type { PrivacyLevel, Role, Tier } from '../../../src/domain/record/model.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { users } from '../../../src/registry/people/users.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { sampledCount } from '../../support/machine/sample.ts';
import { aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

let registry: TestRegistry;

beforeAll(async () => {
  const settings = { APP_SETTINGS_PRIVACY_NAMED_AT_PARTNERS_MINUTES: '7' };
  registry = await startTestRegistry({ snapshot: smallSnapshot(), settings });
});
afterAll(() => registry[Symbol.asyncDispose]());

const nameNow = async () => (await registry.json('/api/public-view')).name;

test.each([
  ['a search', '/api/genes/search?symbol=TP53&taxonId=9606', 200],
  ['a listing', '/api/users', 200],
  ['a record', '/api/users/2', 200],
  ['statistics', '/api/stats', 200],
  ['the present name', '/api/public-view', 200],
  ['an unknown symbol', '/api/genes/search?symbol=NOGENE&taxonId=9606', 404],
  ['a parameter that is missing', '/api/genes/search', 400],
  ['an address that is not there', '/api/nothing', 404],
])('%s carries it, and how long others may name people without it', async (_, path, status) => {
  const { headers, status: answered } = await registry.get(path);
  expect(answered).toBe(status);
  expect(headers.get(PUBLIC_VIEW_HEADER)).toBe(await nameNow());
  expect(headers.get(NAMED_MINUTES_HEADER)).toBe('7');
});

test('an answer that is unchanged carries it too', async () => {
  const etag = (await registry.get('/api/users')).headers.get('ETag') ?? '';
  const unchanged = await registry.get('/api/users', { headers: { 'If-None-Match': etag } });
  expect(unchanged.status).toBe(304);
  expect(unchanged.headers.get(PUBLIC_VIEW_HEADER)).toBe(await nameNow());
});

test('who comes with a token gets nothing of it', async () => {
  const { headers } = await registry.get('/api/users', { headers: { Authorization: 'Bearer small-admin-token' } });
  expect(headers.get(PUBLIC_VIEW_HEADER)).toBeNull();
  expect(headers.get(NAMED_MINUTES_HEADER)).toBeNull();
});

test('the first answer after a withdrawal has another name, and after its return the old one', async () => {
  const { store } = registry.context;
  const before = await nameNow();
  const [, user = aUser(2)] = smallSnapshot().users;
  const put = (changed: SnapshotUser) => store.write((tx) => users(store).put(tx, [changed], new Date()));
  put({ ...user, privacyLevel: 0 });
  const { headers } = await registry.get('/api/users/2');
  expect(headers.get(PUBLIC_VIEW_HEADER)).not.toBe(before);
  put(user);
  expect(await nameNow()).toBe(before);
});

const level = fc.constantFrom<PrivacyLevel | null>(0, 1, 2, null);
const geneOf = (geneId: number) =>
  fc.option(
    fc.record({ geneId: fc.constant(geneId), tier: fc.constantFrom<Tier>('TIER1', 'TIER3'), privacyLevel: level }),
    { nil: undefined },
  );
/** What any change may leave of a person, of which the public sees little. */
const someone = fc
  .record({
    ...{ id: fc.integer({ min: 2, max: 5 }), enabled: fc.boolean(), privacyLevel: level, shared: fc.boolean() },
    ...{ hideGenelist: fc.boolean(), description: fc.constantFrom('one', 'two') },
    roles: fc.constantFrom<Role[]>(['ROLE_USER'], ['ROLE_ADMIN']),
    genes: fc.tuple(geneOf(672), geneOf(7157)).map((genes) => genes.filter((gene) => gene !== undefined)),
  })
  .map(({ id, ...user }) => aUser(id, user));
const change = fc.oneof(
  { weight: 4, arbitrary: someone.map((user) => ({ put: user })) },
  { weight: 1, arbitrary: fc.integer({ min: 2, max: 5 }).map((id) => ({ remove: id })) },
);

type Person = { id: number | null; userGenes: Record<string, { tier: Tier }> };
type Gene = { geneId: number; tier: Tier; remoteUser: Person };

/** What the public is shown of genes and people, of all tiers, in no order, and of nobody's texts. */
async function shownBy({ json }: TestRegistry): Promise<string> {
  const genes = ((await json('/api/genes?size=100')) as { content: Gene[] }).content.map(
    ({ geneId, tier, remoteUser }) => `${geneId} ${tier} ${remoteUser.id ?? 'somebody'}`,
  );
  const people = ((await json('/api/users?size=100')) as { content: Person[] }).content.map(({ id, userGenes }) => {
    const listed = id === null ? [] : Object.entries(userGenes);
    return `${id ?? 'somebody'}: ${listed.map(([geneId, { tier }]) => `${geneId} ${tier}`)}`;
  });
  return [...genes, ...people].sort().join('\n');
}

test.each(['true', 'false'])(
  'twins have one name exactly as long as they show the public the same (anonymised: %s)',
  async (anonymises) => {
    const settings = {
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: anonymises,
      APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: 'ab'.repeat(32),
      LIMITS_SEARCHES_PER_MINUTE: '0',
    };
    const snapshot = smallSnapshot({ users: [] });
    await using changed = await startTestRegistry({ snapshot, settings });
    await using twin = await startTestRegistry({ snapshot, settings });
    const writer = (store: Store) => users(store);
    const apply = ({ context: { store } }: TestRegistry, step: { put: SnapshotUser } | { remove: number }) =>
      store.write((tx) =>
        'put' in step ? writer(store).put(tx, [step.put], new Date()) : writer(store).remove(tx, [step.remove]),
      );
    const state = async (registry: TestRegistry) => ({
      name: (await registry.json('/api/public-view')).name as string,
      shown: await shownBy(registry),
    });
    let unseen = 0;
    let before = await state(changed);
    await fc.assert(
      fc.asyncProperty(change, fc.boolean(), async (step, isMadeAtBoth) => {
        apply(changed, step);
        if (isMadeAtBoth) apply(twin, step);
        const [now, other] = [await state(changed), await state(twin)];
        expect(now.name === before.name).toBe(now.shown === before.shown);
        expect(now.name === other.name).toBe(now.shown === other.shown);
        if (now.name === before.name) unseen += 1;
        before = now;
      }),
      { numRuns: sampledCount(30, 60), endOnFailure: true },
    );
    expect(unseen).toBeGreaterThan(5);
  },
);
