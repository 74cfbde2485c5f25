/**
 * Pictures of the main pages: light, dark, on a phone and in French, with partners that answer, are late, and are down.
 * Without an argument all of them; with the name of a look, or of a look and a page, those alone; with `docs` the few
 * that the documentation shows. A few minutes.
 */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { type OwnStories, openOwnStories, wholeAnswer } from '../../support/machine/stories.ts';

const FOLDER = fileURLToPath(new URL('../../../screenshots/', import.meta.url));
const PHONE = { width: 390, height: 844 };
const LOOKS: Record<string, BrowserContextOptions> = {
  light: {},
  dark: { colorScheme: 'dark' },
  phone: { viewport: PHONE, hasTouch: true, isMobile: true },
  french: { locale: 'fr-FR' },
};

/** Who reads already is offered those who come late. */
async function offered(page: Page): Promise<void> {
  await page.locator('#people .person').first().waitFor();
  await page.keyboard.press('j');
  await page.locator('#offers button').waitFor();
}

type Picture = {
  path: string;
  mood?: 'well' | 'slow' | 'down';
  whole?: boolean;
  /** Of what stands over the page, and so is as tall as the window. */
  isWindow?: boolean;
  act?: (page: Page) => Promise<void>;
};

const search = (symbol: string) => `/search?symbol=${symbol}&taxonId=9606`;
const PICTURES: Record<string, Picture> = {
  start: { path: '/' },
  form: { path: '/?by=gene' },
  researchers: { path: '/?by=researcher', act: (page) => page.locator('details.filters summary').last().click() },
  nothing: { path: '/search?nameLike=' },
  nobody: { path: '/search?nameLike=zzzz&prefix=false', whole: true },
  results: { path: search('BRCA1'), whole: true },
  late: { path: search('MECP2'), mood: 'slow', act: offered },
  down: { path: search('SCN1A'), mood: 'down', whole: true },
  suggestions: {
    path: '/',
    isWindow: true,
    async act(page) {
      await page.locator('#start-box-text').pressSequentially('brc');
      await page.locator('#start-box [role=option]').first().waitFor();
    },
  },
  candidates: { path: '/search?text=Dravet%20syndrome' },
  misspelt: { path: '/search?text=BRCCA1' },
  list: {
    path: '/genes',
    async act(page) {
      await page.locator('#gene-list').fill('BRCA1 TP53 SCN1A MECP2 KCNQ2');
      await page.locator('#gene-list-form button').click();
      await page.locator('#list-answer[data-state=whole] #heat').waitFor();
    },
  },
  table: { path: `${search('TP53')}&view=table`, whole: true },
  sheet: { path: `${search('TP53')}&view=sheet` },
  drawer: {
    path: search('TP53'),
    whole: true,
    isWindow: true,
    async act(page) {
      await page.locator('#people .name[href]').first().click();
      await page.locator('#drawer, .profile').first().waitFor();
    },
  },
  draft: {
    path: search('TP53'),
    whole: true,
    isWindow: true,
    async act(page) {
      await page.locator('#people .tick input').first().check();
      await page.locator('#people .write').first().click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  coverage: { path: '/coverage?symbol=BRCA1&taxonId=9606' },
  profile: { path: '/userView/36' },
  missing: { path: '/userView/999999' },
  access: {
    path: search('BRCA1'),
    whole: true,
    async act(page) {
      await page.locator('#people a[href*=request-access]').first().click();
      await page.waitForURL(/request-access/);
    },
  },
  admin: {
    path: '/admin',
    async act(page) {
      await page.locator('#token').fill('demo-admin-token');
      await page.locator('#token').press('Enter');
      await page.locator('#partners tr').first().waitFor();
    },
  },
  lookup: {
    path: '/admin',
    async act(page) {
      await page.locator('#token').fill('demo-admin-token');
      await page.locator('#token').press('Enter');
      await page.locator('#look-up-id').fill('28');
      await page.locator('#look-up-id').press('Enter');
      await page.locator('#found-title').waitFor();
    },
  },
  terms: {
    path: `${search('SCN1A')}&ontologyNames=hp&ontologyTermIds=HP%3A0001250`,
    whole: true,
    act: (page) => page.locator('#unknown-terms li').first().waitFor(),
  },
};

/** Those of the documentation, as tall as a window and in few bytes. */
const OF_DOCS: readonly [picture: string, look: string][] = [
  ['start', 'light'],
  ['suggestions', 'light'],
  ['late', 'light'],
  ['down', 'dark'],
  ['results', 'phone'],
  ['draft', 'light'],
  ['list', 'light'],
  ['coverage', 'light'],
  ['admin', 'light'],
];
const DOCS = fileURLToPath(new URL('../../../docs/pictures/', import.meta.url));

type Shot = { name: string; look: string; folder: string; isForDocs: boolean };

function shots([first, second]: readonly string[]): Shot[] {
  if (first === 'docs') return OF_DOCS.map(([name, look]) => ({ name, look, folder: DOCS, isForDocs: true }));
  return Object.keys(LOOKS)
    .filter((look) => first === undefined || look === first)
    .flatMap((look) => Object.keys(PICTURES).map((name) => ({ name, look, folder: FOLDER, isForDocs: false })))
    .filter(({ name }) => second === undefined || name === second);
}

async function take(stories: OwnStories, { name, look, folder, isForDocs }: Shot): Promise<void> {
  const { path, mood = 'well', whole, isWindow, act } = PICTURES[name] ?? { path: '/' };
  const { page, context } = await stories.browser.window(LOOKS[look]);
  await stories.pampanet(mood);
  await page.goto(stories.at(path));
  if (whole) await wholeAnswer(page);
  if (whole) await page.evaluate(leaveOffers);
  await act?.(page);
  const file = join(folder, `${name}-${look}.${isForDocs ? 'jpg' : 'png'}`);
  await page.screenshot(isForDocs ? { path: file, type: 'jpeg', quality: 58 } : { path: file, fullPage: !isWindow });
  await context.close();
}

/** Who came late is marked, and has the focus, only where the picture is of that. */
function leaveOffers(): void {
  for (const person of document.querySelectorAll('.is-new')) person.classList.remove('is-new');
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  scrollTo(0, 0);
}

const wanted = shots(process.argv.slice(2));
await using stories = await openOwnStories();
for (const shot of wanted) {
  await mkdir(shot.folder, { recursive: true });
  await take(stories, shot);
}
