/** The one box in a real browser: what is offered while somebody types, by keyboard and to a screen reader. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { violationsOf } from '../support/machine/stories.ts';
import { channelSnapshot } from '../support/registry/channel-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

let registry: TestRegistry;
let browser: TestBrowser;
beforeAll(async () => {
  [registry, browser] = await Promise.all([startTestRegistry({ snapshot: channelSnapshot() }), openBrowser()]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
});

/** What is offered below the box: each group with the names of its choices. */
async function offered(page: Page): Promise<Record<string, string[]>> {
  await page.locator('.search-box [role=option]').first().waitFor();
  const groups = await page.locator('.search-box [role=group]').all();
  const named = groups.map(async (group) => {
    return [
      await group.getAttribute('aria-label'),
      await group.locator('[role=option] bdi').allTextContents(),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(named));
}

test('offers what may be meant, grouped, with the reason of each, and by keyboard leads to the gene', async () => {
  const { page, faults } = await browser.window();
  await page.goto(registry.url);
  await page.keyboard.press('/');
  const box = page.locator('#start-box-text');
  expect(await box.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type('kv7');
  await expect
    .poll(() => offered(page))
    .toEqual({
      Genes: ['KCNQ2', 'KCNQ3'],
      Searches: ['Search people called “kv7”', 'Search interests for “kv7”'],
    });
  await box.fill('');
  await page.keyboard.type('kv7.2');
  await page.locator('[role=option] small', { hasText: 'human · Ensembl ENSG00000075043 · alias KV7.2' }).waitFor();
  expect(await page.locator('.search-box [role=status]').textContent()).toMatch(/^\d/);
  await page.keyboard.press('ArrowDown');
  const active = page.locator('.search-box [aria-selected=true]');
  expect(await box.getAttribute('aria-activedescendant')).toBe(await active.getAttribute('id'));
  await page.keyboard.press('Enter');
  await page.waitForURL('**/search?symbol=KCNQ2&taxonId=9606');
  expect(faults).toEqual([]);
});

test('Enter sends what was typed in a body: the gene is shown, and the text is in no address', async () => {
  const { page, faults } = await browser.window();
  const addresses: string[] = [];
  await page.goto(registry.url);
  await page.locator('#start-box-text').fill('NM_172107.4(KCNQ2):c.881C>T');
  page.on('framenavigated', (frame) => addresses.push(frame.url()));
  await page.locator('#start-box-text').press('Enter');
  await page.waitForURL('**/search?symbol=KCNQ2&taxonId=9606&as=symbol&left-out=words');
  expect(addresses.join()).not.toContain('172107');
  const readAs = page.locator('#read-as');
  expect(await readAs.textContent()).toContain('Not searched for: NM_172107.4(KCNQ2):c.881C>T.');
  const understood = page.locator('#understood');
  await page.locator('#results[data-state=whole]').waitFor();
  // Whoever meant something else is there in a step.
  await understood.locator('summary').click();
  await understood.getByText('Understood as KCNQ2, human (Ensembl ENSG00000075043)').waitFor();
  await understood.getByRole('link', { name: 'Search people called “KCNQ2”' }).click();
  await page.waitForURL('**/search?nameLike=KCNQ2&prefix=false');
  await page.goBack();
  await page.waitForURL('**/search?symbol=KCNQ2&taxonId=9606&as=symbol&left-out=words');
  await page.reload();
  await page.getByText('The other words of your text were not searched for.').waitFor();
  expect(faults).toEqual([]);
});

test.each([
  [
    'en',
    'Read as KCNQ2 (human). Not searched for: c.881C>T, neonatal seizures.',
    'About: c.881C>T, neonatal seizures.',
  ],
  [
    'fr',
    'Lu comme KCNQ2 (humain). Non recherché\u00a0: c.881C>T, neonatal seizures.',
    'À propos de\u00a0: c.881C>T, neonatal seizures.',
  ],
])(
  'in %s, what was not searched for stays in sight and goes into a draft, and no address has it',
  async (lang, read, about) => {
    const { page, faults } = await browser.window();
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await page.goto(`${registry.url}/?lang=${lang}`);
    await page.locator('#start-box-text').fill('KCNQ2 c.881C>T, neonatal seizures');
    await page.locator('#start-box-text').press('Enter');
    await page.locator('#results[data-state=whole]').waitFor();
    expect(await page.locator('#read-as').textContent()).toBe(read);
    expect(await page.locator('#box-text').inputValue()).toBe('KCNQ2 c.881C>T, neonatal seizures');
    await page.locator('#people .person .write').first().click();
    await page.locator('#draft-about').click();
    expect((await page.locator('#draft-text').inputValue()).split('\n')).toContain(about);
    await page.locator('#draft-close').click();
    expect(addresses.filter((address) => /881|neonatal/.test(address))).toEqual([]);
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
  },
);

test('without scripts, the answer and what was not searched for are one page', async () => {
  const { page } = await browser.window({ javaScriptEnabled: false });
  await page.goto(registry.url);
  await page.locator('#start-box-text').fill('KCNQ2 c.881C>T, neonatal seizures');
  await page.getByRole('search').first().getByRole('button').click();
  await page.getByText('Not searched for: c.881C>T, neonatal seizures.').waitFor();
  await page.getByRole('link', { name: 'Ada Example' }).first().waitFor();
  expect(new URL(page.url()).search).not.toMatch(/881|neonatal/);
});

test('people of this registry are offered beside genes and diseases', async () => {
  const { page, faults } = await browser.window();
  await page.goto(registry.url);
  await page.locator('#start-box-text').pressSequentially('exampl');
  await expect.poll(async () => (await offered(page)).People).toEqual(['Ada Example']);
  await page.locator('.search-box [role=option]', { hasText: 'Ada Example' }).click();
  await page.waitForURL('**/search?nameLike=Ada+Example&prefix=false');
  expect(faults).toEqual([]);
});

test('a text that is too long is refused, and not cut where its genes may stand', async () => {
  const { page } = await browser.window();
  await page.goto(registry.url);
  await page.locator('#start-box-text').focus();
  await page.keyboard.insertText(`${'seizures since birth '.repeat(200)}KCNQ2`);
  await page.keyboard.press('Enter');
  await page.getByText('The text has 4205 characters, but at most 4000 are read.').waitFor();
});

test('a name that is an alias of a gene too leads to people of that name, also after a reload', async () => {
  const { page, faults } = await browser.window();
  await page.goto(registry.url);
  await page.locator('#start-box-text').fill('KV7.3');
  await page.locator('#start-box-text').press('Enter');
  await page.waitForURL('**/search?symbol=KCNQ3&taxonId=9606&as=alias&called=KV7.3');
  await page.locator('#understood summary').click();
  await page.getByRole('link', { name: 'Search people called “KV7.3”' }).waitFor();
  await page.reload();
  await page.locator('#understood summary').click();
  await page.getByRole('link', { name: 'Search people called “KV7.3”' }).click();
  expect(faults).toEqual([]);
});

test('what was typed on another page leads nowhere from a search that Back leads to', async () => {
  const { page, faults } = await browser.window();
  await page.goto(registry.url);
  await page.locator('#start-box-text').fill('KCNQ2');
  await page.locator('#start-box-text').press('Enter');
  await page.locator('#understood summary').click();
  await page.locator('#box-text').fill('infantile epileptic encephalopathy 7');
  await page.locator('#box-text').press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Results for/ }).waitFor();
  await page.goto(`${registry.url}/search?symbol=KCNQ2&taxonId=9606&as=symbol`);
  await page.locator('#understood summary').click();
  await page.getByRole('link', { name: 'Search people called “KCNQ2”' }).waitFor();
  expect(faults).toEqual([]);
});

test('a disease leads to the page of what it may mean, without a violation and within 320 px', async () => {
  const { page, faults } = await browser.window({ viewport: { width: 320, height: 800 } });
  await page.goto(registry.url);
  await page.locator('#start-box-text').fill('infantile epileptic encephalopathy 7');
  await page.locator('#start-box-text').press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Results for/ }).waitFor();
  expect(await page.locator('.candidate.disease').first().textContent()).toContain('OMIM:613720');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press('/');
  expect(await page.locator('#box-text').evaluate((one: HTMLInputElement) => one === document.activeElement)).toBe(
    true,
  );
  expect(faults).toEqual([]);
});

test('a column that is pasted becomes a list, which is offered to nobody and sent in a body', async () => {
  const { page, faults } = await browser.window();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto(registry.url);
  const box = page.locator('#start-box-text');
  await box.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'KCNQ2\nKCNQ3\r\n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }));
  });
  expect(await box.inputValue()).toBe('KCNQ2, KCNQ3');
  await box.press('Enter');
  await page.locator('#gene-list').waitFor();
  expect(await page.locator('#gene-list').inputValue()).toBe('KCNQ2, KCNQ3');
  expect(requested.filter((url) => /KCNQ/.test(url))).toEqual([]);
  expect(faults).toEqual([]);
});

test('the rows of a table that is pasted stay apart, and its genes are searched for', async () => {
  const { page, faults } = await browser.window();
  await page.goto(registry.url);
  const box = page.locator('#start-box-text');
  await box.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Patient\tGene\tVariant\r\n3785\tKCNQ2\tc.881C>T\r\n1002\tKCNQ3\tc.1A>G\r\n');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, cancelable: true, bubbles: true }));
  });
  await box.press('Enter');
  await page.locator('#gene-list').waitFor();
  expect(await page.locator('#gene-list').inputValue()).toBe('KCNQ2\nKCNQ3');
  const leftOut = page.locator('#left-out');
  expect(await leftOut.textContent()).toBe('Not searched for: 3785, c.881C>T, 1002, c.1A>G');
  await page.locator('#gene-list').fill('Gene;Patient\nKCNQ2;1001\nKCNQ3;1002');
  await page.locator('#gene-list-form button').first().click();
  await expect.poll(() => leftOut.textContent()).toBe('Not searched for: 1001, 1002');
  await page.locator('#gene-list').fill('KCNQ2');
  await page.locator('#gene-list-form button').first().click();
  await expect.poll(() => leftOut.isVisible()).toBe(false);
  expect(faults).toEqual([]);
});

test('without scripts, all of it works', async () => {
  const { page } = await browser.window({ javaScriptEnabled: false });
  await page.goto(registry.url);
  await page.locator('#start-box-text').fill('KCQN2');
  await page.getByRole('search').first().getByRole('button').click();
  await page.getByRole('link', { name: 'KCNQ2', exact: false }).first().click();
  expect(new URL(page.url()).search).toContain('symbol=KCNQ2&taxonId=9606');
});
