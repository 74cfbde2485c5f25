/** The address is the state of a page: whatever a reader does leaves what a fresh load of the address shows. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMonkey } from '../support/machine/page-monkey.ts';
import { openSearch, openStories, rowsOf, type Stories } from '../support/machine/stories.ts';

const SEARCH = '/search?symbol=SCN1A&taxonId=9606';
/** `npm run monkey` takes 500 in each language. */
const STEPS = 6;

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

test.each(['en', 'fr'] as const)('in %s, each of some random steps leaves what a fresh load shows', async (lang) => {
  const { wrong, steps } = await runMonkey(stories, { lang, steps: STEPS, seed: 27 });
  expect(wrong).toEqual([]);
  expect(steps).toBe(STEPS);
});

test('a search from the start page leads to a page with one box that holds it, and Back to one with an empty box', async () => {
  const { page, faults } = await stories.browser.window();
  const boxes = () =>
    page
      .locator('form.search-box input[name=text]')
      .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
  await page.goto(stories.at('/?by=gene'));
  await page.locator('#live-counts .chip', { hasText: 'researcher' }).first().waitFor();
  await page.locator('#symbol').fill('TP53');
  await page.locator('#symbol').press('Enter');
  await page.waitForURL(/symbol=TP53/);
  await page.locator('#results[data-state=whole]').waitFor();
  expect(await boxes()).toEqual(['TP53']);
  await page.goBack();
  await page.locator('.start').waitFor();
  expect(await boxes()).toEqual(['']);
  await page.locator('#live-counts .chip', { hasText: 'researcher' }).first().waitFor();
  expect(faults).toEqual([]);
});

test('the other language shows the same people, narrowed, sorted and beside the same profile', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#only-registry-local').check();
  await page.locator('#view-other').click();
  await page.locator('#sort-name').click();
  await page.locator('#people a.name').nth(1).click();
  await page.locator('#drawer-title').waitFor();
  const before = await rowsOf(page);
  const profile = await page.locator('#drawer-title').textContent();
  // The profile stands over it.
  await page.getByRole('link', { name: 'Français' }).press('Enter');
  await page.locator('html[lang=fr] #results[data-state=whole]').waitFor();
  await page.locator('#drawer-title').waitFor();
  expect(await page.locator('#drawer-title').textContent()).toBe(profile);
  // Whose name is withheld is called otherwise.
  const named = (rows: string[]) => rows.filter((row) => !/^(?:Name|Nom) /.test(row));
  expect(await page.locator('#people .person').count()).toBe(before.length);
  expect(named(await rowsOf(page))).toEqual(named(before));
  expect(await page.locator('#sort-name').locator('..').getAttribute('aria-sort')).toBe('ascending');
  expect(await page.locator('#only-registry-local').isChecked()).toBe(true);
  expect(faults).toEqual([]);
});

test('how a text was understood stays in the address while the list is narrowed, and comes back with Back', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(`${SEARCH}&as=symbol`));
  await page.locator('#only-registry-local').check();
  expect(page.url()).toContain('&as=symbol&only-registry=local');
  await page.locator('#options > summary').press('Enter');
  await page.locator('#symbol').press('Enter');
  await page.locator('#understood').waitFor({ state: 'detached' });
  await page.locator('#narrow').fill('university');
  await page.goBack();
  await page.locator('#understood').waitFor({ state: 'attached' });
  expect(await page.locator('#only-registry-local').isChecked()).toBe(true);
  expect(faults).toEqual([]);
});

test('a profile closes with the list that it was opened from, and a broken address of one opens none', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#people a.name').first().click();
  await page.locator('#drawer-title').waitFor();
  await page.locator('#options > summary').press('Enter');
  await page.locator('#symbol').fill('TP53');
  await page.locator('#symbol').press('Enter');
  await page.waitForURL(/symbol=TP53/);
  await page.locator('#drawer').waitFor({ state: 'detached' });

  await page.goto('about:blank');
  await openSearch(page, `${stories.at(SEARCH)}#profile=%E0%A4%A`);
  expect(await page.locator('#drawer').count()).toBe(0);
  // One that this registry does not have says so beside the list, within a page that has one main.
  await page.goto('about:blank');
  await openSearch(page, `${stories.at(SEARCH)}#profile=userView%2F999999`);
  await page.locator('#drawer-title').waitFor();
  expect(await page.locator('main').count()).toBe(1);
  expect(faults).toEqual([]);
});

test('on a phone an address with a profile beside the list leads to the profile, and Back away from it', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#people a.name').first().click();
  const name = await page.locator('#drawer-title').textContent();
  const shared = page.url();
  const { page: phone } = await stories.browser.window({ viewport: { width: 390, height: 844 } });
  await phone.goto(stories.at('/'));
  await phone.goto(shared);
  await phone.waitForURL('**/userView/**');
  expect(await phone.locator('h1').textContent()).toBe(name);
  await phone.goBack();
  await phone.waitForURL(stories.at('/'));
  expect(faults).toEqual([]);
});

test('a profile beside the list has the whole window where that becomes as narrow as a phone', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#people a.name').first().click();
  await page.locator('#drawer-title').waitFor();
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 800 });
    const shown = await page.locator('#drawer').evaluate((drawer) => ({
      room: document.documentElement.clientWidth - drawer.getBoundingClientRect().width,
      overflow: drawer.scrollWidth - drawer.clientWidth,
    }));
    expect({ width, ...shown }).toEqual({ width, room: 0, overflow: 0 });
  }
  expect(faults).toEqual([]);
});

test('Escape closes what the box offers, and the profile stays', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#people a.name').first().click();
  await page.locator('#drawer-title').waitFor();
  await page.locator('#box-text').fill('brca');
  await page.locator('#box [role=option]').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#box [role=option]').first().waitFor({ state: 'detached' });
  expect(await page.locator('#drawer').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.locator('#drawer').waitFor({ state: 'detached' });
});

test('the list is narrowed by all that the page knows of a person, and the address has it', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  const all = await rowsOf(page);
  await page.locator('#narrow').fill('mouse');
  await expect.poll(() => page.url()).toContain('within=mouse');
  // The table of equal signs and letters is loaded with the first text.
  await expect.poll(async () => (await rowsOf(page)).length).toBeLessThan(all.length);
  const left = await rowsOf(page);
  expect(left.length).toBeGreaterThan(0);
  expect(await page.locator('#count').textContent()).toBe(`${left.length} of ${all.length} people`);
  await page.reload();
  await expect.poll(() => rowsOf(page)).toEqual(left);
  expect(await page.locator('#narrow').inputValue()).toBe('mouse');

  const { page: plain } = await stories.browser.window({ javaScriptEnabled: false });
  await plain.goto(stories.at(`${SEARCH}&render=server`));
  await plain.locator('#narrow').fill('mouse');
  await plain.locator('#narrow').press('Enter');
  await plain.waitForURL(/within=mouse/);
  expect(await rowsOf(plain)).toEqual(left);
  await plain.locator('#narrow').fill('zzzz');
  await plain.locator('#narrow').press('Enter');
  await plain.waitForURL(/within=zzzz/);
  expect(await plain.locator('#nobody').isVisible()).toBe(true);
  expect(faults).toEqual([]);
});

test('what had the focus and is gone hands it to the number of people', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#only-registry-local').check();
  await page.locator('#facets-clear').focus();
  await page.keyboard.press('Enter');
  await page.locator('#facets-clear').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('results-title');
});
