/** Readers without scripts, without a mouse, without sight, and in another language, from the search to a file or a profile. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  everyRegistry,
  type OwnStories,
  openOptions,
  openOwnStories,
  openSearch,
  openShare,
  rowsOf,
  wholeAnswer,
} from '../support/machine/stories.ts';

const MOST_TABS = 60;

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
beforeEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

test('without scripts, a form, its whole answer and a profile are pages', async () => {
  const { page } = await stories.browser.window({ javaScriptEnabled: false });
  await page.goto(stories.at('/?by=gene'));
  await page.locator('#symbol').fill('TP53');
  await page.locator('#symbol').press('Enter');
  await page.waitForURL(/render=server/);
  expect(await page.locator('#summary').textContent()).toBe('All 3 registries answered.');
  const rows = await rowsOf(page);
  expect(new Set(rows.map((row) => row.replace(/.*\((.*)\)/, '$1')))).toEqual(
    new Set(['local', 'fjordnet', 'pampanet']),
  );
  await page.locator('#people .person[data-origin=fjordnet] a[href*=userView]').first().click();
  await page.waitForURL(/userView\/\d+\?origin=fjordnet/);
  expect(rows.join()).toContain((await page.locator('h1').textContent())?.trim());
});

test('with the keyboard alone, a reader gets from the address to a profile', async () => {
  const { page, faults } = await stories.browser.window();
  await page.goto(stories.at('/?by=gene'));
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to the content');
  await page.keyboard.press('Enter');
  await tabTo(page, '#symbol');
  // At once: between two letters a busy machine may offer what the first ones begin.
  await page.keyboard.insertText('brca');
  await page.locator('#symbol-choices [role=option]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  const active = await page.locator('#symbol').getAttribute('aria-activedescendant');
  expect(await page.locator(`#${active}`).textContent()).toMatch(/^BRCA1 /);
  expect(await page.locator('#symbol').getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Enter');
  expect(await page.locator('#symbol').inputValue()).toBe('BRCA1');
  expect(await page.locator('#symbol').getAttribute('aria-expanded')).toBe('false');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search\?symbol=BRCA1/);
  // Whoever presses the offer goes on to those who came; this reader does not.
  await everyRegistry(page);
  const [shown = '', explanation] = (await focused(page))?.split('. ') ?? [];
  // Some may be offered still.
  const listed = (await rowsOf(page)).length;
  expect(shown).toMatch(new RegExp(`^(?:\\d+ to ${listed}|${listed}(?: of \\d+)?) people$`));
  expect(explanation).toBe('Researchers who work on BRCA1 (human), or on its orthologs in any organism');
  await tabTo(page, '#people a.name');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement as Element).outlineStyle)).toBe('solid');
  const name = await page.evaluate(() => document.activeElement?.textContent);
  await page.keyboard.press('Enter');
  await page.waitForURL(/userView/);
  expect((await page.locator('#drawer-title').textContent())?.trim()).toBe(name);
  expect(faults).toEqual([]);
});

test('a screen reader announces people, people to come and the end, and no more', async () => {
  const { page } = await stories.browser.window();
  await stories.pampanet('held');
  await page.addInitScript(() => {
    const announced: string[] = [];
    Object.assign(globalThis, { announced });
    new MutationObserver(() => {
      const live = document.getElementById('live');
      const said = live?.getAttribute('aria-live') === 'polite' ? (live.textContent ?? '') : '';
      if (said !== '' && said !== announced.at(-1)) announced.push(said);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await page.goto(stories.at('/search?symbol=SHH&taxonId=9606'));
  await page.locator('#people .person').first().waitFor();
  await page.keyboard.press('j');
  await stories.pampanet('well');
  await everyRegistry(page);
  await page.locator('#offers button').waitFor();
  const announced = await page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced);
  expect(announced[0]).toMatch(/^\d+ people so far$/);
  // The first people, whoever comes later registry by registry, and the end.
  expect(announced.length).toBeLessThanOrEqual(4);
  expect(announced.at(-1)).toMatch(
    /PampaNet answered: \d+ more (?:person|people) can be shown\..*All 3 registries answered\./,
  );
});

test('a file of the results holds everybody and their registries, and that of JSON the sentence', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=BRCA1&taxonId=9606'));
  const rows = await rowsOf(page);
  const files = new Map<string, string>();
  for (const format of ['CSV', 'JSON']) {
    const download = page.waitForEvent('download');
    await openShare(page);
    await page.getByRole('link', { name: `Download ${format}` }).click();
    files.set(format, await readFile(await (await download).path(), 'utf8'));
  }
  const csv = files.get('CSV') ?? '';
  // A line of names and the rows alone, with the mark by which Excel knows the letters.
  expect(csv).toMatch(/^\uFEFForigin,origin_url,/);
  expect(csv).not.toContain('All 3 registries answered.');
  for (const row of rows) {
    const lastName =
      row
        .replace(/ \(\w+\)$/, '')
        .split(' ')
        .at(-1) ?? '';
    if (!row.startsWith('Name withheld')) expect(csv).toContain(lastName);
  }
  expect(csv.match(/FjordNet/g)?.length).toBeGreaterThanOrEqual(rows.filter((row) => row.includes('fjordnet')).length);
  const json = JSON.parse(files.get('JSON') ?? '{}');
  expect(JSON.stringify(json)).toContain('All 3 registries answered.');
  expect(Object.values(json)).toContainEqual(
    expect.toSatisfy((list) => Array.isArray(list) && list.length >= rows.length),
  );
});

test('a file that is refused, as too many are under way, is a page that says so and when to ask again', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=BRCA1&taxonId=9606'));
  await stories.pampanet('held');
  const leaving = new AbortController();
  const symbols = ['TP53', 'BRCA2', 'PTEN', 'RB1', 'APC', 'MLH1', 'MSH2', 'ATM', 'CFTR', 'HTT', 'FMR1', 'DMD'];
  const others = symbols.map((symbol) =>
    fetch(stories.at(`/export?format=csv&symbol=${symbol}&taxonId=9606`), { signal: leaving.signal }),
  );
  await Promise.race(others);
  await openShare(page);
  await page.getByRole('link', { name: 'Download CSV' }).click();
  await page.getByRole('heading', { name: 'Service Unavailable' }).waitFor();
  expect(await page.locator('body').textContent()).toContain('Please ask again in 10 seconds.');
  await page.goBack();
  leaving.abort();
  await stories.pampanet('well');
  await Promise.allSettled(others);
  const download = page.waitForEvent('download');
  await openShare(page);
  await page.getByRole('link', { name: 'Download JSON' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toContain('All 3 registries answered.');
});

test('the language is that of the browser until another one is chosen, which then stays', async () => {
  const { page } = await stories.browser.window({ locale: 'fr-FR' });
  await openSearch(page, stories.at('/search?symbol=BRCA1&taxonId=9606'));
  expect(await page.locator('html').getAttribute('lang')).toBe('fr');
  expect(await page.locator('#results-title').textContent()).toMatch(/^\d+ à \d+ personnes\. Chercheurs/);
  const french = await page.locator('#summary').textContent();
  expect(french).not.toContain('answered');
  await page.getByRole('link', { name: 'English' }).click();
  await page.waitForURL(/lang=en/);
  await wholeAnswer(page);
  expect(await page.locator('#summary').textContent()).toBe('All 3 registries answered.');
  await openOptions(page);
  await page.locator('#symbol').fill('TP53');
  await page.locator('#symbol').press('Enter');
  await page.waitForURL(/symbol=TP53.*lang=en/);
  await wholeAnswer(page);
  expect(await page.locator('#results-title').textContent()).toMatch(/^(\d+ to )?\d+ people\. Researchers/);
});

test('of a large ontology, terms are found by name and become chips that can be taken out', async () => {
  const { page } = await stories.browser.window();
  await page.goto(stories.at('/?by=gene'));
  const form = page.locator('form[data-kind=genes]');
  await form.locator('details.filters > summary').click();
  await form.locator('input[data-suggest=terms] ~ [role=combobox]').first().fill('seiz');
  await form.locator('[role=option]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const chip = form.locator('.chips li').first();
  expect(await chip.textContent()).toMatch(/eizure/);
  await openOptions(page);
  await page.locator('#symbol').fill('SCN1A');
  await page.locator('#symbol').press('Enter');
  await page.waitForURL(/ontologyTermIds=/);
  await wholeAnswer(page);
  expect(await page.locator('#question').textContent()).toMatch(/eizure/);
  const unknown = page.locator('#unknown-terms li');
  await unknown.first().waitFor();
  expect(await unknown.allTextContents()).toEqual(['FjordNet cannot search by terms (version 1.4.11).']);
  await expect.poll(() => page.locator('#live').textContent()).toContain('FjordNet cannot search by terms');
  expect(await form.locator('details.filters > summary').textContent()).toBe('Filters (1 in use)');
  await openOptions(page);
  await form.locator('details.filters > summary').click();
  await page.locator('form[data-kind=genes] .chips button').first().click();
  await page.locator('#symbol').press('Enter');
  await page.waitForURL((url) => !url.search.includes('ontologyTermIds'));
  await wholeAnswer(page);
  await openOptions(page);
  await form.locator('details.filters > summary').click();
  const behaviours = form.locator('input[data-suggest=terms] ~ [role=combobox]').nth(1);
  await behaviours.fill('simple partial onset, follow');
  await form.getByRole('option', { name: /^simple partial onset, followed by/ }).waitFor();
  await behaviours.fill('');
  // Typed in full and not taken from the list, a name is understood all the same.
  await form.locator('input[data-suggest=terms] ~ [role=combobox]').first().fill('Seizures');
  await form.locator('button[type=submit]').click();
  await page.waitForURL(/ontologyTermIds=HP%3A0001250/);
});

async function tabTo(page: Page, selector: string): Promise<void> {
  for (let count = 0; count < MOST_TABS; count++) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
  }
  throw new Error(`${MOST_TABS} times Tab do not lead to ${selector}.`);
}

async function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.textContent?.trim());
}
