/** A program that looks through mail: it opens every link in a browser, and tries all that stands on the page. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/**
 * Asks for its head and for the page, runs its scripts, presses every button and sends every form as it came, each on a fresh
 * page, whatever the browser thinks of it.
 *
 * @param refusal what a page that changes something says to a form that comes as it was
 */
export async function tryEverything(page: Page, address: string, refusal?: RegExp): Promise<void> {
  await fetch(address, { method: 'HEAD' });
  await (await fetch(address)).text();
  await page.goto(address);
  const buttons = await page.locator('main button').count();
  for (let at = 0; at < buttons; at++) {
    await page.goto(address);
    // One that waits for another one may not be there on a fresh page.
    await page.evaluate((which) => [...document.querySelectorAll<HTMLElement>('main button')][which]?.click(), at);
  }
  const forms = await page.locator('main form').count();
  for (let at = 0; at < forms; at++) {
    await page.goto(address);
    // Of other pages some forms lead nowhere.
    const loaded = refusal === undefined ? page.waitForTimeout(500) : page.waitForEvent('load');
    await page.evaluate((which) => [...document.querySelectorAll<HTMLFormElement>('main form')][which]?.submit(), at);
    await loaded;
    if (refusal !== undefined) expect(await page.locator('main .error').textContent()).toMatch(refusal);
  }
}
