/** The page for programmers breaks no rule of accessibility, in the light and in the dark. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStories, type Stories, violationsNow, wrongColoursNow } from '../support/machine/stories.ts';

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

/** Of the markup of Swagger UI itself, which we cannot change: */
const OF_SWAGGER_UI = [
  // an operation is a button that holds a link, and its lists and examples are chosen from boxes without a name;
  ['nested-interactive', 'select-name'],
  // its headings leave levels out, and it has neither a main part nor other landmarks;
  ['heading-order', 'region', 'landmark-one-main', 'page-has-heading-one'],
  // an example that is longer than its box scrolls by mouse alone.
  ['scrollable-region-focusable'],
].flat();

test.each([
  ['/docs/', 'light', violationsNow],
  // What draws it is the same.
  ['/docs/?federated', 'dark', wrongColoursNow],
] as const)(
  'the page of the API documents breaks no rule of accessibility: %s, %s',
  async (path, colorScheme, judge) => {
    const { page, faults } = await stories.browser.window({ colorScheme });
    await page.goto(stories.at(path));
    await page.locator('.opblock').first().waitFor();
    await page.locator('.opblock-summary-control').first().click();
    await page.locator('.opblock-body').first().waitFor();
    expect(await page.locator('html.dark-mode').count()).toBe(colorScheme === 'dark' ? 1 : 0);
    const violations = await judge(page);
    expect(violations.filter((one) => !OF_SWAGGER_UI.some((rule) => one.startsWith(`${rule} |`)))).toEqual([]);
    expect(faults).toEqual([]);
  },
);
