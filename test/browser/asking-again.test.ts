/** A registry that hung, asked again by its reader: at once when it is well, even while it rests. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OwnStories, openOwnStories, openSearch, rowsOf } from '../support/machine/stories.ts';

/** Longer than what is given up goes on. */
const HANGS_MS = 40_000;
/** So long has the question hung that was put last, before it is asked again. */
const SILENT_MS = 1000;
const AT_ONCE_MS = 2000;
const QUIET = /PampaNet did not answer within 3 s/;
const RESTING = /PampaNet is not asked for a while, as it did not answer within 3 s/;

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories({ slowMs: HANGS_MS });
});
beforeEach(() => stories.pampanet('slow'));
afterAll(() => stories[Symbol.asyncDispose]());

test('its records are there at once when the reader asks again, while its circuit breaker is open for others', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=MECP2&taxonId=9606'));
  expect(await page.locator('#summary').textContent()).toMatch(QUIET);
  await openSearch(page, stories.at('/search?symbol=TP53&taxonId=9606'));
  expect(await page.locator('#summary').textContent()).toMatch(RESTING);
  const before = await rowsOf(page);

  await sleep(SILENT_MS);
  await stories.pampanet('well');
  const began = performance.now();
  await page.locator('#retry-pampanet').click();
  await page.locator('#origin-pampanet[data-state=answered]').waitFor();
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  expect(await page.locator('#summary').textContent()).toBe('All 3 registries answered.');
  const after = await rowsOf(page);
  expect(after.filter((row) => !row.includes('pampanet'))).toEqual(before);
  expect(after.length).toBeGreaterThan(before.length);
  expect(faults).toEqual([]);
});

test('without scripts the link does the same', async () => {
  const { page } = await stories.browser.window({ javaScriptEnabled: false });
  await page.goto(stories.at('/search?symbol=SCN1A&taxonId=9606'));
  expect(await page.locator('#origin-pampanet').getAttribute('data-state')).toMatch(/timed-out|resting/);
  await stories.pampanet('well');
  await page.locator('#retry-pampanet').click();
  await page.locator('#origin-pampanet[data-state=answered]').waitFor();
  expect((await rowsOf(page)).join()).toContain('pampanet');
});

test('the table of a coverage is asked for again with every registry that was asked, a resting one too', async () => {
  const { page } = await stories.browser.window();
  await page.goto(stories.at('/coverage?symbol=BRCA1&taxonId=9606'));
  expect(await page.locator('#origin-pampanet').getAttribute('data-state')).toMatch(/timed-out|resting/);
  await stories.pampanet('well');
  await page.locator('#retry-pampanet').click();
  await page.locator('#origin-pampanet:is([data-state=answered], [data-state=limited])').waitFor();
  const registries = await page.locator('#coverage thead th').allTextContents();
  expect(registries.slice(-3)).toEqual(['DemoNet', 'FjordNet', 'PampaNet']);
});
