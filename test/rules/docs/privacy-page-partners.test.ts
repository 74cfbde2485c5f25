/** The table of docs/privacy.md that says who sees what of a partner, against the tokens that a partner is sent. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScriptedPartner, startScriptedPartner } from '../../../src/demo/scripted-partner.ts';
import { tableUnder } from '../../support/docs/privacy-tables.ts';
import { genes } from '../../support/partners/behaviours.ts';
import { startAlpha, TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';

const OURS = 'Bearer token-that-the-partner-made';
const WHO: Record<string, string | undefined> = {
  'Anybody, without a token': undefined,
  'A registered researcher': TOKENS.member,
  'A service account': TOKENS.service,
  'An administrator': TOKENS.admin,
  'An administrator of a partner': TOKENS.partner,
};
const WITH_OUR_TOKEN = 'what it shows to administrators of its partners, if it knows our token';
const WITHOUT = 'what it shows to the public';

const resources = new AsyncDisposableStack();
let partner: ScriptedPartner;
let registry: TestRegistry;
beforeAll(async () => {
  partner = resources.use(await startScriptedPartner({ '/api/genes/search': genes(1) }));
  const address = `${partner.url}?auth=${OURS.slice('Bearer '.length)}`;
  registry = resources.use(await startAlpha({ APP_SETTINGS_ISEARCH_APIS: address, CACHE_ANSWERS_FRESH_SECONDS: '0' }));
});
afterAll(() => resources.disposeAsync());

/** What the partner is asked with, when somebody with this token asks here. */
async function sentFor(token: string | undefined): Promise<string> {
  const before = partner.requestsTo('/api/genes/search').length;
  await registry.json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606', token);
  const sent = partner.requestsTo('/api/genes/search').slice(before);
  expect(sent.length).toBeGreaterThan(0);
  const tokens = new Set(sent.map(({ headers, params }) => headers.authorization ?? params.get('auth')));
  expect(tokens.size).toBe(1);
  const [one] = tokens;
  return one === null ? WITHOUT : one === OURS ? WITH_OUR_TOKEN : `with ${one}`;
}

test('our token leaves for administrators of this registry alone, and nobody else’s ever does', async () => {
  const rows: string[][] = [];
  for (const [who, token] of Object.entries(WHO)) rows.push([who, 'by the tables above', await sentFor(token)]);
  expect(tableUnder('Asking partners')).toEqual([
    ['Who asks here', 'Sees of this registry', 'Sees of a partner'],
    ...rows,
  ]);
});
