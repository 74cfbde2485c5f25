/**
 * Errands with few steps, and Back after each of them. A text that is typed and sent is one step; so is each press of a link
 * or a button.
 */

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { everyRegistry, openStories, type Stories } from '../support/machine/stories.ts';

let stories: Stories;
const reported: string[] = [];
let faults: string[] = [];
beforeAll(async () => {
  stories = await openStories();
});
afterEach(() => expect(faults).toEqual([]));
afterAll(async () => {
  console.log(['Steps:', ...reported].join('\n'));
  await stories[Symbol.asyncDispose]();
});

/** What a reader sees of where they are. */
async function place(page: Page): Promise<string[]> {
  const boxes = page.locator('form.search-box input[name=text]');
  return [
    page.url(),
    await page.title(),
    ...(await page.locator('h1').allTextContents()),
    String(await page.locator('dialog[open]').count()),
    ...(await boxes.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).defaultValue))),
  ];
}

/** Somebody on the start page, who goes back after each step, sees what was there before, and comes on again. */
async function reader() {
  const opened = await stories.browser.window();
  const { page } = opened;
  faults = opened.faults;
  const steps: string[] = [];
  await page.goto(stories.at('/'));
  /** `isThere` waits until what the step leads to is there. */
  async function step(name: string, takes: () => Promise<void>, isThere: () => Promise<void>): Promise<void> {
    const before = await place(page);
    steps.push(name);
    await takes();
    await isThere();
    const after = await place(page);
    await page.goBack();
    await expect.poll(() => place(page)).toEqual(before);
    await page.goForward();
    await isThere();
    expect(await place(page)).toEqual(after);
  }
  return {
    page,
    step,
    async asks(text: string, isThere: () => Promise<void>) {
      const send = async () => {
        await page.locator('form.search-box input[name=text]').first().fill(text);
        await page.keyboard.press('Enter');
      };
      await step(`“${text}”`, send, isThere);
    },
    async writes(to: string) {
      steps.push('Write');
      await page.locator(to).first().click();
      await page.locator('dialog[open] a.go[href^="mailto:"]').first().waitFor();
    },
    /** Holds the errand to what it may take. */
    async report(errand: string, most: number) {
      reported.push(`${errand.padEnd(40)} ${steps.length}  ${steps.join(', ')}`);
      expect(steps.length).toBeLessThanOrEqual(most);
    },
  };
}

test('a disease leads to a person and to a draft in five steps', async () => {
  const { page, asks, step, writes, report } = await reader();
  await asks('Dravet syndrome', () => page.locator('#disease-genes').waitFor());
  const people = page.locator('#disease-people .person');
  await step(
    'who works on its genes',
    () => page.locator('#who-works').click(),
    () => people.first().waitFor(),
  );
  await step(
    'a person',
    () => people.locator('a.name').first().click(),
    () => page.locator('.profile-acts .write').waitFor(),
  );
  await writes('.profile-acts .write');
  await report('disease → person → draft', 5);
});

test('a full name leads to the profile in two steps', async () => {
  const { page, asks, step, report } = await reader();
  await asks('Dr. Miriam Ben-Harush', () => everyRegistry(page));
  await step(
    'the person',
    () => page.locator('#people a.name', { hasText: 'Ben-Harush' }).first().click(),
    () => page.locator('#drawer-title', { hasText: 'Ben-Harush' }).waitFor(),
  );
  await report('full name → profile', 2);
});

test.each([
  ['a misspelt symbol', '/search?symbol=BRCCA1&taxonId=9606'],
  ['a gene on which nobody works here', '/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=559292'],
])('from %s, two steps lead to somebody', async (what, address) => {
  const { page, step, report } = await reader();
  await page.goto(stories.at(address));
  await everyRegistry(page);
  expect(await page.locator('#people .person').count()).toBe(0);
  const offered = page.locator('#ways-on a:not([href^="mailto:"])').first();
  await offered.waitFor();
  await step(
    String(await offered.textContent()).trim(),
    () => offered.click(),
    () => page.locator('#people .person, #disease-genes').first().waitFor(),
  );
  await report(`${what} → people`, 2);
});
