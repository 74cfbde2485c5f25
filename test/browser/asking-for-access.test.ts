/** Asking for access in a browser: the way of a person, with scripts and without, and that of programs that try everything. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { tryEverything } from '../support/machine/mail-scanner.ts';
import { type ScriptedMailServer, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { violationsOf } from '../support/machine/stories.ts';
import { ACCESS_FORM, mailTo } from '../support/registry/access-form.ts';
import { startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

const SCANNED = 10;

let server: ScriptedMailServer;
let registry: TestRegistry;
let browser: TestBrowser;
beforeAll(async () => {
  server = await startScriptedMailServer();
  registry = await startAlpha(mailTo(server.port));
  browser = await openBrowser();
});
afterAll(async () => {
  for (const opened of [browser, registry, server]) await opened?.[Symbol.asyncDispose]();
});

let asked = 0;
/** The address of the page of a request of somebody else each time, and its id. */
async function aRequest(): Promise<{ id: number; address: string }> {
  const { content } = await registry.json('/api/genes?size=2000');
  const { anonymousId } = content.find((record: object) => 'anonymousId' in record);
  const form = { ...ACCESS_FORM, contact: `ada${++asked}@example.org` };
  const received = await registry.context.registry.accessRequests.receive(anonymousId, form, 'by-message');
  if (typeof received === 'string') throw new Error(received);
  return { id: received.id, address: `${registry.url}/requests/${received.pageKey}` };
}

async function stateOf(id: number): Promise<string> {
  const { requests } = await registry.json('/api/admin/access-requests', TOKENS.admin);
  return requests.find((one: { id: number }) => one.id === id)?.state;
}

test('a program that runs scripts, presses every button and sends every form as it came confirms nothing', async () => {
  const { page } = await browser.window();
  for (let count = 0; count < SCANNED; count++) {
    const { id, address } = await aRequest();
    await tryEverything(page, address, 'Please choose one of the two.');
    expect(await stateOf(id)).toBe('unconfirmed');
  }
});

describe.each([
  ['with scripts', { locale: 'en-US' }],
  [
    'without scripts, on a phone, in French',
    { javaScriptEnabled: false, locale: 'fr-FR', viewport: { width: 390, height: 844 } },
  ],
])('%s', (_, options) => {
  test('a person asks, confirms, keeps the copy, and reads later what became of it', async () => {
    const { page, faults } = await browser.window(options);
    const { content } = await registry.json('/api/genes?size=2000');
    const { anonymousId } = content.find((record: object) => 'anonymousId' in record);
    await page.goto(`${registry.url}/search/gene/by-anonymous-id/${anonymousId}/request-access`);
    const contact = `zoe${++asked}@example.org`;
    for (const [field, value] of Object.entries({ ...ACCESS_FORM, contact, language: '' })) {
      if (value !== '') await page.locator(`#${field}`).fill(value);
    }
    await page.locator('#access-form button').click();
    expect(await page.locator('#sent').textContent()).toContain(contact);
    expect(await page.locator('main').textContent()).not.toContain(ACCESS_FORM.reason);
    await expect.poll(() => server.messages.find(({ to }) => to.includes(contact))).toBeDefined();
    const { text = '' } = server.messages.find(({ to }) => to.includes(contact)) ?? {};
    const path = /https:\/\/alpha\.example\.org(\/requests\/\S+)/.exec(text)?.[1];

    await page.goto(registry.url + path);
    await page.locator('input[value=mine]').check();
    await page.locator('#confirm-form button').click();
    expect(await page.locator('#request-state').getAttribute('data-state')).toBe('received');
    expect(await page.locator('main').textContent()).toContain(ACCESS_FORM.reason);
    await page.goto(registry.url + path);
    expect(await page.locator('#request-state').getAttribute('data-state')).toBe('received');
    expect(await page.locator('main').textContent()).not.toContain(ACCESS_FORM.reason);
    expect(faults).toEqual([]);
  });
});

test.each([
  ['en', { width: 1280, height: 900 }],
  ['fr', { width: 390, height: 844 }],
] as const)(
  'in %s, no page of a request breaks a rule of accessibility or is wider than its window',
  async (lang, viewport) => {
    const { page, faults } = await browser.window({ viewport });
    const { address } = await aRequest();
    const look = async () => {
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    };
    await page.goto(`${address}?lang=${lang}`);
    await look();
    await page.locator('#confirm-form').evaluate((form: HTMLFormElement) => form.submit());
    await page.locator('#choice-problem').waitFor();
    await look();
    await page.locator('input[value=mine]').check();
    await page.locator('#confirm-form button').click();
    await page.locator('#request-state').waitFor();
    await look();
    await page.goto(`${registry.url}/requests/1-AAAAAAAAAAAAAAAAAAAAAA?lang=${lang}`);
    await look();
    expect(faults.filter((fault) => !fault.includes('40'))).toEqual([]);
  },
);

test('an administrator answers in the place of the person, and whoever asked reads it', async () => {
  const { page, faults } = await browser.window();
  const { id, address } = await aRequest();
  await registry.context.registry.accessRequests.confirm(address.replace(/.*\//, ''));
  await page.goto(`${registry.url}/admin`);
  await page.locator('#token').fill(TOKENS.admin);
  await page.locator('#token').press('Enter');
  const request = page.locator(`#requests > [data-request="${id}"]`);
  await request.waitFor();
  expect(await request.textContent()).toContain('Asked by Ada Roe, Example Hospital');
  expect(await request.textContent()).toMatch(/Its sender sees: received, until \d{4}-/);
  await request.getByLabel('How it stands now').selectOption('accepted');
  const name = request.getByLabel('Name', { exact: true });
  expect(await name.inputValue()).toMatch(/\w+ \w+/);
  await name.fill('Dr. O. P.');
  await request.getByLabel('A few words').fill('Please write.');
  // What is being written stays while the list is read again.
  await page.locator('#refresh').click();
  await expect.poll(() => name.inputValue()).toBe('Dr. O. P.');
  expect(await violationsOf(page)).toEqual([]);
  await request.getByRole('button', { name: /^Save/ }).click();
  await expect.poll(() => request.textContent()).toContain('Its sender sees: accepted');
  const sum = await page.locator('#requests-sum').textContent();
  expect(sum).toMatch(/ · 1 of \d+ accepted \(\d+ %\) · half of the answers came within 0\.0 days$/);
  await page.goto(address);
  expect(await page.locator('main').textContent()).toContain('Dr. O. P.');
  expect(await page.locator('main').textContent()).toContain('Please write.');
  expect(faults).toEqual([]);
});
