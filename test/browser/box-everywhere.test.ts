/** The one box in the head of every page but the start: the same offers, the same key, and the same list of genes. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStories, type Stories } from '../support/machine/stories.ts';

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

/** From then on the key leads to the box, and a list is sent as scripts put it together. */
async function scriptsRun(page: Page): Promise<void> {
  await page.locator('.search-box input[name=scripted]').waitFor({ state: 'attached' });
}

test.each([
  ['coverage', '/coverage?symbol=KCNQ2&taxonId=9606'],
  ['a profile', '/userView/36'],
  ['the administrators', '/admin'],
  ['the sheet', '/search?symbol=KCNQ2&taxonId=9606&view=sheet'],
  ['a page that is not there', '/nothing'],
])('%s: the key leads to it, and what is typed is offered', async (_, path) => {
  const { page } = await stories.browser.window();
  await page.goto(stories.at(path));
  await scriptsRun(page);
  await page.keyboard.press('/');
  await page.locator('#box-text[role=combobox]').waitFor();
  await page.keyboard.type('SCN1');
  const choice = page.locator('.search-box [role=option]', { hasText: 'SCN1A' }).first();
  await choice.waitFor();
  await choice.click();
  await page.waitForURL('**/search?symbol=SCN1A&taxonId=9606');
});

test('a list that is typed there is answered by its table, and is in no address', async () => {
  const { page, faults } = await stories.browser.window();
  const addresses: string[] = [];
  page.on('request', (request) => void addresses.push(request.url()));
  await page.goto(stories.at('/coverage?symbol=KCNQ2&taxonId=9606'));
  await scriptsRun(page);
  await page.locator('#box-text').fill('SHH, TP53, brca1');
  await page.locator('#box-text').press('Enter');
  await page.locator('#list-answer[data-state=whole] #heat').waitFor();
  expect(await page.locator('#heat tbody th > a:first-child').allTextContents()).toEqual(['SHH', 'TP53', 'BRCA1']);
  expect(addresses.filter((address) => /SHH|TP53|BRCA1/i.test(address))).toEqual([]);
  expect(faults).toEqual([]);
});
