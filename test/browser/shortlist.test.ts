/** From a person of an answer to a message: the shortlist, which stays in the browser, and drafts for a mail program. */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openSearch,
  openStories,
  type Stories,
  violationsNow,
  violationsOf,
  wholeAnswer,
} from '../support/machine/stories.ts';

const SEARCH = '/search?symbol=KCNQ2&taxonId=9606';

let stories: Stories;
beforeAll(async () => {
  stories = await openStories();
});
afterAll(() => stories[Symbol.asyncDispose]());

const said = (page: Page) => page.locator('body > p[role=status]').textContent();
const chosen = (page: Page) => page.locator('#shortlist-list li b').allTextContents();
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Shortlist: ${name}`, exact: true });

/** Opens a search and puts people on the shortlist. */
async function choose(page: Page, ...names: string[]): Promise<void> {
  await openSearch(page, stories.at(SEARCH));
  for (const name of names) await tick(page, name).check();
}

const MIRIAM = 'Miriam Ben-Harush';
const IDUNN = 'Idunn Fagerskaug';
const SIGRUN = 'Sigrún Hallbjörnsdóttir';

test('a note that the browser has no room for is said to be lost with the page', async () => {
  const { page } = await stories.browser.window();
  await choose(page, MIRIAM);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.locator('#shortlist-notes').click();
  await page.locator('#shortlist-list textarea').first().fill('Call again on Monday.');
  await expect.poll(() => said(page)).toContain('This browser cannot store the shortlist');
  await page.locator('#shortlist .line .unsure', { hasText: 'This browser cannot store the shortlist' }).waitFor();
  expect(await page.getByText('The shortlist stays in this browser.').isVisible()).toBe(false);
});

test('a page that comes back as it was left knows what was put on the shortlist meanwhile', async () => {
  const { page } = await stories.browser.window();
  await choose(page, MIRIAM);
  await page.evaluate(() => {
    const [name = '', value = ''] = Object.entries(localStorage).find(([key]) => key.startsWith('shortlist')) ?? [];
    const [one] = JSON.parse(value);
    // Nothing reports it: events of storage do not reach a page that is left.
    localStorage.setItem(name, JSON.stringify([one, { ...one, name: 'Somebody Else', person: '990001' }]));
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await page.locator('#shortlist-title', { hasText: 'Shortlist: 2 people' }).waitFor();
  await tick(page, IDUNN).check();
  await page.locator('#shortlist-title', { hasText: 'Shortlist: 3 people' }).waitFor();
});

test('keys put the person in focus on the shortlist and write; the list explains them, and they can be switched off', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.locator('.person .tick input').first().waitFor();
  const [first, second] = await page.locator('#people .name bdi').allTextContents();
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());

  await page.locator('#results-title').focus();
  await page.keyboard.press('d');
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await page.keyboard.press('x');
  expect(await focused()).toBe(first);
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect.poll(() => chosen(page)).toEqual([first, second]);
  await expect.poll(() => said(page)).toBe(`“${second}” is on the shortlist: 2 people.`);
  await page.keyboard.press('x');
  await expect.poll(() => chosen(page)).toEqual([first]);
  await page.keyboard.press('w');
  await page.getByRole('dialog', { name: `Message to ${second}` }).waitFor();
  await page.keyboard.press('Escape');
  await page.locator('#draft').waitFor({ state: 'detached' });

  // Letters in a field are letters.
  await page.locator('#narrow').focus();
  await page.keyboard.type('xwd');
  expect(await page.locator('#narrow').inputValue()).toBe('xwd');
  await page.locator('#narrow').fill('');

  await page.locator('.why-order > summary').click();
  expect(await page.locator('#keys dt').allTextContents()).toHaveLength(6);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByLabel('The shortcuts are on').uncheck();
  await page.reload();
  await page.locator('.person .tick input').first().waitFor();
  for (const key of ['j', 'x', 'd', '/']) await page.keyboard.press(key);
  expect(await page.locator('dialog[open]').count()).toBe(0);
  await expect.poll(() => chosen(page)).toEqual([first]);
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(faults).toEqual([]);
});

test('a key that is pressed as soon as a person is there ticks them', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  const name = await page.evaluate(() => {
    const there = document.querySelector('#people .person');
    const come = there?.cloneNode(true) as Element;
    come.querySelector('.tick')?.replaceChildren();
    there?.replaceWith(come);
    come.querySelector<HTMLElement>('.name')?.focus();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'x' }));
    return come.querySelector('.name bdi')?.textContent;
  });
  await expect.poll(() => chosen(page)).toEqual([name]);
});

test('from the gene to a draft takes three steps: the gene, Enter, and “Write”', async () => {
  const { page, faults } = await stories.browser.window();
  await page.goto(stories.at('/'));
  await page.locator('#start-box-text').fill('KCNQ2');
  await page.locator('#start-box-text').press('Enter');
  await page.waitForURL(/symbol=KCNQ2/);
  await wholeAnswer(page);
  await page.getByRole('link', { name: `Write to ${MIRIAM}` }).click();
  const dialog = page.getByRole('dialog', { name: `Message to ${MIRIAM}` });
  await dialog.waitFor();
  expect(await page.locator('#draft-subject').inputValue()).toBe('Question about KCNQ2 (human)');
  expect((await page.locator('#draft-text').inputValue()).split('\n')).toEqual([
    `Dear ${MIRIAM},`,
    '',
    'I found you in DemoNet, where you are listed with KCNQ2 (human). I am looking for someone who works on KCNQ2. [What would you like to ask?]',
    '',
    `My search: ${stories.at(SEARCH)}`,
    '',
    'Kind regards,',
    '',
  ]);

  // What is still to be said is marked, so that typing takes its place; the address comes with it.
  await page.keyboard.type('Would you look at a variant?');
  const link = dialog.getByRole('link', { name: `Open in your mail program: message to ${MIRIAM}` });
  const mailto = new URL((await link.getAttribute('href')) ?? '');
  expect(mailto.pathname).toBe('miriam.benharush@har-nevel.example.org');
  expect(mailto.searchParams.get('body')).toContain('works on KCNQ2. Would you look at a variant?\r\n\r\nMy search');
  await page.keyboard.press('Escape');
  await page.locator('#draft').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.className)).toBe('write');
  expect(faults).toEqual([]);
});

test('a message can be copied, and is refused to a mail program when it is too long', async () => {
  const { page, context } = await stories.browser.window();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openSearch(page, stories.at(SEARCH));
  await page.getByRole('link', { name: `Write to ${MIRIAM}` }).click();
  await page.locator('#draft a.go').waitFor();
  await page.getByRole('button', { name: 'Copy the message' }).click();
  await page.getByText('The message was copied.').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^Question about KCNQ2 \(human\)\s+Dear Miriam/,
  );
  await page.locator('#draft-text').fill('x'.repeat(2500));
  await page.getByText('The message is too long for a mail program.').waitFor();
  expect(await page.locator('#draft a.go').count()).toBe(0);
});

test('the keyboard puts people on the shortlist, which is announced and lasts over a reload and other pages', async () => {
  const { page, faults } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  const requested: string[] = [];
  // The scripts that show the list come with the first person on it, and show nobody who that is.
  const isAsset = (address: string) => new URL(address).pathname.includes('/assets/');
  page.on('request', (request) => isAsset(request.url()) || requested.push(request.url()));
  await tick(page, MIRIAM).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => said(page)).toBe(`“${MIRIAM}” is on the shortlist: 1 person.`);
  await tick(page, IDUNN).check();
  expect(await page.locator('#shortlist-title').textContent()).toBe('Shortlist: 2 people');
  await page.getByRole('button', { name: 'Notes' }).click();
  await page.getByLabel(`Note on ${IDUNN}`).fill('has the mouse');
  // Nothing of it is sent.
  expect(requested).toEqual([]);

  await page.reload();
  await wholeAnswer(page);
  expect(await tick(page, MIRIAM).isChecked()).toBe(true);
  expect(await tick(page, SIGRUN).isChecked()).toBe(false);
  await page.goto(stories.at('/coverage?symbol=TP53&taxonId=9606'));
  await page.getByRole('button', { name: 'Notes' }).click();
  await expect.poll(() => chosen(page)).toEqual([MIRIAM, IDUNN]);
  expect(await page.getByLabel(`Note on ${IDUNN}`).inputValue()).toBe('has the mouse');
  expect(faults).toEqual([]);
});

test('the shortlist is put in order, shortened and cleared, and the focus stays where the reader works', async () => {
  const { page, faults } = await stories.browser.window();
  await choose(page, MIRIAM, IDUNN, SIGRUN);
  await page.getByRole('button', { name: 'Notes' }).click();
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.id);

  await page.getByRole('button', { name: `Move up: ${SIGRUN}` }).press('Enter');
  await expect.poll(() => chosen(page)).toEqual([MIRIAM, SIGRUN, IDUNN]);
  await expect.poll(() => said(page)).toBe(`“${SIGRUN}” is now 2 of 3.`);
  expect(await focused()).toBe(`Move up: ${SIGRUN}`);
  await page.keyboard.press('Enter');
  await expect.poll(() => chosen(page)).toEqual([SIGRUN, MIRIAM, IDUNN]);
  // Nothing is above them, so that button is off.
  expect(await focused()).toBe(`Move down: ${SIGRUN}`);

  await page.getByRole('button', { name: `Remove ${MIRIAM}` }).press('Enter');
  await expect.poll(() => said(page)).toBe(`“${MIRIAM}” was removed from the shortlist: 2 people.`);
  expect(await focused()).toBe(`Remove ${IDUNN}`);
  expect(await tick(page, MIRIAM).isChecked()).toBe(false);

  page.once('dialog', (dialog) => dialog.accept());
  await page.getByRole('button', { name: 'Clear the shortlist' }).press('Enter');
  await expect.poll(() => said(page)).toBe('The shortlist is empty.');
  expect(await page.locator('#shortlist').isVisible()).toBe(false);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await focused()).toBe('content');
  expect(faults).toEqual([]);
});

test('one draft makes a message for each person; who shows no address or name stands with another way', async () => {
  const { page, faults } = await stories.browser.window();
  await page.route(/api\/federated\/users\/\d+\?/, async (route) => {
    const answer = await route.fetch();
    const record = (await answer.json()) as { lastName: string };
    const isShy = record.lastName === 'Fagerskaug';
    await route.fulfill({ response: answer, json: isShy ? { ...record, email: null } : record });
  });
  await choose(page, MIRIAM, IDUNN);
  await page.getByRole('checkbox', { name: 'Shortlist: Name withheld by DemoNet' }).first().check();
  await page.getByRole('button', { name: /^Write to all \d+$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'One message each to 3 people' });
  await dialog.getByText('No e-mail address is shown.').waitFor();
  const mail = dialog.getByRole('link', { name: `Open in your mail program: message to ${MIRIAM}` });
  const mailto = new URL((await mail.getAttribute('href')) ?? '');
  expect(mailto.pathname).toBe('miriam.benharush@har-nevel.example.org');
  expect([...mailto.searchParams.keys()]).toEqual(['subject', 'body']);
  expect(mailto.searchParams.get('body')).toMatch(/^Dear Miriam Ben-Harush,\r\n\r\nI found you in DemoNet/);
  expect(await dialog.getByRole('link', { name: `Profile of ${IDUNN}` }).getAttribute('href')).toMatch(
    /userView\/\d+\?gene=Kcnq2&organism=mouse$/,
  );
  const access = dialog.getByRole('link', { name: 'Request access: Name withheld by DemoNet' });
  expect(await access.getAttribute('href')).toMatch(
    /by-anonymous-id\/[\w-]+\/request-access\?gene=KCNQ2&organism=human$/,
  );
  expect(await dialog.getByText('You can request access until about').textContent()).toMatch(/\d\d:\d\d\. Then/);
  expect(faults).toEqual([]);
});

test('people of several searches each get the search that found them, and Back takes the draft away', async () => {
  const { page, faults } = await stories.browser.window();
  await choose(page, MIRIAM);
  await openSearch(page, stories.at('/search?symbol=TP53&taxonId=9606'));
  await page.locator('#people .person:not([data-person$="/0"]) .tick input').first().check();
  await page.locator('#only-registry-local').check();
  await page.getByRole('button', { name: 'Write to all 2' }).click();
  const mails = page.locator('dialog[open] a.go[href^="mailto:"]');
  await expect.poll(() => mails.count()).toBe(2);
  const bodies = await mails.evaluateAll((all) =>
    all.map((one) => new URL((one as HTMLAnchorElement).href).searchParams.get('body') ?? ''),
  );
  expect(bodies.map((body) => body.match(/\/search\?symbol=(\w+)/g))).toEqual([
    ['/search?symbol=KCNQ2'],
    ['/search?symbol=TP53'],
  ]);
  await page.goBack();
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
  expect(await page.locator('#only-registry-local').isChecked()).toBe(false);
  expect(faults).toEqual([]);
});

test('a reference that has expired is shown as such', async () => {
  const { page } = await stories.browser.window();
  await openSearch(page, stories.at(SEARCH));
  await page.getByRole('checkbox', { name: 'Shortlist: Name withheld by DemoNet' }).first().check();
  await page.evaluate(() => {
    for (const [name, value] of Object.entries(localStorage)) {
      const list = JSON.parse(value) as object[];
      localStorage.setItem(name, JSON.stringify(list.map((one) => ({ ...one, expires: '2026-01-01T00:00:00.000Z' }))));
    }
  });
  await page.reload();
  await page.getByRole('button', { name: 'Notes' }).click();
  await page.getByText('The link to this record has expired. Search again to request access.').waitFor();
});

test('what other windows choose is shown in this one', async () => {
  const { page, context } = await stories.browser.window();
  await choose(page, MIRIAM);
  const other = await context.newPage();
  await openSearch(other, stories.at(SEARCH));
  await tick(other, IDUNN).check();
  await page.getByText('Shortlist: 2 people').waitFor();
  expect(await tick(page, IDUNN).isChecked()).toBe(true);
});

test('a full shortlist takes nobody more and says so', async () => {
  const { page } = await stories.browser.window();
  await choose(page, MIRIAM);
  await page.evaluate(() => {
    for (const [name, value] of Object.entries(localStorage)) {
      const [one] = JSON.parse(value) as object[];
      const full = Array.from({ length: 50 }, (_, at) => ({ ...one, person: `${9000 + at}` }));
      localStorage.setItem(name, JSON.stringify(full));
    }
  });
  await page.reload();
  await page.getByText('Shortlist: 50 people').waitFor();
  await wholeAnswer(page);
  await tick(page, MIRIAM).click();
  await expect.poll(() => said(page)).toBe('The shortlist is full (50 people). Remove someone first.');
  expect(await tick(page, MIRIAM).isChecked()).toBe(false);
});

test('where the browser keeps nothing, the shortlist lasts as long as the page and says so', async () => {
  const { page } = await stories.browser.window();
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await choose(page, MIRIAM);
  await expect.poll(() => said(page)).toContain('This browser cannot store the shortlist');
  expect(await page.locator('#shortlist-title').textContent()).toBe('Shortlist: 1 person');
});

test('without scripts, “Write” leads to a profile whose address begins the message', async () => {
  const { page } = await stories.browser.window({ javaScriptEnabled: false, locale: 'fr-CA' });
  await page.goto(stories.at(`${SEARCH}&render=server`));
  await page.getByRole('link', { name: `Écrire à ${IDUNN}` }).click();
  await page.waitForURL(/userView\/\d+\?gene=Kcnq2&organism=souris/);
  const mailto = new URL((await page.locator('a.write[href^="mailto:idunn"]').getAttribute('href')) ?? '');
  expect(mailto.searchParams.get('subject')).toBe('Question au sujet de Kcnq2 (souris)');
  const body = mailto.searchParams.get('body') ?? '';
  expect(body).toMatch(/^Bonjour Idunn Fagerskaug,/);
  // The search that found her, and not another one of that symbol.
  expect(body).toContain('/search?symbol=KCNQ2&taxonId=9606');
  expect(await page.locator('section.draft').textContent()).toContain('Bonjour Idunn Fagerskaug,');
});

test.each([
  ['on a desk', 1280, 900, violationsOf],
  // What is dark there is as dark on a desk.
  ['on a phone', 320, 700, violationsNow],
] as const)(
  '%s, the tray and the dialog break no rule of accessibility, and nothing is cut off',
  async (_, width, height, judge) => {
    const { page, faults } = await stories.browser.window({ viewport: { width, height }, bypassCSP: true });
    await choose(page, MIRIAM, IDUNN);
    await page.getByRole('checkbox', { name: 'Shortlist: Name withheld by DemoNet' }).first().check();
    await page.getByRole('button', { name: 'Notes' }).click();
    expect(await judge(page)).toEqual([]);
    await page.getByRole('button', { name: /^Write to all \d+$/ }).click();
    await page.locator('#draft a.go').nth(1).waitFor();
    expect(await judge(page)).toEqual([]);
    const cut = await page
      .locator('html, #shortlist, #draft')
      .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
    expect(cut.every((pixels) => pixels <= 0)).toBe(true);
    expect(faults).toEqual([]);
  },
);

test('what gets the focus is not below the tray', async () => {
  const { page } = await stories.browser.window({ viewport: { width: 640, height: 500 } });
  await choose(page, MIRIAM, IDUNN);
  await tick(page, MIRIAM).focus();
  for (let press = 0; press < 40; press++) {
    await page.keyboard.press('Tab');
    const isSeen = await page.evaluate(() => {
      const one = document.activeElement;
      const tray = document.getElementById('shortlist');
      if (one === null || tray === null || tray.contains(one) || one === document.body) return true;
      return one.getBoundingClientRect().bottom <= tray.getBoundingClientRect().top + 1;
    });
    expect(isSeen).toBe(true);
  }
});
