/** The head of a search in a browser: the card of the gene, people by organism and registry, and how complete it is. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  everyRegistry,
  type OwnStories,
  openOwnStories,
  openSearch,
  violationsOf,
  wholeAnswer,
} from '../support/machine/stories.ts';

const MOST_SHIFT = 0.05;
const SEARCH = '/search?symbol=TP53&taxonId=9606';

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
beforeEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

/** Of the page so far. */
function layoutShift(): Promise<number> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
      resolve(shifts.reduce((sum, { value }) => sum + value, 0));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 500);
  });
}

/** The cells of the map by row: what they show and what they say. */
async function mapOf(page: Page): Promise<Record<string, string[]>> {
  return page
    .locator('#matrix-rows tr')
    .evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((row) => [
          (row as HTMLElement).dataset.name ?? '',
          [...row.querySelectorAll('td')].map(
            (cell) => `${cell.dataset.kind} ${cell.querySelector('[aria-hidden]')?.textContent}`,
          ),
        ]),
      ),
    );
}

describe('people by organism and registry', () => {
  test('are the same with scripts and without', async () => {
    const { page } = await stories.browser.window();
    await openSearch(page, stories.at(SEARCH));
    const live = await mapOf(page);
    await page.goto(stories.at(`${SEARCH}&render=server`));
    expect(await mapOf(page)).toEqual(live);
    expect(Object.keys(live)).toEqual(['human', 'mouse', 'rat', 'zebrafish', 'frog']);
    expect(live.human?.every((cell) => cell.startsWith('people'))).toBe(true);
  });

  test('fill while registries answer, and nothing moves', async () => {
    await stories.pampanet('held');
    const { page } = await stories.browser.window();
    await page.goto(stories.at('/search?symbol=SCN1A&taxonId=9606'));
    await page.locator('#matrix-rows [data-kind=people]').first().waitFor();
    await page.keyboard.press('Shift');
    const before = await page.locator('#matrix').boundingBox();
    expect((await mapOf(page)).human?.at(-1)).toMatch(/^outstanding/);
    await stories.pampanet('well');
    // What the reader asks to see may move; what comes may not.
    await everyRegistry(page);
    expect((await mapOf(page)).human?.at(-1)).not.toMatch(/^outstanding/);
    expect(await page.locator('#matrix').boundingBox()).toEqual(before);
    const shift = await page.evaluate(layoutShift);
    console.log(`While registries answered, the layout shifted by ${shift.toFixed(4)}.`);
    expect(shift).toBeLessThanOrEqual(MOST_SHIFT);
  });

  test('lead to the people that they count, and back, with the focus where it was', async () => {
    const { page, faults } = await stories.browser.window();
    await openSearch(page, stories.at(SEARCH));
    const everybody = await page.locator('.person').count();
    const cell = page.locator('tr[data-taxon="10090"] td a').first();
    const shown = Number(await cell.locator('[aria-hidden]').textContent());
    await cell.focus();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).searchParams.getAll('only-organism')).toEqual(['10090']);
    expect(new URL(page.url()).searchParams.getAll('only-registry')).toEqual(['local']);
    expect(await page.locator('.person').count()).toBe(shown);
    expect(await cell.getAttribute('aria-current')).toBe('true');
    expect(await cell.evaluate((link) => link === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.locator('.person').count()).toBe(everybody);
    await page.goBack();
    expect(await page.locator('.person').count()).toBe(shown);
    expect(faults).toEqual([]);
  });

  test('are narrowed by the same links without scripts', async () => {
    const { page } = await stories.browser.window({ javaScriptEnabled: false });
    await page.goto(stories.at(`${SEARCH}&render=server`));
    await page.locator('tr[data-taxon="10090"] td a').first().click();
    expect(new URL(page.url()).searchParams.getAll('only-organism')).toEqual(['10090']);
    expect(await page.locator('tr[data-taxon="10090"] td a').first().getAttribute('aria-current')).toBe('true');
    expect(await page.locator('.person').count()).toBeGreaterThan(0);
  });

  test('on a phone are one line, and the card is three', async () => {
    const { page } = await stories.browser.window({ viewport: { width: 390, height: 844 } });
    await openSearch(page, stories.at(SEARCH));
    const line = await page
      .locator('#matrix-line a')
      .evaluateAll((links) => links.map((one) => one.firstChild?.textContent));
    expect(line.slice(0, 2)).toEqual([expect.stringMatching(/^human \d+$/), expect.stringMatching(/^mouse \d+$/)]);
    expect(await page.locator('#matrix table').isVisible()).toBe(false);
    // How complete the answer is stands below both.
    const [head, state] = [await page.locator('.about').boundingBox(), await page.locator('#state').boundingBox()];
    expect((state?.y ?? 0) - (head?.y ?? 0)).toBeGreaterThan(60);
    expect((state?.y ?? 160) - (head?.y ?? 0)).toBeLessThan(160);
    await page.locator('.phone-more summary').click();
    for (const one of ['#matrix table', '.ids a']) {
      expect([one, await page.locator(one).first().isVisible()]).toEqual([one, true]);
    }
  });
});

describe('the card', () => {
  test('leads from a gene of a mouse to the human gene in one step, and back', async () => {
    const { page } = await stories.browser.window();
    await openSearch(page, stories.at('/search?symbol=Trp53&taxonId=10090'));
    await page.locator('.human-gene a').click();
    await wholeAnswer(page);
    expect(await page.locator('#gene-name bdi').textContent()).toBe('TP53');
    // The map names the orthologs.
    expect(await page.locator('tr[data-taxon="10090"] th i').textContent()).toBe('Trp53');
    await page.goBack();
    await wholeAnswer(page);
    expect(await page.locator('#gene-name bdi').textContent()).toBe('Trp53');
  });

  test('lets the reader distinguish two genes of one symbol and choose', async () => {
    const { page } = await stories.browser.window();
    await openSearch(page, stories.at('/search?symbol=HBD&taxonId=9606'));
    expect(await page.locator('#gene-name').textContent()).toContain('hemoglobin');
    await page.locator('#gene .remark a').click();
    await wholeAnswer(page);
    expect(await page.locator('#gene-name').textContent()).toContain('hypophosphatemic');
    expect(await page.locator('#matrix-of-all').isVisible()).toBe(true);
    await page.locator('#facets-clear').click();
    await page.waitForURL((url) => !url.search.includes('only-gene'));
    await expect.poll(() => page.locator('#gene-name').textContent()).toContain('hemoglobin');
    expect(await page.locator('#matrix-of-all').isVisible()).toBe(false);
    await page.goBack();
    await expect.poll(() => page.locator('#gene-name').textContent()).toContain('hypophosphatemic');
  });
});

test('the bar shows by its colour whether the answer is complete, and each registry by its shape', async () => {
  const { page } = await stories.browser.window();
  const colourOf = () => page.locator('#state').evaluate((bar) => getComputedStyle(bar).borderLeftColor);
  await openSearch(page, stories.at(SEARCH));
  expect(await page.locator('#state').getAttribute('data-state')).toBe('complete');
  const complete = await colourOf();
  await stories.pampanet('down');
  await openSearch(page, stories.at('/search?symbol=SHH&taxonId=9606'));
  expect(await page.locator('#state').getAttribute('data-state')).toBe('incomplete');
  expect(await colourOf()).not.toBe(complete);
  const dots = await page
    .locator('#origins li')
    .evaluateAll((chips) => chips.map((chip) => getComputedStyle(chip, '::before').borderRightWidth));
  expect(dots[0]).not.toBe(dots[2]);
  expect(await page.locator('#origin-lines li').count()).toBe(3);
  await page.locator('#origin-details summary').click();
  expect(await violationsOf(page)).toEqual([]);
});

test('a coverage with a registry that is down breaks no rule of accessibility either', async () => {
  await stories.pampanet('down');
  const { page } = await stories.browser.window();
  await page.goto(stories.at('/coverage?symbol=SHH&taxonId=9606'));
  expect(await page.locator('#state').getAttribute('data-state')).toBe('incomplete');
  expect(await violationsOf(page)).toEqual([]);
});
