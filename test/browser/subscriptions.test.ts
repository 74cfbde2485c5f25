/** A reader who finds nobody subscribes to messages, and leaves: in a real browser, in both languages, on a phone. */

import { expect, test, vi } from 'vitest';
import { openBrowser } from '../support/machine/browser.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { violationsOf } from '../support/machine/stories.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const PHONE = { width: 390, height: 844 };

test.each([
  { lang: 'en', link: 'mail', javaScriptEnabled: true },
  { lang: 'fr', link: 'courriel', javaScriptEnabled: false },
])('from the list to the confirmation and out again: $lang', async ({ lang, link, javaScriptEnabled }) => {
  await using server = await startScriptedMailServer();
  const settings = {
    ...{ APP_SETTINGS_MAIL_HOST: '127.0.0.1', APP_SETTINGS_MAIL_PORT: String(server.port) },
    ...{ APP_SETTINGS_MAIL_SECURITY: 'none', APP_SETTINGS_MAIL_FROM: 'registry@example.org' },
    APP_SETTINGS_MAIL_TO: 'admin@example.org',
  };
  await using registry = await startTestRegistry({ snapshot: smallSnapshot(), settings });
  await using browser = await openBrowser();
  const { page, faults } = await browser.window({ viewport: PHONE, javaScriptEnabled });
  const look = async () => {
    if (javaScriptEnabled) expect(await violationsOf(page)).toEqual([]);
    const folder = process.env.SUBSCRIPTION_SHOTS;
    if (folder !== undefined) await page.screenshot({ path: `${folder}/${lang}-${shots++}.png`, fullPage: true });
  };
  let shots = 0;
  await page.goto(`${registry.url}/search?symbol=TP53&taxonId=9606&lang=${lang}&render=server`);
  await look();
  await page.locator('.notify').getByRole('link', { name: link }).click();
  await look();
  await page.locator('#address').fill('ada@clinic.example.org');
  await page.locator('#frequency').selectOption('daily');
  await page.locator('#subscribe-form button').click();
  await page.locator('[role=status]').filter({ hasText: 'ada@clinic.example.org' }).waitFor();
  await look();
  await vi.waitUntil(() => server.messages.length === 1, { ...PATIENT, interval: 5 });
  const [address = ''] = /http:\S+\/confirm\?lang=\w+/.exec(server.messages[0]?.text ?? '') ?? [];
  await page.goto(address);
  await look();
  // The browser asks to tick the box first.
  await page.locator('main form button').click();
  expect(page.url()).toBe(address);
  await page.locator('main input[type=checkbox]').check();
  await page.locator('main form button').click();
  await page.locator('#confirmed').waitFor();
  await look();
  await page.locator('main a[href*="/leave"]').click();
  await page.locator('main input[type=checkbox]').check();
  await look();
  await page.locator('main form button').click();
  await page.locator('#left').waitFor();
  await look();
  expect(faults).toEqual([]);
});
