/** Administrators: what they see of the network with their token, and how a hidden researcher's readers reach them. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OwnStories, openOwnStories, openSearch, violationsOf } from '../support/machine/stories.ts';
import { ACCESS_FORM } from '../support/registry/access-form.ts';

const TOKEN = 'demo-admin-token';
const FAILED_IN_FRENCH = /^\d+ × (?:ne répond pas|n’a pas répondu|refuse les connexions|n’est pas disponible)/;
const REASON = 'We see the same variant in a family here.\nMay we write to you?';

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
beforeEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

test('an administrator sees how every partner fares and tests one now; their token is gone with the page', async () => {
  const { page, context, faults } = await stories.browser.window();
  await stories.pampanet('down');
  await openSearch(page, stories.at('/search?symbol=TP53&taxonId=9606'));
  await page.goto(stories.at('/admin'));
  await enter(page, 'demo-user-token');
  await expect.poll(() => page.locator('#admin-live').textContent()).toMatch(/not an administrator/);
  expect(await page.locator('#partners tr').count()).toBe(0);

  await enter(page, TOKEN);
  const pampanet = page.locator('#partners tr', { hasText: 'PampaNet' });
  await pampanet.waitFor();
  expect(await page.locator('#partners tr').count()).toBe(2);
  expect(await pampanet.locator('svg circle').count()).toBeGreaterThan(0);
  expect(await page.locator('#partners tr', { hasText: 'FjordNet' }).textContent()).toContain('1.4.11');
  await stories.pampanet('well');
  await pampanet.getByRole('button').press('Enter');
  await expect.poll(() => page.locator('[data-tested=pampanet]').textContent()).toBe('Everything works.');
  const found = page.locator('#probe');
  expect(await found.locator('h3').textContent()).toMatch(/^Test of PampaNet, \d\d:\d\d:\d\d UTC$/);
  expect(await found.locator('ul').textContent()).toMatch(
    /It was reached\..*version 1\.5\.\d+.*It accepts our token\..*in /s,
  );
  expect(await found.locator('.next').textContent()).toContain('Nothing to do.');
  expect(await found.locator('details').getAttribute('open')).toBeNull();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-test'))).toBe('pampanet');
  expect(await page.locator('#tokens tr').count()).toBeGreaterThan(0);
  expect(await page.locator('#search-tokens tr').textContent()).toContain('token-1');

  expect(page.url()).not.toContain(TOKEN);
  expect(await page.content()).not.toContain(TOKEN);
  expect(JSON.stringify(await context.storageState())).not.toContain(TOKEN);
  expect(await page.locator('#token').inputValue()).toBe('');
  await page.reload();
  await page.locator('#admin-form').waitFor();
  expect(await page.locator('#partners tr').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('an administrator reads how the last questions to other registries fared, and one partner day by day', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=TP53&taxonId=9606'));
  await page.goto(stories.at('/admin'));
  await enter(page, TOKEN);
  const newest = page.locator('#audit-log tr').first();
  await newest.locator('summary').click();
  expect(await newest.textContent()).toMatch(/search by gene.*anyone.*(?:DemoNet|FjordNet|PampaNet).*in \d+ ms/s);
  expect(await page.locator('#audit-log').textContent()).not.toContain('TP53');
  expect(await page.locator('#audit-log-about').textContent()).toBe(
    'They are stored for 30 days, without what was asked or by whom.',
  );

  await page.locator('#audit-log-partner').selectOption({ label: 'PampaNet' });
  await page.locator('#audit-log-form').getByRole('button').press('Enter');
  await page.getByRole('heading', { name: 'PampaNet, day by day' }).waitFor();
  expect(await page.locator('#audit-log-days tbody tr').count()).toBe(1);
  await page.locator('#audit-log-day').fill('2026-01-01');
  await page.locator('#audit-log-form').getByRole('button').press('Enter');
  await expect.poll(() => page.locator('#audit-log').textContent()).toBe('No questions.');
  await page.locator('#audit-log-day').fill('');
  await page.locator('#audit-log-form').getByRole('button').press('Enter');
  await expect.poll(() => page.locator('#audit-log tr').count()).toBeGreaterThan(0);
  expect(await violationsOf(page)).toEqual([]);

  await page.locator('#forget').click();
  expect(await page.locator('#audit-log tr, #audit-log-days tr').count()).toBe(0);
  expect(faults).toEqual([]);
});

test('an administrator who reads French reads in French what failed at a partner, also on an earlier day', async () => {
  const { page, faults } = await stories.browser.window();
  await stories.pampanet('down');
  await openSearch(page, stories.at('/search?symbol=MECP2&taxonId=9606'));
  await page.goto(stories.at('/admin?lang=fr'));
  await enter(page, TOKEN);
  const row = page.locator('#partners tr', { hasText: 'PampaNet' });
  await row.waitFor();
  expect(await row.locator('.failures li').allTextContents()).toContainEqual(expect.stringMatching(FAILED_IN_FRENCH));
  expect(await row.locator('small').allTextContents()).toContainEqual(
    expect.stringMatching(/^(?:ne répond|n’a|refuse)/),
  );
  await page.locator('#audit-log-partner').selectOption({ label: 'PampaNet' });
  await page.locator('#audit-log-form').getByRole('button').press('Enter');
  const days = page.locator('#audit-log-days');
  await days.locator('.failures li').first().waitFor();
  expect(await days.locator('.failures li').allTextContents()).toContainEqual(expect.stringMatching(FAILED_IN_FRENCH));
  expect(await page.locator('#partners [lang], #audit-log-days [lang]').count()).toBe(0);
  await row.getByRole('button').press('Enter');
  const search = page.locator('#probe details tbody tr').last();
  await search.waitFor({ state: 'attached' });
  expect(await search.textContent()).toMatch(/ · (?:ne répond pas|n’a pas répondu|refuse les connexions|n’est pas) /);
  expect(await search.locator('[lang=en]').textContent()).toMatch(/\.$/);
  expect(faults).toEqual([]);
});

test('an administrator sees a partner that is this registry itself named as such', async () => {
  const { page } = await stories.browser.window();
  await page.route('**/api/admin/overview', async (route) => {
    const response = await route.fetch();
    const overview = await response.json();
    overview.partners[0].details.isThisRegistry = true;
    await route.fulfill({ response, json: overview });
  });
  await page.goto(stories.at('/admin'));
  await enter(page, TOKEN);
  await page.locator('#partners tr').first().waitFor();
  expect(await page.locator('#partners .partner-state').first().textContent()).toBe(
    'This registry itself, under another address, not asked',
  );
});

test('whoever asks for access to a hidden researcher must say why, and the administrator reads it', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=BRCA1&taxonId=9606'));
  await page.locator('#people .person[data-origin=local] .access').first().click();
  await page.waitForURL(/by-anonymous-id\/[-0-9a-f]+\/request-access/);
  expect(await page.locator('.subject dd').first().textContent()).toBe('BRCA1');
  const begun = await page.locator('#reason').inputValue();
  expect(begun).toBe('I am looking for someone who works on BRCA1 (human), because ');
  expect(await page.locator('main').textContent()).toMatch(/Please send this before \d\d:\d\d UTC\./);

  // As a browser that does not check by itself.
  await page.locator('#access-form').evaluate((form: HTMLFormElement) => {
    form.noValidate = true;
  });
  await page.locator('#name').fill('Ada Roe');
  await page.locator('#contact').fill('ada@example.org');
  await page.locator('#access-form button').click();
  expect(await page.locator('#reason-problem').textContent()).toBe('Please give a reason.');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('reason');
  expect(await page.locator('#contact').inputValue()).toBe('ada@example.org');
  await page.locator('#reason').fill(REASON);
  await page.locator('#access-form button').click();
  await page.locator('#sent').waitFor();
  expect(await page.locator('#sent').textContent()).toBe('Your request was sent to the administrators of DemoNet.');
  const reference = await page.locator('.reference').textContent();
  expect(reference).toMatch(/^\w{4}-\w{4}$/);
  expect(await page.locator('main').textContent()).toContain(REASON);
  await page.locator('.back a').click();
  await page.waitForURL(/\/search\?symbol=BRCA1&taxonId=9606$/);

  await page.goto(stories.at('/admin'));
  await enter(page, TOKEN);
  const request = page.locator('#requests > [data-request]', { hasText: 'ada@example.org' });
  await request.waitFor();
  expect(await request.locator('.reason').allInnerTexts()).toEqual([REASON]);
  await request.getByRole('button', { name: 'Look up' }).click();
  const name = await page.locator('#found-title').textContent();
  // The list of requests has last names first.
  for (const part of (name ?? '').split(' ')) expect(await request.textContent()).toContain(part);
  await page.locator('#close-profile').press('Enter');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
    'Look up Marisol Echeverría Blum',
  );
  expect(faults).toEqual([]);
});

test('an administrator deletes what is answered, one after the other, and sees what could not be deleted', async () => {
  const { page, faults } = await stories.browser.window();
  for (const contact of ['cleo@example.org', 'ben@example.org']) {
    const body = new URLSearchParams({ ...ACCESS_FORM, reason: REASON, contact });
    expect((await fetch(await addressOfHidden(), { method: 'POST', body })).status).toBe(200);
  }
  await page.goto(stories.at('/admin'));
  await enter(page, TOKEN);
  const ben = page.locator('#requests > [data-request]', { hasText: 'ben@example.org' });
  await ben.waitFor();
  const before = await page.locator('#requests > [data-request]').count();
  const said = () => page.locator('#admin-live').textContent();
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id);
  page.once('dialog', (question) => question.dismiss());
  await ben.getByRole('button', { name: 'Delete' }).press('Enter');
  page.on('dialog', (question) => question.accept());
  await page.route('**/api/admin/access-requests/*', (route) => route.fulfill({ status: 500 }), { times: 1 });
  await ben.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect.poll(said).toBe('The registry did not answer.');
  expect(await focused()).toBe('Delete the request of ben@example.org');
  expect(await page.locator('#requests > [data-request]').count()).toBe(before);

  await page.keyboard.press('Enter');
  await expect.poll(said).toBe('The request of ben@example.org was deleted.');
  expect(await focused()).toBe('Delete the request of cleo@example.org');
  for (let left = before - 1; left > 0; left--) {
    await page.keyboard.press('Enter');
    if (left > 1) await expect.poll(() => page.locator('#requests > [data-request]').count()).toBe(left - 1);
  }
  await expect.poll(() => page.locator('#requests').textContent()).toBe('No requests.');
  expect(await focused()).toBe('requests-title');
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('an administrator notes what became of a request, writes to whoever asked, and reads who noted what', async () => {
  const { page, faults } = await stories.browser.window();
  const body = new URLSearchParams({ ...ACCESS_FORM, reason: REASON, contact: 'dora@example.org' });
  expect((await fetch(await addressOfHidden(), { method: 'POST', body })).status).toBe(200);
  await page.goto(stories.at('/admin'));
  await enter(page, TOKEN);
  const request = page.locator('#requests > [data-request]', { hasText: 'dora@example.org' });
  await request.waitFor();
  const reference = (await request.locator('.reference').textContent()) ?? '';
  const letter = await request.getByRole('link', { name: 'dora@example.org' }).getAttribute('href');
  expect(decodeURIComponent(letter ?? '')).toMatch(
    /^mailto:dora@example\.org\?subject=Your request for access \w{4}-\w{4}/,
  );
  expect(letter).toContain(reference);
  expect(decodeURIComponent(letter ?? '')).not.toMatch(/Marisol|Echeverr/);

  await request.locator('select').selectOption('forwarded');
  await request.getByLabel('Note').fill('To her clinic.');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('#admin-live').textContent()).toBe(`Request ${reference}: forwarded.`);
  expect(await request.locator('.request-state').textContent()).toBe('forwarded');
  await request.locator('.history summary').press('Enter');
  expect(await request.locator('.history li').allTextContents()).toEqual([
    expect.stringMatching(/received$/),
    expect.stringMatching(/forwarded · .+To her clinic\.$/),
  ]);
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
});

test('an administrator makes a token, sees it once, and revokes it', async () => {
  const { page, faults } = await stories.browser.window();
  const questions: string[] = [];
  page.on('dialog', (question) => {
    questions.push(question.message());
    return question.accept();
  });
  await page.goto(stories.at('/admin'));
  await enter(page, TOKEN);
  await page.locator('.new-token summary').waitFor();
  await page.locator('.new-token summary').press('Enter');
  await page.locator('#token-label').fill('variant portal');
  await page.locator('#token-label').press('Enter');
  await page.locator('#made-token').waitFor();
  const made = (await page.locator('#made-token').textContent()) ?? '';
  const status = () =>
    fetch(stories.at('/api/admin/tokens'), { headers: { Authorization: `Bearer ${made}` } }).then(
      (reply) => reply.status,
    );
  expect(await status()).toBe(200);
  expect(await violationsOf(page)).toEqual([]);
  await page.locator('#token-saved').press('Enter');
  expect(await page.content()).not.toContain(made);
  await page.getByRole('button', { name: 'Revoke the token variant portal' }).press('Enter');
  await expect.poll(() => page.locator('#admin-live').textContent()).toBe('The token variant portal is revoked.');
  expect(questions).toEqual([expect.stringMatching(/Name: variant portal\nAccount: account \d+ .+\nLast used: /)]);
  expect(await status()).toBe(401);
  expect(faults).toEqual([]);
});

test('an administrator looks up a hidden researcher by the keyboard alone, and sees who may see that person', async () => {
  const { page, faults } = await stories.browser.window();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await page.goto(stories.at('/admin'));
  await enter(page, TOKEN);
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('to-do-title');

  await tabTo(page, 'look-up-id');
  await page.keyboard.type('Marisol');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('#look-up-result').textContent()).toMatch(/a number, or an anonymous id/);
  await typeAnew(page, '999999');
  await expect.poll(() => page.locator('#look-up-result').textContent()).toMatch(/There is no such record/);

  await typeAnew(page, await addressOfHidden());
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('found-title');
  expect(await page.locator('#found-title').textContent()).toBe('Marisol Echeverría Blum');
  const card = page.locator('.privacy-card');
  expect(await card.locator('dd').allInnerTexts()).toEqual([
    'Private (administrators only)',
    'BRCA1 (human): Private (administrators only)',
    'In full',
  ]);
  expect(await page.locator('#found table').textContent()).toContain('PALB2');
  expect(await violationsOf(page)).toEqual([]);

  await page.keyboard.press('Escape');
  expect(await page.locator('#found').textContent()).toBe('');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('look-up-id');
  expect([page.url(), ...addresses].filter((address) => address.includes(TOKEN))).toEqual([]);
  expect(faults).toEqual([]);
});

async function enter(page: Page, token: string): Promise<void> {
  await page.locator('#token').fill(token);
  await page.locator('#token').press('Enter');
}

/** By the Tab key, as long as the page has something else to offer. */
async function tabTo(page: Page, id: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if ((await page.evaluate(() => document.activeElement?.id)) === id) return;
  }
  throw new Error(`The Tab key does not lead to #${id}.`);
}

async function typeAnew(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** Where access to the one hidden researcher of human BRCA1 is requested. */
async function addressOfHidden(): Promise<string> {
  const reply = await fetch(stories.at('/api/federated/genes/search?symbol=BRCA1&taxonId=9606&origins=local'));
  const { content } = (await reply.json()) as { content: { anonymousId?: string }[] };
  const { anonymousId } = content.find((gene) => gene.anonymousId !== undefined) ?? {};
  return stories.at(`/search/gene/by-anonymous-id/${anonymousId}/request-access`);
}
