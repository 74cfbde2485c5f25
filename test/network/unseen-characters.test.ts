/** A text out of a PDF or a web page has characters that nobody sees: it finds whom the same text finds without them. */

import { expect, test } from 'vitest';
import { userRecord } from '../../src/demo/mock-people.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { BATCH } from '../support/network/gene-lists.ts';
import * as does from '../support/partners/behaviours.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const GENE = { geneId: 672, tier: 'TIER1', privacyLevel: null } as const;
const SNAPSHOT = smallSnapshot({
  users: [aUser(1, { name: 'Ada', lastName: 'Lovelace', description: 'seizures of mice', genes: [GENE] })],
});

test.each([
  ['genes', 'symbol', ['BRCA1', 'BRCA1\u200b', '\u200eBRCA1', ' BRCA1\n', 'BR\u2060CA1\ufeff', 'BR\u200dCA1\u200c']],
  [
    'users',
    'nameLike',
    [
      'Lovelace',
      'Love\u200blace',
      '\u200eLovelace',
      'Love\u00adlace',
      'Love\u200clace\u200d',
      ' Lovelace',
      'Lovelace ',
    ],
  ],
  [
    'users',
    'descriptionLike',
    ['seizures of', 'sei\u00adzures of', 'sei\u0002zures of', 'seizures  of', 'seizures\u00a0of', 'seizures\nof\n'],
  ],
] as const)('a search for %s by %s', async (kind, parameter, texts) => {
  const found = does.dependingOn(({ params }) => {
    const isMeant = params.get(parameter) === texts[0];
    return does.json(isMeant ? [userRecord(2, { lastName: 'Lovelace', description: 'seizures of' })] : []);
  });
  await using partner = await startScriptedPartner({ '/api/users/search': found, '/api/genes/search': does.genes(1) });
  const partners = [{ key: 'b', name: 'B', url: partner.url }];
  await using registry = await startTestRegistry({ snapshot: SNAPSHOT, partners });
  for (const text of texts) {
    const params = new URLSearchParams({ [parameter]: text, taxonId: '9606', prefix: 'false' });
    params.delete(kind === 'genes' ? 'prefix' : 'taxonId');
    const { totalElements, complete } = await registry.json(`/api/federated/${kind}/search?${params}`);
    expect([text, totalElements, complete]).toEqual([text, 2, true]);
    const page = await (await registry.get(`/search?${params}&render=server`)).text();
    expect(page.match(/<li class="person/g)).toHaveLength(2);
    const file = await registry.get(`/export?format=csv&${params}`);
    expect(file.headers.get('isearch-proxy-records')).toBe('2');
  }
  const path = `/api/${kind}/search`;
  expect(new Set(partner.requestsTo(path).map(({ params }) => params.get(parameter)))).toEqual(new Set([texts[0]]));
});

test('the joiners of Persian names are seen, and stay', async () => {
  await using partner = await startScriptedPartner({ '/api/users/search': does.users(0) });
  await using registry = await startTestRegistry({
    snapshot: SNAPSHOT,
    partners: [{ key: 'b', name: 'B', url: partner.url }],
  });
  const name = 'علی\u200cزاده';
  await registry.json(`/api/federated/users/search?${new URLSearchParams({ nameLike: name, prefix: 'false' })}`);
  expect(partner.requestsTo('/api/users/search').map(({ params }) => params.get('nameLike'))).toEqual([name]);
});

test('a gene of a list and its coverage', async () => {
  await using registry = await startTestRegistry({ snapshot: SNAPSHOT });
  const symbol = 'BRCA1\u200b';
  const body = JSON.stringify({ genes: [{ symbol, taxonId: 9606 }] });
  const headers = { 'Content-Type': 'application/json' };
  const list = await (await registry.get(BATCH, { method: 'POST', headers, body })).json();
  expect([list.complete, list.cells[0].count]).toEqual([true, 1]);
  const nothing = JSON.stringify({ genes: [{ symbol: '\u200b', taxonId: 9606 }] });
  expect((await registry.get(BATCH, { method: 'POST', headers, body: nothing })).status).toBe(400);
  const params = new URLSearchParams({ symbol, taxonId: '9606' });
  const coverage = await registry.json(`/api/federated/genes/coverage?${params}`);
  expect([coverage.complete, coverage.rows[0].cells[0].count]).toEqual([true, 1]);
});
