/** The sheet for the clinic, and what else is printed: one page, whole words, and nothing to press. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { qrPicture } from '../../src/pages/search/sheet-page.ts';
import { type OwnStories, openOwnStories, openShare, violationsOf } from '../support/machine/stories.ts';
import { genes } from '../support/partners/behaviours.ts';
import { aGene, aUser, MOUSE, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const SEARCH = '/search?symbol=KCNQ2&taxonId=9606';
/** The width of A4 between its margins. */
const A4 = { width: 688, height: 1000 };
const SHEET = `${SEARCH}&view=sheet`;

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
beforeEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

/** How many pages a printer would use on either paper. */
async function pagesOf(page: Page): Promise<number[]> {
  const files = await Promise.all(['A4', 'Letter'].map((format) => page.pdf({ format })));
  return files.map((file) => file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0);
}

test('the sheet has the gene, its orthologs, five people in the order of the answer, and how complete that is', async () => {
  const { page, faults } = await stories.browser.window();
  await page.goto(stories.at(SEARCH));
  await openShare(page);
  await page.getByRole('link', { name: 'Print summary' }).click();
  await page.waitForURL(/view=sheet/);
  expect((await page.locator('h1').textContent())?.trim()).toMatch(/^KCNQ2/);
  expect(await page.locator('.orthologs li i').allTextContents()).toContain('kcnq2a');
  const names = await page.locator('.sheet ol .who b').allTextContents();
  expect(names).toHaveLength(5);
  expect(names[0]).toBe('Miriam Ben-Harush');
  // Not all who were found withhold their name, so nobody on it does.
  expect(names.join()).not.toContain('withheld');
  expect(await page.getByText('3 more people were found.').count()).toBe(1);
  expect(await page.locator('.sheet-foot').textContent()).toMatch(
    /All 3 registries answered\.\s+As of \d{4}-\d\d-\d\d \d\d:\d\d UTC\./,
  );
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('its code leads to the search that is printed beside it', async () => {
  const { page } = await stories.browser.window();
  await page.goto(stories.at(SHEET));
  const address = (await page.locator('.address').textContent()) ?? '';
  expect(address).toBe(stories.at(SEARCH));
  const drawn = await page.locator('.qr path').getAttribute('d');
  expect(drawn).toMatch(/^M0 0h7v1/);
  expect(qrPicture(address, '')?.html).toContain(` d="${drawn}"`);
});

test('a registry that does not answer is named on it', async () => {
  await stories.pampanet('down');
  const { page } = await stories.browser.window({ locale: 'fr-CA' });
  await page.goto(stories.at('/search?symbol=MECP2&taxonId=9606&view=sheet'));
  expect(await page.locator('.sheet-foot').textContent()).toMatch(/2 registres sur 3 ont répondu.*PampaNet/);
});

test.each([
  ['as it is in the demonstration', SHEET],
  ['in French', `${SHEET}&lang=fr`],
  ['of a search for researchers', '/search?descriptionLike=epilepsy&view=sheet'],
])('the sheet %s is one page of A4 and of Letter', async (_, path) => {
  const { page } = await stories.browser.window();
  await page.goto(stories.at(path));
  await page.locator('.sheet').waitFor();
  expect(await pagesOf(page)).toEqual([1, 1]);
});

/** Seven people of four genes each, in a registry with sixteen orthologs, everything as long as it may be. */
function wordySnapshot() {
  const long = (text: string) => `${text} `.repeat(40).slice(0, 250);
  const genes = Array.from({ length: 16 }, (_, at) => ({
    ...aGene(20_000 + at, long('Brca').replaceAll(' ', '')),
    taxonId: MOUSE,
  }));
  const users = Array.from({ length: 7 }, (_, at) =>
    aUser(10 + at, {
      ...{ name: long('Ada Maria'), lastName: long('Lovelace'), organization: long('University of Example') },
      ...{ contactEmail: `${'a'.repeat(60)}@${'example.'.repeat(12)}org`, contactEmailVerified: true },
      genes: genes.slice(0, 4).map(({ geneId }) => ({ geneId, tier: 'TIER1', privacyLevel: null })),
    }),
  );
  const known = smallSnapshot();
  return smallSnapshot({
    genes: [...known.genes, ...genes],
    orthologs: genes.map(({ geneId }): [number, number] => [672, geneId]),
    users: [...known.users, ...users],
  });
}

test('the sheet is one page, however much registries write', async () => {
  await using registry = await startTestRegistry({ snapshot: wordySnapshot() });
  const { page } = await stories.browser.window();
  await page.goto(`${registry.url}/search?symbol=BRCA1&taxonId=9606&view=sheet`);
  await page.locator('.sheet ol > li').nth(4).waitFor();
  expect(await pagesOf(page)).toEqual([1, 1]);
});

test('the sheet is one page where registries have long names, want much to be said, and one does not answer', async () => {
  const long = (text: string, characters: number) => `${text} `.repeat(characters).slice(0, characters).trim();
  await using resources = new AsyncDisposableStack();
  const partners = await Promise.all(
    ['b', 'c', 'd'].map(async (key) => {
      const { url } = resources.use(await startTestRegistry({ snapshot: wordySnapshot() }));
      const name = long(`Registry ${key.toUpperCase()} of the Example Consortium`, 120);
      return {
        key,
        name,
        url,
        disclaimer: long('For research only.', 500),
        terms: `${url.replace('http', 'https')}/terms`,
      };
    }),
  );
  const silent = { key: 'e', name: long('Silent Registry of Examples', 120), url: 'http://127.0.0.1:9' };
  const settings = {
    APP_SITE_SHORTNAME: long('Example', 60),
    APP_SITE_HOST: `https://${long('registry', 50).replaceAll(' ', '-')}.example.org`,
  };
  const registry = resources.use(
    await startTestRegistry({ snapshot: wordySnapshot(), settings, partners: [...partners, silent] }),
  );
  const { page } = await stories.browser.window();
  const organs = Array.from({ length: 60 }, (_, at) => `&organUberonIds=UBERON:${1_000_000 + at}`).join('');
  for (const filters of ['', '&lang=fr', organs]) {
    await page.goto(`${registry.url}/search?symbol=BRCA1&taxonId=9606${filters}&view=sheet`);
    await page.locator('.sheet-foot').waitFor();
    expect(await page.locator('.sheet-foot').textContent()).toContain('Silent Registry');
    expect([filters, await pagesOf(page)]).toEqual([filters, [1, 1]]);
  }
});

test.each([SEARCH, `${SEARCH}&view=table`, '/coverage?symbol=KCNQ2&taxonId=9606', SHEET])(
  'on paper, %s has no control, and no word is broken',
  async (path) => {
    const { page } = await stories.browser.window({ viewport: { width: 680, height: 900 } });
    await page.goto(stories.at(path));
    await page.waitForLoadState('networkidle');
    await page.emulateMedia({ media: 'print' });
    const controls = page.locator('button:visible, input:visible, select:visible, .write:visible, nav:visible');
    expect(await controls.evaluateAll((all) => all.map((one) => one.outerHTML))).toEqual([]);
    const broken = await page.locator('main').evaluate((main) => {
      const words: string[] = [];
      const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        if (text.parentElement?.closest('.address, .visually-hidden, [hidden]')) continue;
        for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[\p{L}\p{N}]{2,}/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          if (lines.size > 1) words.push(word);
        }
      }
      return words;
    });
    expect(broken).toEqual([]);
  },
);

test('on paper, a registry that answered does not have the sign of one that did not', async () => {
  const { page } = await stories.browser.window({ viewport: A4, bypassCSP: true });
  await page.goto(stories.at(SEARCH));
  await page.locator('#results[data-state=whole]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const chip = page.locator('#origins li').first();
  expect(await chip.isVisible()).toBe(true);
  // What a black and white printer leaves out.
  await page.addStyleTag({
    content: '*, ::before { background: none !important; border-color: #000 !important; color: #000 !important }',
  });
  const printed = async (state: string) => {
    await chip.evaluate((one, to) => one.setAttribute('data-state', to), state);
    return (await chip.screenshot()).toString('base64');
  };
  expect(await printed('answered')).not.toBe(await printed('failed'));
});

test.each([
  ['the map', SEARCH, '.map'],
  ['the coverage', '/coverage?symbol=BRCA1&taxonId=9606', '#coverage'],
])('on A4, %s of thirteen registries is whole, and names the registry of each cell', async (_, path, table) => {
  await using resources = new AsyncDisposableStack();
  const partners = await Promise.all(
    Array.from({ length: 12 }, async (_one, at) => {
      const { url } = resources.use(await startScriptedPartner({ '/api/genes/search': genes(1) }));
      return { key: `p${at}`, name: `Registry ${at} of the Example Consortium`, url };
    }),
  );
  const registry = resources.use(await startTestRegistry({ snapshot: smallSnapshot(), partners }));
  const { page } = await stories.browser.window({ viewport: A4 });
  await page.goto(registry.url + path.replace('KCNQ2', 'BRCA1'));
  if (table === '.map') await page.locator('#results[data-state=whole]').waitFor();
  await page.emulateMedia({ media: 'print' });
  const cells = await page.locator(`${table} tbody td`).evaluateAll((all) => {
    const scrolls = (one: Element) =>
      getComputedStyle(one).overflowX === 'auto' || getComputedStyle(one).overflowY === 'auto';
    const isWhole = (cell: Element) => {
      const { width, right, bottom } = cell.getBoundingClientRect();
      for (let around = cell.parentElement; around !== null; around = around.parentElement) {
        if (scrolls(around) && around.getBoundingClientRect().bottom < bottom) return false;
      }
      return width > 0 && right <= innerWidth;
    };
    return all.filter(isWhole).map((cell) => cell.getAttribute('data-registry'));
  });
  // Two organisms.
  expect(cells).toHaveLength(26);
  expect(new Set(cells)).toContain('Registry 11 of the Example Consortium');
  const named = await page
    .locator(`${table} tbody td`)
    .last()
    .evaluate((cell) => getComputedStyle(cell, '::before').content);
  expect(named).toContain('Registry 11');
});
