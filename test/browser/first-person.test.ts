/** The page answers before it explains: how far down the first person stands, among how much, and how many keys lead there. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSearch, openStories, type Stories } from '../support/machine/stories.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SEARCHES = ['/search?symbol=KCNQ2&taxonId=9606', '/search?symbol=SCN1A&taxonId=9606&as=alias'];
const LANGUAGES = ['en', 'fr'];
/** With the organisms of the map, which is one stop of the Tab key. */
const MOST_CONTROLS = 59;
const MOST_PRESSES = 12;

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

const pages = SEARCHES.flatMap((path) => LANGUAGES.map((lang) => `${path}&lang=${lang}`));

test.each(pages)(
  'at 1280 by 900 the first person of %s is within 360 pixels, whole and among few controls',
  async (path) => {
    const { page } = await stories.browser.window();
    await openSearch(page, stories.at(path));
    const [{ top, bottom }, controls] = [await firstOf(page), await controlsOf(page, 900)];
    console.log(`${path}: the first person from ${top} to ${bottom}, ${controls} controls`);
    expect(top).toBeLessThanOrEqual(360);
    expect(bottom).toBeLessThanOrEqual(900);
    expect(controls).toBeLessThanOrEqual(MOST_CONTROLS);
  },
);

test.each(pages)('on a phone the first person of %s is within 400 pixels, and whole', async (path) => {
  const { page } = await stories.browser.window(PHONE);
  await openSearch(page, stories.at(path));
  const { top, bottom } = await firstOf(page);
  console.log(`${path} on a phone: the first person from ${top} to ${bottom}`);
  expect(top).toBeLessThanOrEqual(400);
  expect(bottom).toBeLessThanOrEqual(PHONE.viewport.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('few presses lead from the top of the page to the first Write, by the link that skips to people', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCHES[0] ?? ''));
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to people');
  await page.keyboard.press('Enter');
  let presses = 2;
  while (presses < 3 * MOST_PRESSES) {
    await page.keyboard.press('Tab');
    presses += 1;
    if (await page.evaluate(() => document.activeElement?.matches('a.write'))) break;
  }
  console.log(`${presses} presses to the first Write`);
  expect(presses).toBeLessThanOrEqual(MOST_PRESSES);
});

/** Where the first person stands on the page. */
async function firstOf(page: Page): Promise<{ top: number; bottom: number }> {
  return page
    .locator('#people .person')
    .first()
    .evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      return { top: Math.round(top + scrollY), bottom: Math.round(bottom + scrollY) };
    });
}

/** Everything in the first pixels of the page that can be pressed or filled in. */
async function controlsOf(page: Page, height: number): Promise<number> {
  return page.evaluate((bottom) => {
    const all = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary')];
    return all.filter((one) => {
      const { top, left, bottom: end, width } = one.getBoundingClientRect();
      return one.checkVisibility() && width > 1 && left >= 0 && end > 0 && top < bottom;
    }).length;
  }, height);
}
