/** A list of genes in a browser: rows as answers come, a list that stays in its tab, and the same without scripts. */

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OwnStories, openOwnStories, violationsOf } from '../support/machine/stories.ts';

const LIST = 'SHH\nENSG00000012048, brca1\nTP53\nNotAGene9';

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

async function give(page: Page, list: string): Promise<void> {
  await page.goto(stories.at('/genes'));
  await page.locator('#gene-list').fill(list);
  await page.locator('#gene-list-form button').click();
}

async function whole(page: Page): Promise<void> {
  await page.locator('#list-answer[data-state=whole] #heat').waitFor();
}

const genesOf = (page: Page) => page.locator('#heat tbody th a:first-child').allTextContents();
const cellOf = (page: Page, gene: string, organism: string) =>
  page
    .locator('#heat tbody tr', { has: page.locator('th', { hasText: gene }) })
    .locator('td', { hasText: `${gene}, ${organism}:` });

describe('with scripts', () => {
  test('every gene has its row, once, and what is not understood is named', async () => {
    const { page, faults } = await stories.browser.window();
    await give(page, LIST);
    await whole(page);
    expect(await genesOf(page)).toEqual(['SHH', 'BRCA1', 'TP53']);
    expect(await page.locator('#list-not-understood li').allTextContents()).toEqual(['NotAGene9']);
    expect(await cellOf(page, 'SHH', 'human').textContent()).toMatch(
      /^\d+SHH, human: \d+ people, \d+ names? withheld$/,
    );
    expect(await page.locator('#list-summary').textContent()).toBe('All 3 registries answered.');
    expect(faults).toEqual([]);
  });

  test('people who are refused for a moment can be asked for again', async () => {
    const { page } = await stories.browser.window();
    await give(page, 'SHH\nTP53');
    await whole(page);
    let refused = 0;
    await page.route('**/genes/search-batch', (route) => {
      if (refused++ > 0) return route.continue();
      const body = JSON.stringify({ title: 'Too many lists', status: 429, code: 'too-many-lists', detail: 'Wait.' });
      return route.fulfill({ status: 429, contentType: 'application/problem+json', body });
    });
    const people = page.locator('#list-people');
    await people.getByRole('button').click();
    await expect.poll(() => people.locator('#summary').textContent()).toContain('Please try again in a few seconds.');
    await people.getByRole('button', { name: 'Show the people' }).click();
    const texts = async () => (await people.locator('.person').allTextContents()).join();
    await expect.poll(texts).toContain('Nervous System');
    // Organ systems have this registry's names; those of others would be quoted.
    expect(await texts()).not.toMatch(/“Nervous System”/);
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('results-title');
  });

  test('a word that may be a gene is asked about, and searched when the reader says so; another list asks nothing', async () => {
    const { page, faults } = await stories.browser.window();
    const open = async () => {
      await page.goto(stories.at('/'));
      await page.locator('#start-box-text').fill('seen in May: KCNQ2, SCN1A and P53');
      await page.keyboard.press('Enter');
      await whole(page);
      expect(await genesOf(page)).toEqual(['KCNQ2', 'SCN1A']);
    };
    const question = page.locator('#confirm-form');
    await open();
    await question.getByRole('button').click();
    await expect.poll(() => genesOf(page)).toEqual(['KCNQ2', 'SCN1A', 'TP53']);
    expect(await question.count()).toBe(0);
    await open();
    await page.locator('#gene-list').fill('BRCA1');
    await page.locator('#gene-list-form button').first().click();
    await expect.poll(() => genesOf(page)).toEqual(['BRCA1']);
    expect(await question.count()).toBe(0);
    expect(faults).toEqual([]);
  });

  test('on A4 the table is as wide as the paper, with every organism and registry', async () => {
    const { page } = await stories.browser.window({ viewport: { width: 718, height: 1046 } });
    await give(page, LIST);
    await whole(page);
    await page.emulateMedia({ media: 'print' });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wide).toBe(0);
  });

  test('the list is in no address, and there again after a search of one gene, and after the page is loaded again', async () => {
    const { page } = await stories.browser.window();
    const addresses: string[] = [];
    page.on('request', (request) => void addresses.push(request.url()));
    await give(page, LIST);
    await whole(page);
    expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/genes');
    expect(addresses.filter((address) => /SHH|BRCA1|TP53|ENSG/i.test(address))).toEqual([]);
    await cellOf(page, 'TP53', 'mouse').locator('a').click();
    await page.locator('#people, #rows').first().waitFor();
    expect(new URL(page.url()).searchParams.get('symbol')).toBe('TP53');
    await page.goBack();
    await whole(page);
    expect(await page.locator('#gene-list').inputValue()).toBe(LIST);
    await page.reload();
    await whole(page);
    expect(await genesOf(page)).toEqual(['SHH', 'BRCA1', 'TP53']);
    await page.locator('#list-actions button', { hasText: 'Clear list' }).click();
    await page.reload();
    expect(await page.locator('#gene-list').inputValue()).toBe('');
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toMatch(/TP53/);
  });

  test('who works on most of the genes is one press away, and there again after Back', async () => {
    const { page, faults } = await stories.browser.window();
    const addresses: string[] = [];
    page.on('request', (request) => void addresses.push(request.url()));
    await give(page, LIST);
    await whole(page);
    await page.locator('#list-people button', { hasText: 'most genes first' }).click();
    const people = page.locator('#list-people .person');
    await people.first().waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toMatch(/^Who works on most of these genes: \d+ people$/);
    const covered = (await people.locator('.covers').allTextContents()).map((text) => Number.parseInt(text, 10));
    expect(covered[0]).toBeGreaterThan(1);
    expect(covered).toEqual(covered.toSorted((a, b) => b - a));
    await people.locator('a.name').first().click();
    await page.waitForURL('**/userView/*');
    await page.goBack();
    // Registries answer one after the other, and people with more genes take their place before others.
    const first = people.locator('.covers').first();
    await expect.poll(() => first.textContent()).toBe(`${covered[0]} of 3 genes`);
    expect(addresses.filter((address) => /BRCA1.*TP53|ENSG/i.test(address))).toEqual([]);
    expect(faults).toEqual([]);
  });

  test('people and files below a table are of its genes, whatever is typed above it since', async () => {
    const { page } = await stories.browser.window();
    await give(page, 'TP53');
    await whole(page);
    await page.locator('#gene-list').fill('BRCA1\nSHH');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.downloads button', { hasText: 'CSV' }).click(),
    ]);
    const rows = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(rows.slice(1, -1).map((row) => row.split(',')[1])).toEqual(['TP53', 'TP53', 'TP53']);
    await page.locator('#list-people button').click();
    await page.locator('#list-people .person').first().waitFor();
    const people = await page.locator('#list-people .person').allTextContents();
    expect(people.filter((text) => !/Tr?p53/i.test(text))).toEqual([]);
    expect(await page.locator('#gene-list').inputValue()).toBe('BRCA1\nSHH');
  });

  test('nothing of a long list that is pasted is cut off, however often a gene is in it', async () => {
    const { page } = await stories.browser.window();
    // A browser takes seconds to insert as many lines.
    const list = `${'TP53,'.repeat(2500)}BRCA1`;
    await page.goto(stories.at('/genes'));
    await page.locator('#gene-list').focus();
    await page.keyboard.insertText(list);
    await page.locator('#gene-list-form button').click();
    await whole(page);
    expect(await genesOf(page)).toEqual(['TP53', 'BRCA1']);
  });

  test('a list that the registry refuses has no table of the list before', async () => {
    const { page } = await stories.browser.window();
    await give(page, 'TP53');
    await whole(page);
    await page.locator('#gene-list').fill(`BRCA1 ${'x'.repeat(300)}`);
    await page.locator('#gene-list-form button').click();
    await page.locator('#gene-list-problem').waitFor();
    expect(await page.locator('#heat').count()).toBe(0);
    await page.locator('#gene-list').fill('x'.repeat(70_000));
    await page.locator('#gene-list-form button').click();
    await expect.poll(() => page.locator('#gene-list-problem').textContent()).toContain('65536');
    await page.locator('#gene-list').fill('BRCA1');
    await page.locator('#gene-list-form button').click();
    await whole(page);
    expect(await genesOf(page)).toEqual(['BRCA1']);
  });

  test('another tab knows nothing of it', async () => {
    const { page, context } = await stories.browser.window();
    await give(page, LIST);
    await whole(page);
    const other = await context.newPage();
    await other.goto(stories.at('/genes'));
    expect(await other.locator('#gene-list').inputValue()).toBe('');
  });

  test('rows fill while a registry is slow, and a search that is stopped goes on', async () => {
    const { page } = await stories.browser.window();
    await stories.pampanet('held');
    await give(page, 'PTEN\nMECP2\nFMR1');
    await page.locator('#heat tr[data-waits] td[data-kind=people]').first().waitFor();
    expect(await page.locator('#heat td[data-kind=waiting]').count()).toBeGreaterThan(0);
    expect(await page.locator('#heat .chip', { hasText: 'PampaNet' }).first().textContent()).toContain('waiting');
    await page.locator('#list-actions button', { hasText: 'Stop' }).click();
    await stories.pampanet('well');
    await page.locator('#list-actions button', { hasText: 'Go on' }).click();
    await page.locator('#heat tbody tr:not([data-waits])').nth(2).waitFor();
    await whole(page);
    expect(await page.locator('#list-summary').textContent()).toMatch(/^All 3 registries answered/);
  });

  test.each([1280, 420])(
    'more than a hundred genes are announced before anybody is asked: %i pixels',
    async (width) => {
      const { page } = await stories.browser.window({ viewport: { width, height: 900 } });
      await give(page, Array.from({ length: 101 }, (_, index) => `GENE${index}`).join('\n'));
      await page.getByText('The list has 101 entries. You can search for at most 100').waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('gene-list');
      expect(await page.locator('#list-answer').isVisible()).toBe(false);
      const [problem, help, form] = await Promise.all(
        ['#gene-list-problem', '#gene-list-help', '#gene-list-form'].map((one) => page.locator(one).boundingBox()),
      );
      const endOf = (box: typeof form) => (box === null || box === undefined ? 0 : box.y + box.height);
      // It is written over nothing: above the help, or within its own column.
      expect(endOf(problem)).toBeLessThanOrEqual(width < 760 ? (help?.y ?? 0) : endOf(form));
    },
  );

  test('the table is a file to keep, whose name and address show no gene', async () => {
    const { page } = await stories.browser.window();
    await give(page, LIST);
    await whole(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.downloads button', { hasText: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^genes-\d{4}-\d\d-\d\d\.csv$/);
    expect(new URL(download.url()).pathname + new URL(download.url()).search).toBe('/genes');
    const [head = '', first] = (await readFile(await download.path(), 'utf8')).split('\r\n');
    expect(head).toMatch(/^given,symbol,taxon_id,gene_id,registry,state,people,names_withheld,is_all,human,/);
    expect(first).toMatch(/^SHH,SHH,9606,6469,DemoNet,answered,\d+,\d+,yes,/);
  });
});

describe('without scripts', () => {
  test('the same table comes when all is there', async () => {
    const { page } = await stories.browser.window({ javaScriptEnabled: false });
    await give(page, LIST);
    await whole(page);
    expect(await genesOf(page)).toEqual(['SHH', 'BRCA1', 'TP53']);
    expect(await page.locator('#list-summary').textContent()).toBe('All 3 registries answered.');
    expect(await page.locator('#gene-list').inputValue()).toBe(LIST);
  });
});

describe('no rule of accessibility is broken', () => {
  test.each([
    ['of the empty page', 'well', ''],
    ['of an answer that lacks a registry', 'down', 'SCN1A\nKCNQ3\nHBB'],
  ] as const)('%s, in the light and in the dark', async (_, mood, list) => {
    const { page, faults } = await stories.browser.window();
    await stories.pampanet(mood);
    if (list === '') await page.goto(stories.at('/genes'));
    else {
      await give(page, list);
      await whole(page);
    }
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    await stories.pampanet('well');
  });
});
