/** Administrators: what they see of the network with their token, and how a hidden researcher's readers reach them. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSearch, openStories, type Stories } from '../support/stories.ts';

const TOKEN = 'demo-admin-token';
const REASON = 'We see the same variant in a family here.\nMay we write to you?';

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
beforeEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

test('an administrator sees how every partner fares and tests one now; her token is gone with the page', async () => {
  const { page, context, faults } = await stories.browser.window();
  await stories.pampanet('down');
  await openSearch(page, stories.at('/search?symbol=TP53&taxonId=9606'));
  await page.goto(stories.at('/admin'));
  await enter(page, 'demo-user-token');
  await expect.poll(() => page.locator('#admin-live').textContent()).toMatch(/not that of an administrator/);
  expect(await page.locator('#partners tr').count()).toBe(0);

  await enter(page, TOKEN);
  const pampanet = page.locator('#partners tr', { hasText: 'PampaNet' });
  await pampanet.waitFor();
  expect(await page.locator('#partners tr').count()).toBe(2);
  expect(await pampanet.locator('svg circle').count()).toBeGreaterThan(0);
  expect(await page.locator('#partners tr', { hasText: 'FjordNet' }).textContent()).toContain('1.4.11');
  await stories.pampanet('well');
  await pampanet.getByRole('button').click();
  await expect.poll(() => page.locator('[data-tested=pampanet]').textContent()).toMatch(/^(answered|has nobody), in /);
  expect(await page.locator('#tokens tr').count()).toBeGreaterThan(0);

  expect(page.url()).not.toContain(TOKEN);
  expect(await page.content()).not.toContain(TOKEN);
  expect(JSON.stringify(await context.storageState())).not.toContain(TOKEN);
  expect(await page.locator('#token').inputValue()).toBe('');
  await page.reload();
  await page.locator('#admin-form').waitFor();
  expect(await page.locator('#partners tr').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('whoever asks for access to a hidden researcher must say why, and the administrator reads it', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=BRCA1&taxonId=9606'));
  await page.locator('#rows tr[data-origin=local] a', { hasText: 'Request access' }).first().click();
  await page.waitForURL(/by-anonymous-id\/[-0-9a-f]+\/request-access/);
  expect(await page.locator('main').textContent()).toMatch(/for \d+ minutes/);

  // As a browser that does not check by itself.
  await page.locator('#access-form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.locator('#contact').fill('ada@example.org');
  await page.locator('#access-form button').click();
  expect(await page.locator('#reason-problem').textContent()).toBe('Please give a reason.');
  expect(await page.locator('#contact').inputValue()).toBe('ada@example.org');
  await page.locator('#reason').fill(REASON);
  await page.locator('#access-form button').click();
  await page.getByRole('status').waitFor();
  expect(await page.getByRole('status').textContent()).toBe('Your request was sent to the administrators.');

  await page.goto(stories.at('/admin'));
  await enter(page, TOKEN);
  const request = page.locator('#requests tr', { hasText: 'ada@example.org' });
  await request.waitFor();
  expect(await request.locator('.reason').allInnerTexts()).toEqual([REASON]);
  expect(faults).toEqual([]);
});

test('for the hidden researcher of a partner, the way leads to the partner', async () => {
  const { page } = await stories.browser.window();
  const id = crypto.randomUUID();
  const reply = await page.request.get(
    stories.at(`/search/gene/by-anonymous-id/${id}/request-access?origin=pampanet`),
    { maxRedirects: 0 },
  );
  expect(reply.status()).toBe(302);
  expect(reply.headers().location).toBe(
    `${stories.network.pampanet.url}/search/gene/by-anonymous-id/${id}/request-access`,
  );
});

async function enter(page: Page, token: string): Promise<void> {
  await page.locator('#token').fill(token);
  await page.locator('#token').press('Enter');
}
