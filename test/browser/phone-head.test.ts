/** The head of a page is one row on a phone, with a menu; what is opened covers nothing, and closes by Escape and a press elsewhere. */

import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSearch, openShare, openStories, type Stories, violationsOf } from '../support/machine/stories.ts';

const SEARCH = '/search?symbol=SCN1A&taxonId=9606';
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const ONE_ROW = 60;

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

const boxOf = (one: Locator) =>
  one.evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { top, bottom, left, right };
  });

test.each([
  ['with scripts', 'lang=en', true, 'Français', 'Change the search'],
  ['without', 'lang=fr&render=server', false, 'English', 'Modifier la recherche'],
])(
  'a phone has one row, whose menu holds the language and the search, %s',
  async (_how, given, javaScriptEnabled, other, change) => {
    const { page, faults } = await stories.browser.window({ ...PHONE, javaScriptEnabled });
    await page.goto(stories.at(`${SEARCH}&${given}`));
    await page.locator('#results[data-state=whole]').waitFor();
    const head = page.locator('.masthead');
    const { top, bottom } = await boxOf(head);
    expect(bottom - top).toBeLessThanOrEqual(ONE_ROW);
    const menu = page.locator('.head-menu > summary');
    const before = await boxOf(menu);
    expect(before.right).toBeLessThanOrEqual(PHONE.viewport.width);
    const language = page.locator('.languages a', { hasText: other });
    expect(await language.isVisible()).toBe(false);
    await menu.click();
    expect(await boxOf(menu)).toEqual(before);
    expect(await page.locator('#options > summary', { hasText: change }).isVisible()).toBe(true);
    await language.click();
    await page.locator(`html[lang=${other === 'English' ? 'en' : 'fr'}]`).waitFor();
    expect(faults).toEqual([]);
  },
);

test('a wide window shows all of it without a menu', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  expect(await page.locator('.head-menu > summary').isVisible()).toBe(false);
  for (const part of ['.languages a', '#options > summary', '.in-head a']) {
    expect([part, await page.locator(part).first().isVisible()]).toEqual([part, true]);
  }
});

test.each([
  ['a desk', {}],
  ['a phone', PHONE],
])(
  'on %s the menu that shares covers nobody, and closes by Escape and by a press elsewhere',
  async (_where, device) => {
    const { page, faults } = await stories.browser.window(device);
    await openSearch(page, stories.at(SEARCH));
    await page.locator('#copy-link:not([disabled])').waitFor({ state: 'attached' });
    const summary = page.locator('#share > summary');
    const at = await boxOf(summary);
    await openShare(page);
    expect(await boxOf(summary)).toEqual(at);
    const list = await boxOf(page.locator('#share > ul'));
    const people = await boxOf(page.locator('#people'));
    expect(list.bottom).toBeLessThanOrEqual(people.top);
    expect(list.left).toBeGreaterThanOrEqual(0);
    expect(list.right).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
    expect(await violationsOf(page)).toEqual([]);
    await page.locator('#copy-sentence').focus();
    await page.keyboard.press('Escape');
    expect(await page.locator('#share[open]').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.parentElement?.id)).toBe('share');
    await openShare(page);
    await page.locator('#results-title').click();
    expect(await page.locator('#share[open]').count()).toBe(0);
    if (device === PHONE) return;
    // An open profile stays when Escape closes the menu beside it.
    await page.locator('#people a.name').first().click();
    await page.locator('#drawer-title').waitFor();
    await page.evaluate(() => document.getElementById('share')?.setAttribute('open', ''));
    await page.keyboard.press('Escape');
    expect(await page.locator('#share[open]').count()).toBe(0);
    expect(await page.locator('#drawer').count()).toBe(1);
    expect(faults).toEqual([]);
  },
);
