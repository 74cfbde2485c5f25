/** The file of a search: what the API finds, whole, for whoever may see it, with what it says of itself. */

import { describe, expect } from 'vitest';
import { readWorkbook } from '../../../src/files/workbook.ts';
import { TOKENS } from '../../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { readCsv } from '../../support/server/read-csv.ts';
import { test } from '../../support/worlds.ts';

const BRCA1 = 'symbol=BRCA1&taxonId=9606';

let registry: TestRegistry;
test.beforeAll(({ anonymisingAlpha }) => {
  registry = anonymisingAlpha;
});

function file(query: string, token?: string): Promise<Response> {
  return registry.get(`/export?${query}`, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
}

async function rows(query: string, token?: string): Promise<Record<string, string>[]> {
  const [header = [], ...rest] = readCsv(await (await file(`format=csv&${query}`, token)).text());
  return rest.map((row) => Object.fromEntries(header.map((name, index) => [name, row[index] ?? ''])));
}

test('a file of a search is downloaded, cached by nobody, and named after the gene and the day', async () => {
  const answer = await file(`format=csv&${BRCA1}`);
  const headers = Object.fromEntries(answer.headers);
  expect(answer.status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
  });
  expect(headers['content-disposition']).toMatch(/^attachment; filename="genes-BRCA1-\d{4}-\d\d-\d\d\.csv"$/);
});

test.each([
  [`symbol=${encodeURIComponent('a"/../é\r\nX: y')}&taxonId=9606`, 'genes-aXy'],
  [`symbol=${'a'.repeat(300)}&taxonId=9606`, `genes-${'a'.repeat(40)}`],
  ['symbol=%C3%A9&taxonId=9606', 'genes'],
  ['nameLike=e&prefix=false', 'users'],
])('a file of %s has a name that every system takes', async (query, name) => {
  const { headers } = await file(`format=tsv&${query}`);
  expect(headers.get('content-disposition')).toMatch(new RegExp(`^attachment; filename="${name}-[0-9-]{10}\\.tsv"$`));
});

test.each([
  ['public', undefined],
  ['an administrator', TOKENS.admin],
  ['a member', TOKENS.member],
])('a file of a search holds for %s, in the same order, all that the API finds', async (_, token) => {
  const { content } = await registry.json(`/api/federated/genes/search?${BRCA1}&size=2000`, token);
  const listed = content.map(({ geneId, tier, remoteUser }: Record<string, { id?: number }>) => {
    return [String(geneId), tier, remoteUser?.id === undefined ? 'yes' : 'no'];
  });
  expect(listed.length).toBeGreaterThan(1);
  const found = await rows(BRCA1, token);
  expect(found.map(({ gene_id, tier, anonymised }) => [gene_id, tier, anonymised])).toEqual(listed);
  const json = await (await file(`format=json&${BRCA1}`, token)).json();
  expect(json.content.length).toBe(listed.length);
  expect(json).toMatchObject({ kind: 'genes', complete: true, summary: 'AlphaNet answered.' });
});

test.each([
  ['public', undefined],
  ['an administrator', TOKENS.admin],
])('a workbook holds for %s the rows of CSV, and on a second sheet how complete it is', async (_, token) => {
  const answer = await file(`format=xlsx&${BRCA1}`, token);
  expect(answer.headers.get('content-type')).toMatch(/spreadsheetml\.sheet$/);
  const [genes, about] = await readWorkbook(Buffer.from(await answer.arrayBuffer()));
  const csv = readCsv(await (await file(`format=csv&${BRCA1}`, token)).text());
  expect(genes?.name).toBe('genes');
  expect(genes?.rows.map((row) => row.map((cell) => cell.trim()))).toEqual(
    csv.map((row) => row.map((cell) => cell.trim())),
  );
  expect(about?.rows.slice(0, 3).map((row) => row.slice(0, 2))).toEqual([
    ['summary', 'AlphaNet answered.'],
    ['complete', 'yes'],
    ['records', String(csv.length - 1)],
  ]);
});

test.each([
  ['public', undefined],
  ['an administrator', TOKENS.admin],
])('rows join with the API for %s: each has the keys that its record shows, and no other', async (_, token) => {
  const { content } = await registry.json(`/api/federated/genes/search?${BRCA1}&size=2000`, token);
  const keys = content.map(({ originKey, geneId, remoteUser }: Record<string, Record<string, unknown>>) => {
    const { id = '', orcid, ror } = remoteUser ?? {};
    const named = id === '' ? ['', ''] : [orcid ?? '', ror ?? ''];
    return [originKey, String(id), String(geneId), ...named];
  });
  const found = await rows(BRCA1, token);
  expect(found.map((row) => [row.origin_key, row.user_id, row.gene_id, row.orcid, row.ror])).toEqual(keys);
});

test.each(['part=metadata', 'format=csv'])('HEAD says of %s what GET says of how it may be kept', async (asked) => {
  const path = `/export?${asked}&${BRCA1}`;
  const [got, head] = await Promise.all([registry.get(path), registry.get(path, { method: 'HEAD' })]);
  for (const name of ['cache-control', 'content-type', 'vary', 'x-content-type-options']) {
    expect([name, head.headers.get(name)]).toEqual([name, got.headers.get(name)]);
  }
  await got.text();
});

test('the headers of a file say how complete it is, and so does the metadata beside its rows', async () => {
  for (const format of ['csv', 'tsv', 'json']) {
    const { headers } = await file(`format=${format}&${BRCA1}`);
    expect(headers.get('isearch-proxy-complete')).toBe('?1');
    expect(headers.get('isearch-proxy-summary')).toBe('%"AlphaNet answered."');
    const records = Number(headers.get('isearch-proxy-records'));
    const link = /^<([^>]+)>; rel="describedby"; type="application\/json"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    const metadata = await fetch(new URL(link, `${registry.url}/export`));
    expect([metadata.status, metadata.headers.get('content-type')]).toEqual([200, 'application/json']);
    const about = await metadata.json();
    expect(about).toMatchObject({ kind: 'genes', complete: true, records, origins: [{ key: 'local' }] });
    expect(about.search).not.toContain('part');
  }
  expect((await file(`format=csv&part=rows&${BRCA1}`)).status).toBe(400);
});

test('a byte order mark is there where it was asked for, and nowhere else', async () => {
  const first = async (query: string) => [...new Uint8Array(await (await file(query)).arrayBuffer()).subarray(0, 3)];
  const [mark, name] = [[0xef, 0xbb, 0xbf], [...Buffer.from('ori')]];
  expect(await first(`format=csv&${BRCA1}`)).toEqual(name);
  expect(await first(`format=csv&bom=true&${BRCA1}`)).toEqual(mark);
  expect(await first(`format=tsv&bom=true&${BRCA1}`)).toEqual(name);
});

test('a file of a search shows an administrator more than the public, and is private then', async () => {
  const named = (list: Record<string, string>[]) => list.filter(({ last_name }) => last_name !== '').length;
  expect(named(await rows(BRCA1, TOKENS.admin))).toBeGreaterThan(named(await rows(BRCA1)));
  expect((await file(`format=csv&${BRCA1}`, TOKENS.admin)).headers.get('cache-control')).toBe('private, no-store');
});

test('a file of a search holds more than any page of the API', async () => {
  const users = await rows('nameLike=&descriptionLike=&researcherPositions=PRINCIPAL_INVESTIGATOR');
  const all = await registry.json(
    '/api/federated/users/search?nameLike=&prefix=false&researcherPositions=PRINCIPAL_INVESTIGATOR&size=2000',
  );
  expect(users.length).toBe(all.totalElements);
});

test.each([
  ['genes', `${BRCA1}&tiers=`],
  ['genes', `${BRCA1}&tiers=,`],
  ['genes', `${BRCA1}&tier=`],
  ['genes', `${BRCA1}&tiers=&tiers=`],
  ['genes', `${BRCA1}&researcherCategories=`],
  ['users', 'nameLike=e&prefix=false&researcherPositions='],
  ['users', 'nameLike=e&prefix=false&organUberonIds='],
])('an empty filter means in a file of %s what it means in the API: %s', async (kind, query) => {
  const answer = await registry.get(`/api/federated/${kind}/search?${query}&size=2000`);
  const inFile = await file(`format=json&${query}`);
  expect(inFile.status).toBe(answer.status);
  const [listed, whole] = [await answer.json(), await inFile.json()];
  expect([whole.code, whole.content?.length, whole.complete]).toEqual([
    listed.code,
    listed.totalElements,
    listed.complete,
  ]);
});

test('a file of a search names the search it answers, without a secret', async () => {
  const secret = `${BRCA1}&auth=${TOKENS.admin}&orthologTaxonId=`;
  const about = await (await file(`part=metadata&${secret}`)).json();
  expect(about.search).toBe('https://alpha.example.org/search?symbol=BRCA1&taxonId=9606');
  const { headers } = await file(`format=tsv&${secret}`);
  expect(JSON.stringify([...headers])).not.toContain(TOKENS.admin);
});

describe('a file of a search is refused', () => {
  test.each([
    [400, 'format=ods&symbol=BRCA1&taxonId=9606', 'parameter-invalid', 'cannot be'],
    [400, 'symbol=BRCA1&taxonId=9606', 'parameter-missing', 'format'],
    [400, 'format=csv', 'search-criterion-missing', 'At least one search criterion must be provided.'],
    [400, 'format=csv&nameLike=&descriptionLike=', 'search-criterion-missing', 'At least one search criterion'],
    [400, 'format=csv&symbol=BRCA1&taxonId=9606&origins=nope', 'unknown-origin', 'nope'],
    [400, 'format=csv&symbol=BRCA1&taxonId=9606&ontologyNames=a,b&ontologyTermIds=x', 'ontology-lists-differ', 'size'],
    [401, 'format=csv&symbol=BRCA1&taxonId=9606&auth=wrong', 'unknown-token', 'No user associated'],
    [400, 'format=csv&symbol=%zz', 'escape-invalid', 'percent escape'],
  ])('%s for %s, as a problem document like every error over all registries', async (status, query, code, words) => {
    const answer = await file(query);
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([status, null]);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
    expect(await answer.json()).toMatchObject({ status, code, detail: expect.stringContaining(words) });
  });

  test('as a page for people, where a browser asks', async () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const answer = await registry.get('/export?format=xlsx', { headers: { Accept: accept } });
    expect(answer.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(await answer.text()).toContain('<h1>Bad Request</h1>');
  });
});
