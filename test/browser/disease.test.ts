/** A disease leads to people: its genes with who works on each, one list of them all, and the way back. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStories, type Stories } from '../support/machine/stories.ts';

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

test.each([
  ['en', 'Dravet', 'Dravet syndrome', 'Who works on'],
  ['fr', 'syndrome de Dravet', 'Dravet syndrome', 'Qui travaille sur'],
])(
  'in %s, %j leads to its genes, to one list of people, and to a draft, with Back at each',
  async (lang, typed, name, who) => {
    const { page, faults } = await stories.browser.window();
    await page.goto(stories.at(`/?lang=${lang}`));
    await page.locator('#start-box-text').fill(typed);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/diseases/ORPHA:33069*');
    await page.locator('h1', { hasText: name }).waitFor();
    // Every registry has answered about every gene.
    await expect.poll(() => page.locator('#heat tr[data-waits]').count()).toBe(0);
    await expect.poll(() => page.locator('#list-summary').textContent()).not.toBe('');
    const counts = await page
      .locator('#heat tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) =>
          [...row.querySelectorAll('.of-registries b')].reduce(
            (sum, { textContent }) => sum + (Number.parseInt(textContent ?? '', 10) || 0),
            0,
          ),
        ),
      );
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    // The first of them stand above the table, and the link to all has their number.
    const link = page.locator('#who-works', { hasText: who });
    await expect.poll(() => link.textContent()).toMatch(/ \d+ pe\w+$/);
    const all = Number.parseInt((await link.textContent())?.split(':').at(-1) ?? '', 10);
    const best = await page.locator('#people .name').allTextContents();
    expect(best.length).toBe(Math.min(5, all));
    const [above, below] = await Promise.all(['#people', '#heat'].map((one) => page.locator(one).boundingBox()));
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
    expect(await page.locator('.facts a[href^="https://www.orpha.net/"]').textContent()).toBe('ORPHA:33069');
    await link.click();
    await page.waitForURL('**/diseases/ORPHA:33069/people*');
    await page.locator('#disease-people[data-state=whole]').waitFor();
    const people = page.locator('#disease-people .person');
    expect(await people.count()).toBe(all);
    expect((await people.locator('.name').allTextContents()).slice(0, best.length)).toEqual(best);
    expect(await people.first().textContent()).toMatch(/SCN1A/i);
    const covered = (await people.locator('.covers').allTextContents()).map((text) => Number.parseInt(text, 10));
    expect(covered).toEqual(covered.toSorted((a, b) => b - a));
    // The message names the gene, and leads to a search that finds the person.
    await page.locator('#disease-people a.write').first().click();
    await page.locator('#draft').waitFor();
    expect(await page.locator('#draft-text').inputValue()).toMatch(/\/search\?symbol=SCN1A&taxonId=9606$/im);
    await page.keyboard.press('Escape');
    await page.locator('#draft').waitFor({ state: 'detached' });
    // Those who are ticked are written to together, each about their gene.
    await people.locator('.tick input').nth(0).check();
    await people.locator('.tick input').nth(1).check();
    await page.locator('#shortlist-draft').click();
    await page.locator('#draft').waitFor();
    expect(await page.locator('#draft-people li').count()).toBe(2);
    await page.keyboard.press('Escape');
    await people.locator('a.name').first().click();
    await page.waitForURL('**/userView/*');
    await page.goBack();
    await page.waitForURL('**/diseases/ORPHA:33069/people*');
    await page.goBack();
    await page.waitForURL('**/diseases/ORPHA:33069*');
    await page.locator('h1', { hasText: name }).waitFor();
    expect(faults).toEqual([]);
  },
);

test.each([
  ['en', / \d+ people(?: so far)?$/],
  ['fr', / \d+ personnes?(?: jusqu’ici| pour l’instant)?/],
])('in %s and without scripts, the first people are there as far as they are known', async (lang, number) => {
  const { page } = await stories.browser.window({ javaScriptEnabled: false });
  await page.goto(stories.at(`/diseases/ORPHA:33069?lang=${lang}`));
  expect(await page.locator('#who-works').textContent()).toMatch(number);
  expect(await page.locator('#people .person').count()).toBeGreaterThan(0);
  expect(await page.locator('#people .person').count()).toBeLessThanOrEqual(5);
  await page.locator('#people a.name').first().click();
  await page.waitForURL('**/userView/*');
});

test('a reader who has begun to read the page of a disease is moved by nobody who arrives', async () => {
  const { page } = await stories.browser.window({ viewport: { width: 375, height: 812 } });
  await page.goto(stories.at('/diseases/ORPHA:33069'));
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => scrollY > 0);
  const top = () => page.locator('#heat').evaluate((table) => Math.round(table.getBoundingClientRect().top));
  const before = await top();
  await expect.poll(() => page.locator('#list-summary').textContent()).not.toBe('');
  expect(await top()).toBe(before);
});
