/**
 * The whole way to somebody whose name is withheld, over registries of a network and a mail server: found here, asked there,
 * confirmed, forwarded, answered, and read by whoever asked. With scripts and without, in both languages, on a phone.
 */

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { anonymousGeneRecord } from '../../src/demo/mock-people.ts';
import { dependingOn, json, version } from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { freePort } from '../support/machine/free-port.ts';
import { PATIENT } from '../support/machine/patience.ts';
import { type ScriptedMailServer, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { violationsNow, wrongColoursNow } from '../support/machine/stories.ts';
import { type Network, startNetwork } from '../support/network/start-network.ts';
import { ACCESS_FORM, askForAccess, choose, mailTo } from '../support/registry/access-form.ts';
import { ANONYMISING } from '../support/registry/alpha-registry.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const ADMIN = 'small-admin-token';
const DAY_MS = 86_400_000;
const gene = { geneId: 672, tier: 'TIER1', privacyLevel: null } as const;
const ADMINISTRATOR = smallSnapshot().users.slice(0, 1);
const NORA = aUser(2, { name: 'Nora', lastName: 'Early', genes: [gene] });
const OLGA = aUser(7, { name: 'Olga', lastName: 'Quiet', privacyLevel: 0, genes: [{ ...gene, privacyLevel: 0 }] });
const withheld = smallSnapshot({ users: [...ADMINISTRATOR, OLGA] });
/** Without scripts. */
const PLAIN = 'plain';
const PHONE = { width: 390, height: 844 };

let server: ScriptedMailServer;
let rdp: ScriptedPartner;
let network: Network;
/** Sends no mail. */
let byHand: TestRegistry;
let browser: TestBrowser;
beforeAll(async () => {
  server = await startScriptedMailServer();
  rdp = await startScriptedPartner({
    '/api': version('1.5.10'),
    '/api/genes/search': dependingOn(({ params }) =>
      json(params.get('tiers') === 'TIER3' ? [] : [anonymousGeneRecord()]),
    ),
  });
  // Where it is asked is where its pages are.
  const port = String(await freePort());
  const settings = { ...ANONYMISING, SERVER_PORT: port, APP_SITE_HOST: `http://127.0.0.1:${port}` };
  byHand = await startTestRegistry({ snapshot: withheld, settings });
  network = await startNetwork([
    {
      ...{ key: 'a', snapshot: smallSnapshot({ users: [...ADMINISTRATOR, NORA] }) },
      partners: [
        { key: 'c', url: byHand.url, name: 'Registry C' },
        { key: 'rdp', url: rdp.url, name: 'Registry RDP' },
      ],
    },
    { key: 'b', snapshot: withheld, asks: [], settings: mailTo(server.port) },
  ]);
  browser = await openBrowser();
});
afterAll(async () => {
  for (const opened of [browser, network, byHand, rdp, server]) await opened?.[Symbol.asyncDispose]();
});

/**
 * No rule of accessibility is broken, which only scripts can find out, and no page is wider than its window. `REACHING_SHOTS` names
 * a folder for pictures.
 */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.REACHING_SHOTS;
  // Each page is judged whole at the desk, in the light, and its colours again on the phone, in the dark.
  const isPhone = name.startsWith('phone');
  await page.emulateMedia({ colorScheme: isPhone ? 'dark' : 'light' });
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
  if (!name.startsWith(PLAIN)) expect(await (isPhone ? wrongColoursNow : violationsNow)(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** The page says what is wrong with a form that comes as it was. */
async function sendAsItIs(page: Page, form: string, name: string): Promise<void> {
  await page.locator(form).evaluate((one: HTMLFormElement) => one.submit());
  await page.locator('#choice-problem, #problems').waitFor();
  await look(page, name);
}

let senders = 0;
/** From the list of the first registry to the form for a withheld record of another one. Answers the address that was given. */
async function ask(page: Page, origin: string, { lang = 'en', shot = '' } = {}): Promise<string> {
  const render = shot === PLAIN ? '&render=server' : '';
  await page.goto(`${network.at('a').url}/search?symbol=BRCA1&taxonId=9606&lang=${lang}${render}`);
  await page.locator('#people .person[data-origin=local]', { hasText: 'Nora Early' }).waitFor();
  const withheld = page.locator(`#people .person[data-origin=${origin}]`);
  expect(await withheld.textContent()).not.toContain('Olga');
  await withheld.locator('.access').click();
  await page.waitForURL(/request-access/);
  if (shot !== '') await look(page, `${shot}-form`);
  const contact = `ada${++senders}@example.org`;
  const { language: _, ...fields } = { ...ACCESS_FORM, contact };
  for (const [field, value] of Object.entries(fields)) await page.locator(`#${field}`).fill(value);
  await page.locator('#access-form button').click();
  await page.locator('#sent').waitFor();
  if (shot !== '') await look(page, `${shot}-sent`);
  return contact;
}

/** The path at the second registry that the message of this number to somebody leads to, once it is there. */
async function pathIn(to: string, number: number, pattern: RegExp): Promise<string> {
  const messages = () => server.messages.filter((one) => one.to.includes(to));
  await vi.waitUntil(() => messages().length >= number, PATIENT);
  return pattern.exec(messages().at(number - 1)?.text ?? '')?.[1] ?? `no path in the message to ${to}`;
}

/** Of the page of the request, in the message to whoever asked. */
function pathOfSender(contact: string): Promise<string> {
  return pathIn(contact, 1, /https:\/\/b\.example\.org(\/requests\/\S+)/);
}

/** Reads the message, opens its page and says that the request is theirs. Answers the address of the page. */
async function confirm(page: Page, contact: string, shot: string): Promise<string> {
  const address = network.at('b').url + (await pathOfSender(contact));
  await page.goto(address);
  await look(page, `${shot}-to-confirm`);
  await sendAsItIs(page, '#confirm-form', `${shot}-nothing-chosen`);
  await page.locator('input[value=mine]').check();
  await page.locator('#confirm-form button').click();
  await page.locator('#request-state[data-state=received]').waitFor();
  await look(page, `${shot}-confirmed`);
  return address;
}

/** The request on the page of the administrators of a registry. */
async function cardAt({ url }: TestRegistry, contact: string, lang = 'en', options: BrowserContextOptions = {}) {
  const { page, faults } = await browser.window({ ...options, javaScriptEnabled: true });
  await page.goto(`${url}/admin?lang=${lang}`);
  await page.locator('#token').fill(ADMIN);
  await page.locator('#token').press('Enter');
  const card = page.locator('[data-request]', { hasText: contact });
  await card.waitFor({ state: 'attached' });
  // Answered requests are folded.
  await page.locator('#closed-requests-part').evaluate((part) => part.setAttribute('open', ''));
  return { page, faults, card };
}

/** An administrator forwards it by one click. Answers the address behind the link of the message to the person. */
async function forwarded(contact: string, lang = 'en'): Promise<string> {
  const { card } = await cardAt(network.at('b'), contact);
  return addressInNext(lang, () => card.getByRole('button', { name: /^Forward/ }).click());
}

/** The address of the person's page, out of the message to them that this causes. */
async function addressInNext(lang: string, cause: () => Promise<unknown>): Promise<string> {
  const before = server.messages.filter(({ to }) => to.includes(OLGA.email ?? '')).length;
  await cause();
  const pattern = new RegExp(`https://b\\.example\\.org(/answer/[\\w-]+\\?lang=${lang})`);
  return network.at('b').url + (await pathIn(OLGA.email ?? '', before + 1, pattern));
}

/** Asked, confirmed and forwarded without any page. Answers the addresses of the two pages. */
async function forwardedAtOnce() {
  const { url, json, get } = network.at('b');
  const contact = `ada${++senders}@example.org`;
  await askForAccess(url, { contact });
  const path = await pathOfSender(contact);
  await choose(url, path, 'mine');
  const { requests } = await json('/api/admin/access-requests', ADMIN);
  const { id } = requests.find((one: { contact: string }) => one.contact === contact);
  const init = { method: 'POST', headers: { Authorization: `Bearer ${ADMIN}` } };
  const link = await addressInNext('en', () => get(`/api/admin/access-requests/${id}/forward`, init));
  return { contact, address: url + path, link };
}

/** Fills in the page of the person, as far as it is filled in, with the signs that it names. */
async function answer(page: Page, choice: string, fill: (page: Page) => Promise<unknown> = async () => {}) {
  const signs = /\b([0-9A-Z]{4})\b/.exec((await page.locator('label[for=typed]').textContent()) ?? '')?.[1] ?? '';
  await page.locator(`input[value=${choice}]`).check();
  await fill(page);
  await page.locator('#typed').fill(signs.toLowerCase());
  await page.locator('#answer-form button').click();
  await page.locator('#answered').waitFor();
}

const stateOf = (page: Page) => page.locator('#request-state').getAttribute('data-state');

const WAYS: [name: string, lang: string, options: BrowserContextOptions][] = [
  ['desk', 'en', {}],
  ['phone', 'fr', { viewport: PHONE }],
  [PLAIN, 'en', { javaScriptEnabled: false }],
];
describe.each(WAYS)('%s, %s', (shot, lang, options) => {
  test('found here, withheld there: asked, confirmed, forwarded and accepted, and the name is read by whoever asked', async () => {
    const { page, faults } = await browser.window(options);
    const contact = await ask(page, 'b', { lang, shot });
    expect(await page.locator('#sent').textContent()).toContain(contact);
    const address = await confirm(page, contact, shot);
    expect(await page.locator('main').textContent()).toContain(ACCESS_FORM.reason);
    // The copy is on the confirmed page alone.
    await page.goto(address);
    expect(await page.locator('main').textContent()).not.toContain(ACCESS_FORM.reason);
    await look(page, `${shot}-received`);

    const person = await browser.window(options);
    const link = await forwarded(contact, lang);
    await person.page.goto(link);
    await look(person.page, `${shot}-person`);
    await sendAsItIs(person.page, '#answer-form', `${shot}-nothing-answered`);
    await answer(person.page, 'accept', async (form) => {
      await form.locator('#name').fill('Dr. O. P.');
      await form.locator('#address').fill('olga@example.org');
      await form.locator('#words').fill('Please write.');
    });
    await look(person.page, `${shot}-answered`);
    await person.page.goto(link);
    await person.page.locator('#closed').waitFor();
    await look(person.page, `${shot}-used`);

    await page.goto(address);
    expect(await stateOf(page)).toBe('accepted');
    for (const text of ['Dr. O. P.', 'olga@example.org', 'Please write.']) {
      expect(await page.locator('main').textContent()).toContain(text);
    }
    expect(await page.locator('main').textContent()).not.toContain('Quiet');
    await look(page, `${shot}-accepted`);

    const desk = await cardAt(network.at('b'), contact, lang, options);
    await desk.card.locator('.history summary').click();
    await look(desk.page, `${shot}-administrators`.replace(PLAIN, 'scripted'));
    expect([...faults, ...person.faults, ...desk.faults]).toEqual([]);
    if (lang !== 'en') return;
    expect(await desk.card.textContent()).toContain('Its sender sees: accepted');
    expect(await desk.card.getByRole('button', { name: /^Forward/ }).count()).toBe(0);
    expect(await desk.card.locator('.history').textContent()).toMatch(
      /received[\s\S]*confirmed[\s\S]*forwarded by message[\s\S]*message to the person sent[\s\S]*accepted · the person[\s\S]*Dr\. O\. P\./,
    );
    // Who notes something more leaves what the person chose to be shown.
    await desk.card.getByLabel('Note').fill('She wrote to us, too.');
    await desk.card.getByRole('button', { name: /^Save/ }).click();
    await expect.poll(() => desk.card.locator('.history').textContent()).toContain('She wrote to us, too.');
    await page.goto(address);
    expect(await page.locator('main').textContent()).toContain('Dr. O. P.');
    expect(await page.locator('main').textContent()).not.toContain('Quiet');
  });
});

test('a decline shows nothing, “not now” what the person lets be shown, and at the end all that were not accepted are closed', async () => {
  const { page } = await browser.window();
  const { page: person } = await browser.window();
  const silent = await forwardedAtOnce();
  const declined = await forwardedAtOnce();
  await person.goto(declined.link);
  await answer(person, 'decline', (form) => form.locator('#words').fill('No time.'));
  const later = await forwardedAtOnce();
  await person.goto(later.link);
  await answer(person, 'not-now', async (form) => {
    await form.locator('#weeks').selectOption('4');
    await form.locator('input[name=isShown]').check();
  });
  const seen = async ({ address }: { address: string }) => {
    await page.goto(address);
    return stateOf(page);
  };
  expect([await seen(silent), await seen(declined), await seen(later)]).toEqual(['received', 'received', 'not-now']);
  await look(page, 'not-now');
  const desk = await cardAt(network.at('b'), declined.contact);
  expect(await desk.card.locator('.request-state').textContent()).toBe('declined');
  await desk.card.locator('.history summary').click();
  expect(await desk.card.locator('.history').textContent()).toMatch(/declined · the person[\s\S]*No time\./);

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 14 * DAY_MS });
  onTestFinished(() => void vi.useRealTimers());
  for (const one of [silent, declined, later]) expect(await seen(one)).toBe('closed');
  await look(page, 'closed');
  await page.goto(`${network.at('b').url}/requests/1-AAAAAAAAAAAAAAAAAAAAAA`);
  await look(page, 'unknown');
  await person.goto(silent.link);
  expect(await person.locator('#closed').textContent()).toContain('This link has expired');
});

test('a registry without mail is asked, too: its administrators answer by hand, and whoever asked reads it', async () => {
  const { page, faults } = await browser.window();
  const contact = await ask(page, 'c', { shot: 'by-hand' });
  expect(await page.locator('#sent').textContent()).toContain('Registry C');
  const address = (await page.locator('#request-page').getAttribute('href')) ?? '';
  await page.goto(address);
  expect(await stateOf(page)).toBe('received');

  const desk = await cardAt(byHand, contact);
  expect(await desk.card.textContent()).toMatch(
    /Asked by Ada Roe, Example Hospital[\s\S]*Its sender sees: received, until \d{4}-/,
  );
  expect(await desk.card.getByRole('button', { name: /^Forward/ }).count()).toBe(0);
  await desk.card.getByLabel('Status', { exact: true }).selectOption('accepted');
  const name = desk.card.getByLabel('Name', { exact: true });
  expect(await name.inputValue()).toBe('Olga Quiet');
  await name.fill('Dr. O. P.');
  await desk.card.getByLabel('A few words').fill('Please write.');
  // What is being written stays while the list is read again.
  await desk.page.locator('#refresh').click();
  await expect.poll(() => name.inputValue()).toBe('Dr. O. P.');
  await look(desk.page, 'by-hand-administrators');
  await desk.card.getByRole('button', { name: /^Save/ }).click();
  await expect.poll(() => desk.card.textContent()).toContain('Its sender sees: accepted');
  expect(await desk.page.locator('#requests-sum').textContent()).toMatch(
    / · 1 of \d+ accepted \(\d+ %\) · half of the answers came within 1 hour$/,
  );
  await page.goto(address);
  expect(await page.locator('main').textContent()).toContain('Dr. O. P.');
  expect(await page.locator('main').textContent()).toContain('Please write.');
  expect([...faults, ...desk.faults]).toEqual([]);
});

test('a registry that runs RDP is asked at its own form', async () => {
  const { page } = await browser.window();
  await page.goto(`${network.at('a').url}/search?symbol=BRCA1&taxonId=9606`);
  await page.locator('#people .person[data-origin=rdp] .access').click();
  await page.locator('#form-there').waitFor();
  expect(await page.locator('main').textContent()).toMatch(
    /Registry RDP knows this record until \d\d:\d\d UTC at the latest/,
  );
  await look(page, 'rdp');
  await page.locator('#form-there').click();
  await page.waitForURL((url) => url.href.startsWith(`${rdp.url}/search/gene/by-anonymous-id/`));
  expect(page.url()).toContain('/request-access');
});
