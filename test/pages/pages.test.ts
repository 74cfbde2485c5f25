/** The pages as a reader without scripts gets them: whole, in their language, under a strict policy, errors included. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ACCESS_FORM } from '../support/registry/access-form.ts';
import { ANONYMISING, startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { type Document, elementsOf, elementWithId, readHtml } from '../support/server/read-html.ts';

const AN_ID = '00000000-0000-4000-8000-000000000000';
const ACCESS = (id: string) => `/search/gene/by-anonymous-id/${id}/request-access`;

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startAlpha({ ...ANONYMISING, APP_SITE_ACCENT_COLOR: '#7a2048' });
});
afterAll(() => registry[Symbol.asyncDispose]());

type Page = Document & { status: number; headers: Headers; html: string };

async function open(path: string, init: RequestInit = {}): Promise<Page> {
  const response = await registry.get(path, { redirect: 'manual', ...init });
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, ...readHtml(html) };
}

const PAGES: [path: string, status: number][] = [
  ['/', 200],
  ['/search', 200],
  ['/search?symbol=BRCA1&taxonId=9606', 200],
  ['/search?symbol=BRCA1&taxonId=9606&render=server', 200],
  ['/search?symbol=%3Cscript%3E&taxonId=9606&render=server', 200],
  ['/search?nameLike=a&prefix=false&render=server', 200],
  ['/search?symbol=', 400],
  ['/search?nameLike=&descriptionLike=', 400],
  ['/search?symbol=BRCA1&taxonId=human', 400],
  ['/search?symbol=BRCA1&taxonId=9606&origins=nope', 400],
  ['/search?symbol=BRCA1&taxonId=9606&ontologyNames=hp&ontologyTermIds=a,b', 400],
  ['/search?symbol=BRCA1&taxonId=9606&render=server&only-organism=9606&view=table&sort=-name', 200],
  ['/search?symbol=BRCA1&taxonId=9606&render=server&page=99', 200],
  ['/coverage?symbol=BRCA1&taxonId=9606', 200],
  ['/coverage?symbol=BRCA1', 400],
  ['/userView/19', 200],
  ['/userView/4711', 404],
  ['/userView/11', 403],
  ['/userView/ada', 400],
  ['/userView/19?origin=nope', 400],
  ['/admin', 200],
  [ACCESS(AN_ID), 404],
  [ACCESS('x'), 400],
];

describe.each(PAGES)('%s', (path, status) => {
  test(`answers ${status} with a whole page under the policy, which nobody keeps`, async () => {
    const page = await open(path);
    expect(page.status).toBe(status);
    expect(page.mistakes).toEqual([]);
    expect(page.headers.get('content-type')).toBe('text/html;charset=utf-8');
    expect(page.headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;connect-src 'self';" +
        "form-action 'self';base-uri 'none';frame-ancestors 'none'",
    );
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('vary')).toContain('Accept-Language');
    expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('needs nothing that the policy forbids, and has one heading, a skip link and a language', async () => {
    const page = await open(path);
    // What search engines read about the registry is data, and runs nowhere.
    const scripts = elementsOf(page, 'script').filter(
      ({ attributes }) => attributes.get('type') !== 'application/ld+json',
    );
    expect(scripts.filter(({ attributes }) => !attributes.has('src'))).toEqual([]);
    expect(elementsOf(page, 'style')).toEqual([]);
    const names = page.elements.flatMap(({ attributes }) => [...attributes.keys()]);
    expect(names.filter((name) => name === 'style' || name.startsWith('on'))).toEqual([]);
    expect(elementsOf(page, 'h1')).toHaveLength(1);
    const skips = elementsOf(page, 'a', 'class', 'skip').map(({ attributes }) => attributes.get('href'));
    expect(skips.at(-1)).toBe('#content');
    for (const skip of skips) expect(elementWithId(page, skip?.slice(1) ?? '')).toBeDefined();
    expect(elementsOf(page, 'html', 'lang', 'en')).toHaveLength(1);
  });

  test('leads to addresses of this registry by relative links that exist', async () => {
    const page = await open(path);
    const base = new URL(path, registry.url);
    const hrefs = page.elements.flatMap(({ attributes }) => attributes.get('href') ?? attributes.get('src') ?? []);
    const own = hrefs.filter((href) => /^[./]/.test(href)).map((href) => new URL(href, base));
    expect(own.filter(({ origin }) => origin !== registry.url)).toEqual([]);
    const around = own.filter(({ pathname }) => /^\/(assets\/.*|admin|docs\/|)$/.test(pathname));
    expect(around.length).toBeGreaterThanOrEqual(5);
    for (const { pathname } of around) expect([pathname, (await open(pathname)).status]).toEqual([pathname, 200]);
  });
});

test('coverage says of a symbol whether it is that of no gene here, or of several', async () => {
  const said = async (symbol: string) => (await open(`/coverage?symbol=${symbol}&taxonId=9606`)).html;
  expect(await said('NOPE')).toContain('The gene table of this registry does not know this gene.');
  expect(await said('HBD')).toContain('2 genes have this symbol; all of them are searched.');
  expect(await said('BRCA1')).not.toMatch(/does not know this gene|have this symbol/);
});

describe('a search', () => {
  test('that finds nobody says no more than is known', async () => {
    const said = async (query: string) => elementWithId(await open(`/search?${query}&render=server`), 'nobody')?.text;
    expect(await said('nameLike=Nobodyatall&prefix=false')).toBe(
      'Nobody was found. Every registry that was asked answered.',
    );
    expect(await said('symbol=BRCA1&taxonId=9606&tiers=TIER3')).toBe(
      'Nobody was found so far. Not every registry answered in full.',
    );
    expect(await said('symbol=NOPE&taxonId=9606')).toBe('The registry has no gene NOPE.');
  });

  test('shows whom the federated API answers, each person once in its order, with its sentence', async () => {
    const page = await open('/search?symbol=BRCA1&taxonId=9606&render=server');
    const answer = await registry.json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606&size=50');
    const people = peopleIn(answer.content.map(({ remoteUser }: { remoteUser: Found }) => remoteUser));
    expect(people.length).toBeGreaterThan(3);
    expect(elementsOf(page, 'li', 'class', 'person')).toHaveLength(people.length);
    const names = elementsOf(page, 'h3').map(({ text }) => text.trim());
    expect(names).toEqual(people);
    const count = await registry.json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606&granularity=count');
    expect(count).toMatchObject({ people: people.length, peopleAtLeast: expect.any(Number) });
    expect(count.peopleAtLeast).toBeLessThan(people.length);
    const expected = `${count.peopleAtLeast} to ${people.length} people`;
    expect(elementWithId(page, 'count')?.text).toBe(expected);
    expect(elementWithId(page, 'summary')?.text).toBe(answer.summary);
    expect(elementWithId(page, 'question')?.text).toContain('Researchers who work on BRCA1 (human)');
    const genes = elementsOf(page, 'i').map(({ text }) => text);
    for (const { symbol } of answer.content) expect(genes).toContain(symbol);
  });

  test('as a table is sorted by the column that its address names', async () => {
    const page = await open('/search?symbol=BRCA1&taxonId=9606&render=server&view=table&sort=-name');
    const [head] = elementsOf(page, 'th', 'aria-sort', 'descending');
    expect(head?.text).toBe('Name');
    const ids = elementsOf(page, 'tr', 'class', 'person').map(({ text }) => text);
    const upwards = await open('/search?symbol=BRCA1&taxonId=9606&render=server&view=table&sort=name');
    expect(ids).not.toEqual(elementsOf(upwards, 'tr', 'class', 'person').map(({ text }) => text));
  });

  test('with more than a page leads from page to page, and nobody is lost', async () => {
    let path = '/search?nameLike=&prefix=false&researcherCategories=IN_VIVO&render=server';
    const filtered = await registry.json(
      '/api/federated/users/search?nameLike=&prefix=false&researcherCategories=IN_VIVO&size=1000',
    );
    const shown: string[] = [];
    for (let pages = 0; pages < 20; pages++) {
      const page = await open(path);
      expect(page.status).toBe(200);
      shown.push(...elementsOf(page, 'li', 'class', 'person').map(({ text }) => text));
      const next = elementsOf(page, 'a', 'rel', 'next')[0]?.attributes.get('href');
      if (next === undefined) break;
      path = next.replace(/^\./, '');
    }
    expect(shown).toHaveLength(filtered.totalElements);
  });

  test('written in any other way leads to its one address', async () => {
    const page = await open('/search?tiers=TIER1&tiers=TIER2&orthologTaxonId=&taxonId=9606&symbol=BRCA1&lang=fr');
    expect([page.status, page.headers.get('location')]).toEqual([302, './search?symbol=BRCA1&taxonId=9606&lang=fr']);
  });

  test('is refused where its one address would be longer than any that is read', async () => {
    const ids = Array.from({ length: 500 }, (_, at) => `UBERON:${at}`.padEnd(20, '0')).join();
    const page = await open(`/search?symbol=BRCA1&taxonId=9606&organUberonIds=${ids}`);
    expect([page.status, page.headers.get('location')]).toEqual([414, null]);
  });

  test('keeps what was filled in, and says what is missing', async () => {
    const page = await open('/search?nameLike=&descriptionLike=&lang=fr');
    expect(elementsOf(page, 'p', 'role', 'alert')[0]?.text).toBe('Veuillez indiquer au moins un critère de recherche.');
    const filled = await open('/search?symbol=TP53&taxonId=10090&tiers=TIER1&researcherCategories=IN_VIVO');
    expect(elementWithId(filled, 'symbol')?.attributes.get('value')).toBe('TP53');
    expect(elementsOf(filled, 'option', 'selected').map(({ attributes }) => attributes.get('value'))).toContain(
      '10090',
    );
    const chosen = elementsOf(filled, 'input', 'checked').map(({ attributes }) => attributes.get('value'));
    expect(chosen).toEqual(['TIER1', 'IN_VIVO', ...chosen.slice(2)]);
  });
});

describe('the language', () => {
  test('is the one the browser likes, or the one chosen, which every link of this registry keeps', async () => {
    expect(
      elementsOf(await open('/', { headers: { 'Accept-Language': 'fr-CA,en;q=0.5' } }), 'html', 'lang', 'fr'),
    ).toHaveLength(1);
    const page = await open('/search?nameLike=a&prefix=false&render=server&lang=fr', {
      headers: { 'Accept-Language': 'en' },
    });
    expect(elementsOf(page, 'html', 'lang', 'fr')).toHaveLength(1);
    const links = elementsOf(page, 'a').map(({ attributes }) => attributes.get('href') ?? '');
    const own = links.filter((href) => /^\.\/(?!docs)/.test(href));
    expect(own.filter((href) => !/[?&]lang=(fr|en)/.test(href))).toEqual([]);
  });

  test('is that of an address where nothing is, for whoever reads pages', async () => {
    const page = await open('/nothing/here', { headers: { Accept: 'text/html', 'Accept-Language': 'fr' } });
    expect([page.status, page.mistakes]).toEqual([404, []]);
    expect(elementsOf(page, 'h1')[0]?.text).toBe('Page introuvable');
    expect((await registry.get('/nothing/here')).headers.get('content-type')).toContain('application/json');
  });

  test('is that of what is wrong with a search, with what was found and what is allowed', async () => {
    const page = await open('/search?symbol=BRCA1&taxonId=human&lang=fr');
    expect(elementsOf(page, 'p', 'role', 'alert')[0]?.text).toBe(
      'Le paramètre «\u00a0taxonId\u00a0» ne peut pas être «\u00a0human\u00a0». Valeurs possibles\u00a0: un nombre entier de 32 bits au plus.',
    );
    expect(elementsOf(page, 'p', 'lang', 'en')).toEqual([]);
  });

  test('is that of errors too, with what exactly was wrong', async () => {
    for (const query of ['lang=fr', 'from=who?&lang=fr']) {
      const page = await open(`/userView/4711?${query}`);
      expect(page.status).toBe(404);
      expect(elementsOf(page, 'p', 'class', 'error')[0]?.text).toBe('AlphaNet n’a pas cette fiche.');
    }
  });
});

describe('the way back', () => {
  const back = async (path: string, headers: Record<string, string> = {}) => {
    const page = await open(path, { headers });
    return elementsOf(page, 'p', 'class', 'back')[0] && page.html.match(/<p class="back"><a href="([^"]*)"/)?.[1];
  };
  const search = '/search?symbol=BRCA1&taxonId=9606&only-tier=TIER1';

  test('leads to the search that a profile was opened from, in the language it is read in', async () => {
    const { host } = new URL(registry.url);
    const profile = '/userView/19';
    expect(await back(profile)).toBe('../');
    expect(await back(profile, { Referer: `http://${host}${search}` })).toBe(
      '../search?symbol=BRCA1&amp;taxonId=9606&amp;only-tier=TIER1',
    );
    const page = await open(profile, { headers: { Referer: `http://${host}${search}` } });
    const french = elementsOf(page, 'a', 'hreflang', 'fr')[0]?.attributes.get('href') ?? '';
    expect(await back(french.replace('..', ''))).toBe(
      '../search?symbol=BRCA1&amp;taxonId=9606&amp;only-tier=TIER1&amp;lang=fr',
    );
  });

  test('leads nowhere else, whoever linked to the profile', async () => {
    expect(await back('/userView/19', { Referer: `https://evil.example.org${search}` })).toBe('../');
    expect(await back(`/userView/19?from=${encodeURIComponent('//evil.example.org/search?a=b')}`)).toBe('../');
  });

  test('is known because a search shows this site, and no other, where it is', async () => {
    const { headers } = await open('/search?symbol=BRCA1&taxonId=9606');
    expect(headers.get('referrer-policy')).toBe('same-origin');
  });
});

describe('request access', () => {
  async function anAnonymousId(): Promise<string> {
    const { content } = await registry.json('/api/users?size=2000');
    return content.find((record: object) => 'anonymousId' in record).anonymousId;
  }

  test('is a form with a mandatory reason, which says how long the reference holds', async () => {
    const page = await open(ACCESS(await anAnonymousId()));
    expect(page.status).toBe(200);
    expect(elementWithId(page, 'reason')?.attributes.has('required')).toBe(true);
    // At least an hour, and at most a minute longer.
    expect(page.html).toMatch(/Please send this before \d\d:\d\d UTC\./);
  });

  test('says what has to be corrected and keeps what was written', async () => {
    const body = new URLSearchParams({ reason: '', contact: '<b>"@' });
    const page = await open(ACCESS(await anAnonymousId()), { method: 'POST', body });
    expect([page.status, page.mistakes]).toEqual([400, []]);
    expect(elementWithId(page, 'contact')?.attributes.get('value')).toBe('<b>"@');
    expect(elementWithId(page, 'reason')?.attributes.get('aria-invalid')).toBe('true');
  });

  test('says what it is about: the gene, the organism, the tier and the registry, and nobody', async () => {
    const { content } = await registry.json('/api/genes?size=2000');
    const gene = content.find((record: object) => 'anonymousId' in record);
    for (const id of [gene.anonymousId, gene.remoteUser.anonymousId]) {
      const page = await open(`${ACCESS(id)}?gene=${gene.symbol}&organism=${gene.taxon.commonName}`);
      expect(page.mistakes).toEqual([]);
      const texts = elementsOf(page, 'dd').map(({ text }) => text);
      expect(texts).toEqual(expect.arrayContaining([gene.symbol, gene.taxon.commonName, 'AlphaNet']));
    }
    const page = await open(ACCESS(gene.anonymousId));
    expect(elementsOf(page, 'dd').map(({ text }) => text)).toContain(
      { TIER1: 'Tier 1: works on it now', TIER2: 'Tier 2: has worked on it' }[gene.tier as string],
    );
    expect(elementWithId(page, 'reason')?.text).toBe('');
  });

  test('begins the reason for whoever comes from a search, which alone is none', async () => {
    const from = `${ACCESS(await anAnonymousId())}?gene=BRCA1&organism=human`;
    const begun = elementWithId(await open(from), 'reason')?.text ?? '';
    expect(begun).toBe('I am looking for someone who works on BRCA1 (human), because ');
    const body = new URLSearchParams({ ...ACCESS_FORM, reason: begun, begun });
    expect((await open(from, { method: 'POST', body })).status).toBe(400);
    body.set('reason', `${begun}we follow a family.`);
    expect((await open(from, { method: 'POST', body })).status).toBe(200);
  });

  test('is sent with a reason and an address: a reference, what happens next, and a copy to keep', async () => {
    const reason = 'We study the same gene in fish.\nSecond line.';
    const body = new URLSearchParams({ ...ACCESS_FORM, reason });
    const page = await open(ACCESS(await anAnonymousId()), { method: 'POST', body });
    expect([page.status, page.mistakes]).toEqual([200, []]);
    expect(elementsOf(page, 'p', 'role', 'status')[0]?.text).toBe(
      'Your request was sent to the administrators of AlphaNet.',
    );
    const { requests } = await registry.json('/api/admin/access-requests', TOKENS.admin);
    expect(elementsOf(page, 'strong', 'class', 'reference')[0]?.text).toBe(requests[0].reference);
    expect(elementsOf(page, 'dd', 'class', 'text')[0]?.text).toBe(reason);
    expect(elementsOf(page, 'ol')[0]?.text).toContain('comes to ada@example.org');
    expect(page.html).toMatch(/The link to this record ends at \d\d:\d\d:\d\d UTC/);
  });
});

describe('assets', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip, br;q=0', 'gzip'],
    ['identity', null],
  ])('are compressed as well as the browser can read them: %s', async (accepted, coding) => {
    const plain = await open('/assets/pages/style.css', { headers: { 'Accept-Encoding': 'identity' } });
    const style = await open('/assets/pages/style.css', { headers: { 'Accept-Encoding': accepted } });
    expect(style.headers.get('content-type')).toBe('text/css;charset=utf-8');
    expect(style.headers.get('content-encoding')).toBe(coding);
    expect(style.html).toBe(plain.html);
    expect(style.html).toContain('--accent');
  });

  test('hold the colours of the configuration', async () => {
    expect((await open('/assets/site.css')).html).toContain('--accent:#7a2048');
  });
});

type Found = { id?: number; origin: string; name: string; lastName: string };

/** What a list calls the people of these records: each who has an id once, the others each by themselves. */
function peopleIn(users: readonly Found[]): string[] {
  const seen = new Set<string>();
  return users.flatMap(({ id, origin, name, lastName }) => {
    if (id === undefined) return [`Name withheld by ${origin}`];
    if (seen.has(`${origin} ${id}`)) return [];
    seen.add(`${origin} ${id}`);
    return [[name, lastName].filter(Boolean).join(' ') || 'Name not given'];
  });
}

test.each([
  ['of its organism', 'gene=Shh&organism=mouse', 'search?symbol=Shh&taxonId=10090'],
  ['of its organism, as the French page calls it', 'gene=Shh&organism=souris', 'search?symbol=Shh&taxonId=10090'],
  ['by its words, where the organism is not known here', 'gene=Shh&organism=axolotl', 'search?text=Shh+axolotl'],
  ['by its symbol alone, where no organism is given', 'gene=Shh', 'search?text=Shh'],
])('without scripts, a message about a gene leads to the search %s', async (_, about, address) => {
  const { html } = await open(`/userView/19?${about}`);
  expect(html.replaceAll('&amp;', '&')).toContain(`/${address}\n`);
});

test('without scripts, a list of genes is answered with who works on most of them, each person once', async () => {
  const body = new URLSearchParams({ text: 'BRCA1\nTP53' });
  const page = await open('/genes', { method: 'POST', body });
  expect(page.status).toBe(200);
  const people = elementsOf(page, 'li', 'class', 'person');
  const covered = people.map(({ text }) => Number(/(\d) of 2 genes/.exec(text)?.[1]));
  expect(covered.length).toBeGreaterThan(1);
  expect(covered).toEqual(covered.toSorted((a, b) => b - a));
  const named = people.flatMap(({ attributes }) => attributes.get('data-person') ?? []);
  expect(new Set(named).size).toBe(named.length);
  expect(page.html).toContain('Who works on most of these genes');
});
