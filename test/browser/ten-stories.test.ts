/**
 * Eleven readers, each with what they have in hand, in a real browser: how many steps lead to the draft of a message or to a
 * request for access. A text that is typed is one step; so is each click, and each press of a key: `/`, Enter, Tab, an arrow.
 */

import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { everyRegistry, type OwnStories, openOwnStories, wholeAnswer } from '../support/machine/stories.ts';

const GOAL = 6;
/** `/`, the list, Enter, a number and Write. */
const MOST_WITH_A_LIST = 5;
/** With the keyboard alone; one person more costs two keys more. */
const MOST_BY_KEYBOARD = { one: 5, two: 7 };

type Reader = {
  page: Page;
  steps: string[];
  types(text: string): Promise<void>;
  presses(...keys: string[]): Promise<void>;
  clicks(what: Locator, name: string): Promise<void>;
};

let stories: OwnStories;
const reported: string[] = [];
let faults: string[] = [];
beforeAll(async () => {
  stories = await openOwnStories();
});
beforeEach(() => stories.pampanet('well'));
afterEach(() => expect(faults).toEqual([]));
afterAll(async () => {
  console.log(['Steps from what is in hand to a draft or a request for access:', ...reported].join('\n'));
  await stories[Symbol.asyncDispose]();
});

/** Somebody on the start page, whose cursor stands nowhere. */
async function reader(locale = 'en-GB'): Promise<Reader> {
  const opened = await stories.browser.window({ locale });
  const { page } = opened;
  faults = opened.faults;
  const steps: string[] = [];
  await page.goto(stories.at('/'));
  return {
    page,
    steps,
    async types(text) {
      steps.push(`“${text}”`);
      await page.keyboard.type(text);
    },
    async presses(...keys) {
      for (const key of keys) {
        steps.push(key);
        await page.keyboard.press(key);
      }
    },
    async clicks(what, name) {
      steps.push(`click ${name}`);
      await what.click();
    },
  };
}

/** Types into the one box, from wherever the cursor stands, and sends it. */
async function asks({ types, presses }: Reader, text: string): Promise<void> {
  await presses('/');
  await types(text);
  await presses('Enter');
}

async function writesToTheFirst({ page, clicks }: Reader): Promise<void> {
  await clicks(page.locator('#people .write').first(), 'Write');
}

/** The draft that is open, and the address of the person it is to. */
async function draftOf(page: Page): Promise<{ subject: string; text: string; to: string }> {
  const draft = page.locator('dialog[open]');
  const mail = draft.locator('a.go[href^="mailto:"]').first();
  await mail.waitFor();
  return {
    subject: await draft.locator('#draft-subject').inputValue(),
    text: await draft.locator('#draft-text').inputValue(),
    to: new URL((await mail.getAttribute('href')) ?? '').pathname,
  };
}

/** Keeps the line of the table, and holds the story to what it may take. */
async function report({ steps }: Reader, story: string, most = GOAL): Promise<void> {
  const runs = steps.join(', ').replace(/\bTab(?:, Tab)+/g, (tabs) => `${tabs.split(', ').length} × Tab`);
  reported.push(`${story.padEnd(47)} ${String(steps.length).padStart(2)}  ${runs}`);
  expect(steps.length).toBeLessThanOrEqual(most);
}

test.each([
  ['1. a symbol', 'BRCA1', 'BRCA1'],
  ['2. an alias', 'KV7.2', 'KCNQ2'],
  ['3. an Ensembl identifier', 'ENSG00000144285', 'SCN1A'],
])('%s: a clinician has a draft', async (story, text, symbol) => {
  const clinician = await reader();
  await asks(clinician, text);
  await writesToTheFirst(clinician);
  const { subject, to } = await draftOf(clinician.page);
  expect(subject).toContain(symbol);
  expect(to).toMatch(/@.*example\.org$/);
  await report(clinician, story);
});

test('with the name of a disease, a clinician chooses a gene of it and has a draft', async () => {
  const clinician = await reader();
  await asks(clinician, 'Dravet syndrome');
  const { page } = clinician;
  await page.waitForURL(/\/diseases\//);
  const gene = page.locator('#disease-genes a[href*="symbol=SCN1A"]').first();
  expect(await page.locator('#disease').getByRole('heading', { level: 1 }).textContent()).toMatch(/^Dravet syndrome/);
  expect(await page.locator('#disease .of-genes').textContent()).toMatch(/^According to HPO /);
  await clinician.clicks(gene, 'SCN1A');
  await writesToTheFirst(clinician);
  expect((await draftOf(clinician.page)).subject).toContain('SCN1A');
  await report(clinician, '4. a disease, then a gene of it');
});

test('with a term of the HPO, a clinician finds people who chose it and has a draft', async () => {
  const clinician = await reader();
  await asks(clinician, 'HP:0001250');
  await clinician.clicks(clinician.page.getByRole('link', { name: 'People who chose this term' }), 'people of it');
  await writesToTheFirst(clinician);
  expect((await draftOf(clinician.page)).to).toMatch(/@.*example\.org$/);
  await report(clinician, '5. a term of the HPO');
});

test('with a gene of the zebrafish, a reader goes on to the human gene and has a draft', async () => {
  const fishReader = await reader();
  const { page, clicks } = fishReader;
  await asks(fishReader, 'kcnq2a');
  await clicks(page.locator('#gene a[href*="symbol=KCNQ2"]').first(), 'KCNQ2');
  await page.waitForURL(/symbol=KCNQ2&taxonId=9606/);
  await writesToTheFirst(fishReader);
  expect((await draftOf(page)).subject).toBe('Question about KCNQ2 (human)');
  await report(fishReader, '6. a gene of the zebrafish, then the human one');
});

test('where a name is withheld, access is asked for with the gene filled in', async () => {
  const clinician = await reader();
  const { page, clicks } = clinician;
  await asks(clinician, 'KCNQ2');
  // On a busy machine somebody of an ortholog may be there before, and those who come late are only offered.
  await wholeAnswer(page);
  await clicks(page.locator('#people .person .access').first(), 'Request access');
  const reason = page.locator('#access-form textarea').first();
  await reason.waitFor();
  expect(await reason.inputValue()).toContain('KCNQ2');
  await report(clinician, '7. a name that is withheld: the request');
});

test('when a registry is slow, its people are offered, shown, and one of them is written to', async () => {
  const clinician = await reader();
  const { page, clicks } = clinician;
  await stories.pampanet('held');
  await asks(clinician, 'MECP2');
  // Whoever has begun to read is offered those who come late.
  await page.locator('#people .person').first().waitFor();
  await page.keyboard.press('j');
  await stories.pampanet('well');
  await clicks(page.locator('#offers button', { hasText: 'PampaNet' }), 'show them');
  await clicks(page.locator('#people .person[data-origin=pampanet] .write').first(), 'Write');
  expect((await draftOf(page)).text).toContain('PampaNet');
  await report(clinician, '8. a slow registry, whose people are offered');
});

test('with a list of genes, a clinician goes from a number to its people and has a draft', async () => {
  const clinician = await reader();
  const { page, clicks } = clinician;
  await asks(clinician, 'BRCA1, SCN1A, NotAGene9');
  const row = page.locator('#heat tbody tr', { has: page.locator('th', { hasText: 'SCN1A' }) });
  await clicks(row.locator('td a').first(), 'the number of SCN1A, human');
  await page.waitForURL(/symbol=SCN1A/);
  await writesToTheFirst(clinician);
  expect((await draftOf(page)).subject).toContain('SCN1A');
  await report(clinician, '9. a list of genes, a number of it', MOST_WITH_A_LIST);
});

test('with the keyboard alone, in French, two people are chosen and a draft is for both', async () => {
  const lectrice = await reader('fr-CA');
  const { page, presses } = lectrice;
  await asks(lectrice, 'BRCA1');
  await everyRegistry(page);
  await presses('x', 'j', 'x', 'd');
  const { subject, text } = await draftOf(page);
  expect(subject).toMatch(/^Question au sujet de /);
  expect(text).toContain('BRCA1');
  // One address is looked up after the other.
  await expect.poll(() => page.locator('dialog[open] a.go[href^="mailto:"]').count()).toBe(2);
  await report(lectrice, '10. the keyboard alone, in French, two people', MOST_BY_KEYBOARD.two);
});

test('with the keyboard alone, a draft to one person takes five keys', async () => {
  const clinician = await reader();
  const { page, presses } = clinician;
  await asks(clinician, 'BRCA1');
  await everyRegistry(page);
  await presses('j', 'w');
  const { subject, to } = await draftOf(page);
  expect(subject).toContain('BRCA1');
  expect(to).toMatch(/@.*example\.org$/);
  await report(clinician, '11. the keyboard alone, one person', MOST_BY_KEYBOARD.one);
});
