/** Those who run a partner open its status with their token, and read how their registry fares here. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { violationsOf } from '../support/machine/stories.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';

const TIED = 'token-of-administrators-of-a';
const LOOSE = 'token-of-nobody-in-particular';

let network: Network;
let browser: TestBrowser;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'partner-status-page-'));
  const tokens = join(folder, 'tokens.yaml');
  await writeFile(tokens, `- {name: north, token: ${TIED}, partner: a}\n- {name: south, token: ${LOOSE}}\n`);
  const settings = { APP_SETTINGS_ISEARCH_AUTH_TOKENS_FILE: tokens, APP_SETTINGS_ISEARCH_USER_ID: '2' };
  [network, browser] = await Promise.all([
    startNetwork([
      { key: 'a', snapshot: smallSnapshot() },
      { key: 'b', snapshot: smallSnapshot(), settings },
    ]),
    openBrowser(),
  ]);
  const line = network.line('b', 'a');
  await network.at('b').json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606');
  line.behave((_, response) => response.writeHead(500).end());
  await network.at('b').json('/api/federated/users/search?descriptionLike=kidney');
  line.behave();
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function enter(page: Page, token: string): Promise<void> {
  await page.locator('#token').fill(token);
  await page.locator('#token').press('Enter');
}

test.each([
  [
    ...['en', 'This token is not assigned to a partner of this registry.', 'search by gene', 'Forget the token'],
    'answered with an error',
  ],
  [
    ...['fr', 'Ce jeton n’est attribué à aucun partenaire de ce registre.', 'recherche par gène', 'Oublier le jeton'],
    'a répondu par une erreur',
  ],
] as [lang: string, notTied: string, kind: string, close: string, failure: string][])(
  'in %s, a token opens the answers by the keyboard alone, and is gone with the page',
  async (lang, notTied, kind, close, failure) => {
    const { page, context, faults } = await browser.window();
    await page.goto(`${network.at('b').url}/partner-status?lang=${lang}`);
    await enter(page, LOOSE);
    await expect.poll(() => page.locator('#partner-status-live').textContent()).toBe(notTied);
    expect(await violationsOf(page)).toEqual([]);

    await enter(page, TIED);
    await page.locator('#partner-status-title').waitFor();
    expect(await page.locator('#partner-status-title').textContent()).toBe('Registry A');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('partner-status-title');
    const shown = await page.locator('#partner-status-view').textContent();
    expect(shown).toContain(kind);
    expect(shown).toContain('1.5.10');
    expect(shown).not.toMatch(/BRCA1|kidney/);
    expect(await page.locator('table[aria-labelledby=partner-status-failures] tbody th').allTextContents()).toEqual([
      failure,
    ]);
    expect(await page.locator('#partner-status-view dl').textContent()).toContain(failure);
    expect(await page.locator('#partner-status-view [lang]').count()).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);

    const before = await page.locator('#refresh').elementHandle();
    await page.locator('#refresh').press('Enter');
    await before?.waitForElementState('hidden');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('refresh');
    expect(await page.content()).not.toContain(TIED);
    expect(JSON.stringify(await context.storageState())).not.toContain(TIED);
    await page.getByRole('button', { name: close }).press('Enter');
    expect(await page.locator('#partner-status-view').textContent()).toBe('');
    // That a token was refused is what was tried.
    expect(faults.filter((fault) => !fault.includes('404'))).toEqual([]);
  },
);

test('a token that is entered before the words of the page are there opens the answers', async () => {
  const { page } = await browser.window();
  const words = Promise.withResolvers<void>();
  await page.route(/\/pages\/shared\/en-/, async (route) => {
    await words.promise;
    await route.continue();
  });
  await page.goto(`${network.at('b').url}/partner-status`);
  await enter(page, TIED);
  words.resolve();
  await page.locator('#partner-status-title').waitFor();
  expect(await page.locator('#partner-status-title').textContent()).toBe('Registry A');
});
