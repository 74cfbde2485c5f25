/** One press on an organism shows its people alone, and moves nothing that the reader sees. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSearch, openStories, type Stories } from '../support/machine/stories.ts';

const SEARCH = '/search?symbol=SHH&taxonId=9606';
const MOUSE = '10090';
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
/** Everything around the list of people that a press could move. */
const AROUND = ['#gene', '#matrix', '#map-legend', '#state', '#facets', '#results-title', '#people'];

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

/** Where each of these parts, and each choice beside the list, begins. */
async function places(page: Page): Promise<Record<string, number>> {
  return page.evaluate((around) => {
    const labels = [...document.querySelectorAll('.facets input[type=checkbox]')].map(
      (box) => `#${CSS.escape(box.id)}`,
    );
    const shown = [...around, ...labels].filter((one) => document.querySelector(one)?.checkVisibility());
    return Object.fromEntries(
      shown.map((one) => [one, Math.round((document.querySelector(one)?.getBoundingClientRect().top ?? 0) + scrollY)]),
    );
  }, AROUND);
}

async function organisms(page: Page): Promise<Set<string>> {
  const texts = await page
    .locator('#people .person .does')
    .evaluateAll((all) =>
      all.map((one) => [...one.querySelectorAll('.organism b')].map((b) => b.getAttribute('data-letters')).join(' ')),
    );
  return new Set(texts.map((text) => (text.includes('Mm') ? 'mouse' : text)));
}

describe.each(['en', 'fr'])('in %s', (lang) => {
  test.each([
    ['with scripts', ''],
    ['without', '&render=server'],
  ])('the organism of the map leads to its people, %s', async (_how, render) => {
    const { page, faults } = await stories.browser.window({ javaScriptEnabled: render === '' });
    await page.goto(stories.at(`${SEARCH}&lang=${lang}${render}`));
    await page.locator('#results[data-state=whole]').waitFor();
    const tag = page.locator(`tr[data-taxon="${MOUSE}"] th a`);
    await tag.click();
    await page.waitForURL(`**/search?*only-organism=${MOUSE}*`);
    expect(await organisms(page)).toEqual(new Set(['mouse']));
    expect(await tag.getAttribute('aria-current')).toBe('true');
    // The same press undoes it.
    await tag.click();
    await page.waitForURL((url) => !url.search.includes('only-organism'));
    expect((await organisms(page)).size).toBeGreaterThan(1);
    expect(faults).toEqual([]);
  });

  test('nothing moves when an organism, a registry or both are chosen', async () => {
    const { page } = await stories.browser.window();
    await openSearch(page, stories.at(`${SEARCH}&lang=${lang}`));
    const before = await places(page);
    expect(Object.keys(before).length).toBeGreaterThan(8);
    await page.locator(`tr[data-taxon="${MOUSE}"] th a`).click();
    await page.waitForURL(/only-organism/);
    expect(await places(page)).toEqual(before);
    await page.locator('#only-registry-fjordnet').check();
    await page.waitForURL(/only-registry/);
    expect(await places(page)).toEqual(before);
  });

  test('on a phone every organism is in one row that scrolls sideways, and a press moves nothing', async () => {
    const { page } = await stories.browser.window(PHONE);
    await openSearch(page, stories.at(`${SEARCH}&lang=${lang}`));
    const row = page.locator('#matrix-line');
    const [height, lines] = await row.evaluate((one) => {
      const tops = [...one.querySelectorAll('a')].map((link) => link.getBoundingClientRect().top);
      return [one.clientHeight, new Set(tops).size];
    });
    expect([lines, height]).toEqual([1, 28]);
    const last = row.locator('a').last();
    const before = await places(page);
    await last.tap();
    await page.waitForURL(/only-organism/);
    expect(await places(page)).toEqual(before);
    const { left, right, scrolled } = await last.evaluate((link) => {
      const box = link.getBoundingClientRect();
      return { left: box.left, right: box.right, scrolled: document.documentElement.scrollWidth };
    });
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(PHONE.viewport.width);
    expect(scrolled).toBe(PHONE.viewport.width);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});
