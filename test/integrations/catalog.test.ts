/** A program that lists services looks at this registry, and so does a script of another website. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const HOST = 'https://registry.example.org/deep';
let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    settings: {
      ...{ APP_SITE_HOST: `${HOST}/`, APP_SITE_SHORTNAME: 'XY', APP_SITE_FULLNAME: 'Registry of X and Y' },
      APP_SITE_CONTACT_EMAIL: 'office@example.org',
    },
  });
});
afterAll(() => registry[Symbol.asyncDispose]());

test('/service-info has every member that GA4GH service-info 1.0.0 demands', async () => {
  const api = await registry.json('/api');
  const info = await registry.json('/service-info');
  expect(info).toEqual({
    id: 'org.example.registry.registry',
    name: 'XY',
    type: { group: 'ubc.pavlab', artifact: 'rdp', version: api.info.version },
    description: 'Registry of X and Y',
    organization: { name: 'Registry of X and Y', url: HOST },
    contactUrl: 'mailto:office@example.org',
    documentationUrl: `${HOST}/docs/`,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
  });
});

test('/.well-known/api-catalog leads to every document, and what it leads to is there', async () => {
  const response = await registry.get('/.well-known/api-catalog');
  expect(response.headers.get('Content-Type')).toMatch(/^application\/linkset\+json/);
  const { linkset } = await response.json();
  const links = linkset.flatMap(({ anchor, ...relations }: Record<string, { href: string }[]>) => [
    anchor,
    ...Object.values(relations).flatMap((targets) => targets.map(({ href }) => href)),
  ]);
  expect(new Set(links).size).toBeGreaterThan(5);
  for (const link of new Set<string>(links)) {
    expect(link.startsWith(HOST)).toBe(true);
    expect([link, (await registry.get(link.slice(HOST.length))).status]).toEqual([link, 200]);
  }
  const documents = linkset.flatMap((entry: { 'service-desc'?: { href: string }[] }) => entry['service-desc'] ?? []);
  expect(documents).toHaveLength(2);
  for (const { href } of documents) expect((await registry.json(href.slice(HOST.length))).openapi).toMatch(/^3\./);
});

test('HEAD of the catalog links to it', async () => {
  const response = await registry.get('/.well-known/api-catalog', { method: 'HEAD' });
  expect(response.headers.get('Link')).toBe(`<${HOST}/.well-known/api-catalog>; rel="api-catalog"`);
});

test.each(['/service-info', '/.well-known/api-catalog'])(
  'scripts of any website may read %s, by GET alone',
  async (path) => {
    const response = await registry.get(path, { headers: { Origin: 'https://other.example.net' } });
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([200, '*']);
    expect((await registry.get(path, { method: 'POST' })).status).toBe(405);
    expect((await registry.get(`${path}/x`)).status).toBe(404);
  },
);

test('the start page says in schema.org data what this is, and no other page has any', async () => {
  const blocks = async (path: string) => {
    const page = await (await registry.get(path)).text();
    return Array.from(page.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g), ([, json = '']) =>
      JSON.parse(json),
    );
  };
  expect(await blocks('/')).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'DataCatalog',
      name: 'Registry of X and Y',
      alternateName: 'XY',
      url: HOST,
      publisher: { '@type': 'Organization', name: 'Registry of X and Y', url: HOST },
    },
  ]);
  for (const path of ['/search?nameLike=a&render=full', '/userView/1', '/coverage', '/genes'])
    expect(await blocks(path)).toEqual([]);
});

test('a name that holds markup stays data', async () => {
  await using odd = await startTestRegistry({
    snapshot: smallSnapshot(),
    settings: { APP_SITE_FULLNAME: '</script><img src=x>' },
  });
  const page = await (await odd.get('/')).text();
  expect(page).not.toContain('</script><img');
  expect(page).toContain('"name":"\\u003c/script>\\u003cimg src=x>"');
});
