/** What an operator has the site say: their heading, welcome and links, and which search comes first. */

import { afterAll, describe, expect } from 'vitest';
import { startAlpha } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';
import { type Document, elementsOf, elementWithId, readHtml } from '../support/server/read-html.ts';
import { test } from '../support/worlds.ts';

let configured: TestRegistry;
let plain: TestRegistry;
test.beforeAll(async ({ alpha }) => {
  configured = await startAlpha({
    APP_SITE_TEXTS_EN_HEADING: 'Who studies <my> gene?',
    APP_SITE_TEXTS_EN_WELCOME: 'Ask us & others.\n \nWe answer.\n\n\n<b>Soon</b>',
    APP_SITE_TEXTS_FR_WELCOME: 'Demandez.',
    APP_SITE_LINKS_TERMS_OF_USE: 'https://www.example.org/terms',
    APP_SITE_LINKS_FAQ: 'https://www.example.org/faq',
    APP_SITE_CONTACT_EMAIL: 'help@example.org',
    APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_RESEARCHER,BY_GENE',
  });
  plain = alpha;
});
afterAll(() => configured[Symbol.asyncDispose]());

async function open(registry: TestRegistry, path: string): Promise<Document & { title: string; welcome: string[] }> {
  const page = readHtml(await (await registry.get(path)).text());
  const welcome = elementsOf(page, 'p', 'class', 'welcome').map(({ text }) => text);
  return { ...page, title: elementsOf(page, 'title')[0]?.text ?? '', welcome };
}

/** The forms in their order, and which of them is unfolded. */
function modesOf(page: Document): [string | undefined, boolean][] {
  const modes = elementsOf(page, 'details', 'class', 'mode');
  return modes.map(({ attributes }) => [attributes.get('data-mode'), attributes.has('open')]);
}

describe('the start page', () => {
  test('says what the operator wrote, as text, a paragraph for each piece', async () => {
    const page = await open(configured, '/');
    expect(elementsOf(page, 'h1')[0]?.text).toBe('Who studies <my> gene?');
    expect(page.title).toBe('Who studies <my> gene? · AlphaNet');
    expect(page.mistakes).toEqual([]);
    expect(page.welcome).toEqual(['Ask us & others.', 'We answer.', '<b>Soon</b>']);
  });

  test('keeps in each language what is not written', async () => {
    const french = await open(configured, '/?lang=fr');
    expect(french.title).toBe('Trouver des chercheurs dans tous les registres · AlphaNet');
    expect(french.welcome).toEqual(['Demandez.']);
    const built = await open(plain, '/');
    expect(built.title).toBe('Find a researcher in any registry · AlphaNet');
    expect(built.welcome).toHaveLength(1);
  });

  test('unfolds the first of the searches, in the order of the configuration', async () => {
    expect(modesOf(await open(configured, '/'))).toEqual([
      ['users', true],
      ['genes', false],
    ]);
    expect(modesOf(await open(configured, '/search?symbol='))).toEqual([
      ['users', false],
      ['genes', true],
    ]);
    expect(modesOf(await open(plain, '/'))).toEqual([
      ['genes', true],
      ['users', false],
    ]);
  });

  test('unfolds the one search that is open, also where another was asked for', async () => {
    await using closed = await startAlpha({ APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_RESEARCHER' });
    for (const path of ['/', '/search?symbol=BRCA1&taxonId=9606&render=server']) {
      expect([path, modesOf(await open(closed, path))]).toEqual([path, [['users', true]]]);
    }
  });
});

test('the foot of every page leads to what the operator keeps elsewhere, and to the contact', async () => {
  for (const path of ['/', '/admin', '/userView/4711', '/coverage?symbol=BRCA1&taxonId=9606']) {
    const page = await open(configured, path);
    const hrefs = elementsOf(page, 'a').map(({ attributes }) => attributes.get('href'));
    expect([path, hrefs.slice(-3)]).toEqual([
      path,
      ['https://www.example.org/terms', 'https://www.example.org/faq', 'mailto:help@example.org'],
    ]);
  }
  expect(elementsOf(await open(plain, '/'), 'ul', 'class', 'site-links')).toEqual([]);
});

test('the icon is an image of this registry', async () => {
  const [icon] = elementsOf(await open(configured, '/userView/4711'), 'link', 'rel', 'icon');
  expect(icon?.attributes.get('href')).toMatch(/^\.\.\/assets\/v-[\w-]+\/site-icon\.svg$/);
  const answer = await configured.get('/assets/site-icon.svg');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(elementsOf(readHtml(await answer.text()), 'text')[0]?.text).toBe('A');
});

describe('the title', () => {
  test.each([
    [
      '/search?nameLike=a&prefix=false&researcherCategories=IN_VIVO',
      'Researchers whose name contains “a”; Kind of research = “In vivo”',
    ],
    ['/search?nameLike=&descriptionLike=', 'This did not work'],
    [
      '/search?symbol=BRCA1&taxonId=9606&tiers=x',
      'This did not work; Researchers who work on BRCA1 (human), or on its orthologs in any organism; Tiers = “x”',
    ],
    ['/coverage?symbol=NOSUCHGENE&taxonId=9606', 'Who works on NOSUCHGENE (human)'],
    ['/coverage?symbol=BRCA1&taxonId=9606&lang=fr', 'Qui travaille sur BRCA1 (humain)'],
    ['/admin?lang=fr', 'Pour les administrateurs'],
  ])('of %s distinguishes it from others', async (path, title) => {
    expect((await open(plain, path)).title).toBe(`${title} · AlphaNet`);
  });
});

test('organisms have French names in French: in the form, the question, the line of the gene and the list', async () => {
  const page = await open(plain, '/search?symbol=BRCA1&taxonId=9606&render=server&lang=fr');
  const options = elementsOf(page, 'option').map(({ text }) => text);
  expect(options).toContain('humain (Homo sapiens)');
  expect(elementWithId(page, 'question')?.text).toContain('BRCA1 (humain)');
  expect(elementsOf(page, 'span', 'class', 'organism human')[0]?.text).toContain('humain');
  expect(elementWithId(page, 'matrix')?.text).toContain('souris');
});
