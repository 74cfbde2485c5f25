/** A profile says to the person of it what is public and how it is corrected; its lines are short, and its box has a label. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStories, type Stories, violationsOf } from '../support/machine/stories.ts';

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
const MOST_OF_LINE = 75;

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

/** The number of characters of the longest line of text of a page. */
function longestLine(): number {
  let longest = 0;
  for (const block of document.querySelectorAll('.profile :is(p, dd, li)')) {
    const lines = new Map<number, number>();
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const { length } = text.textContent ?? '';
      for (let at = 0; at < length; at += 1) {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        const { top, width } = range.getBoundingClientRect();
        if (width > 0) lines.set(Math.round(top), (lines.get(Math.round(top)) ?? 0) + 1);
      }
    }
    longest = Math.max(longest, ...lines.values());
  }
  return longest;
}

test.each([
  ['en', 'Is this you?', 'Everything on this page is public.', 'Shortlist', {}],
  ['fr', 'Est-ce vous\u00a0?', 'Tout ce qui figure sur cette page est public.', 'Sélection', PHONE],
])(
  'in %s, a profile asks %j and says what is public and how to correct it',
  async (lang, title, says, label, device) => {
    const { page, faults } = await stories.browser.window(device);
    await page.goto(stories.at(`/search?symbol=SCN1A&taxonId=9606&lang=${lang}&only-registry=local&only-name=named`));
    await page.locator('#results[data-state=whole]').waitFor();
    const href = await page.locator('#people a.name').first().getAttribute('href');
    await page.goto(new URL(href ?? '', page.url()).href);
    await page.locator('.is-you > summary', { hasText: title }).click();
    const said = await page.locator('.is-you').textContent();
    expect(said).toContain(says);
    expect(said).toContain(String(new Date().getUTCFullYear()));
    expect(await page.locator('.is-you a[href^="http"]').count()).toBe(1);
    expect(await page.evaluate(longestLine)).toBeLessThanOrEqual(MOST_OF_LINE);
    const box = page.locator('.profile-acts label');
    expect((await box.textContent())?.trim()).toBe(label);
    await box.click();
    expect(await page.locator('.profile-acts input').isChecked()).toBe(true);
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test('without scripts there is no box, and no label of one', async () => {
  const { page } = await stories.browser.window({ javaScriptEnabled: false });
  await page.goto(stories.at('/search?symbol=SCN1A&taxonId=9606&render=server&only-registry=local&only-name=named'));
  await page.locator('#people a.name').first().click();
  await page.locator('.is-you').waitFor();
  expect(await page.locator('.profile-acts label').isVisible()).toBe(false);
});
