/** The widget on another website: the people of the page, in its order and its words, in one small script. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type OwnStories, openOwnStories, openSearch, rowsOf, violationsOf } from '../support/machine/stories.ts';
import { openWebsite } from '../support/machine/website.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';
import { askRaw } from '../support/server/raw-http.ts';

const MOST_BYTES = 12_000;
/** A slow registry answers within that. */

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
afterEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

/** A website with the widget, and with this in its head and around it. */
function withWidget({ symbol = 'BRCA1', head = '', attributes = '', script = 'defer' } = {}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A website</title>
<meta name="viewport" content="width=device-width">${head}
<script src="${stories.network.demonet.url}/widget.js" ${script}></script></head>
<body><main><h1>A website</h1><ul><li class="person">Of the website</li></ul>
<isearch-results symbol="${symbol}" taxon-id="9606" ${attributes}></isearch-results></main></body></html>`;
}

/** The people that it shows: who, and of which registry. */
function shownBy(page: Page): Promise<string[]> {
  return page
    .locator('isearch-results .person')
    .evaluateAll((all) =>
      all.map(
        (one) => `${one.querySelector('.name')?.textContent?.trim()} (${one.querySelector('.registry')?.textContent})`,
      ),
    );
}

function said(page: Page): Promise<string | null> {
  return page.locator('isearch-results').first().getByRole('status').textContent();
}

test('it shows what a registry wants to be said beside its people, as text that leads to the terms', async () => {
  const [disclaimer, terms] = ['For research on <b>rare</b> diseases only.', 'https://b.example.org/terms'];
  await using b = await startTestRegistry({ snapshot: smallSnapshot() });
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot({ users: [] }),
    partners: [{ key: 'b', name: 'B', url: b.url, disclaimer, terms }],
  });
  await using website = await openWebsite(withWidget({ attributes: `src="${registry.url}/"` }));
  const { page } = await stories.browser.window();
  await page.goto(website.url);
  const notice = page.locator('isearch-results').getByRole('link', { name: disclaimer });
  await expect.poll(() => notice.getAttribute('href')).toBe(terms);
  expect(await notice.locator('xpath=..').textContent()).toBe(`B: ${disclaimer}`);
});

test('another website shows the results with one script and one element', async () => {
  const shown = (await readFile(new URL('../../docs/widget.html', import.meta.url), 'utf8')).replace(
    'http://127.0.0.1:8080',
    stories.network.demonet.url,
  );
  await using website = await openWebsite(shown);
  const { page, faults } = await stories.browser.window();
  await page.goto(website.url);
  const widget = page.locator('isearch-results').first();
  await expect.poll(() => said(page)).toBe('All 3 registries answered.');
  const profile = await widget.getByRole('link', { name: 'Liisbet Metsaorg' }).getAttribute('href');
  expect(profile).toBe(stories.at('/userView/8?origin=fjordnet&lang=en'));
  const access = await widget.getByRole('link', { name: 'Request access' }).first().getAttribute('href');
  expect(access).toMatch(/request-access\?gene=BRCA1&organism=human&lang=en$/);
  await widget.evaluate((one) => one.setAttribute('symbol', 'MECP2'));
  await expect.poll(() => widget.locator('#caption').textContent()).toBe('Researchers who work on MECP2');
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
});

describe('the list', () => {
  // What was answered before is kept, so that each test that needs a slow registry asks for another gene.
  test.each([
    ['well', 'BRCA1'],
    ['slow', 'PTEN'],
  ] as const)('is that of the page, in its order, when a registry is %s', async (mood, symbol) => {
    await stories.pampanet(mood);
    await using website = await openWebsite(withWidget({ symbol }));
    const { page } = await stories.browser.window();
    await page.goto(website.url);
    await page.locator('isearch-results .person').first().waitFor();
    const isSlow = mood === 'slow';
    if (isSlow) expect((await shownBy(page)).filter((one) => one.endsWith('(PampaNet)'))).toEqual([]);
    await expect.poll(() => said(page)).toBe('All 3 registries answered.');
    const { page: own } = await stories.browser.window();
    await openSearch(own, stories.at(`/search?symbol=${symbol}&taxonId=9606`));
    const byName = (people: string[]) => people.map((one) => one.replace(/ \([^()]*\)$/, ''));
    expect(byName(await shownBy(page))).toEqual(byName(await rowsOf(own)));
  });

  test('keeps the place of a reader when somebody arrives before it', async () => {
    await stories.pampanet('held');
    await using website = await openWebsite(withWidget({ symbol: 'SHH' }));
    const { page } = await stories.browser.window();
    await page.goto(website.url);
    const why = page.locator('isearch-results summary', { hasText: 'why here?' }).last();
    await why.press('Enter');
    await stories.pampanet('well');
    await expect.poll(() => said(page)).toBe('All 3 registries answered.');
    expect(await shownBy(page)).toContainEqual(expect.stringMatching(/Mabizelani \(PampaNet\)$/));
    expect(await why.evaluate((one) => (one.getRootNode() as ShadowRoot).activeElement === one)).toBe(true);
    expect(await page.locator('isearch-results .does details[open] li').allTextContents()).toContain(
      'has worked on the gene; people who work on it now come first',
    );
  });

  test('is in French on a French page, organisms and completeness too', async () => {
    await stories.pampanet('down');
    await using website = await openWebsite(withWidget({ symbol: 'SCN1A', attributes: 'lang="fr"' }));
    const { page } = await stories.browser.window();
    await page.goto(website.url);
    await expect.poll(() => said(page)).toMatch(/^2 registres sur 3 ont répondu\s; PampaNet n’a pas .+\.$/);
    const genes = await page.locator('isearch-results .gene').allTextContents();
    expect(genes).toContain('Scn1a (souris) y travaille');
    expect(genes).toContain('SCN1A (humain) y a travaillé');
    const text = await page.locator('isearch-results .all').textContent();
    expect(text).toContain('Nom non communiqué par DemoNet');
    expect(text).not.toMatch(/works|Tier|mouse/);
    await page.locator('isearch-results').evaluate((one) => one.setAttribute('origins', 'nope'));
    await expect.poll(() => said(page)).toMatch(/^Le registre n’a pas pu être interrogé\. .*'nope'/);
  });

  test('breaks no word on a small screen, whatever the website does with its own words', async () => {
    const head =
      '<style>body { word-break: break-all; hyphens: auto } li { display: none } a { font-size: 9em }</style>';
    await using website = await openWebsite(withWidget({ head }));
    const { page } = await stories.browser.window({ viewport: { width: 320, height: 800 } });
    await page.goto(website.url);
    await expect.poll(() => said(page)).toBe('All 3 registries answered.');
    const { broken, names } = await page.locator('isearch-results').evaluate((host) => {
      const all = host.shadowRoot?.querySelector('.all') as HTMLElement;
      for (const one of all.querySelectorAll('details')) one.open = true;
      const texts = document.createTreeWalker(all, NodeFilter.SHOW_TEXT);
      const cut: string[] = [];
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[\p{L}\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          if (range.getClientRects().length > 1) cut.push(word);
        }
      }
      const sizes = [...all.querySelectorAll('.name')].map((name) => getComputedStyle(name).fontSize);
      return { broken: cut, names: [...new Set(sizes)] };
    });
    expect(broken).toEqual([]);
    expect(names).toEqual(['16px']);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });

  test('leaves the words of the website as they are, under a strict policy of its own', async () => {
    const { url } = stories.network.demonet;
    const policy = `default-src 'none'; script-src ${url}; connect-src ${url}`;
    const head = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
    await using website = await openWebsite(withWidget({ head }));
    const { page, faults } = await stories.browser.window();
    await page.goto(website.url);
    await page.locator('isearch-results .person').first().waitFor();
    const own = page.locator('main > ul > li');
    expect(await own.evaluate((one) => [getComputedStyle(one).display, getComputedStyle(one).paddingTop])).toEqual([
      'list-item',
      '0px',
    ]);
    const item = page.locator('isearch-results .gene').first();
    expect(await item.evaluate((one) => getComputedStyle(one).borderTopWidth)).toBe('1px');
    expect(faults).toEqual([]);
  });
});

test('the widget works as a module, too, and says what is missing', async () => {
  const attributes = `src="${stories.network.demonet.url}"`;
  await using website = await openWebsite(withWidget({ script: 'type="module"', attributes }));
  const { page } = await stories.browser.window();
  await page.goto(website.url);
  await expect.poll(() => said(page)).toBe('All 3 registries answered.');
  await page.locator('isearch-results').evaluate((one) => one.removeAttribute('symbol'));
  const alert = page.locator('isearch-results').getByRole('alert');
  await expect.poll(() => alert.textContent()).toBe('This element needs the attributes symbol and taxon-id.');
});

test('all that the widget loads but the answer itself is at most 12 kB, with gzip and with br', async () => {
  await using website = await openWebsite(withWidget({ attributes: 'lang="fr"' }));
  const { page } = await stories.browser.window();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(website.url);
  await expect.poll(() => said(page)).toBe('Les 3 registres ont tous répondu.');
  const loaded = requested.filter((address) => !address.startsWith(website.url) && !address.includes('/api/'));
  expect(loaded).toEqual([stories.at('/widget.js')]);
  for (const coding of ['gzip', 'br']) {
    const answer = await askRaw(stories.network.demonet.url, '/widget.js', { headers: { 'Accept-Encoding': coding } });
    expect(answer.headers['content-encoding']).toBe(coding);
    const bytes = Number(answer.headers['content-length']);
    expect(bytes).toBeGreaterThan(1000);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  }
  expect(requested.filter((address) => address.includes('/api/'))).toEqual([
    stories.at('/api/federated/genes/search?symbol=BRCA1&taxonId=9606&fields=row'),
  ]);
});
