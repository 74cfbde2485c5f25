/** What partners and strangers write: whatever it is, it stays in its place, and no view is wider than its window. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openBrowser, type TestBrowser, type TestWindow } from '../support/machine/browser.ts';
import { openSearch } from '../support/machine/stories.ts';
import {
  HOSTILE_SEARCH,
  HOSTILE_TEXTS,
  type HostileNetwork,
  hostileWindow,
  leaving,
  openHostileNetwork,
  RECORD_VIEWS,
  TYPED_VIEWS,
  unfold,
  WINDOWS,
} from '../tools/attack/hostile-pages.ts';

const [, DESK] = WINDOWS;

let browser: TestBrowser;
let network: HostileNetwork;
/** One for all: each test loads its pages, and nothing is kept from them. */
let window: TestWindow;
beforeAll(async () => {
  [browser, network] = await Promise.all([openBrowser(), openHostileNetwork(Object.values(HOSTILE_TEXTS))]);
  window = await hostileWindow(browser, DESK);
});
beforeEach(() => window.page.setViewportSize({ width: DESK[0], height: DESK[1] }));
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

/** Only there is a profile beside the list: on a phone it is a page, one of the profiles. */
const ON_A_DESK = ['profiles beside the list'];

/** What is wrong in each of the windows; a page is loaded in that of a desk. */
async function wrongIn(
  windows: typeof WINDOWS | readonly [typeof DESK],
  page: Page,
  wrongNow: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    wrong.push(...(await wrongNow(page)).map((one) => `${width} px: ${one}`));
  }
  return wrong;
}

const [WORD, ...OTHERS] = Object.values(HOSTILE_TEXTS);

/** Of those that are typed, a word without an end and three others by turns: `npm run soak -- --pages` types all in each view. */
function textsIn(view: string): readonly string[] {
  const at = Object.keys(TYPED_VIEWS).indexOf(view);
  if (at < 0) return network.texts;
  return [WORD, ...[0, 1, 2].map((next) => OTHERS[(3 * at + next) % OTHERS.length])].filter(
    (text) => text !== undefined,
  );
}

test.each(Object.entries({ ...RECORD_VIEWS, ...TYPED_VIEWS }))('%s', async (view, openView) => {
  const windows = ON_A_DESK.includes(view) ? ([DESK] as const) : WINDOWS;
  const { page, faults } = window;
  let looked = 0;
  await openView(page, { ...network, texts: textsIn(view) }, async (state) => {
    looked += 1;
    expect.soft(await wrongIn(windows, page, leaving), state).toEqual([]);
  });
  expect(looked).toBeGreaterThan(0);
  expect(faults).toEqual([]);
});

test('organisms that this registry knows are called by its own names on cards and in the widget', async () => {
  const { page } = window;
  const named = async (selector: string) => [...new Set(await page.locator(selector).allTextContents())];
  await openSearch(page, network.registry.url + HOSTILE_SEARCH);
  await expect.poll(() => named('.person[data-origin=odd] .organism .visually-hidden bdi')).toEqual(['human']);
  await RECORD_VIEWS.widget?.(page, network, async () => {
    expect(await named('isearch-results .gene > bdi')).toEqual(['human']);
  });
});

test('nobody on a card or in a facet covers who is beside them', async () => {
  const { page } = window;
  await openSearch(page, network.registry.url + HOSTILE_SEARCH);
  // Pictures that come late make a difference once; what covers others makes it again and again.
  for (const place of ['.person', '.facets li']) {
    await expect.poll(() => wrongIn(WINDOWS, page, (shown) => covered(shown, place))).toEqual([]);
  }
});

/** Beside the place with marks upon marks, those that look otherwise than without it. */
async function covered(page: Page, selector: string): Promise<string[]> {
  await unfold(page);
  const places = page.locator(selector);
  const at = (await places.allTextContents()).findIndex((text) => /Z\p{M}/u.test(text));
  expect(at).toBeGreaterThan(0);
  const beside = await places.evaluateAll(
    (all, indexes) => {
      const boxes = indexes.flatMap((index) => all[index]?.getBoundingClientRect() ?? []);
      // Of the page, whatever is scrolled; what is shared by two of them is of neither.
      return boxes.map(({ x, y, width, height }) => ({
        ...{ x: x + scrollX + 1, y: Math.ceil(y + scrollY) + 1 },
        ...{ width: width - 2, height: Math.floor(height) - 3 },
      }));
    },
    [at - 1, at + 1],
  );
  const look = async () => {
    const shots: Buffer[] = [];
    for (const clip of beside) shots.push(await page.screenshot({ fullPage: true, clip }));
    return shots;
  };
  const show = (visibility: string) =>
    places.nth(at).evaluate((one: HTMLElement, value) => one.style.setProperty('visibility', value), visibility);
  await show('visible');
  const before = await look();
  await show('hidden');
  const after = await look();
  return before.flatMap((one, index) => (after[index]?.equals(one) ? [] : [`${selector} ${index} of ${at}`]));
}
