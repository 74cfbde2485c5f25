/** The people of a disease while one registry is slow: whoever reads sees the others at once, and nothing moves below them. */

import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PATIENT } from '../support/machine/patience.ts';
import { nextPicture, type OwnStories, openOwnStories, violationsNow } from '../support/machine/stories.ts';

const PATH = '/diseases/OMIM:114480/people';
/** Shorter than people of a whole network, so that some stand below what is seen. */
const WINDOW = { viewport: { width: 1000, height: 500 } };

// Each story begins with a cache that has no answer of a registry.
let stories: OwnStories;
beforeEach(async () => {
  stories = await openOwnStories();
});
afterEach(() => stories[Symbol.asyncDispose]());

const LANGUAGES = ['en', 'fr'];
const coveredIn = async (page: Page) =>
  (await page.locator('#people .covers').allTextContents()).map((text) => Number.parseInt(text, 10));
const stateOf = (page: Page, key: string) => page.locator(`#origin-${key}`).getAttribute('data-state');

async function whole(page: Page): Promise<void> {
  await page.locator('#disease-people[data-state=whole]').waitFor();
}

describe('with scripts', () => {
  test.each(LANGUAGES)(
    'in %s, people come as registries answer, and what is missing is said all the time',
    async (lang) => {
      const { page, faults } = await stories.browser.window();
      await stories.pampanet('held');
      const began = performance.now();
      await page.goto(stories.at(`${PATH}?lang=${lang}`));
      await page.locator('#people .person').first().waitFor();
      console.log(`in ${lang} the first person stands there after ${Math.round(performance.now() - began)} ms`);
      await expect.poll(() => stateOf(page, 'fjordnet')).toBe('answered');
      expect(await stateOf(page, 'pampanet')).toBe('outstanding');
      expect(await page.locator('#state').getAttribute('data-state')).toBe('asking');
      expect(await page.locator('#count').textContent()).toMatch(
        lang === 'en' ? /^\d+ people so far$/ : /^\d+ personnes/,
      );
      expect(await page.locator('.person[data-origin=pampanet]').count()).toBe(0);
      // The whole list is judged in every mode.
      if (lang === 'en') expect(await violationsNow(page)).toEqual([]);
      await stories.pampanet('well');
      await whole(page);
      expect(await page.locator('#state').getAttribute('data-state')).toBe('complete');
      expect(await page.locator('#summary').textContent()).toMatch(
        lang === 'en' ? /^All 3 registries/ : /^Les 3 registres/,
      );
      // Nobody has touched the page, so everybody stands where they belong.
      expect(await page.locator('.person[data-origin=pampanet]').count()).toBeGreaterThan(0);
      const covered = await coveredIn(page);
      expect(covered).toEqual(covered.toSorted((a, b) => b - a));
      expect(await page.locator('#live').textContent()).toContain(await page.locator('#summary').textContent());
      expect(faults).toEqual([]);
    },
  );

  test('for whoever reads nothing moves: their focus and their place stay, and new people are offered', async () => {
    const { page, faults } = await stories.browser.window(WINDOW);
    await stories.pampanet('held');
    await page.goto(stories.at(PATH));
    await expect.poll(() => stateOf(page, 'fjordnet')).toBe('answered');
    // Whoever reads the last person has others above, among whom the new ones belong.
    await page.locator('#people .name:visible').last().focus();
    await page.keyboard.press('k');
    await nextPicture(page);
    const held = () =>
      page.evaluate(() => {
        const { activeElement: one } = document;
        return { text: one?.textContent, top: Math.round(one?.getBoundingClientRect().top ?? -1) };
      });
    const before = await held();
    expect(before.top).toBeGreaterThan(0);
    const people = await page.locator('#people .person').count();
    await stories.pampanet('well');
    await whole(page);
    expect(await held()).toEqual(before);
    const offer = page.locator('#offers button');
    expect(await offer.textContent()).toMatch(/^\d+ new (person|people) from PampaNet: show$/);
    expect(await page.locator('#people .person').count()).toBe(people);
    expect(await page.locator('#count').textContent()).toMatch(/^\d+ people$/);
    await offer.click();
    const all = await page.locator('#people .person').count();
    expect(all).toBeGreaterThan(people);
    expect(await page.locator('#count').textContent()).toBe(`${all} people`);
    expect(await page.evaluate(() => document.activeElement?.closest('.person')?.getAttribute('data-origin'))).toBe(
      'pampanet',
    );
    const covered = await coveredIn(page);
    expect(covered).toEqual(covered.toSorted((a, b) => b - a));
    expect(faults).toEqual([]);
  });

  test('a registry that fails is named and asked again by itself, and its people come to the others', async () => {
    const { page } = await stories.browser.window();
    await stories.pampanet('down');
    await page.goto(stories.at(PATH));
    await whole(page);
    expect(await page.locator('#state').getAttribute('data-state')).toBe('incomplete');
    expect(await page.locator('#summary').textContent()).toContain('PampaNet');
    const people = await page.locator('#people .person').count();
    await stories.pampanet('well');
    await vi.waitFor(async () => {
      await page.locator('#retry-pampanet').click();
      await expect.poll(() => stateOf(page, 'pampanet'), { timeout: 3000 }).toBe('answered');
    }, PATIENT);
    expect(await page.locator('#state').getAttribute('data-state')).toBe('complete');
    await page.evaluate(() => document.querySelector<HTMLElement>('#offers button')?.click());
    expect(await page.locator('#people .person').count()).toBeGreaterThan(people);
  });

  test('the result of a registry that is asked again while others are awaited stays', async () => {
    const { page } = await stories.browser.window();
    await page.addInitScript(holdTheEnd);
    await stories.pampanet('down');
    await page.goto(stories.at(PATH));
    await page.locator('#retry-pampanet').waitFor();
    await stories.pampanet('well');
    await vi.waitFor(async () => {
      await page.locator('#retry-pampanet').click();
      await expect.poll(() => stateOf(page, 'pampanet'), { timeout: 3000 }).toBe('answered');
    }, PATIENT);
    expect(await page.locator('#state').getAttribute('data-state')).toBe('asking');
    await page.evaluate(() => dispatchEvent(new Event('let-end')));
    await whole(page);
    expect(await stateOf(page, 'pampanet')).toBe('answered');
    expect(await page.locator('#state').getAttribute('data-state')).toBe('complete');
    expect(await page.locator('#summary').textContent()).toMatch(/^All 3 registries/);
  });

  test('an address that names a registry asks that one alone, also while its circuit breaker is open', async () => {
    const { page } = await stories.browser.window();
    await stories.pampanet('down');
    await page.goto(stories.at(PATH));
    await whole(page);
    const address = (await page.locator('#retry-pampanet').getAttribute('href')) ?? '';
    expect(new URL(address).search).toBe('?origins=pampanet');
    await stories.pampanet('well');
    await page.goto(address);
    await whole(page);
    expect(await page.locator('#origins > *').count()).toBe(1);
    expect(await stateOf(page, 'pampanet')).toBe('answered');
    expect(await page.locator('#people .person:not([data-origin=pampanet])').count()).toBe(0);
    const without = await stories.browser.window({ javaScriptEnabled: false });
    await without.page.goto(address);
    await without.page.waitForURL('**render=server**');
    expect(await without.page.locator('#origins > *').count()).toBe(1);
  });

  test('whoever comes back from a profile stands where they were', async () => {
    const { page } = await stories.browser.window(WINDOW);
    await page.goto(stories.at(PATH));
    await whole(page);
    const name = page.locator('#people a.name').last();
    await name.scrollIntoViewIfNeeded();
    await nextPicture(page);
    const top = await page.evaluate(() => Math.round(scrollY));
    expect(top).toBeGreaterThan(0);
    await name.click();
    await page.waitForURL('**/userView/*');
    await page.goBack();
    await whole(page);
    await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(top);
  });

  test('whoever leaves ends the work on the server', async () => {
    const { page } = await stories.browser.window();
    await stories.pampanet('held');
    await page.goto(stories.at(PATH));
    await page.locator('#people .person').first().waitFor();
    const { limits } = stories.network.demonet.running.context;
    expect(limits.status().listsUnderWay).toBe(1);
    await page.goto('about:blank');
    await vi.waitFor(() => expect(limits.status().listsUnderWay).toBe(0), PATIENT);
    await stories.pampanet('well');
  });
});

describe('without scripts', () => {
  test('the same people stand on a page that is collected', async () => {
    const { page } = await stories.browser.window({ javaScriptEnabled: false });
    await page.goto(stories.at(`${PATH}?lang=fr`));
    await page.waitForURL('**render=server**');
    expect(await page.locator('#disease-people').getAttribute('data-state')).toBe('whole');
    expect(await page.locator('#state').getAttribute('data-state')).toBe('complete');
    const rendered = await page.locator('#people .name').allTextContents();
    expect(rendered.length).toBeGreaterThan(3);
    const scripted = await stories.browser.window();
    await scripted.page.goto(stories.at(`${PATH}?lang=fr`));
    await whole(scripted.page);
    expect(await scripted.page.locator('#people .name').allTextContents()).toEqual(rendered);
  });
});

/** Runs in the page: holds the last line of the first stream until `let-end`, as if one more registry was awaited. */
function holdTheEnd(): void {
  const original = window.fetch;
  window.fetch = async (...asked) => {
    const response = await original(...asked);
    if (!String(asked[0]).endsWith('/search-batch')) return response;
    window.fetch = original;
    const text = await response.text();
    const start = text.lastIndexOf('\n', text.length - 2) + 1;
    const bytes = (piece: string) => new TextEncoder().encode(piece);
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(bytes(text.slice(0, start)));
        window.addEventListener('let-end', () => {
          stream.enqueue(bytes(text.slice(start)));
          stream.close();
        });
      },
    });
    return new Response(body, { status: response.status, headers: response.headers });
  };
}
