/** A program that looks through mail: it opens every link in a browser, and tries all that stands on the page. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Presses every button and sends every form as it came, each on a fresh page, whatever the browser thinks of it.
 *
 * @param refusal what the page says to a form that comes as it was
 */
export async function tryEverything(page: Page, address: string, refusal: string): Promise<void> {
  await page.goto(address);
  const buttons = await page.locator('main button').count();
  for (let at = 0; at < buttons; at++) {
    await page.goto(address);
    await page.locator('main button').nth(at).click();
  }
  const forms = await page.locator('main form').count();
  for (let at = 0; at < forms; at++) {
    await page.goto(address);
    await Promise.all([
      page.waitForEvent('load'),
      page
        .locator('main form')
        .nth(at)
        .evaluate((form: HTMLFormElement) => form.submit()),
    ]);
    expect(await page.locator('main .error').textContent()).toContain(refusal);
  }
}
