/** Feeds of a search: whoever comes has an entry, whoever withdraws leaves, and who asks again gets what is new. */

import { expect, onTestFinished, vi } from 'vitest';
import type { SnapshotUser } from '../../src/domain/record/snapshot.ts';
import { users } from '../../src/registry/people/users.ts';
import { startNetwork } from '../support/network/start-network.ts';
import { ANONYMISING } from '../support/registry/alpha-registry.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';
import { storedByReaders } from '../support/registry/stored-by-readers.ts';
import { test } from '../support/worlds.ts';

const BRCA1 = '/feeds/genes?symbol=BRCA1';
const gene = { geneId: 672, tier: 'TIER1', privacyLevel: null } as const;
const NORA = aUser(2, { name: 'Nora', lastName: '<Example> & Co', organization: 'Example "House"', genes: [gene] });
const OLE = aUser(3, { name: 'Ole', lastName: 'Late', genes: [gene] });
const HIDDEN = { privacyLevel: 0 } as const;
const AT_ONCE = { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' };
const SETTINGS = { APP_SITE_SHORTNAME: 'AlphaNet', APP_SITE_HOST: 'https://alpha.example.org' };

function start(people: SnapshotUser[], settings: Record<string, string> = {}) {
  return startTestRegistry({ snapshot: smallSnapshot({ users: people }), settings: { ...SETTINGS, ...settings } });
}

function put({ context: { store } }: TestRegistry, user: SnapshotUser): void {
  store.write((tx) => users(store).put(tx, [user], new Date()));
}

async function titles(registry: TestRegistry, path = BRCA1): Promise<string[]> {
  const { items } = await registry.json(`${path}&format=json`);
  return items.map(({ title }: { title: string }) => title);
}

test('whoever comes has an entry, and whoever withdraws leaves the feed with the next answer', async () => {
  await using registry = await start([NORA]);
  const feed = await registry.json(`${BRCA1}&format=json`);
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Researchers who work on BRCA1 (human), or on its orthologs in any organism · AlphaNet',
    home_page_url: 'https://alpha.example.org/search?symbol=BRCA1&taxonId=9606',
    feed_url: 'https://alpha.example.org/feeds/genes?symbol=BRCA1&taxonId=9606&lang=en&format=json',
    language: 'en',
    items: [
      {
        title: 'Nora <Example> & Co',
        url: 'https://alpha.example.org/userView/2',
        content_text: 'Example "House". Works on BRCA1 (human). Record of AlphaNet',
      },
    ],
  });
  put(registry, OLE);
  expect((await titles(registry)).toSorted()).toEqual(['Nora <Example> & Co', 'Ole Late']);
  put(registry, { ...NORA, ...HIDDEN });
  expect(await titles(registry)).toEqual(['Ole Late']);
  expect(await titles(registry, '/feeds/users?nameLike=late')).toEqual(['Ole Late']);
  expect(await titles(registry, '/feeds/users?researcherPositions=PRINCIPAL_INVESTIGATOR')).toEqual([]);
});

test('Atom holds the same, escaped, and the form follows Accept and format', async () => {
  await using registry = await start([NORA]);
  const get = (accept: string, more = '') => registry.get(BRCA1 + more, { headers: { Accept: accept } });
  const atom = await get('*/*');
  const text = await atom.text();
  expect(text).toContain('<title>Nora &lt;Example&gt; &amp; Co</title>');
  expect(text).toContain('<content type="text">Example &quot;House&quot;. Works on BRCA1 (human). Record of AlphaNet<');
  const ids = [...text.matchAll(/<id>([^<]+)<\/id>/g)].map(([, id]) => id);
  const { items } = await (await get('application/feed+json')).json();
  expect(ids.slice(1)).toEqual(items.map(({ id }: { id: string }) => id));
  for (const [accept, more, type] of [
    ['*/*', '', 'application/atom+xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', '', 'application/atom+xml'],
    ['application/feed+json, application/atom+xml;q=0.5', '', 'application/feed+json'],
    ['application/json', '', 'application/feed+json'],
    ['application/json', '&format=atom', 'application/atom+xml'],
  ] as const) {
    expect((await get(accept, more)).headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  }
  expect((await get('image/png')).status).toBe(406);
});

test('who asks again is answered 304 by tag or date until somebody comes or goes', async () => {
  await using registry = await start([NORA]);
  const ask = (headers: Record<string, string> = {}) => registry.get(BRCA1, { headers });
  const { headers } = await ask();
  expect(headers.get('cache-control')).toBe('no-cache');
  const tag = { 'If-None-Match': headers.get('etag') ?? '' };
  const date = { 'If-Modified-Since': headers.get('last-modified') ?? '' };
  expect([(await ask(tag)).status, (await ask(date)).status]).toEqual([304, 304]);
  put(registry, { ...NORA, ...HIDDEN });
  expect([(await ask(tag)).status, (await ask(date)).status]).toEqual([200, 200]);
});

test('of somebody whose name is withheld a feed says that there is one, and keeps its id while it stays', async () => {
  const settings = ANONYMISING;
  const shy = { ...NORA, genes: [{ ...gene, ...HIDDEN }] };
  await using registry = await start([OLE, { ...shy, ...HIDDEN }], settings);
  const { items } = await registry.json(`${BRCA1}&format=json`);
  const withheld = items.find(({ title }: { title: string }) => title === 'Name withheld by AlphaNet');
  expect(withheld.url).toBe('https://alpha.example.org/search?symbol=BRCA1&taxonId=9606&origins=local');
  expect(JSON.stringify(items)).not.toMatch(/Nora|Example/);
  // Another person who is withheld in the place of this one: nobody can see that.
  put(registry, { ...shy, ...HIDDEN, genes: [] });
  put(registry, { ...shy, ...HIDDEN, id: 9, email: 'user.9@example.org' });
  const { items: later } = await registry.json(`${BRCA1}&format=json`);
  expect(later).toEqual(items);
});

test('a partner that did not answer is named, and its people are those they were when it is back', async () => {
  await using network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot({ users: [NORA] }), asks: ['b'], settings: AT_ONCE },
    { key: 'b', snapshot: smallSnapshot({ users: [OLE] }), asks: [] },
  ]);
  const feed = () => network.at('a').json('/feeds/genes?symbol=BRCA1&format=json');
  const before = await feed();
  expect(before.items).toHaveLength(2);
  expect(before.description).not.toContain('Registry B');
  const ole = before.items.find(({ title }: { title: string }) => title === 'Ole Late');
  expect(ole.url).toMatch(/\/userView\/3\?origin=b$/);
  const line = network.line('a', 'b');
  line.behave((_req, res) => void res.writeHead(500).end());
  const during = await feed();
  expect(during.items).toEqual(before.items.filter(({ id }: { id: string }) => id !== ole.id));
  expect(during.description).toContain('Registry B gave no full answer');
  line.behave();
  expect(await feed()).toEqual(before);
});

test('where no further feed can be stored, it is made of what is there, asks nobody, and says so', async () => {
  await using network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot({ users: [NORA] }), asks: ['b'], settings: { LIMITS_SAVED_SEARCHES: '0' } },
    { key: 'b', snapshot: smallSnapshot({ users: [OLE] }), asks: [] },
  ]);
  const questionCount = () => network.line('a', 'b').questions().length;
  const feed = () => network.at('a').json('/feeds/genes?symbol=BRCA1&format=json');
  const alone = await feed();
  expect(alone.items.map(({ title }: { title: string }) => title)).toEqual(['Nora <Example> & Co']);
  expect(alone.description).toContain('People may be missing: Registry B');
  expect(alone.description).toContain('no other registry is asked, and every entry has today’s date');
  expect(questionCount()).toBe(0);
  // A search on the page asks it, and its answer is there for a while.
  await network.at('a').json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606&fields=row');
  expect(questionCount()).toBe(1);
  const both = await feed();
  expect(both.items).toHaveLength(2);
  expect(both.description).not.toContain('People may be missing');
  expect(questionCount()).toBe(1);
});

test('a feed that somebody came back to is asked at night without a reader, once, and dates whoever came by that night', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  await using network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot({ users: [NORA] }), asks: ['b'], settings: AT_ONCE },
    { key: 'b', snapshot: smallSnapshot({ users: [] }), asks: [] },
  ]);
  const [registry, partner] = [network.at('a'), network.at('b')];
  const questionCount = () => network.line('a', 'b').questions().length;
  const night = async (day: string) => {
    const before = questionCount();
    // At its end all moments of questions are over.
    vi.setSystemTime(new Date(`${day}T04:59:59Z`));
    for (let looks = 0; looks < 3; looks++) await registry.context.savedSearchRound?.();
    return questionCount() - before;
  };
  await registry.json(`${BRCA1}&format=json`);
  expect(await night('2026-03-06')).toBe(0);
  vi.setSystemTime(new Date('2026-03-06T12:00:00Z'));
  await registry.json(`${BRCA1}&format=json`);
  put(partner, OLE);
  expect(await night('2026-03-07')).toBe(1);
  expect(await night('2026-03-08')).toBe(1);
  vi.setSystemTime(new Date('2026-03-20T12:00:00Z'));
  const { items } = await registry.json(`${BRCA1}&format=json`);
  const ole = items.find(({ title }: { title: string }) => title === 'Ole Late');
  expect(ole.date_published).toBe('2026-03-07T04:59:59Z');
  expect(await night('2026-04-20')).toBe(0);
});

test('once a month an entry says who answered, among the people by its time, in the language of the feed', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-05T12:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  await using network = await startNetwork([
    { key: 'a', snapshot: smallSnapshot({ users: [NORA] }), asks: ['b'], settings: AT_ONCE },
    { key: 'b', snapshot: smallSnapshot({ users: [] }), asks: [] },
  ]);
  const line = network.line('a', 'b');
  line.behave((_req, res) => void res.writeHead(500).end());
  const feed = async (lang: string) => {
    const { items } = await network.at('a').json(`/feeds/genes?symbol=BRCA1&format=json&lang=${lang}`);
    return items.map(({ title, content_text: text }: Record<string, string>) => [title, text]);
  };
  expect(await feed('en')).toHaveLength(1);
  vi.setSystemTime(new Date('2026-04-02T12:00:00Z'));
  expect((await feed('en'))[0]).toEqual([
    'Who answered in April 2026',
    '1 of 2 registries answer in full. Registry B has given no full answer since March 2026.',
  ]);
  line.behave();
  vi.setSystemTime(new Date('2026-05-02T12:00:00Z'));
  expect((await feed('fr'))[0]).toEqual([
    'Qui a répondu en mai 2026',
    'Les 2 registres répondent complètement. Registry B, silencieux depuis mars 2026, répond maintenant n’avoir personne.',
  ]);
});

test.for([
  [400, '/feeds/genes?', 'search-criterion-missing'],
  [400, '/feeds/genes?nameLike=Nora', 'unknown-parameter'],
  [400, '/feeds/genes?symbol=BRCA1&size=3', 'unknown-parameter'],
  [400, '/feeds/genes?symbol=BRCA1&auth=small-admin-token', 'unknown-parameter'],
  [400, '/feeds/genes?symbol=BRCA1&format=rss', 'parameter-invalid'],
  [400, '/feeds/genes?symbol=BRCA1&origins=nowhere', 'unknown-origin'],
] as const)('%i: %s is refused by name, and not stored', async ([status, path, code], { alpha }) => {
  const found = storedByReaders(alpha.context.store);
  const answer = await alpha.get(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([status, 'application/problem+json']);
  expect((await answer.json()).code).toBe(code);
  expect(storedByReaders(alpha.context.store)).toBe(found);
});

test('a page of a search names its feeds for programs and people, in its language', async () => {
  await using registry = await start([NORA]);
  const page = await (await registry.get('/search?symbol=TP53&lang=fr&render=server')).text();
  const address = 'feeds/genes?symbol=TP53&amp;taxonId=9606&amp;lang=fr&amp;format=';
  expect(page).toContain(`type="application/atom+xml" title="Chercheurs qui travaillent sur TP53`);
  expect(page).toContain(`href="./${address}json"`);
  expect(page).toContain(`<a href="./${address}atom" type="application/atom+xml">flux</a>`);
  expect(await (await registry.get('/')).text()).not.toContain('feeds/');
});

test('one network begins a tenth of all questions, and others find room', async () => {
  const settings = { SERVER_TRUSTED_PROXIES: 'loopback', LIMITS_SAVED_SEARCHES: '50' };
  await using registry = await start([NORA], settings);
  const isStored = async (address: string, name: string) => {
    const path = `/feeds/users?nameLike=${name}&format=json`;
    const { headers } = await registry.get(path, { headers: { 'X-Forwarded-For': address } });
    return headers.has('last-modified');
  };
  const { store } = registry.context;
  const stored = store.query<[number]>('SELECT count(*) FROM standing_question');
  for (let at = 0; at < 30; at++) await isStored(`2001:db8:7:7::${at.toString(16)}`, `name${at}`);
  expect(store.read((tx) => stored.first(tx))).toEqual([5]);
  for (let at = 0; at < 6; at++) expect(await isStored(`198.51.100.${at}`, `other${at}`)).toBe(true);
  expect(store.read((tx) => stored.first(tx))).toEqual([11]);
});
