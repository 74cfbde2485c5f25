/** What a text means, over the wire: nobody else is asked, and nobody on the way keeps the answer. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const resources = new AsyncDisposableStack();
let registry: TestRegistry;
let partner: ScriptedPartner;
beforeAll(async () => {
  partner = resources.use(await startScriptedPartner({}));
  const settings = { APP_SETTINGS_ISEARCH_APIS: partner.url };
  registry = resources.use(await startTestRegistry({ snapshot: smallSnapshot(), settings }));
});
afterAll(() => resources.disposeAsync());

/** Paths asked of the partner, but for that at which its version is learned when the program starts. */
function requested(): string[] {
  return partner.requests.map(({ path }) => path.replace(/\?.*/, '')).filter((path) => path !== '/api');
}

test('is answered from the reference data of this registry, and no partner is asked', async () => {
  const { entries, searches } = await registry.json('/api/federated/resolve?text=brca1');
  expect(entries[0].candidates[0]).toMatchObject({ isCertain: true, gene: { geneId: 672, taxonName: 'human' } });
  expect(searches).toEqual([
    { kind: 'people', text: 'brca1' },
    { kind: 'interests', text: 'brca1' },
  ]);
  expect(requested()).toEqual([]);
  // So that this cannot pass without looking.
  await registry.json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606');
  expect(requested()).toContain('/api/genes/search');
});

test('searches no people: a name of somebody who is here is nobody', async () => {
  const { entries } = await registry.json('/api/federated/resolve?text=Last2', 'small-admin-token');
  expect(entries).toEqual([{ text: 'Last2', form: 'words', candidates: [], didYouMean: [] }]);
});

test.each([
  [undefined, 'no-store'],
  ['small-admin-token', 'private, no-store'],
])('is cached by nobody, asked with the token %s', async (token, expected) => {
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const answer = await registry.get('/api/federated/resolve?text=BRCA1', { headers });
  expect(answer.headers.get('cache-control')).toBe(expected);
  expect(answer.headers.get('etag')).toBeNull();
});

test('bounds the text and the answer', async () => {
  const long = await registry.get(`/api/federated/resolve?text=${'x'.repeat(501)}`);
  expect([long.status, (await long.json()).detail]).toEqual([
    400,
    "The parameter 'text' has a text of 501 characters. Allowed: at most 500.",
  ]);
  const { entries } = await registry.json('/api/federated/resolve?text=BRCA1&limit=1');
  expect(entries[0].candidates).toHaveLength(1);
});
