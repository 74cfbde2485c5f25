/** FjordNet's registry API compared with recorded answers of RDP 1.4.11, and what passes it untouched. */

import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect } from 'vitest';
import { test } from '../support/worlds.ts';

type Json = Record<string, unknown>;
type Recorded = { path: string; status: number; contentType: string; body: string };

const recorded = gunzipSync(readFileSync(new URL('../contract/partners/1.4.11.ndjson.gz', import.meta.url)))
  .toString('utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Recorded);

let url: string;
test.beforeAll(({ demo }) => {
  url = demo.fjordnet.url;
});

const get = async (path: string, init?: RequestInit) => {
  const answer = await fetch(url + path, init);
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
};
const json = async (path: string) => JSON.parse((await get(path)).text);
const ofOld = (path: string): Recorded => {
  const found = recorded.find((one) => one.path === path);
  if (found === undefined) throw new Error(`no such recorded question: ${path}`);
  return found;
};
const oldJson = (path: string) => JSON.parse(ofOld(path).body);
const members = (value: object) => Object.keys(value).toSorted();
const named = (records: readonly Json[]): Json =>
  records.find((record) => record.id !== 0 && record.email !== null) ?? {};

describe('exactly the members of 1.4.11 are in', () => {
  test('a researcher, the genes and publications within', async () => {
    const [own, old] = [await json('/api/users/3'), oldJson('/api/users/19')];
    expect(members(own)).toEqual(members(old));
    const [gene] = Object.values<Json>(own.userGenes);
    expect(members(gene ?? {})).toEqual(members(Object.values<Json>(old.userGenes)[0] ?? {}));
    expect(gene).toMatchObject({ remoteUser: null, anonymousId: null });
    expect(own).toMatchObject({
      fullName: 'Tveranger-Lie, Ingeborg',
      anonymousId: null,
      publications: [{ id: 1 }, { id: 2 }],
    });
  });

  test('a gene found, and the researcher in it', async () => {
    const [own] = await json('/api/genes/search?symbol=BRCA1&taxonId=9606&tier=TIER1');
    const old = oldJson('/api/genes/search?symbol=BRCA1&taxonId=9606&tier=TIER1').find(
      ({ remoteUser }: { remoteUser: Json }) => remoteUser.id !== 0,
    );
    expect(members(own)).toEqual(members(old));
    expect(members(own.remoteUser)).toEqual(members(old.remoteUser));
  });

  test.each(['/api/users', '/api/genes'])('a page of %s', async (path) => {
    const [own, old] = [await json(path), oldJson(path)];
    expect(members(own)).toEqual(members(old));
    expect(own.sort).toBeNull();
    if (path === '/api/users') expect(members(own.content[0])).toEqual(members(named(old.content)));
  });

  test('statistics, which name the organisms by their common names', async () => {
    const [own, old] = [await json('/api/stats'), oldJson('/api/stats')];
    expect(members(own)).toEqual(members(old));
    expect(own.researchersByTaxa).toMatchObject({ human: expect.any(Number), 'budding yeast': expect.any(Number) });
  });

  test('the description, with its version, title and paths', async () => {
    const [own, old] = [await json('/api'), oldJson('/api')];
    expect(own.info).toMatchObject({ version: old.info.version, title: 'FjordNet RESTful API' });
    expect(members(own.paths)).toEqual(members(old.paths));
  });
});

describe('what 1.4.11 has not', () => {
  test.each(['/api/taxa/9606', '/api/ontologies', '/api/ontologies/mondo/terms?ontologyTermIds=MONDO:0005027'])(
    '%s is answered as there',
    async (path) => {
      const [{ status, type, text }, old] = [await get(path), ofOld(path)];
      expect([status, type]).toEqual([old.status, old.contentType]);
      if (type === 'text/plain') expect(text).toBe(old.body);
      else expect(members(JSON.parse(text))).toEqual(members(JSON.parse(old.body)));
    },
  );

  test('anonymous genes are looked up nowhere', async () => {
    expect((await get('/api/genes/by-anonymous-id/00000000-0000-4000-8000-000000000000')).status).toBe(404);
  });

  test('name and description together are an error', async () => {
    expect((await get('/api/users/search?nameLike=a&prefix=true&descriptionLike=b')).status).toBe(500);
  });

  test.each([
    '&ontologyNames=nbo&ontologyTermIds=NBO:0000011',
    '&ontologyNames=nope&ontologyTermIds=X',
    '&researcherPosition=NOBODY',
    '&page=1&size=1',
  ])('%s changes nothing in a search', async (ignored) => {
    const search = '/api/users/search?nameLike=a&prefix=false';
    const whole = await json(search);
    expect(whole.length).toBeGreaterThan(3);
    expect(await json(search + ignored)).toEqual(whole);
  });
});

describe('what stays as it is', () => {
  test('is every filter that 1.4 has', async () => {
    const search = '/api/users/search?nameLike=a&prefix=false';
    const narrowed = await json(`${search}&researcherCategories=IN_VITRO_BIOCHEMICAL`);
    expect(narrowed.length).toBeGreaterThan(0);
    expect(narrowed.length).toBeLessThan((await json(search)).length);
  });

  test('are the rights: a token shows more, a wrong one is refused', async () => {
    const genes = '/api/genes/search?symbol=BRCA1&taxonId=9606';
    const asPartner = await get(genes, { headers: { Authorization: 'Bearer fjordnet-partner-token' } });
    expect(JSON.parse(asPartner.text).length).toBeGreaterThan((await json(genes)).length);
    expect(JSON.parse((await get(`${genes}&auth=fjordnet-partner-token`)).text)).toEqual(JSON.parse(asPartner.text));
    expect(await get('/api/users/3', { headers: { Authorization: 'Bearer wrong' } })).toMatchObject({
      status: 401,
      text: 'No user associated to the provided API token.',
    });
  });

  test('is everything that is not asked in 1.4: other paths, other methods', async () => {
    expect(await get('/livez')).toMatchObject({ status: 200 });
    expect(await get('/docs/')).toMatchObject({ status: 200 });
    expect((await get('/api/users', { method: 'POST' })).status).toBe(405);
  });
});
