/** On narrow windows: the registry says who it is, what is one word stays on one line, and what belongs together is aligned. */

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyRegistry, openSearch, openStories, type Stories } from '../support/machine/stories.ts';

const GENE = '/search?symbol=SCN1A&taxonId=9606';
/** The height of a head of one row. */
const ONE_ROW = 61;

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

async function open(path: string, width: number, lang: string): Promise<Page> {
  const { page } = await stories.browser.window({ viewport: { width, height: 800 } });
  await page.goto(stories.at(`${path}${path.includes('?') ? '&' : '?'}lang=${lang}`));
  return page;
}

/** The texts that stand on more than one line; with a sign, only what follows its last one is looked at. */
const brokenIn = (all: Locator, sign = '') =>
  all.evaluateAll(
    (elements, after) =>
      elements.flatMap((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const last = element.lastChild;
        if (after !== '' && last instanceof Text) range.setStart(last, last.data.lastIndexOf(after) + 1);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        return lines.size > 1 ? [range.toString()] : [];
      }),
    sign,
  );

const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

describe.each(['en', 'fr'])('in %s', (lang) => {
  test.each([320, 390])(
    'a window of %i px shows the name of the registry above the start and above an answer',
    async (width) => {
      for (const [path, highest] of [
        ['/', 80],
        [GENE, ONE_ROW],
      ] as const) {
        const page = await open(path, width, lang);
        const [head, name, menu] = await Promise.all(
          ['.masthead', '.site strong', '.head-menu > summary'].map((part) => boxOf(page.locator(part))),
        );
        expect(head?.height).toBeLessThanOrEqual(highest);
        expect(name?.width).toBeGreaterThan(30);
        expect(name?.height).toBeGreaterThan(9);
        expect(Math.abs((menu?.y ?? 0) - ((head?.height ?? 0) - (menu?.height ?? 0)) / 2)).toBeLessThan(12);
        expect(await page.locator('.site strong').evaluate((one) => getComputedStyle(one).clipPath)).toBe('none');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        await page.context().close();
      }
    },
  );

  test('a window of 768 px has its head on one row above an answer', async () => {
    const page = await open(GENE, 768, lang);
    expect((await boxOf(page.locator('.masthead'))).height).toBeLessThanOrEqual(ONE_ROW);
    await page.context().close();
  });

  test('a gene symbol never breaks, nor what is typed in the head, and what is offered has the whole width', async () => {
    const page = await open(GENE, 320, lang);
    await openSearch(page, page.url());
    expect(await brokenIn(page.locator('.organism i'))).toEqual([]);
    const ofPeople = page.locator('#people .organism:visible');
    expect(await ofPeople.evaluateAll((all) => all.filter((one) => one.clientHeight > 30).length)).toBe(0);
    const typed = page.locator('#box-text');
    expect(await typed.evaluate((field) => field.scrollWidth - field.clientWidth)).toBe(0);
    await typed.fill('drav');
    await page.locator('#box [role=option]').first().waitFor();
    const offers = await boxOf(page.locator('#box [role=listbox]'));
    expect([offers.x, offers.width]).toEqual([14, 292]);
    await page.context().close();
  });

  test.each([320, 768, 1280])(
    '%i px are enough for administrators to read names, ports and times unbroken',
    async (width) => {
      const page = await open('/admin', width, lang);
      await page.locator('#token').fill('demo-admin-token');
      await page.locator('#token').press('Enter');
      const partners = page.locator('#partners tr');
      await partners.first().waitFor();
      expect(await brokenIn(partners.locator('th bdi'))).toEqual([]);
      expect(await brokenIn(partners.locator('th small'), ':')).toEqual([]);
      expect(await brokenIn(partners.locator('time'))).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      await page.context().close();
    },
  );

  test('a count does not lose its noun on a phone', async () => {
    const coverage = await open('/coverage?symbol=BRCA1&taxonId=9606', 320, lang);
    expect(await brokenIn(coverage.locator('#coverage td a'))).toEqual([]);
    const nobody = await open('/search?symbol=BRCCA1&taxonId=9606', 390, lang);
    await everyRegistry(nobody);
    await nobody.locator('.people-of').first().waitFor();
    expect(await brokenIn(nobody.locator('.people-of'))).toEqual([]);
  });

  test('the second line of a choice stands below its first, and its box beside the first', async () => {
    const page = await open('/?by=gene', 320, lang);
    const labels = page.locator('#options .boxes label:visible');
    const wrong = await labels.evaluateAll((all) =>
      all.flatMap((label) => {
        const box = label.querySelector('input')?.getBoundingClientRect();
        const text = label.querySelector('span')?.getClientRects() ?? [];
        const [first] = text;
        if (box === undefined || first === undefined) return ['nothing'];
        const isBelow = [...text].every(({ left }) => left >= box.right);
        const isBeside = Math.abs((box.top + box.bottom) / 2 - (first.top + 10)) <= 2;
        return isBelow && isBeside ? [] : [label.textContent.trim()];
      }),
    );
    expect(await labels.count()).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });
});

test('the cells of a row stand on one line of text', async () => {
  const page = await open('/userView/36', 1280, 'en');
  const row = page.locator('.profile tbody tr').first();
  const bottoms = await row.evaluate((one) =>
    ['th a bdi', 'td:nth-child(2)', 'td:nth-child(3)'].map((part) => {
      const range = document.createRange();
      range.selectNodeContents(one.querySelector(part) as Node);
      return Math.round(range.getBoundingClientRect().bottom);
    }),
  );
  expect(new Set(bottoms).size).toBe(1);
});
