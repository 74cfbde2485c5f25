/** What partners write into their records: whatever it is, it stays in its place, and no view is wider than its window. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dependingOn, json, version } from '../../src/mock-partner/partner-behaviours.ts';
import { geneRecord, userRecord } from '../../src/mock-partner/partner-records.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/mock-partner/scripted-partner.ts';
import { openBrowser, type TestBrowser, type TestWindow } from '../support/machine/browser.ts';
import { openSearch } from '../support/machine/stories.ts';
import { openWebsite } from '../support/machine/website.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'a word without an end': 'W'.repeat(500),
  'blanks that do not break': 'wide\u00a0\u2060'.repeat(100),
  'wide script': '\ufdfd\u3042\u2060'.repeat(165),
  'marks upon marks': `Z${'\u0301\u0323'.repeat(20)}`.repeat(12),
  'right to left': `\u202e\u2067${'\u05d0\u05d1\u05d2\u05d3'.repeat(120)}`,
  'pictures made of pictures': '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(40),
  'what looks like a page': `</li></table><b style="position:fixed;width:9999px">${'<b>'.repeat(150)}`,
  'what would run': `"'></a><script>ran = 1</script><img src="https://elsewhere.example.net/" onerror="ran = 1"><svg onload="alert(1)">`,
  'many lines': 'line\n\r\u2028\u2029'.repeat(120),
};
const SEARCH = '/search?symbol=BRCA1&taxonId=9606';
const WINDOWS = [
  [390, 844],
  [1280, 900],
] as const;

const OWN_HOSTS = ['127.0.0.1', 'localhost'];

/** What belongs to one record or one value stays within it. */
const PLACES = ['.person', '.facets li', '.sheet li', '.profile', '.map td', '#coverage td', '#heat td'];

let browser: TestBrowser;
let partner: ScriptedPartner;
let registry: TestRegistry;
beforeAll(async () => {
  const found = Object.values(TEXTS).map((text, at) => recordOf(text, at + 1));
  const people = new Map(found.map(({ remoteUser }) => [String(remoteUser.id), remoteUser]));
  partner = await startScriptedPartner({
    '/api': version('1.5.10'),
    '/api/genes/search': dependingOn(({ params }) =>
      json(params.getAll('tiers').includes('TIER1') || !params.has('tiers') ? found : []),
    ),
    '/api/users/*': dependingOn(({ path }) => json(people.get(path.split('/').at(-1) ?? '') ?? null)),
  });
  [browser, registry] = await Promise.all([
    openBrowser(),
    startTestRegistry({
      snapshot: smallSnapshot(),
      partners: [{ key: 'odd', name: 'OddNet', url: partner.url }],
    }),
  ]);
});
afterAll(async () => {
  await browser[Symbol.asyncDispose]();
  await registry[Symbol.asyncDispose]();
  await partner[Symbol.asyncDispose]();
});

/** A gene of somebody who has the text wherever a text may stand. */
function recordOf(text: string, id: number) {
  const organ = { uberonId: `UBERON:000${id}`, name: text, description: text };
  const taxon = { id: 90_000 + id, scientificName: text, commonName: text };
  const gene = { geneId: 900 + id, symbol: text, name: text, tier: 'TIER1', taxon };
  const remoteUser = {
    ...userRecord(id, { name: text, lastName: text, organization: text, department: text, phone: text }),
    ...{ description: text, email: `${'a'.repeat(60)}@${'example.'.repeat(20)}org`, origin: text },
    ...{
      website: text.includes('ran') ? 'javascript:ran=1' : `https://example.org/${text}`,
      researcherPosition: text,
      researcherCategories: [text, 'IN_VIVO'],
    },
    ...{ publications: [{ pmid: id, title: text }], userOrgans: { [organ.uberonId]: organ }, userGenes: { 1: gene } },
    id,
  };
  const human = { id: 9606, scientificName: text, commonName: text };
  return { ...geneRecord(id), taxon: human, name: text, aliases: text, remoteUser };
}

/** Among its faults are dialogs, and what it asks of anybody but the servers of the test. */
async function openWindow(width: number, height: number): Promise<TestWindow> {
  const opened = await browser.window({ viewport: { width, height } });
  const { context, faults } = opened;
  context.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol !== 'data:' && !OWN_HOSTS.includes(hostname)) faults.push(`asked ${request.url().slice(0, 80)}`);
  });
  return opened;
}

describe.each(WINDOWS)('in a window of %i by %i', (width, height) => {
  test.each([
    ['cards', SEARCH],
    ['the table', `${SEARCH}&view=table`],
  ])('%s, with what they are narrowed by and the map', async (_, path) => {
    const { page, context, faults } = await openWindow(width, height);
    await openSearch(page, registry.url + path);
    await page.locator('#people', { hasText: 'WWWW' }).waitFor();
    expect(await leaving(page)).toEqual([]);
    // Pictures that come late make a difference once; what covers others makes it again and again.
    for (const place of ['.person', '.facets li']) await expect.poll(() => covered(page, place)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test.each([
    ['the clinic sheet', `${SEARCH}&view=sheet`],
    ['the coverage of a gene', '/coverage?symbol=BRCA1&taxonId=9606'],
  ])('%s', async (_, path) => {
    const { page, context, faults } = await openWindow(width, height);
    await page.goto(registry.url + path);
    await page.locator('main', { hasText: 'OddNet' }).waitFor();
    expect(await leaving(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test.each([
    ['cards', `${SEARCH}&render=server`],
    ['the table', `${SEARCH}&view=table&render=server`],
  ])('%s that the server made', async (_, path) => {
    const { page, context, faults } = await openWindow(width, height);
    await page.goto(registry.url + path);
    await page.locator('#people', { hasText: 'WWWW' }).waitFor();
    expect(await leaving(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('cards, the clinic sheet and profiles on paper', async () => {
    const { page, context, faults } = await openWindow(width, height);
    const profiles = Object.keys(TEXTS).map((_, at) => `/userView/${at + 1}?origin=odd`);
    await page.emulateMedia({ media: 'print' });
    for (const path of [`${SEARCH}&render=server`, `${SEARCH}&view=sheet`, ...profiles]) {
      await page.goto(registry.url + path);
      await page.locator('.person, .sheet li, .profile').first().waitFor({ state: 'attached' });
      expect.soft(await leaving(page), path).toEqual([]);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test('profiles', async () => {
    const { page, context, faults } = await openWindow(width, height);
    for (const [at, name] of Object.keys(TEXTS).entries()) {
      await page.goto(`${registry.url}/userView/${at + 1}?origin=odd`);
      await page.locator('.profile').waitFor();
      expect.soft(await leaving(page), name).toEqual([]);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  test('a profile beside the list', async () => {
    const { page, context, faults } = await openWindow(width, height);
    await openSearch(page, registry.url + SEARCH);
    await page.locator('.person .name', { hasText: 'WWWW' }).click();
    await page.locator('#drawer, main .profile').filter({ hasText: 'example.org' }).first().waitFor();
    expect(await leaving(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the list of genes', async () => {
    const { page, context, faults } = await openWindow(width, height);
    await page.goto(`${registry.url}/genes`);
    await page.locator('#gene-list').fill('BRCA1\nTP53');
    await page.locator('#gene-list-form button').click();
    await page.locator('#list-answer[data-state=whole] #heat').waitFor();
    expect(await leaving(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test('the widget', async () => {
    await using website =
      await openWebsite(`<!doctype html><html lang="en"><meta charset="utf-8"><title>A website</title>
<meta name="viewport" content="width=device-width"><script src="${registry.url}/widget.js" defer></script>
<isearch-results symbol="BRCA1" taxon-id="9606"></isearch-results></html>`);
    const { page, context, faults } = await openWindow(width, height);
    await page.goto(website.url);
    await page
      .locator('isearch-results .person')
      .nth(Object.keys(TEXTS).length - 1)
      .waitFor();
    expect(await leaving(page)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });
});

/** What is wider than the window, or stands outside of what it belongs to; all that can be unfolded is. */
async function leaving(page: Page): Promise<string[]> {
  await unfold(page);
  return page.evaluate((selector) => {
    const root = document.querySelector('isearch-results')?.shadowRoot ?? document;
    const { scrollWidth } = document.documentElement;
    const tooWide = scrollWidth > innerWidth ? [`the window: ${scrollWidth} of ${innerWidth}`] : [];
    const run = 'ran' in globalThis ? ['a script of a partner ran'] : [];
    const outside = [...root.querySelectorAll(selector)].flatMap((place) => {
      const own = place.getBoundingClientRect();
      const leaves = ({ left, right, top, bottom }: DOMRect) =>
        left < own.left - 1 || right > own.right + 1 || top < own.top - 1 || bottom > own.bottom + 1;
      return [...place.querySelectorAll(':not(.visually-hidden, .visually-hidden *)')]
        .filter((one) => [...one.getClientRects()].some(leaves))
        .map((one) => `${place.tagName} ${place.className}: ${one.outerHTML.slice(0, 60)}`);
    });
    return [...tooWide, ...run, ...outside];
  }, PLACES.join());
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    const root = document.querySelector('isearch-results')?.shadowRoot ?? document;
    for (const one of root.querySelectorAll<HTMLDetailsElement>('details:not(.menu)')) one.open = true;
  });
}

/** Beside the place with marks upon marks, those that look otherwise than without it. */
async function covered(page: Page, selector: string): Promise<string[]> {
  await unfold(page);
  const places = page.locator(selector);
  const at = (await places.allTextContents()).findIndex((text) => /Z\p{M}/u.test(text));
  expect(at).toBeGreaterThan(0);
  const beside = await places.evaluateAll(
    (all, indexes) => {
      const boxes = indexes.flatMap((index) => all[index]?.getBoundingClientRect() ?? []);
      // Of the page, whatever is scrolled; what is shared by two of them is of neither.
      return boxes.map(({ x, y, width, height }) => ({
        ...{ x: x + scrollX + 1, y: Math.ceil(y + scrollY) + 1 },
        ...{ width: width - 2, height: Math.floor(height) - 3 },
      }));
    },
    [at - 1, at + 1],
  );
  const look = async () => {
    const shots: Buffer[] = [];
    for (const clip of beside) shots.push(await page.screenshot({ fullPage: true, clip }));
    return shots;
  };
  const show = (visibility: string) =>
    places.nth(at).evaluate((one: HTMLElement, value) => one.style.setProperty('visibility', value), visibility);
  await show('visible');
  const before = await look();
  await show('hidden');
  const after = await look();
  return before.flatMap((one, index) => (after[index]?.equals(one) ? [] : [`${selector} ${index} of ${at}`]));
}
