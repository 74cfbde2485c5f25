/** Nobody found is a beginning: what is said of it, and how few steps lead from there to somebody. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSearch, openStories, type Stories, wholeAnswer } from '../support/machine/stories.ts';

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

test.each([
  ['en', 'None of the 3 registries has a gene NOPE99.'],
  ['fr', 'Aucun des 3 registres n’a de gène NOPE99.'],
])('in %s, what no registry knows is said once of all of them, on the page and aloud', async (lang, sentence) => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(`/search?symbol=NOPE99&taxonId=9606&lang=${lang}`));
  expect(await page.locator('#summary').textContent()).toBe(sentence);
  expect(await page.locator('#nobody').textContent()).toBe(sentence);
  expect(await page.locator('#live').textContent()).toContain(sentence);
  // A registry states its address with its version, which is asked for behind the first question.
  const mails = async () => {
    await page.reload();
    return page.locator('#ways-on a[href^="mailto:"]').count();
  };
  await expect.poll(mails).toBe(3);
  expect(faults).toEqual([]);
});

test('from a misspelt symbol one press leads to people, of whom there are as many as stood there', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=BRCCA1&taxonId=9606'));
  const offered = page.locator('#ways-on [data-count-of="9606 BRCA1"]');
  await expect.poll(() => offered.textContent()).toMatch(/^\d+ people$/);
  await page.locator('#ways-on a', { hasText: 'BRCA1' }).first().click();
  await page.waitForURL('**/search?symbol=BRCA1&taxonId=9606');
  await wholeAnswer(page);
  expect(await page.locator('#people .person').count()).toBeGreaterThan(0);
  await page.goBack();
  await page.waitForURL('**symbol=BRCCA1**');
  await expect.poll(() => offered.textContent()).toMatch(/^\d+ people$/);
  expect(faults).toEqual([]);
});

test('the gene in every organism, its orthologs and other genes of its diseases stand with how many work on them', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=559292'));
  const places = page.locator('#ways-on [data-count-of]');
  expect(await places.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.countOf))).toEqual(
    expect.arrayContaining(['9606 BRCA1', '10090 Brca1', '9606 TP53']),
  );
  await expect
    .poll(async () => (await places.allTextContents()).every((text) => /^(\d+ people|1 person|nobody)$/.test(text)))
    .toBe(true);
  await page.locator('#ways-on h2 a', { hasText: 'Other genes of Breast cancer' }).click();
  await page.waitForURL('**/diseases/OMIM:114480');
  expect(faults).toEqual([]);
});
