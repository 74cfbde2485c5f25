/** Errors that lead on: the address that explains them, and everything that is wrong with a question, one by one. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ERRORS } from '../../../src/api/errors.ts';
import { REASON_CODES } from '../../../src/api/reasons.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const HOST = 'https://registry.example.org';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({ snapshot: smallSnapshot(), settings: { APP_SITE_HOST: `${HOST}/` } });
});
afterAll(() => registry[Symbol.asyncDispose]());

async function problemAt(path: string, body?: object) {
  const init = body && {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json' },
  };
  const response = await registry.get(path, init);
  expect(response.headers.get('Content-Type')).toBe('application/problem+json');
  return response.json();
}

async function wrongAt(path: string, body?: object): Promise<string[]> {
  const { errors = [] } = await problemAt(path, body);
  return errors.map(({ parameter, pointer }: Record<string, string>) => parameter ?? pointer);
}

describe('a question', () => {
  test.each([
    ['genes/search?symbol=&taxonId=human', ['symbol', 'taxonId']],
    ['genes/search?taxonID=9606', ['taxonID', 'symbol', 'taxonId']],
    [
      'genes/search?symbol=A&symbol=B&taxonId=x&tiers=TIER9&fields=all&origins=nope&size=0&researcherCategories=IN_SITU',
      ['symbol', 'taxonId', 'tiers', 'researcherCategories', 'fields', 'size', 'origins'],
    ],
    ['genes/search?symbol=A&taxonId=9606&cursor=nope&page=2', ['page', 'cursor']],
    ['genes/search?symbol=A&taxonId=9606&ontologyNames=hp&granularity=none', ['granularity']],
    ['users/search?fields=all', ['descriptionLike', 'fields']],
    ['users/search?nameLike=a&origins=', ['prefix', 'origins']],
    ['genes?page=x&size=y&origins=nope', ['page', 'size', 'origins']],
    ['genes/coverage?taxonId=x', ['taxonId', 'symbol']],
    ['ontologies/hp/terms', ['ontologyTermIds']],
    ['resolve', ['text']],
    ['users/8?origin=nope', ['origin']],
    ['users/8?orgin=local', ['orgin', 'origin']],
    ['resolve?limit=99&lang=fr', ['lang', 'text', 'limit']],
    ['genes/search?symbol=A&taxonId=9606&granularity=count&page=1&size=2&fields=row', ['page', 'size', 'fields']],
    [`genes/search?symbol=A&taxonId=x&${'n'.repeat(61)}=1`, [`${'n'.repeat(60)}…`, 'taxonId']],
  ])('%s gets an error that names every wrong parameter', async (path, wrong) => {
    expect((await wrongAt(`/api/federated/${path}`)).toSorted()).toEqual(wrong.toSorted());
  });

  test.each([
    ['/export?format=xls&symbol=A&taxonId=x&bom=maybe', ['format', 'bom', 'taxonId']],
    ['/feeds/genes?symbol=A&taxonId=x&colour=red', ['colour', 'taxonId']],
    ['/suggest/genes?taxonId=x', ['taxonId', 'q']],
    ['/suggest/terms', ['q', 'ontologyName']],
  ])('beside the API, too, gets an error that names every wrong parameter: %s', async (path, wrong) => {
    expect((await wrongAt(path)).toSorted()).toEqual(wrong.toSorted());
  });

  test('gets an error that names the parameter by which a listing has another size than its cursor', async () => {
    const listing = '/api/federated/genes?sizeOfEach';
    const { cursor } = await (await registry.get(`${listing}=1`)).json();
    expect(await wrongAt(`${listing}=2&cursor=${cursor}`)).toEqual(['sizeOfEach']);
    expect(await wrongAt(`${listing}=2&page=1&cursor=${cursor}`)).toEqual(['page', 'sizeOfEach']);
    expect(await wrongAt(`/api/federated/genes?size=2&cursor=${cursor}`)).toEqual(['size']);
  });

  test('has the sentence of the first one as its own, and one for each', async () => {
    const problem = await problemAt('/api/federated/genes/search?symbol=A&taxonId=human&fields=all');
    expect(problem).toEqual({
      type: `${HOST}/docs/errors#parameter-invalid`,
      title: 'Bad Request',
      status: 400,
      detail: "The parameter 'taxonId' cannot be 'human'. Allowed: a whole number of at most 32 bits.",
      code: 'parameter-invalid',
      errors: [
        { parameter: 'taxonId', detail: problem.detail },
        { parameter: 'fields', detail: "The parameter 'fields' cannot be 'all'. Allowed: record, row." },
      ],
    });
  });

  test.each(['/export?symbol=A&taxonId=9606', '/feeds/genes?symbol=A&taxonId=x', '/suggest/genes?taxonId=9606'])(
    '%s gets an error that names the missing parameter',
    async (path) => {
      expect(await wrongAt(path)).toHaveLength(1);
    },
  );
});

describe('a body', () => {
  test.each([
    ['resolve', {}, ['#/text']],
    ['resolve', { text: 5, limit: '3' }, ['#/text', '#/limit']],
    ['resolve', { text: ' ', limit: 99 }, ['#/text', '#/limit']],
    ['access-requests', {}, ['#/anonymousId', '#/name', '#/reason', '#/contact']],
    [
      'access-requests',
      {
        anonymousId: '00000000-0000-4000-8000-000000000000',
        name: 'A',
        contact: 'not',
        reason: 'long enough a reason',
      },
      ['#/contact'],
    ],
    ['genes/search-batch', { genes: [{ symbol: 'A', taxonId: 'x' }] }, ['#/genes/0/taxonId']],
    ['genes/search-batch', { text: ['A', 7] }, ['#/text/1']],
    ['genes/search-batch', {}, ['#']],
    ['genes/search-batch', { only: 1, fields: 'all', origins: 7 }, ['#', '#/origins', '#/fields']],
    [
      'genes/search-batch',
      { genes: [{ symbol: 5, taxonId: 0 }, null, { symbol: 'A', taxonId: 9606 }] },
      ['#/genes/0/taxonId', '#/genes/0/symbol', '#/genes/1'],
    ],
    ['genes/search-batch', { text: Array(101).fill('A'), fields: 'all' }, ['#/fields', '#/text']],
    ['genes/search-batch', { text: ['A'], origins: ['nope'] }, ['#/origins']],
    ['resolve', ['A'], ['#']],
    ['resolve', { text: 'A', size: 3 }, ['#']],
  ])('of %s gets an error whose pointers show what is wrong in %j', async (path, body, wrong) => {
    expect(await wrongAt(`/api/federated/${path}`, body)).toEqual(wrong);
  });

  test('in another encoding is refused, as are parameters in one', async () => {
    for (const path of ['resolve', 'genes/search-batch', 'access-requests']) {
      const body = Buffer.from('{"text": "Renée"}', 'latin1');
      const headers = { 'Content-Type': 'application/json' };
      const response = await registry.get(`/api/federated/${path}`, { method: 'POST', body, headers });
      expect([path, response.status, (await response.json()).code]).toEqual([path, 400, 'body-invalid']);
    }
  });

  test('of a list of genes gets an error without any number of it, which may be that of a gene', async () => {
    const problem = await problemAt('/api/federated/genes/search-batch', { text: ['A', 67209], genes: 67209 });
    expect(JSON.stringify(problem)).not.toContain('67209');
  });

  test('gets an error that says of a member what it is and what is allowed, without its words', async () => {
    const { detail, code } = await problemAt('/api/federated/resolve', { text: 5 });
    expect([code, detail]).toEqual([
      'member-invalid',
      "The member 'text' of the body is a number. Allowed: a text of 1 to 4000 characters.",
    ]);
    const problem = await problemAt('/api/federated/access-requests', {
      name: 'Zebra',
      contact: 'zebra',
      reason: 'zebra',
    });
    expect(JSON.stringify(problem)).not.toMatch(/zebra/i);
  });
});

test('the page of errors explains each of them under its code', async () => {
  const response = await registry.get('/docs/errors');
  const page = await response.text();
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8']);
  const explained = Array.from(page.matchAll(/<section id="([^"]+)">/g), ([, code]) => code);
  expect(explained.toSorted()).toEqual(Object.keys(ERRORS).toSorted());
  expect(page).not.toMatch(/\]\(|`/);
});

test.each([
  '/export?symbol=BRCA1&taxonId=9606&format=csv&tier=ANY',
  '/export?symbol=BRCA1&taxonId=9606&format=csv&auth=none',
  '/feeds/genes?symbol=BRCA1&taxonId=9606&tier=ANY',
  '/api/admin/overview?auth=none',
])('the answer to %s says that a parameter is deprecated', async (path) => {
  const { headers, url } = await registry.get(path);
  expect(headers.has('Deprecation')).toBe(true);
  const links = new Map(
    Array.from(headers.get('Link')?.matchAll(/<([^>]*)>; rel="([^"]*)"/g) ?? [], ([, to = '', rel = '']) => [rel, to]),
  );
  expect(new URL(links.get('deprecation') ?? '', url).pathname).toBe('/docs/deprecated');
  expect(new URL(links.get('successor-version') ?? '', url).search).not.toMatch(/tier=|auth=/);
});

test('the answer to a list of genes, too, says that its parameter is deprecated', async () => {
  const response = await registry.get('/api/federated/genes/search-batch?auth=none', { method: 'POST' });
  expect(response.headers.has('Deprecation')).toBe(true);
});

test.each(['/docs/services.json', '/docs/errors', '/docs/reasons', '/docs/deprecated'])(
  'whoever has %s already is not sent it again',
  async (path) => {
    const { headers } = await registry.get(path);
    const tag = headers.get('ETag') ?? '';
    const again = await registry.get(path, { headers: { 'If-None-Match': `"other", ${tag}` } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    expect((await registry.get(path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  },
);

test('the page of reasons has every code of a problem of a registry, with what it means', async () => {
  const page = await (await registry.get('/docs/reasons')).text();
  expect(REASON_CODES.filter((code) => !page.includes(`<code id="${code}">`))).toEqual([]);
  expect(page).toMatch(/id="lookup-timed-out">.*?It means: name servers do not answer\./);
});

test('a deprecated parameter leads to a page about it', async () => {
  const response = await registry.get('/api/genes/search?symbol=BRCA1&taxonId=9606&tier=ANY');
  const [, address = ''] = /<([^>]*)>; rel="deprecation"/.exec(response.headers.get('Link') ?? '') ?? [];
  const { pathname } = new URL(address, response.url);
  expect(pathname).toBe('/docs/deprecated');
  const page = await (await registry.get(pathname)).text();
  for (const name of ['auth', 'tier', 'researcherPosition', 'researcherCategory'])
    expect(page).toContain(`id="${name}"`);
  expect(response.headers.has('Sunset')).toBe(false);
});
