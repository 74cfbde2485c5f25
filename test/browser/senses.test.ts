/** Readers who zoom, who have colours of their own, and who use a screen reader: what axe cannot judge. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { afterMs, status } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import {
  nextPicture,
  type OwnStories,
  openOptions,
  openOwnStories,
  openSearch,
  rowsOf,
  wholeAnswer,
} from '../support/machine/stories.ts';
import { genes } from '../support/partners/behaviours.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry } from '../support/registry/start-registry.ts';

const SEARCH = '/search?symbol=BRCA1&taxonId=9606';
/** A window of 1280 by 1000 at 200 %. */
const ZOOMED = { viewport: { width: 640, height: 500 } };

let stories: OwnStories;
beforeAll(async () => {
  stories = await openOwnStories();
});
beforeEach(() => stories.pampanet('well'));
afterAll(() => stories[Symbol.asyncDispose]());

test('at 200 %, whatever the Tab key leads to can be seen, forwards and backwards, while people are offered', async () => {
  const { page } = await stories.browser.window(ZOOMED);
  await stories.pampanet('held');
  await page.goto(stories.at('/search?symbol=SCN1A&taxonId=9606'));
  // Who comes to stand where nobody looks is not offered but put there.
  await page.locator('#people .person').nth(2).scrollIntoViewIfNeeded();
  await nextPicture(page);
  await stories.pampanet('well');
  await page.locator('#offers button').waitFor();
  await page.locator('#people .person').nth(1).locator('a').last().focus();
  expect(await focusedAlong(page, 'Shift+Tab', 15)).toEqual(Array(15).fill('seen'));
  expect(await focusedAlong(page, 'Tab', 25)).toEqual(Array(25).fill('seen'));
});

test('while nothing is offered, nothing lies over the people', async () => {
  const { page } = await stories.browser.window(ZOOMED);
  await openSearch(page, stories.at(SEARCH));
  await page.locator('#people .person').nth(3).locator('a').last().focus();
  expect(await focusedAlong(page, 'Shift+Tab', 12)).toEqual(Array(12).fill('seen'));
});

test('a button that has the focus keeps it when more is offered', async () => {
  await using one = await startScriptedPartner({ '/api/genes/search': afterMs(600, genes(1)) });
  await using other = await startScriptedPartner({ '/api/genes/search': afterMs(1000, genes(1)) });
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [
      { key: 'one', name: 'OneNet', url: one.url },
      { key: 'other', name: 'OtherNet', url: other.url },
    ],
  });
  const { page } = await stories.browser.window();
  await page.goto(registry.url + SEARCH);
  await page.locator('#people .person').first().waitFor();
  await page.keyboard.press('Shift');
  const first = page.locator('#offers button');
  await first.focus();
  await page.locator('#offers button', { hasText: 'OneNet and OtherNet' }).waitFor();
  expect(await first.evaluate((button) => button === document.activeElement)).toBe(true);

  // It is gone when it was pressed, and who came has the focus.
  await first.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.matches('#people .name'))).toBe(true);
});

test('on a phone, cards are not cut off by the spacing that some readers need', async () => {
  const { page } = await stories.browser.window({ viewport: { width: 320, height: 800 }, bypassCSP: true });
  await page.goto(stories.at('/admin'));
  await page.locator('#token').fill('demo-admin-token');
  await page.locator('#token').press('Enter');
  await page.locator('#tokens tr').first().waitFor();
  // WCAG 2.2, 1.4.12.
  await page.addStyleTag({ content: '* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' });
  const cut = await page.locator('.wide').evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
  // The partners, the last questions to them, and both kinds of tokens; where nobody asked for access there is no table.
  expect(cut).toEqual([0, 0, 0, 0]);
});

test('with colours of the reader’s own, the choice in a list and a registry that answered stand out', async () => {
  const { page } = await stories.browser.window({ forcedColors: 'active' });
  await openSearch(page, stories.at(SEARCH));
  // What an element has by its style says nothing here: the browser paints it in other colours.
  const [dot, clear] = [await boxOf(page, '#origins li'), await boxOf(page, '#summary')];
  expect(await painted(page, dot.x + 15, dot.y + dot.height / 2)).not.toEqual(
    await painted(page, clear.x + 2, clear.y - 6),
  );
  await openOptions(page);
  await page.locator('#symbol').fill('');
  await page.locator('#symbol').fill('brc');
  await page.locator('#symbol-choices [role=option]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  const grounds = await Promise.all(
    ['true', 'false'].map(async (isChosen) => {
      const { x, y, width } = await boxOf(page, `#symbol-choices [aria-selected=${isChosen}]`);
      return painted(page, x + width - 8, y + 8);
    }),
  );
  expect(grounds[0]).not.toEqual(grounds[1]);
});

/** A search whose map has a certain zero, an uncertain one, a number, and a registry without an answer. */
async function openMap(page: Page, url: string): Promise<void> {
  await openSearch(page, `${url}${SEARCH}`);
  await page.locator('.map td[data-kind="none-found"]').first().waitFor();
}

test('with colours of the reader’s own, a certain zero has a frame, an uncertain one none, and an earlier number is hatched', async () => {
  await using nobody = await startScriptedPartner({ '/api/genes/search': genes(0) });
  await using two = await startScriptedPartner({ '/api/genes/search': genes(2) });
  await using registry = await startTestRegistry({
    snapshot: smallSnapshot(),
    partners: [
      { key: 'nobody', name: 'NobodyNet', url: nobody.url },
      { key: 'two', name: 'TwoNet', url: two.url },
      { key: 'silent', name: 'SilentNet', url: 'http://127.0.0.1:9' },
    ],
  });
  const { page } = await stories.browser.window({ forcedColors: 'active' });
  await openMap(page, registry.url);
  const clear = await boxOf(page, '#matrix');
  const ground = await painted(page, clear.x + 1, clear.y + clear.height - 4);
  const isFramed = async (cell: string) => {
    const { x, y, width } = await boxOf(page, cell);
    return !(await painted(page, x + Math.round(width / 3), Math.floor(y) - 1)).equals(ground);
  };
  expect(await isFramed('.map td[data-kind=nobody]')).toBe(true);
  expect(await isFramed('.map td[data-kind=people]')).toBe(true);
  expect(await isFramed('.map td[data-kind="none-found"]')).toBe(false);

  // The same cell, now and as of an earlier answer: only its filling differs.
  const number = '.map td[data-kind=people]';
  const inside = async (cell: string) => {
    const { x, y, height } = await boxOf(page, cell);
    return page.screenshot({ clip: { x: x + 3, y: y + 3, width: 14, height: height - 6 } });
  };
  const plain = await inside(number);
  const id = await page
    .locator(number)
    .first()
    .evaluate((cell) => {
      cell.setAttribute('data-kind', 'earlier');
      return cell.getAttribute('data-registry');
    });
  expect((await inside(`.map td[data-kind=earlier][data-registry="${id}"]`)).equals(plain)).toBe(false);

  expect(await isFramed('#map-legend [data-kind=nobody]')).toBe(true);
  expect(await page.locator('#map-legend').textContent()).toMatch(
    /framed: nobody, for certain.*no frame:.*hatched, with ↶:/s,
  );
});

test('what a framed zero says and what one without a frame says is beside every map that has them', async () => {
  const { page } = await stories.browser.window();
  const signs = () =>
    page.locator('#map-legend li:visible').evaluateAll((all) => all.map((one) => one.getAttribute('data-of')));
  for (const lang of ['en', 'fr']) {
    await openSearch(page, stories.at(`/search?symbol=KCNQ2&taxonId=9606&lang=${lang}`));
    expect(await page.locator('.map td[data-kind="none-found"]').count()).toBeGreaterThan(0);
    expect(await signs()).toEqual(['nobody', 'none-found']);
    expect(await page.locator('#map-legend').textContent()).toContain(lang === 'en' ? 'for certain' : 'avec certitude');
  }
});

test('a map of a registry that does not answer has its legend, in both languages; one of plain numbers has none', async () => {
  await using two = await startScriptedPartner({ '/api/genes/search': genes(2) });
  await using silent = await startScriptedPartner({ '*': status(500, 'No.'), '/api/genes/search': status(500, 'No.') });
  const registryOf = (url: string) =>
    startTestRegistry({ snapshot: smallSnapshot(), partners: [{ key: 'one', name: 'OneNet', url }] });
  await using without = await registryOf(silent.url);
  const { page } = await stories.browser.window();
  const legend = page.locator('#map-legend');
  for (const [lang, word] of [
    ['en', 'framed'],
    ['fr', 'encadré'],
  ]) {
    await openSearch(page, `${without.url}${SEARCH}&lang=${lang}`);
    expect(await legend.isVisible()).toBe(true);
    expect(await legend.textContent()).toContain(word);
  }
  await using withPeople = await registryOf(two.url);
  await openSearch(page, `${withPeople.url}${SEARCH}`);
  await page.locator('.map tbody tr').evaluateAll((rows) => rows.slice(1).map((row) => row.remove()));
  expect(await legend.isVisible()).toBe(false);
});

test('the sign of each state of a registry has a form of its own, without any colour', async () => {
  const { page } = await stories.browser.window({ forcedColors: 'active' });
  await openSearch(page, stories.at(SEARCH));
  const dot = page.locator('#origins li').first();
  const { x, y, height } = await boxOf(page, '#origins li');
  const pictures: string[] = [];
  for (const state of ['answered', 'limited', 'failed', 'outstanding']) {
    await dot.evaluate((one, to) => one.setAttribute('data-state', to), state);
    const sign = await page.screenshot({ clip: { x: x + 8, y: y + height / 2 - 8, width: 14, height: 16 } });
    pictures.push(sign.toString('base64'));
  }
  expect(new Set(pictures).size).toBe(4);
});

test('on a phone too, a screen reader has a table as a table, and without its signs', async () => {
  const { page } = await stories.browser.window({ viewport: { width: 390, height: 800 } });
  await openSearch(page, stories.at(`${SEARCH}&view=table`));
  const read = await readOutOn(page);
  expect(read.filter(({ role, name }) => role !== 'RootWebArea' && /[↕·]/.test(name))).toEqual([]);
  const people = (await rowsOf(page)).length;
  expect(read.filter(({ role }) => role === 'rowheader')).toHaveLength(people);
  expect(read.filter(({ role }) => role === 'cell')).toHaveLength(people * 6);
  const roles = await page
    .locator('.people-table :is(thead, tbody, tr, th, td)')
    .evaluateAll((all) => all.filter((one) => !one.hasAttribute('role')).length);
  expect(roles).toBe(0);
});

test('cards are a list of headings to a screen reader, and the order is explained once', async () => {
  const { page } = await stories.browser.window({ viewport: { width: 390, height: 800 } });
  await openSearch(page, stories.at(SEARCH));
  const read = await readOutOn(page);
  const names = await page.locator('#people .name bdi').allTextContents();
  const headings = read.filter(({ role }) => role === 'heading').map(({ name }) => name);
  expect(headings).toEqual(expect.arrayContaining(names));
  const reasons = read.filter(({ role }) => role.startsWith('DisclosureTriangle')).map(({ name }) => name);
  expect(reasons.filter((name) => name.startsWith('Why'))).toEqual(['Why this list?']);
});

test('the box of an organ system says what it is, and not to the mouse alone', async () => {
  const { page } = await stories.browser.window();
  await page.goto(stories.at('/?by=researcher'));
  await page.locator('[data-mode=users] details.filters').evaluate((one: HTMLDetailsElement) => {
    one.open = true;
  });
  const organs = (await readOutOn(page)).filter(({ role, name }) => role === 'checkbox' && name === 'Digestive System');
  expect(organs[0]?.description).toMatch(/^Mouth to rectum/);
});

test('a field says how much it offers, and what was chosen of it', async () => {
  const { page } = await stories.browser.window();
  await page.goto(stories.at('/?by=gene'));
  const status = page.locator('#symbol ~ [role=status]');
  await page.locator('#symbol').fill('brca');
  await expect.poll(() => status.textContent()).toBe('4 suggestions');
  await page.keyboard.press('Escape');
  expect(await status.textContent()).toBe('');
  const form = page.locator('form[data-kind=genes]');
  await form.locator('details.filters > summary').click();
  const terms = form.locator('input[data-suggest=terms] ~ [role=combobox]').first();
  await terms.fill('seiz');
  await form.locator('[role=option]').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await form.locator('input[data-suggest=terms] ~ [role=status]').first().textContent()).toMatch(
    /eizure.* was chosen\.$/,
  );
});

test('a step back to another search is announced: its title has the focus', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await openOptions(page);
  await page.locator('#symbol').fill('TP53');
  await page.locator('#symbol').press('Enter');
  await page.waitForURL(/symbol=TP53/);
  await wholeAnswer(page);
  await page.locator('#people a').last().focus();
  await page.goBack();
  await expect.poll(() => page.locator('#results-title').textContent()).toContain('BRCA1');
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('results-title');
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not to be seen.`);
  return box;
}

/** A few dots of the screen. */
async function painted(page: Page, x: number, y: number): Promise<Buffer> {
  return page.screenshot({ clip: { x, y, width: 3, height: 3 } });
}

/** After each press, whether what has the focus can be seen, else what it is and what lies over it. */
async function focusedAlong(page: Page, key: string, presses: number): Promise<string[]> {
  const all: string[] = [];
  for (let press = 0; press < presses; press++) {
    await page.keyboard.press(key);
    all.push(
      await page.evaluate(() => {
        const focused = document.activeElement ?? document.body;
        const { left, top, width, height } = focused.getBoundingClientRect();
        const over = document.elementFromPoint(left + width / 2, top + height / 2);
        const isSeen = over !== null && (focused.contains(over) || over.contains(focused));
        return isSeen && over.id !== 'offers' ? 'seen' : `${focused.outerHTML} below ${over?.outerHTML.slice(0, 80)}`;
      }),
    );
  }
  return all;
}

type ReadOut = { role: string; name: string; description: string };

/** What a screen reader gets of the page, from the first element to the last. */
async function readOutOn(page: Page): Promise<ReadOut[]> {
  const devtools = await page.context().newCDPSession(page);
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description }) => {
      return { role: role?.value ?? '', name: name?.value ?? '', description: description?.value ?? '' };
    });
}
