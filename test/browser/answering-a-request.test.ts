/** Somebody whom a request is about answers in a browser, with scripts and without; programs that look through mail answer nothing. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { tryEverything } from '../support/machine/mail-scanner.ts';
import { type ScriptedMailServer, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { violationsOf } from '../support/machine/stories.ts';
import { mailTo } from '../support/registry/access-form.ts';
import { startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import {
  type Asked,
  answer,
  answerLinks,
  confirmedRequest,
  forwardedLink,
  stored,
} from '../support/registry/asked-person.ts';
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

async function aLink(): Promise<{ request: Asked; link: string; address: string }> {
  const request = await confirmedRequest(registry);
  const link = await forwardedLink(registry, server, request);
  return { request, link, address: registry.url + link };
}

test('a program that runs scripts, presses every button and sends every form as it came answers nothing', async () => {
  const { page } = await browser.window();
  for (let count = 0; count < SCANNED; count++) {
    const { request, link, address } = await aLink();
    await tryEverything(page, address, 'Please choose one of the three.');
    expect((await stored(registry, request)).state).toBe('forwarded');
    expect((await answer(registry, link, { choice: 'decline' })).status).toBe(200);
  }
});

describe.each([
  ['with scripts', { locale: 'en-US' }],
  ['without scripts, on a phone', { javaScriptEnabled: false, viewport: { width: 390, height: 844 } }],
])('%s', (_, options) => {
  test('a person reads, chooses, types the signs, and whoever asked reads the name', async () => {
    const { page, faults } = await browser.window(options);
    const { request, address } = await aLink();
    await page.goto(address);
    const signs = /Type (\w{4})/.exec((await page.locator('label[for=typed]').textContent()) ?? '')?.[1] ?? '';
    await page.locator('input[value=accept]').check();
    await page.locator('#name').fill('Dr. O. P.');
    await page.locator('#address').fill('olga@example.org');
    await page.locator('#typed').fill(signs.toLowerCase());
    await page.locator('#answer-form button').click();
    expect(await page.locator('#answered').textContent()).toContain('can now read the name');
    await page.goto(registry.url + request.page);
    expect(await page.locator('main').textContent()).toContain('Dr. O. P.');
    expect(faults).toEqual([]);
  });
});

test.each([
  ['en', { width: 1280, height: 900 }],
  ['fr', { width: 390, height: 844 }],
] as const)(
  'in %s, no page of a link breaks a rule of accessibility or is wider than its window',
  async (lang, viewport) => {
    const { page } = await browser.window({ viewport });
    const { link, address } = await aLink();
    const look = async () => {
      expect(await violationsOf(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    };
    await page.goto(address.replace('lang=en', `lang=${lang}`));
    await look();
    await page.locator('#answer-form').evaluate((form: HTMLFormElement) => form.submit());
    await page.locator('#problems').waitFor();
    await look();
    await answer(registry, link, { choice: 'decline' });
    await page.goto(address.replace('lang=en', `lang=${lang}`));
    await page.locator('#closed').waitFor();
    await look();
  },
);

test('an administrator forwards by one click, and reads who did what', async () => {
  const { page, faults } = await browser.window();
  const request = await confirmedRequest(registry);
  await page.goto(`${registry.url}/admin`);
  await page.locator('#token').fill(TOKENS.admin);
  await page.locator('#token').press('Enter');
  const card = page.locator(`#requests > [data-request="${request.id}"]`);
  await card.waitFor();
  const before = server.messages.length;
  await card.getByRole('button', { name: /^Forward/ }).click();
  await expect.poll(() => server.messages.length).toBe(before + 1);
  await expect.poll(() => page.locator('#admin-live').textContent()).toContain('is forwarded to the person');
  const [link = ''] = answerLinks(server.messages[before] ?? { text: '' });
  await answer(registry, link, { choice: 'decline', words: 'No time.' });
  await page.locator('#refresh').click();
  await expect.poll(() => card.locator('.request-state').textContent()).toBe('declined');
  await card.locator('summary').click();
  const history = await card.locator('.history').textContent();
  expect(history).toMatch(
    /forwarded by message[\s\S]*message to the person sent[\s\S]*declined · the person[\s\S]*No time\./,
  );
  expect(await violationsOf(page)).toEqual([]);
  expect(faults).toEqual([]);
});
