/** A search as a reader sees it: rows that arrive, registries that fail, and the way back. */

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  everyRegistry,
  nextPicture,
  type OwnStories,
  openOptions,
  openOwnStories,
  openSearch,
  openShare,
  rowsOf,
  wholeAnswer,
  wholeRowsOf,
} from '../support/machine/stories.ts';

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
beforeEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

test('a registry that is down is named as such, and when it is back it alone is asked again', async () => {
  const { page, faults } = await stories.browser.window();
  await stories.pampanet('down');
  await openSearch(page, stories.at('/search?symbol=MECP2&taxonId=9606'));
  expect(await page.locator('#summary').textContent()).toMatch(/^2 of 3 registries answered; PampaNet /);
  const before = await rowsOf(page);
  expect(before.join()).not.toContain('pampanet');

  await stories.pampanet('well');
  const requested: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && requested.push(request.url()));
  const held = Promise.withResolvers<void>();
  await page.route(/api\/federated/, async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.locator('#retry-pampanet').click();
  // What is seen is what a screen reader reads.
  await page.locator('#origins').getByRole('link', { name: 'Asking the registries…', exact: true }).waitFor();
  held.resolve();
  await page.locator('#origin-pampanet[data-state=answered]').waitFor();
  expect(requested.map((url) => new URL(url).searchParams.getAll('origins'))).toEqual([['pampanet']]);
  expect(await page.locator('#summary').textContent()).toBe('All 3 registries answered.');
  const after = await rowsOf(page);
  expect(after.filter((row) => !row.includes('pampanet'))).toEqual(before);
  expect(after.length).toBeGreaterThan(before.length);
  expect(faults).toEqual([]);
});

test('people of a late registry are offered, and move neither the one in focus nor the one being read', async () => {
  const { page, faults } = await stories.browser.window({
    viewport: { width: 1000, height: 500 },
    reducedMotion: 'reduce',
  });
  await stories.pampanet('held');
  await page.goto(stories.at('/search?symbol=SCN1A&taxonId=9606'));
  await page.locator('#people .person').nth(2).waitFor();
  const link = await page.locator('#people .person').nth(2).locator('a').last().elementHandle();
  if (link === null) throw new Error('The third person has no link.');
  await link.focus();
  const heightOf = () => link.evaluate((one) => one.getBoundingClientRect().top);
  const before = await heightOf();
  const rows = await rowsOf(page);

  await nextPicture(page);
  await stories.pampanet('well');
  const offer = page.locator('#offers button');
  await offer.filter({ hasText: 'PampaNet' }).waitFor();
  expect(await offer.textContent()).toMatch(/^\d+ new (?:person|people) from (?:FjordNet and )?PampaNet: show$/);
  await everyRegistry(page);
  expect(await rowsOf(page)).toEqual(rows);
  expect(await heightOf()).toBeCloseTo(before, 0);
  expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);

  // A pointer that does not take the focus away from the row.
  await offer.evaluate((one: HTMLElement) => one.click());
  expect((await rowsOf(page)).length).toBeGreaterThan(rows.length);
  expect(await heightOf()).toBeCloseTo(before, 0);
  expect(faults).toEqual([]);
});

test('as long as nobody has touched the page, people of a late registry are put where they belong', async () => {
  const { page, faults } = await stories.browser.window();
  await stories.pampanet('held');
  await page.goto(stories.at('/search?symbol=SCN1A&taxonId=9606'));
  await page.locator('#people .person').first().waitFor();
  await stories.pampanet('well');
  await everyRegistry(page);
  expect(await page.locator('#offers button').count()).toBe(0);
  const late = await rowsOf(page);
  expect(late.join()).toContain('pampanet');
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await openSearch(page, stories.at('/search?symbol=SCN1A&taxonId=9606'));
  expect(late).toEqual(await rowsOf(page));
  expect(faults).toEqual([]);
});

/** Most of them of people of the late registry; no two searches are of one gene, as answers are kept. */
const LATE_GENES =
  'CDKL5 UBE3A SHANK3 FOXG1 SCN2A KCNQ3 SCN8A RAD51 BARD1 CHEK2 PTEN STXBP1 GABRG2 SMO TTN PTCH1 SUFU ZIC2 MYH7 BTK';
/** All of them take a minute: `LATE_SEARCHES=20`. */
const LATE_SEARCHES = Number(process.env.LATE_SEARCHES ?? 4);

test(`of ${LATE_SEARCHES} searches beside a slow registry that nobody touches, none ends with an offer`, async () => {
  const { page, faults } = await stories.browser.window();
  await stories.pampanet('slow');
  const offered: string[] = [];
  const late: string[] = [];
  for (const gene of LATE_GENES.split(' ').slice(0, LATE_SEARCHES)) {
    await page.goto(stories.at(`/search?symbol=${gene}&taxonId=9606`));
    await everyRegistry(page);
    if ((await rowsOf(page)).join().includes('pampanet')) late.push(gene);
    if ((await page.locator('#offers button').count()) > 0) offered.push(gene);
  }
  expect(offered).toEqual([]);
  expect(late.length).toBeGreaterThanOrEqual(LATE_SEARCHES / 2);
  expect(faults).toEqual([]);
});

test('what is offered is counted everywhere, and moves nothing', async () => {
  const { page } = await stories.browser.window();
  await stories.pampanet('held');
  await page.goto(stories.at('/search?symbol=SHH&taxonId=9606'));
  await page.locator('#people .person').first().waitFor();
  await page.keyboard.press('j');
  await page.evaluate(() => {
    let sum = 0;
    Object.assign(globalThis, { shifted: () => sum });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value;
    }).observe({ type: 'layout-shift' });
  });
  await stories.pampanet('well');
  await page.locator('#offers button').waitFor();
  await everyRegistry(page);
  // Of "10 to 11 people" the most.
  const countOf = async (selector: string) =>
    Number(/(\d+)\D*$/.exec((await page.locator(selector).textContent()) ?? '')?.[1]);
  const listed = await page.locator('#people .person').count();
  const offered = await countOf('#offers button');
  expect(await countOf('#count')).toBe(listed + offered);
  const registries = await page.locator('[id^=only-registry-]').evaluateAll((all) => {
    return all.map((one) => Number(one.closest('label')?.querySelector('.how-many')?.textContent));
  });
  expect(registries.reduce((sum, count) => sum + count, 0)).toBe(listed + offered);
  expect(await page.evaluate(() => (globalThis as unknown as { shifted(): number }).shifted())).toBeLessThanOrEqual(
    0.05,
  );
});

test('back and forward lead through the searches, and back from a profile to its rows', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=BRCA1&taxonId=9606'));
  const first = await rowsOf(page);
  await openOptions(page);
  await page.locator('#symbol').fill('TP53');
  await page.locator('#symbol').press('Enter');
  await page.waitForURL(/symbol=TP53/);
  await wholeAnswer(page);
  const second = await rowsOf(page);
  expect(second).not.toEqual(first);

  await page.goBack();
  await page.waitForURL(/symbol=BRCA1/);
  await expect.poll(() => wholeRowsOf(page)).toEqual(first);
  expect(await page.locator('#symbol').inputValue()).toBe('BRCA1');
  await page.goForward();
  await page.waitForURL(/symbol=TP53/);
  await expect.poll(() => wholeRowsOf(page)).toEqual(second);

  // They change their mind before the search that they went back to is there.
  await page.route(/\/search\?symbol=BRCA1/, () => undefined);
  const cancelled = page.waitForEvent('requestfailed', (request) => request.url().includes('symbol=BRCA1'));
  await page.goBack();
  await page.goForward();
  await cancelled;
  await page.unroute(/\/search\?symbol=BRCA1/);
  expect(page.url()).toContain('symbol=TP53');
  expect(await rowsOf(page)).toEqual(second);

  const profile = page.locator('#people a.name').last();
  await profile.scrollIntoViewIfNeeded();
  const top = await page.evaluate(() => scrollY);
  expect(top).toBeGreaterThan(0);
  await profile.click();
  await page.waitForURL(/userView/);
  await page.goBack();
  await expect.poll(() => wholeRowsOf(page)).toEqual(second);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(top);
  expect(faults).toEqual([]);
});

test('a link that was copied shows others the same rows in the same order, with or without scripts', async () => {
  const { page, context } = await stories.browser.window();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(stories.at('/?by=gene'));
  await page.locator('#symbol').fill('brca1');
  await page.locator('#symbol').press('Enter');
  await wholeAnswer(page);
  await openShare(page);
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied.' }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(stories.at('/search?symbol=brca1&taxonId=9606'));

  const { page: other } = await stories.browser.window();
  await openSearch(other, link);
  expect(await rowsOf(other)).toEqual(await rowsOf(page));
  const { page: plain } = await stories.browser.window({ javaScriptEnabled: false });
  await plain.goto(link);
  await plain.waitForURL(/render=server/);
  expect(await rowsOf(plain)).toEqual(await rowsOf(page));

  await page.getByRole('button', { name: 'Copy citation' }).click();
  const cited = await page.evaluate(() => navigator.clipboard.readText());
  expect(cited).toContain('All 3 registries answered.');
  expect(cited).toContain(link);
});

test('the people can be sorted as a table and narrowed by a word where they stand', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=TP53&taxonId=9606'));
  const people = await rowsOf(page);
  await page.locator('#narrow').fill('pampanet');
  const narrowed = people.filter((one) => one.includes('(pampanet)'));
  await expect.poll(() => rowsOf(page)).toEqual(narrowed);
  const expected = `${narrowed.length} of ${people.length} people`;
  expect(await page.locator('#count').textContent()).toBe(expected);
  await expect.poll(() => page.locator('#live').textContent()).toBe(expected);
  // Links, all alike, keep nobody.
  await page.locator('#narrow').fill('write');
  expect(await rowsOf(page)).toEqual([]);
  await page.locator('#narrow').fill('');
  await page.locator('#view-other').click();
  await page.waitForURL(/view=table/);
  const registry = page.getByRole('columnheader', { name: 'Registry' });
  await registry.getByRole('link').click();
  await page.waitForURL(/sort=registry/);
  expect(await registry.getAttribute('aria-sort')).toBe('ascending');
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('sort-registry');
  const keys = (await rowsOf(page)).map((row) => row.replace(/.*\((.*)\)/, '$1'));
  expect(keys).toHaveLength(people.length);
  expect(keys).toEqual(
    keys.toSorted((a, b) => (a === 'local' ? 'demonet' : a).localeCompare(b === 'local' ? 'demonet' : b)),
  );
  await page.goBack();
  await page.goBack();
  await expect.poll(() => rowsOf(page)).toEqual(people);
});

test('people whom the server put on the page can be narrowed too, and the page says how many are left', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at('/search?nameLike=a&prefix=false&render=server'));
  await page.locator('#narrow').fill('pampanet');
  await page.locator('#narrow').press('Enter');
  await page.waitForURL(/within=pampanet/);
  const left = await rowsOf(page);
  expect(left.length).toBeGreaterThan(1);
  expect(await page.locator('#count').textContent()).toMatch(new RegExp(`^${left.length} of \\d+ people$`));
  // Of an address that names a page behind the last, the last one is shown.
  await openSearch(page, stories.at('/search?nameLike=a&prefix=false&render=server&page=9'));
  expect(await page.locator('#count').textContent()).toMatch(/^People (\d+) to (\d+) of \2$/);
});

test.each([
  ['with scripts', '&lang=en', 'Files contain all people', 'Notices are about all people'],
  [
    'without',
    '&lang=fr&render=server',
    'Les fichiers contiennent toutes les personnes',
    'Les avis portent sur toutes les personnes',
  ],
])('%s, files and notices of a narrowed list are said to hold everybody', async (_, given, files, notices) => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at(`/search?symbol=TP53&taxonId=9606${given}&only-registry=pampanet`));
  await openShare(page);
  expect(await page.locator('#share .of-all').isVisible()).toBe(true);
  expect(await page.locator('#share').textContent()).toContain(files);
  expect(await page.locator('.notify').textContent()).toContain(notices);
  expect(await page.locator('.notify .of-all').isVisible()).toBe(true);
  // The file holds more than the list.
  const href = (await page.locator('#share a[href*="format=json"]').getAttribute('href')) ?? '';
  const { content } = (await (await fetch(new URL(href, page.url()))).json()) as { content: object[] };
  expect(content.length).toBeGreaterThan((await rowsOf(page)).length);
  await page.locator('#facets-clear').click();
  await page.waitForURL((url) => !url.search.includes('only-registry'));
  await openShare(page);
  expect(await page.locator('#share .of-all').isVisible()).toBe(false);
  expect(await page.locator('.notify .of-all').isVisible()).toBe(false);
});

test('on paper nothing stands that is there to be pressed', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=TP53&taxonId=9606'));
  await page.emulateMedia({ media: 'print' });
  for (const pressed of ['#people summary', '#people .write', '#tools', '#facets', '#search-form', '.languages']) {
    expect([pressed, await page.locator(pressed).first().isVisible()]).toEqual([pressed, false]);
  }
  expect(await page.locator('#summary').isVisible()).toBe(true);
  expect(await page.locator('#people .name').first().isVisible()).toBe(true);
});

test('on a phone the words of a coverage stay whole, and the table alone scrolls', async () => {
  const { page } = await stories.browser.window({ viewport: { width: 360, height: 740 } });
  await page.goto(stories.at('/coverage?symbol=BRCA1&taxonId=9606'));
  const broken = await page
    .locator('#coverage tbody th a')
    .evaluateAll((all) => all.filter((one) => one.getClientRects().length > 1).length);
  expect(broken).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
});

test('genes are offered while somebody types, and a field without any criterion is refused in words', async () => {
  const { page } = await stories.browser.window();
  await page.goto(stories.at('/?by=gene'));
  await page.locator('#symbol').fill('brca');
  const options = page.locator('#symbol-choices [role=option]');
  await options.first().waitFor();
  const offered = await options.allTextContents();
  // Those whose symbol begins so come before those that are only described so.
  expect(offered.map((text) => text.split(' ')[0])).toEqual(['BRCA1', 'BRCA2', 'BARD1', 'RAD51']);
  await options.nth(1).click();
  expect(await page.locator('#symbol').inputValue()).toBe('BRCA2');

  const orthologs = page.locator('#orthologTaxonId input').first();
  expect(await orthologs.isEnabled()).toBe(true);
  await page.locator('#taxonId').selectOption('10090');
  expect(await orthologs.isEnabled()).toBe(false);

  await page.goto(stories.at('/search?nameLike='));
  const refusal = page.getByRole('alert');
  expect(await refusal.textContent()).toBe('At least one search criterion must be provided.');
  await page.locator('#prefix').check();
  await page.locator('#nameLike').fill(' ');
  await page.locator('#nameLike').press('Enter');
  await page.waitForURL(/prefix=true/);
  await expect.poll(() => refusal.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.locator('#prefix').isChecked()).toBe(true);
});
