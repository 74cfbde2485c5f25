/** Answers page by page: together they are the whole, in one order, each once; and what odd pages come to. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { ALPHA_SNAPSHOT, TOKENS } from '../../support/registry/alpha-registry.ts';
import { anOntology, aTerm, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { askRaw } from '../../support/server/raw-http.ts';
import { test } from '../../support/worlds.ts';

type Listed = { id?: number; geneId?: number; remoteUser?: Listed; termId?: string; name?: string };

const snapshot: Snapshot = JSON.parse(gunzipSync(readFileSync(ALPHA_SNAPSHOT)).toString());
const TERMS = '/api/ontologies/mondo/terms';

let registry: TestRegistry;
test.beforeAll(({ alpha }) => {
  registry = alpha;
});

/** The address with these parameters added. */
function withQuery(path: string, query: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${query}`;
}

/** What all pages of this size hold, one after the other. */
async function inPages(path: string, size: number, token?: string): Promise<Listed[]> {
  const records: Listed[] = [];
  for (let page = 0, totalPages = 1; page < totalPages; page += 1) {
    const answer = await registry.json(withQuery(path, `page=${page}&size=${size}`), token);
    expect(answer).toMatchObject({ number: page, size, numberOfElements: answer.content.length });
    expect(answer.last).toBe(page === answer.totalPages - 1);
    records.push(...answer.content);
    totalPages = answer.totalPages;
  }
  return records;
}

function keysOf(records: readonly Listed[]): string[] {
  return records.map((record) => record.termId ?? `${record.remoteUser?.id ?? ''} ${record.geneId ?? record.id}`);
}

describe('pages add up', () => {
  const SEARCHES = [
    '/api/users/search?nameLike=&prefix=false',
    '/api/users/search?descriptionLike=e&researcherCategories=IN_SILICO',
    '/api/genes/search?symbol=BRCA1&taxonId=9606',
  ];

  test.each(SEARCHES)('to the bare array that %s answers without page and size', async (path) => {
    for (const token of [undefined, TOKENS.admin]) {
      const all = await registry.json(path, token);
      expect(all.length).toBeGreaterThan(2);
      for (const size of [1, 3, all.length - 1, all.length, 2000])
        expect(await inPages(path, size, token)).toEqual(all);
    }
  });

  test.each(['/api/users', '/api/genes', TERMS])('to the one page that holds all of %s', async (path) => {
    for (const token of [undefined, TOKENS.member, TOKENS.admin]) {
      const whole = await registry.json(`${path}?size=2000`, token);
      expect(whole).toMatchObject({ totalPages: 1, totalElements: whole.content.length, first: true, last: true });
      expect(new Set(keysOf(whole.content)).size).toBe(whole.content.length);
      for (const size of [7, 20]) expect(await inPages(path, size, token)).toEqual(whole.content);
    }
  });

  test('also when the order is turned round', async () => {
    for (const [path, property] of [
      ['/api/users', 'id'],
      ['/api/genes', 'id'],
      [TERMS, 'termId'],
      [TERMS, 'name'],
    ]) {
      const upwards = await inPages(`${path}?sort=${property},asc`, 7);
      const downwards = await inPages(`${path}?sort=${property},desc`, 7);
      expect(keysOf(downwards).toReversed()).toEqual(keysOf(upwards));
    }
  });
});

describe('the order of a listing', () => {
  test('is by id for researchers, whether asked for or not', async () => {
    const { content } = await registry.json('/api/users?size=2000', TOKENS.admin);
    const ids = content.map((user: Listed) => user.id);
    expect(ids).toEqual(ids.toSorted((a: number, b: number) => a - b));
    expect((await registry.json('/api/users?size=2000&sort=id', TOKENS.admin)).content).toEqual(content);
  });

  test('is by person and gene id for registered genes, and with sort=id in the order they were registered', async () => {
    const { content } = await registry.json('/api/genes?size=2000', TOKENS.admin);
    const inOrder = content.toSorted(
      (a: Listed, b: Listed) =>
        Number(a.remoteUser?.id) - Number(b.remoteUser?.id) || Number(a.geneId) - Number(b.geneId),
    );
    expect(keysOf(content)).toEqual(keysOf(inOrder));
    const seen = new Set(keysOf(content));
    const registered = snapshot.users
      .flatMap((user) => user.genes.map(({ geneId }) => `${user.id} ${geneId}`))
      .filter((key) => seen.has(key));
    expect(registered).not.toEqual(keysOf(content));
    const sorted = await registry.json('/api/genes?size=2000&sort=id', TOKENS.admin);
    expect(keysOf(sorted.content)).toEqual(registered);
  });

  test('is by term id for terms, or by name', async () => {
    const { content } = await registry.json(TERMS);
    const termIds = keysOf(content);
    expect(termIds).toEqual(termIds.toSorted());
    const byName = await registry.json(`${TERMS}?sort=name`);
    const names = byName.content.map((term: Listed) => term.name?.toLowerCase());
    expect(names).toEqual(names.toSorted());
  });

  test('is by name as names are compared everywhere: case and accents do not count', async () => {
    const names = ['Zebra', 'éclair', 'apple', 'Éclair', 'Eclipse', 'ebb', 'Ångström', null];
    const terms = names.map((name, index) => aTerm(`T:${index}`, { name }));
    await using odd = await startTestRegistry({ snapshot: smallSnapshot({ ontologies: [anOntology('odd', terms)] }) });
    const page = async (more: string): Promise<string[]> =>
      (await odd.json(`/api/ontologies/odd/terms?${more}`)).content.map((term: Listed) => term.name);
    const inOrder = ['Ångström', 'apple', 'ebb', 'éclair', 'Éclair', 'Eclipse', 'T:7', 'Zebra'];
    expect(await page('sort=name')).toEqual(inOrder);
    expect(await page('sort=name,desc')).toEqual(inOrder.toReversed());
    const pages = [0, 1, 2, 3].map((number) => page(`sort=name&size=3&page=${number}`));
    expect((await Promise.all(pages)).flat()).toEqual(inOrder);
    expect(await page('sort=name,desc&size=3&page=2')).toEqual(inOrder.toReversed().slice(6));
  });

  test.each([
    ['/api/users', 'password', 'password', 'id'],
    ['/api/users', 'name', 'name', 'id'],
    ['/api/users', 'accessTokens.token,desc', 'accessTokens.token', 'id'],
    ['/api/users', 'id,foo', 'foo', 'id'],
    ['/api/users', 'id&sort=email', 'email', 'id'],
    ['/api/genes', 'symbol', 'symbol', 'id'],
    ['/api/genes', 'user.password,asc', 'user.password', 'id'],
    [TERMS, 'id', 'id', 'termId, name'],
    [TERMS, '__proto__', '__proto__', 'termId, name'],
  ])('of %s is not by %s', async (path, sort, found, allowed) => {
    const answer = await registry.get(`${path}?sort=${sort}`);
    expect(answer.status).toBe(400);
    const message = `The answer cannot be sorted by '${found}'. Allowed: ${allowed}, each with ',asc' or ',desc'.`;
    expect((await answer.json()).message).toBe(message);
  });

  test.each(['sort=', 'sort=%20', 'sort=,', 'sort=,desc'])('%s asks for none', async (query) => {
    expect(await registry.json(`/api/users?${query}`)).toEqual(await registry.json('/api/users'));
  });

  test('is stated: sorted when it was asked for', async () => {
    const unsorted = { empty: true, sorted: false, unsorted: true };
    const sorted = { empty: false, sorted: true, unsorted: false };
    expect(await registry.json('/api/users')).toMatchObject({ sort: unsorted, pageable: { sort: unsorted } });
    expect(await registry.json('/api/users?sort=id')).toMatchObject({ sort: sorted, pageable: { sort: sorted } });
    expect(await registry.json(`${TERMS}?sort=name&sort=termId`)).toMatchObject({ sort: sorted });
  });
});

describe('which page', () => {
  test.each([
    ['', 0, 20],
    ['page=', 0, 20],
    ['page=1&size=', 1, 20],
    ['page=-1', 0, 20],
    ['page=abc', 0, 20],
    ['page=1.5', 0, 20],
    ['page=%201', 0, 20],
    ['page=2147483648', 0, 20],
    ['page=1&page=0', 1, 20],
    ['size=0', 0, 20],
    ['size=-5', 0, 20],
    ['size=1e3', 0, 20],
    ['size=2147483648', 0, 20],
    ['size=2000', 0, 2000],
    ['size=2001', 0, 2000],
    ['size=2147483647', 0, 2000],
    ['size=5&size=7', 0, 5],
    ['page=%2B1&size=%2B5', 1, 5],
    ['page=01&size=05', 1, 5],
  ])("'%s' asks for page %i of %i", async (query, number, size) => {
    for (const path of ['/api/users', '/api/genes', TERMS]) {
      const answer = await registry.json(`${path}?${query}`);
      expect(answer).toMatchObject({ number, size, pageable: { pageNumber: number, pageSize: size } });
      expect(answer.pageable.offset).toBe(number * size);
    }
  });

  test('beyond the last one there is nothing, and the totals stand', async () => {
    for (const page of [1, 2, 100_000]) {
      const { totalElements, ...rest } = await registry.json(`/api/users?page=${page}&size=2000`);
      expect(totalElements).toBeGreaterThan(20);
      expect(rest).toMatchObject({ content: [], totalPages: 1, empty: true, last: true, first: false });
    }
  });

  test('so far beyond that it cannot be counted, it is refused', async () => {
    expect((await registry.json('/api/users?page=2147483647&size=1')).content).toEqual([]);
    const answer = await registry.get('/api/users?page=2147483647&size=2');
    expect(answer.status).toBe(400);
    expect((await answer.json()).message).toContain("'page' cannot be '2147483647'. Allowed: 0 to 1073741823");
  });

  test('a page of nothing has no pages', async () => {
    const none = await registry.json('/api/users/search?nameLike=nobody-is-called-so&prefix=true&page=0');
    expect(none).toMatchObject({ content: [], totalElements: 0, totalPages: 0, first: true, last: true, empty: true });
  });

  test('does not matter to terms that are named', async () => {
    const named = `${TERMS}?ontologyTermIds=MONDO:0000001`;
    expect(await registry.json(`${named}&page=5&size=1&sort=password`)).toEqual(await registry.json(named));
  });
});

describe('the links of a page', () => {
  async function linksOf(path: string): Promise<Record<string, string>> {
    const { link = '' } = (await askRaw(registry.url, path)).headers;
    const links = [...String(link).matchAll(/<([^>]*)>; rel="(\w+)"/g)];
    return Object.fromEntries(
      links.map(([, target = '', rel = '']) => [rel, new URL(target, registry.url + path).href]),
    );
  }

  test('lead from the first page to the last, through all of them', async () => {
    const seen: Listed[] = [];
    let next: string | undefined = '/api/users?size=7&sort=id,desc';
    while (next !== undefined) {
      seen.push(...(await registry.json(next)).content);
      next = (await linksOf(next)).next?.slice(registry.url.length);
    }
    expect(seen).toEqual((await registry.json('/api/users?size=2000&sort=id,desc')).content);
  });

  test('are those that there are', async () => {
    expect(Object.keys(await linksOf('/api/users?size=20'))).toEqual(['first', 'next', 'last']);
    expect(Object.keys(await linksOf('/api/users?size=10&page=1'))).toEqual(['first', 'prev', 'next', 'last']);
    expect(Object.keys(await linksOf('/api/users?size=2000'))).toEqual(['first', 'last']);
    expect(Object.keys(await linksOf('/api/users?size=2000&page=9'))).toEqual(['first', 'last']);
    expect(await linksOf('/api/users/search?nameLike=a&prefix=false')).toEqual({});
  });

  test('repeat the question but for the token', async () => {
    const { deprecation, ...links } = await linksOf(
      `/api/users/search?auth=${TOKENS.admin}&nameLike=M%C3%BCl+%26&prefix=false&size=1`,
    );
    expect(deprecation).toBeDefined();
    for (const link of Object.values(links)) {
      const { pathname, searchParams } = new URL(link);
      expect(pathname).toBe('/api/users/search');
      expect(Object.fromEntries(searchParams)).toMatchObject({ nameLike: 'Mül &', prefix: 'false', size: '1' });
      expect(link).not.toContain('auth');
    }
  });

  test('are left out when the question is so long that no client would read them', async () => {
    const organs = `&organUberonIds=${'%C3%BC'.repeat(300)}`.repeat(5);
    const path = `/api/users/search?nameLike=a&prefix=false&page=0${organs}`;
    const { status, headers } = await askRaw(registry.url, path);
    expect([status, headers.link]).toEqual([200, undefined]);
  });
});
