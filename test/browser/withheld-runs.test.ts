/** Withheld names of one registry in a row: one press opens them, each asks for access by itself, and the API answers each row. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { anonymousGeneRecord, geneRecord } from '../../src/demo/mock-people.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { openSearch, violationsOf } from '../support/machine/stories.ts';
import { asksForTier1, type Behaviour, dependingOn, json } from '../support/partners/behaviours.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const SEARCH = '/search?symbol=BRCA1&taxonId=9606';
const WITHHELD = 8;
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

let browser: TestBrowser;
let alpha: ScriptedPartner;
let hub: TestRegistry;
beforeAll(async () => {
  [browser, alpha] = await Promise.all([
    openBrowser(),
    startScriptedPartner({ '/api/genes/search': withheld(WITHHELD) }),
  ]);
  hub = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [{ key: 'alpha', name: 'Alpha', url: alpha.url }],
  });
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await hub[Symbol.asyncDispose]();
  await alpha[Symbol.asyncDispose]();
});

/** A named person, and others who show no name. */
function withheld(count: number): Behaviour {
  const records = () => [geneRecord(1), ...Array.from({ length: count }, () => anonymousGeneRecord())];
  return dependingOn(({ params }) => json(asksForTier1(params) ? records() : []));
}

/** What a run says, and whether the requests of its people can be reached. */
async function runOf(page: Page) {
  const access = page.locator('.run .access');
  const links = await access.evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  return {
    says: await page.locator('.run summary').textContent(),
    links: new Set(links).size,
    isOpen: await access.first().isVisible(),
  };
}

describe.each([
  ['a desk', {}],
  ['a phone', PHONE],
])('on %s', (_where, device) => {
  test.each([
    ['en', `${WITHHELD} people, names withheld by Alpha`, 'with scripts', ''],
    ['fr', `${WITHHELD} personnes, noms non communiqués par Alpha`, 'with scripts', ''],
    ['en', `${WITHHELD} people, names withheld by Alpha`, 'without', '&render=server'],
    ['fr', `${WITHHELD} personnes, noms non communiqués par Alpha`, 'without', '&render=server'],
  ])('in %s, %j %s opens by one press to a request for each', async (lang, says, _how, render) => {
    const { page, faults } = await browser.window({ ...device, javaScriptEnabled: render === '' });
    await page.goto(`${hub.url}${SEARCH}&lang=${lang}${render}`);
    await page.locator('.run').waitFor();
    await page.locator('#results[data-state=whole]').waitFor();
    expect(await runOf(page)).toEqual({ says, links: WITHHELD, isOpen: false });
    await page.locator('.run summary').click();
    expect(await runOf(page)).toEqual({ says, links: WITHHELD, isOpen: true });
    await page.locator('.run .access').nth(3).click();
    await page.waitForURL('**/request-access?**');
    expect(faults).toEqual([]);
  });
});

test('the run stays open while the list changes, keys lead into it, and it is sound for readers of every kind', async () => {
  const { page, faults } = await browser.window();
  await openSearch(page, hub.url + SEARCH);
  await page.keyboard.press('j');
  const focused = () => page.evaluate(() => document.activeElement?.closest('.run, .person')?.className);
  for (let presses = 0; presses < 10 && (await focused()) !== 'run'; presses += 1) await page.keyboard.press('j');
  expect(await focused()).toBe('run');
  await page.keyboard.press('Enter');
  await page.keyboard.press('j');
  expect(await focused()).toBe('person');
  expect(await page.evaluate(() => document.activeElement?.closest('.run') !== null)).toBe(true);
  await page.locator('#only-registry-alpha').check();
  await page.waitForURL(/only-registry=alpha/);
  expect((await runOf(page)).isOpen).toBe(true);
  expect(await page.locator('#count').textContent()).toMatch(new RegExp(`^${WITHHELD + 1} of `));
  expect(await violationsOf(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await page.locator('.run summary').evaluate((summary) => summary.parentElement?.removeAttribute('open'));
  expect(await page.locator('.run .name').first().isVisible()).toBe(true);
  expect(faults).toEqual([]);
});

test('a table shows each row, and the API answers each', async () => {
  const { page } = await browser.window();
  await openSearch(page, `${hub.url}${SEARCH}&view=table`);
  expect(await page.locator('.run').count()).toBe(0);
  expect(await page.locator('.people-table .access').count()).toBe(WITHHELD);
  const { content } = await hub.json('/api/federated/genes/search?symbol=BRCA1&taxonId=9606&origins=alpha');
  const ids = content.map((row: { anonymousId?: string }) => row.anonymousId).filter(Boolean);
  expect(new Set(ids).size).toBe(WITHHELD);
});
