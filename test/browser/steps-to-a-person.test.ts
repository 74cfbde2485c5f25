/** How many steps lead from what a clinician has in hand to a person: in both languages, with and without scripts, at a desk and on a phone. */

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStories, type Stories } from '../support/machine/stories.ts';

const VARIANT = 'NM_000193.4(SHH):c.316T>C';
const FLY = '7227';
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };
/** Every two of a language, scripts and a place meet once. */
const WAYS = [
  ['en', 'with scripts', 'at a desk'],
  ['en', 'without scripts', 'on a phone'],
  ['fr', 'with scripts', 'on a phone'],
  ['fr', 'without scripts', 'at a desk'],
] as const;

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

describe.each(WAYS)('in %s, %s, %s', (lang, scripts, place) => {
  /** A reader on the start page; each text that is sent and each press is a step. */
  async function openReader() {
    const javaScriptEnabled = scripts === 'with scripts';
    const { page, faults } = await stories.browser.window({
      ...(place === 'on a phone' ? PHONE : {}),
      javaScriptEnabled,
    });
    await page.goto(stories.at(`/?lang=${lang}`));
    let steps = 0;
    return {
      page,
      faults,
      steps: () => steps,
      async asks(text: string) {
        steps++;
        await page.locator('#start-box-text').fill(text);
        await page.locator('#start-box-text').press('Enter');
      },
      async presses(what: Locator) {
        steps++;
        await what.click();
      },
    };
  }

  /** The address to which the open draft goes; without scripts, that of the page of the person. */
  async function addressOf(page: Page): Promise<string> {
    const within = scripts === 'with scripts' ? page.locator('dialog[open]') : page.locator('main');
    const mail = within.locator('a[href^="mailto:"]').first();
    await mail.waitFor();
    return new URL((await mail.getAttribute('href')) ?? '').pathname;
  }

  test('a report of a variant leads to a message to somebody who works on the gene in the fly, in three', async () => {
    const { page, faults, asks, presses, steps } = await openReader();
    await asks(VARIANT);
    await page.locator('#results[data-state=whole]').waitFor();
    const tag = place === 'on a phone' ? '#matrix-line a' : '#matrix th a';
    await presses(page.locator(`${tag}[href*="only-organism=${FLY}"]`));
    await page.waitForURL(`**/search?*only-organism=${FLY}*`);
    const person = page.locator('#people .person:not([hidden])').first();
    expect(await person.locator('.organism b[data-letters="Dm"]').count()).toBe(1);
    await presses(person.locator('.write'));
    expect(await addressOf(page)).toMatch(/@.*example\.org$/);
    expect(steps()).toBe(3);
    expect(faults).toEqual([]);
  });

  test('a disease leads to a message to somebody who works on a gene of it, in four at most', async () => {
    const { page, faults, asks, presses, steps } = await openReader();
    await asks('Dravet syndrome');
    await page.waitForURL('**/diseases/**');
    await presses(page.locator('.person .write').first());
    expect(await addressOf(page)).toMatch(/@.*example\.org$/);
    expect(steps()).toBe(2);
    expect(faults).toEqual([]);
  });

  test('a name leads to the page of that person, in two', async () => {
    const { page, faults, asks, presses, steps } = await openReader();
    await asks('Idunn Fagerskaug');
    await page.locator('#results[data-state=whole]').waitFor();
    await presses(page.getByRole('link', { name: 'Idunn Fagerskaug', exact: true }).first());
    // At a desk with scripts the page of the person opens beside the list.
    const isBeside = scripts === 'with scripts' && place === 'at a desk';
    await page.locator(isBeside ? '#drawer h2' : 'main h1', { hasText: 'Idunn Fagerskaug' }).waitFor();
    expect(steps()).toBe(2);
    expect(faults).toEqual([]);
  });
});
