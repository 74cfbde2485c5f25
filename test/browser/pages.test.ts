/** Every page in a browser: no broken rule of accessibility, nothing that a hostile partner can do, and not too heavy. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { geneRecord, userRecord } from '../../src/demo/mock-people.ts';
import { json } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { TestWindow } from '../support/machine/browser.ts';
import { countWire, firstPaintMs } from '../support/machine/slow-line.ts';
import {
  everyRegistry,
  type OwnStories,
  openOwnStories,
  openSearch,
  rowsOf,
  violationsOf,
  wholeAnswer,
} from '../support/machine/stories.ts';
import { genes } from '../support/partners/behaviours.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const HEAVIEST = { start: 38_000, firstSearch: 33_000, searchAtOnce: 61_000, responses: 18 };
const SEARCH = '/search?symbol=BRCA1&taxonId=9606';
const DESK = { width: 1280, height: 900 };
const PHONES = [390, 320] as const;

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
beforeEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

type Shown = { path: string; mood?: 'slow' | 'down'; open?: (page: Page) => Promise<unknown> };

const PAGES: Record<string, Shown> = {
  'what is offered while somebody types': {
    path: '/',
    async open(page) {
      await page.locator('#start-box-text').pressSequentially('brc');
      await page.locator('#start-box [role=option]').first().waitFor();
    },
  },
  'what a disease may mean': { path: '/search?text=Dravet%20syndrome' },
  'what a misspelt gene may mean': { path: '/search?text=BRCCA1' },
  'what nothing is called': { path: '/search?text=zzqqzzqq' },
  'the form': { path: '/?by=gene', open: openEverything },
  'a refused search, with terms to choose from': { path: '/search?symbol=SCN1A&terms-of-hp=seiz;x' },
  'results with all that unfolds': { path: SEARCH, open: (page) => wholeAnswer(page).then(() => openEverything(page)) },
  'results that are narrowed': { path: `${SEARCH}&only-organism=10090&only-name=named`, open: wholeAnswer },
  'people who are offered': {
    path: '/search?symbol=MECP2&taxonId=9606',
    mood: 'slow',
    // Where nobody looks they are put without being offered.
    open: (page) =>
      page.locator('#offers button').or(page.locator('#people .person[data-origin=pampanet]')).first().waitFor(),
  },
  'no results': { path: '/search?nameLike=zzzz&prefix=false', open: wholeAnswer },
  'the draft of a message': {
    path: SEARCH,
    async open(page) {
      await wholeAnswer(page);
      await page.locator('#people .write').first().click();
      await page.locator('dialog[open] a.go').first().waitFor();
    },
  },
  'a profile beside the list': {
    path: SEARCH,
    async open(page) {
      await wholeAnswer(page);
      await page.locator('#people a.name').first().click();
      // On a narrow screen it is a page of its own.
      await page.locator('#drawer-title').or(page.getByText('Record of')).first().waitFor();
    },
  },
  coverage: { path: '/coverage?symbol=BRCA1&taxonId=9606' },
  'a profile of a partner': { path: '/userView/3?origin=pampanet' },
  'a page that is not there': { path: '/userView/999999' },
  'a request for access': { path: SEARCH, open: toRequest },
  'a request for access that was sent': {
    path: SEARCH,
    async open(page) {
      await toRequest(page);
      await page.locator('#reason').pressSequentially('we follow a family with a variant of it.');
      await page.locator('#name').fill('A reader');
      await page.locator('#contact').fill('reader@example.org');
      await page.locator('#access-form button[type=submit]').click();
      await page.locator('#access-form').waitFor({ state: 'detached' });
    },
  },
};

/** Judged where they are looked at in every mode, or where more is done with them. */
const JUDGED_ELSEWHERE: Record<string, Shown> = {
  'the start': { path: '/' },
  results: { path: SEARCH, open: wholeAnswer },
  'results as a table': { path: `${SEARCH}&view=table`, open: wholeAnswer },
  'a registry that is down': { path: '/search?symbol=SCN1A&taxonId=9606', mood: 'down', open: everyRegistry },
  'a list of genes': {
    path: '/genes',
    async open(page) {
      await page.locator('#gene-list').fill('BRCA1, SCN1A, NotAGene9');
      await page.locator('#gene-list-form button').click();
      await page.locator('#list-answer[data-state=whole] #heat').waitFor();
    },
  },
  'a clinic sheet': { path: `${SEARCH}&view=sheet` },
  'a profile': { path: '/userView/36' },
  'the administrators’ view': {
    path: '/admin',
    async open(page) {
      await page.locator('#token').fill('demo-admin-token');
      await page.locator('#token').press('Enter');
      await page.locator('#partners tr').first().waitFor();
    },
  },
};

async function toRequest(page: Page): Promise<void> {
  await wholeAnswer(page);
  await page.locator('#people .person[data-origin=local] .access').first().click();
  await page.locator('#access-form').waitFor();
}

/** What the reader before has left in the browser. */
async function forget(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear()).catch(() => {});
}

/** Opens a page in a state of it, with PampaNet as that state needs it. */
async function show(page: Page, { path, mood, open }: Shown): Promise<void> {
  await stories.pampanet(mood ?? 'well');
  await page.goto(stories.at(path));
  await open?.(page);
}

describe('in the light and in the dark', () => {
  /** One for all, as a reader goes from page to page. */
  let window: TestWindow;
  beforeAll(async () => {
    window = await stories.browser.window();
  });
  afterAll(() => window.context.close());

  test.each(Object.entries(PAGES))('%s breaks no rule of accessibility, and fits a phone', async (_, shown) => {
    const { page, faults } = window;
    await page.setViewportSize(DESK);
    await page.emulateMedia({ colorScheme: 'light' });
    await forget(page);
    await show(page, shown);
    expect(await violationsOf(page)).toEqual([]);
    expect(faults).toEqual([]);
    expect(await phoneFaults(page)).toEqual([]);
    faults.length = 0;
  });
});

test('axe would find what is wrong', async () => {
  const { page } = await stories.browser.window();
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><img src="data:,"></main>');
  expect((await violationsOf(page)).join()).toContain('image-alt');
  const dark = '@media (prefers-color-scheme: dark) { body { background: #000; color: #222 } }';
  await page.setContent(`<html lang="en"><title>x</title><style>${dark}</style><main><h1>x</h1><p>words</p></main>`);
  expect(await violationsOf(page)).toEqual([expect.stringMatching(/^in the dark: color-contrast/)]);
});

test('on a phone nothing is wider than the screen, and no script that is in a page runs, whoever put it there', async () => {
  const [width] = PHONES;
  const { page } = await stories.browser.window({ viewport: { width, height: 800 } });
  for (const [name, shown] of Object.entries(JUDGED_ELSEWHERE)) {
    await forget(page);
    await page.setViewportSize({ width, height: 800 });
    await show(page, shown);
    expect([name, await phoneFaults(page)]).toEqual([name, []]);
  }
});

/** What is wrong with the page that is shown where the window is that of a phone, a script that ran included. */
async function phoneFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of PHONES) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    if (wide > 0) faults.push(`${width} px: ${wide} px too wide`);
  }
  return (await page.evaluate(runScripts)) ? [...faults, 'a script ran'] : faults;
}

/** Whether a script does that somebody puts into the page. */
function runScripts(): boolean {
  const script = document.createElement('script');
  script.textContent = 'globalThis.ran = true';
  document.body.append(script);
  const press = document.createElement('button');
  press.setAttribute('onclick', 'globalThis.ran = true');
  document.body.append(press);
  press.click();
  return 'ran' in globalThis;
}

test('the start page weighs at most 38 kB on the wire, and what a first search adds, its stream included, 33 kB', async () => {
  const { page } = await stories.browser.firstVisit();
  const wire = await countWire(page);
  await page.goto(stories.at('/'));
  await page.locator('form.search-box').first().waitFor();
  await page.waitForLoadState('networkidle');
  const ofStart = wire.bytes();
  console.log(`The start page: ${ofStart} bytes in ${wire.responses()} responses; ${await firstPaintMs(page)} ms`);
  expect(wire.responses()).toBeGreaterThan(5);
  expect(ofStart).toBeLessThanOrEqual(HEAVIEST.start);
  wire.restart();
  await openSearch(page, stories.at(SEARCH));
  await page.waitForLoadState('networkidle');
  console.log(`A search after it: ${wire.bytes()} bytes in ${wire.responses()} responses`);
  expect(wire.bytes()).toBeLessThanOrEqual(HEAVIEST.firstSearch);
});

test('a search that is opened without anything kept weighs at most 61 kB on the wire, in 18 responses', async () => {
  const { page } = await stories.browser.firstVisit();
  const wire = await countWire(page);
  await openSearch(page, stories.at(SEARCH));
  await page.waitForLoadState('networkidle');
  console.log(`A search, opened at once: ${wire.bytes()} bytes in ${wire.responses()} responses`);
  expect(wire.bytes()).toBeGreaterThan(20_000);
  expect(wire.bytes()).toBeLessThanOrEqual(HEAVIEST.searchAtOnce);
  expect(wire.responses()).toBeLessThanOrEqual(HEAVIEST.responses);
});

test('every organ system of the form has an icon that is drawn', async () => {
  const { page, faults } = await stories.browser.window();
  await page.goto(stories.at('/?by=gene'));
  await openEverything(page);
  const icons = page.locator('#users-organUberonIds svg.icon');
  const widths = () => icons.evaluateAll((all) => all.map((one) => (one as SVGSVGElement).getBBox().width));
  await expect.poll(async () => (await widths()).filter((width) => width > 8)).toHaveLength(13);
  expect(faults).toEqual([]);
});

test('every kind of research of the form and every organism of the start page has an icon that is drawn', async () => {
  const { page, faults } = await stories.browser.window();
  await page.goto(stories.at('/?by=gene'));
  await openEverything(page);
  const drawnIn = (selector: string) =>
    page
      .locator(`${selector} svg.icon`)
      .evaluateAll((all) => all.filter((one) => (one as SVGSVGElement).getBBox().width > 8).length);
  await expect.poll(() => drawnIn('#users-researcherCategories')).toBe(6);
  await page.goto(stories.at('/'));
  await expect.poll(() => drawnIn('.organisms .organism')).toBe(await page.locator('.organisms .organism').count());
  expect(faults).toEqual([]);
});

test('in an answer every picture is beside a word', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at('/search?symbol=KCNQ2&taxonId=9606'));
  for (const [where, least] of [
    ['.facets label', 3],
    ['.organism', 10],
    ['table.map th[scope=row]', 5],
  ] as const) {
    const withPicture = page.locator(where, { has: page.locator('svg.icon') });
    expect([where, (await withPicture.count()) >= least]).toEqual([where, true]);
    expect([where, (await withPicture.allTextContents()).filter((text) => text.trim() === '')]).toEqual([where, []]);
  }
  expect(faults).toEqual([]);
});

test('a name that is in two registries is marked in both, with and without scripts', async () => {
  await using one = await startScriptedPartner({ '/api/genes/search': genes(2) });
  await using other = await startScriptedPartner({ '/api/genes/search': genes(1) });
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [
      { key: 'one', name: 'OneNet', url: one.url },
      { key: 'other', name: 'OtherNet', url: other.url },
    ],
  });
  const { page } = await stories.browser.window();
  await openSearch(page, registry.url + SEARCH);
  const BOTH = ['likely also in OtherNet (same name)', 'likely also in OneNet (same name)'];
  const marks = () => page.locator('#people .also:not([hidden]) bdi').allTextContents();
  expect(await marks()).toEqual(BOTH);
  await expect.poll(() => page.locator('#count').textContent()).toBe('3 to 4 people');
  // What the reader says of the one holds for the other, and for the next visit.
  const said = (registry: string) => page.getByRole('button', { name: `Not the same person as in ${registry}` });
  const pressed = () => Promise.all(['OtherNet', 'OneNet'].map((name) => said(name).getAttribute('aria-pressed')));
  expect(await pressed()).toEqual(['false', 'false']);
  await said('OtherNet').click();
  await expect.poll(pressed).toEqual(['true', 'true']);
  expect(await page.locator('#count').textContent()).toBe('4 people');
  await openSearch(page, registry.url + SEARCH);
  expect(await pressed()).toEqual(['true', 'true']);
  await said('OneNet').press('Enter');
  await expect.poll(pressed).toEqual(['false', 'false']);
  expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Not the same person as in OneNet');
  await page.goto(`${registry.url}${SEARCH}&render=server`);
  expect(await marks()).toEqual(BOTH);
});

test('what a hostile partner sends stays text, and the page stays whole', async () => {
  const long = 'x'.repeat(10_000);
  const script = '<script>globalThis.hacked = true</script>';
  const image = '"><img src=x onerror="globalThis.hacked = true">';
  const records = [
    geneRecord(1, { symbol: script, name: image, remoteUser: userRecord(1, { name: script, lastName: image }) }),
    geneRecord(2, { remoteUser: userRecord(2, { lastName: long, organization: long, description: long }) }),
    geneRecord(3, { remoteUser: userRecord(3, { lastName: '\u202eevil\u202d', organization: '\u2067right to left' }) }),
    geneRecord(4, {
      remoteUser: userRecord(4, { website: 'javascript:globalThis.hacked=true', description: script + image }),
    }),
  ];
  await using partner = await startScriptedPartner({
    '/api/genes/search': json(records),
    '/api/users/4': json(records[3]?.remoteUser),
    '/api/users/2': json(records[1]?.remoteUser),
  });
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [{ key: 'hostile', name: 'HostileNet', url: partner.url }],
  });
  const { page, faults } = await stories.browser.window();
  await openSearch(page, registry.url + SEARCH);
  await expect.poll(async () => (await rowsOf(page)).filter((row) => row.includes('hostile')).length).toBe(4);
  expect(await page.locator('#people').textContent()).toContain('onerror=');
  await intact(page, SEARCH);
  for (const address of ['/userView/4?origin=hostile', '/userView/2?origin=hostile', `${SEARCH}&render=server`]) {
    await page.goto(registry.url + address);
    await intact(page, address);
  }
  expect(faults).toEqual([]);

  async function intact(shown: Page, address: string): Promise<void> {
    const { hacked, images, links, wide } = await shown.evaluate(() => ({
      hacked: 'hacked' in globalThis,
      images: document.querySelectorAll('img, main script').length,
      links: [...document.links].filter(({ protocol }) => !/^(https?|mailto):$/.test(protocol)).length,
      wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    }));
    expect({ address, hacked, images, links, wide }).toEqual({ address, hacked: false, images: 0, links: 0, wide: 0 });
    expect(await shown.locator('footer').count()).toBe(1);
  }
});

async function openEverything(page: Page): Promise<void> {
  await page.locator('details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
}
