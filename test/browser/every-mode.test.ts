/**
 * The main pages in every way in which they are looked at: both languages, dark, on paper, in forced colours, 320 px wide. Dark,
 * paper and forced colours break rules of colour alone, in whatever language; each language is judged whole at one width.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestWindow } from '../support/machine/browser.ts';
import { openStories, type Stories, violationsNow, wholeAnswer, wrongColoursNow } from '../support/machine/stories.ts';

const SEARCH = '/search?symbol=BRCA1&taxonId=9606';
const WIDE = { width: 1280, height: 900 };
const NARROW = { width: 320, height: 700 };

let stories: Stories;
/** One for all: pages that are only read leave nothing that the next one shows. */
let window: TestWindow;
beforeAll(async () => {
  stories = await openStories();
  window = await stories.browser.window({ viewport: WIDE });
});
afterAll(() => stories[Symbol.asyncDispose]());

const PAGES: Record<string, { path: string; open?: (page: Page) => Promise<unknown> }> = {
  'the start': { path: '/?' },
  results: { path: `${SEARCH}&`, open: wholeAnswer },
  'results as a table': { path: `${SEARCH}&view=table&`, open: wholeAnswer },
  'nobody found': { path: '/search?symbol=BRCCA1&taxonId=9606&', open: wholeAnswer },
  'a disease': { path: '/diseases/ORPHA:33069?', open: countedGenes },
  'the people of a disease': {
    path: '/diseases/OMIM:114480/people?',
    open: (page) => page.locator('#disease-people[data-state=whole]').waitFor(),
  },
  'the coverage of a gene': { path: '/coverage?symbol=KCNQ2&taxonId=9606&' },
  'a list of genes with its people': {
    path: '/genes?',
    async open(page) {
      await page.locator('#gene-list').fill('BRCA1, TP53, NotAGene9');
      await page.locator('#gene-list-form button').click();
      await page.locator('#list-people button').click();
      await page.locator('#list-people .person').first().waitFor();
    },
  },
  'a profile': { path: '/userView/36?gene=SCN1A&organism=human&' },
};

async function countedGenes(page: Page): Promise<void> {
  await expect.poll(() => page.locator('#heat tr[data-waits]').count()).toBe(0);
}

type Mode = {
  name: string;
  languages: readonly string[];
  set(page: Page): Promise<unknown>;
  judge(page: Page): Promise<string[]>;
  unset(page: Page): Promise<unknown>;
};

const LANGUAGES = ['en', 'fr'];
const atNarrow = {
  name: '320 px',
  set: (page: Page) => page.setViewportSize(NARROW),
  unset: (page: Page) => page.setViewportSize(WIDE),
};
const MODES: readonly Mode[] = [
  { name: 'light', languages: ['en'], judge: violationsNow, set: async () => {}, unset: async () => {} },
  {
    name: 'dark',
    languages: ['en'],
    judge: wrongColoursNow,
    ...media({ colorScheme: 'dark' }, { colorScheme: 'light' }),
  },
  { name: 'paper', languages: ['en'], judge: wrongColoursNow, ...media({ media: 'print' }, { media: null }) },
  {
    ...{ name: 'forced colours', languages: ['en'], judge: wrongColoursNow },
    ...media({ forcedColors: 'active' }, { forcedColors: 'none' }),
  },
  { ...atNarrow, languages: ['en'], judge: tooWide },
  {
    ...{ ...atNarrow, languages: ['fr'] },
    judge: async (page) => [...(await violationsNow(page)), ...(await tooWide(page))],
  },
];

async function tooWide(page: Page): Promise<string[]> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return wide > 0 ? [`${wide} px too wide`] : [];
}

type Media = Parameters<Page['emulateMedia']>[0];

function media(set: Media, unset: Media): Pick<Mode, 'set' | 'unset'> {
  return { set: (page) => page.emulateMedia(set), unset: (page) => page.emulateMedia(unset) };
}

test.each(Object.keys(PAGES).flatMap((name) => LANGUAGES.map((lang) => [name, lang] as const)))(
  '%s in %s keeps nobody out, and fits',
  async (name, lang) => {
    const { page, faults } = window;
    const shown = PAGES[name];
    if (shown === undefined) throw new Error(`There is no page ${name}.`);
    await page.goto(stories.at(`${shown.path}lang=${lang}`));
    await shown.open?.(page);
    expect(await page.evaluate(() => document.documentElement.lang)).toBe(lang);
    const found: string[] = [];
    for (const { name: mode, set, judge, unset } of MODES.filter(({ languages }) => languages.includes(lang))) {
      await set(page);
      found.push(...(await judge(page)).map((one) => `${mode}: ${one}`));
      await unset(page);
    }
    expect(found).toEqual([]);
    expect(faults).toEqual([]);
  },
);
