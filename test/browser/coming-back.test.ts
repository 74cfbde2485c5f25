/** Steps back, closed profiles and forbidden storage: the reader finds what was there. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nextPicture, openSearch, openStories, rowsOf, type Stories } from '../support/machine/stories.ts';

const SEARCH = '/search?symbol=SCN1A&taxonId=9606';
/** Longer than a frame takes, in which something late would be painted. */
const FRAMES_MS = 500;

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

/** Holds back each line of a streamed answer for a while, so that a list grows bit by bit however it was answered. */
function answersOneByOne(): void {
  const LINE_MS = 300;
  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args);
    if (!response.headers.get('Content-Type')?.includes('ndjson')) return response;
    const text = await response.text();
    const body = new ReadableStream({
      async start(lines) {
        for (const line of text.split('\n').filter(Boolean)) {
          lines.enqueue(new TextEncoder().encode(`${line}\n`));
          await new Promise((resolve) => setTimeout(resolve, LINE_MS));
        }
        lines.close();
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** A streamed answer that comes at once and without its last line: nothing is painted between its lines and its end. */
function breaksOff(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args);
    if (!response.headers.get('Content-Type')?.includes('ndjson')) return response;
    const lines = (await response.text()).split('\n').filter(Boolean);
    const body = new ReadableStream({
      start(all) {
        all.enqueue(new TextEncoder().encode(`${lines.slice(0, -1).join('\n')}\n`));
        all.close();
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

test('closing a profile undoes no choice that was made while it was open', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#people a.name').first().click();
  await page.locator('#drawer-title').waitFor();
  await page.locator('#only-registry-fjordnet').check();
  await page.waitForURL(/only-registry=fjordnet/);
  const chosen = await rowsOf(page);
  await page.locator('#drawer button').first().click();
  await page.locator('#drawer').waitFor({ state: 'detached' });
  await page.waitForTimeout(FRAMES_MS);
  expect(page.url()).toMatch(/only-registry=fjordnet/);
  expect(await rowsOf(page)).toEqual(chosen);
  expect(faults).toEqual([]);
});

test('a profile that a new tab was opened with is closed, and its list stays', async () => {
  const { page, context } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#people a.name').first().click();
  await page.locator('#drawer-title').waitFor();
  const tab = await context.newPage();
  await openSearch(tab, page.url());
  await tab.locator('#drawer-title').waitFor();
  await tab.keyboard.press('Escape');
  await tab.locator('#drawer').waitFor({ state: 'detached' });
  expect(new URL(tab.url()).hash).toBe('');
  expect((await rowsOf(tab)).length).toBeGreaterThan(0);
});

test('without any storage a list of genes is searched all the same', async () => {
  const { page, faults } = await stories.browser.window();
  await page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(globalThis, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
    }
  });
  await page.goto(stories.at('/genes'));
  await page.locator('#gene-list').fill('SHH\nTP53');
  await page.locator('#gene-list-form button').first().click();
  await page.locator('#list-answer[data-state=whole] #heat').waitFor();
  expect(await page.locator('#heat tbody tr').count()).toBe(2);
  expect(faults).toEqual([]);
});

test('the sentence of a list that broke off stays', async () => {
  const { page } = await stories.browser.window();
  await page.addInitScript(breaksOff);
  await page.goto(stories.at('/genes'));
  await page.locator('#gene-list').fill('SHH\nTP53');
  await page.locator('#gene-list-form button').first().click();
  await page.locator('#list-answer[data-state=whole] #heat').waitFor();
  await page.waitForTimeout(FRAMES_MS);
  const said = await page.locator('#live').textContent();
  expect(await page.locator('#list-summary').textContent()).toBe(said);
});

/** The first streamed answer is cut behind its first part. */
function breaksOffOnce(): void {
  const { fetch } = globalThis;
  let isCut = false;
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args);
    if (isCut || !response.headers.get('Content-Type')?.includes('ndjson')) return response;
    isCut = true;
    const lines = (await response.text()).split('\n').filter(Boolean);
    return new Response(`${lines.slice(0, 2).join('\n')}\n`, { status: response.status, headers: response.headers });
  };
}

test('after a search that broke off, each registry without an answer can be asked again, until the answer is whole', async () => {
  const { page, faults } = await stories.browser.window();
  await page.addInitScript(breaksOffOnce);
  await page.goto(stories.at(SEARCH));
  await page.locator('#results[data-state=failed]').waitFor();
  expect(await page.locator('#state').getAttribute('data-state')).toBe('incomplete');
  const retries = page.locator('#origins .retry');
  await expect.poll(() => retries.count()).toBe(2);
  await retries.first().click();
  await expect.poll(() => retries.count()).toBe(1);
  expect(await page.locator('#results').getAttribute('data-state')).toBe('failed');
  await retries.first().click();
  await page.locator('#results[data-state=whole]').waitFor();
  expect(await page.locator('#summary').textContent()).toBe('All 3 registries answered.');
  expect(await page.locator('#count').textContent()).not.toContain('so far');
  expect(faults).toEqual([]);
});

test('people of a disease that broke off can be asked for again', async () => {
  const { page } = await stories.browser.window();
  await page.addInitScript(breaksOff);
  await page.goto(stories.at('/diseases/ORPHA:33069/people'));
  await page.locator('#summary button').waitFor();
  expect(await page.locator('#summary').textContent()).toMatch(/^The search was interrupted\..* Ask again$/);
  await Promise.all([page.waitForEvent('load'), page.locator('#summary button').click()]);
});

/** Holds back all of a streamed answer but its first part, from when this is stored in the tab until `release`. */
function answersOnRelease(): void {
  const { fetch } = globalThis;
  globalThis.fetch = async (...args) => {
    const response = await fetch(...args);
    if (!response.headers.get('Content-Type')?.includes('ndjson')) return response;
    const lines = (await response.text()).split('\n').filter(Boolean);
    const released = new Promise((resolve) => addEventListener('release', resolve));
    const body = new ReadableStream({
      async start(all) {
        for (const [place, line] of lines.entries()) {
          if (place === 2 && sessionStorage.getItem('held') !== null) await released;
          all.enqueue(new TextEncoder().encode(`${line}\n`));
        }
        all.close();
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}

/** Leaves a long list at its end, and comes back to it. Returns how far down it was left. */
async function comeBack(page: Page, answers: () => void): Promise<number> {
  await page.addInitScript(answers);
  await openSearch(page, stories.at(SEARCH));
  const top = await page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight - innerHeight - 50, behavior: 'instant' });
    return Math.round(scrollY);
  });
  expect(top).toBeGreaterThan(300);
  await page.goto(stories.at('/genes'));
  await page.evaluate(() => sessionStorage.setItem('held', 'yes'));
  await page.goBack();
  return top;
}

const LOW = { viewport: { width: 390, height: 600 } };

test('Back returns to the place in the list, though the registries answer one after the other', async () => {
  const { page } = await stories.browser.window(LOW);
  const top = await comeBack(page, answersOneByOne);
  await page.locator('#results[data-state=whole]').waitFor();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(top - 100);
});

test.each<[what: string, use: (page: Page) => Promise<void>]>([
  [
    'scrolled',
    async (page) => {
      await page.mouse.wheel(0, 40);
      await page.waitForFunction(() => scrollY >= 40);
    },
  ],
  ['typed', (page) => page.locator('#box-text').pressSequentially('TP')],
  ['pressed a key', (page) => page.keyboard.press('Tab')],
  ['pressed the mouse', (page) => page.mouse.click(3, 300)],
])('nothing moves for a reader who came back and has %s before everybody answered', async (_what, use) => {
  const { page } = await stories.browser.window(LOW);
  await comeBack(page, answersOnRelease);
  await page.locator('#people .person').first().waitFor();
  await page.mouse.move(195, 300);
  await use(page);
  await nextPicture(page);
  const first = await page.locator('#people .person').first().getAttribute('data-person');
  const top = () =>
    page.locator(`[data-person="${first}"]`).evaluate((person) => Math.round(person.getBoundingClientRect().top));
  const before = await top();
  expect(before).toBeGreaterThan(0);
  await page.evaluate(() => dispatchEvent(new Event('release')));
  await page.locator('#results[data-state=whole]').waitFor();
  await page.waitForTimeout(FRAMES_MS);
  // Places of people are no whole numbers of pixels.
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});
