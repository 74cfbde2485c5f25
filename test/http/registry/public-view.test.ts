/** What a registry tells everybody who may keep its answers: the name of what the public may see. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { NAMED_MINUTES_HEADER, PUBLIC_VIEW_HEADER } from '../../../src/domain/federation/public-view.ts';
import type { SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { users } from '../../../src/registry/people/users.ts';
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

test('who comes with a token is told nothing of it', async () => {
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
