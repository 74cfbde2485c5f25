/**
 * Programs that look through mail change nothing by any link of any message, and the person whom it is for changes it at once.
 * `SCANNED_MESSAGES=200` tries as many messages; each is then answered by a person, every other time without scripts.
 */

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { users } from '../../src/registry/people/users.ts';
import { openBrowser, type TestBrowser } from '../support/machine/browser.ts';
import { tryEverything } from '../support/machine/mail-scanner.ts';
import { PATIENT } from '../support/machine/patience.ts';
import {
  type ScriptedMailServer,
  startScriptedMailServer,
  type TakenMessage,
} from '../support/machine/scripted-mail-server.ts';
import { ACCESS_FORM, mailTo } from '../support/registry/access-form.ts';
import { TOKENS } from '../support/registry/alpha-registry.ts';
import { confirmedRequest, forwardedLink, stored } from '../support/registry/forwarded-request.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const KINDS = 4;
const OF_EACH_KIND = Math.ceil(Number(process.env.SCANNED_MESSAGES ?? 8) / KINDS);
const EACH = Array.from({ length: OF_EACH_KIND }, (_, at) => at);
const MOST_MS = 60_000 + OF_EACH_KIND * 30_000;

const gene = { geneId: 672, tier: 'TIER1', privacyLevel: null } as const;
const ADMINISTRATOR = aUser(1, {
  roles: ['ROLE_ADMIN', 'ROLE_USER'],
  accessTokens: [{ token: TOKENS.admin, expiresAt: '2099-01-01T00:00:00Z' }],
});
const OLGA = aUser(7, { name: 'Olga', lastName: 'Quiet', privacyLevel: 0, genes: [{ ...gene, privacyLevel: 0 }] });
const QUESTION = 'symbol=BRCA1&taxonId=9606';

let server: ScriptedMailServer;
let registry: TestRegistry;
let browser: TestBrowser;
let windows: [withScripts: Page, without: Page];
let scanner: Page;
beforeAll(async () => {
  server = await startScriptedMailServer();
  const settings = {
    ...mailTo(server.port),
    ...{ APP_SITE_HOST: 'https://alpha.example.org', SERVER_TRUSTED_PROXIES: '127.0.0.1' },
  };
  registry = await startTestRegistry({ snapshot: smallSnapshot({ users: [ADMINISTRATOR, OLGA] }), settings });
  browser = await openBrowser();
  const [{ page }, { page: without }, program] = await Promise.all([
    browser.window(),
    browser.window({ javaScriptEnabled: false }),
    browser.window(),
  ]);
  windows = [page, without];
  scanner = program.page;
});
afterAll(async () => {
  for (const opened of [browser, registry, server]) await opened?.[Symbol.asyncDispose]();
});

/** From another network each time: what one network may ask for within an hour is less. */
function post(path: string, fields: Record<string, string>, from: number): Promise<Response> {
  const headers = { 'X-Forwarded-For': `10.${from}.0.1` };
  return registry.get(path, { method: 'POST', body: new URLSearchParams(fields), headers });
}

async function messageTo(address: string, about = ''): Promise<TakenMessage> {
  const find = () => server.messages.find(({ to, text }) => to.includes(address) && text.includes(about));
  await vi.waitUntil(() => find() !== undefined, PATIENT);
  return find() as TakenMessage;
}

/** The addresses of this registry in the body of a message, parts of text and of HTML alike. */
function linksIn({ text }: TakenMessage): string[] {
  const body = text.replaceAll('&amp;', '&').replaceAll('&#38;', '&');
  const found = body.match(/https:\/\/alpha\.example\.org[^\s"<]*/g) ?? [];
  return [...new Set(found)].map((link) => link.replace('https://alpha.example.org', registry.url));
}

const scanned = new Set<string>();
/** Every link of it; what many messages lead to, such as a search, is looked at once. */
async function scan(message: TakenMessage, refusals: Record<string, RegExp>): Promise<void> {
  const links = linksIn(message);
  expect(links.length).toBeGreaterThan(0);
  for (const link of links.filter((one) => !scanned.has(one))) {
    scanned.add(link);
    const [, refusal] = Object.entries(refusals).find(([part]) => link.includes(part)) ?? [];
    await tryEverything(scanner, link, refusal);
  }
}

/** The link of a message that leads to a page of this kind, opened by its reader. */
async function opened(message: TakenMessage, part: string, at: number): Promise<Page> {
  const page = windows[at % 2] as Page;
  await page.goto(linksIn(message).find((link) => link.includes(part)) ?? `no link to ${part}`);
  return page;
}

async function tick(page: Page): Promise<void> {
  await page.locator('main input[type=checkbox]').check();
  await page.locator('main form button').click();
}

/** The day on which a subscription is due: null where it is not confirmed, undefined where it is gone. */
function dueDayOf(address: string): number | null | undefined {
  const { store } = registry.context;
  const query = store.query<[number | null]>('SELECT due_day FROM subscription WHERE address = ?');
  return store.read((tx) => query.first(tx, address))?.[0];
}

async function askToSubscribe(address: string, from: number): Promise<TakenMessage> {
  expect((await post(`/subscribe/genes?${QUESTION}`, { address, frequency: 'daily' }, from)).status).toBe(200);
  return messageTo(address);
}

describe('no program by any link, and a person at once:', { timeout: MOST_MS }, () => {
  test('a request for access is confirmed', async () => {
    for (const at of EACH) {
      const contact = `ada${at}@clinic.example.org`;
      const { content } = await registry.json('/api/genes?size=2000');
      const { anonymousId } = content.find((record: object) => 'anonymousId' in record);
      const path = `/search/gene/by-anonymous-id/${anonymousId}/request-access`;
      expect((await post(path, { ...ACCESS_FORM, contact }, at)).status).toBe(200);
      const message = await messageTo(contact);
      const { requests } = await registry.json('/api/admin/access-requests', TOKENS.admin);
      const request = requests.find((one: { contact: string }) => one.contact === contact);
      await scan(message, { '/requests/': /Please choose one of the two\./ });
      expect((await stored(registry, request)).state).toBe('unconfirmed');
      const page = await opened(message, '/requests/', at);
      await page.locator('input[value=mine]').check();
      await page.locator('#confirm-form button').click();
      await page.locator('#request-state[data-state=received]').waitFor();
      expect((await stored(registry, request)).state).toBe('received');
    }
  });

  test('a request is answered by whom it is about', async () => {
    for (const at of EACH) {
      const request = await confirmedRequest(registry);
      await forwardedLink(registry, server, request);
      const message = server.messages.findLast(({ to }) => to.includes(OLGA.email ?? '')) as TakenMessage;
      await scan(message, {
        '/answer/': /Please choose one of the three\.|Veuillez choisir l’une des trois réponses\./,
      });
      expect((await stored(registry, request)).state).toBe('forwarded');
      const page = await opened(message, '/answer/', at);
      const signs = /Type (\w{4})/.exec((await page.locator('label[for=typed]').textContent()) ?? '')?.[1] ?? '';
      await page.locator('input[value=decline]').check();
      await page.locator('#typed').fill(signs);
      await page.locator('#answer-form button').click();
      await page.locator('#answered').waitFor();
      expect((await stored(registry, request)).state).toBe('declined');
    }
  });

  test('messages about new people are confirmed', async () => {
    for (const at of EACH) {
      const address = `bo${at}@clinic.example.org`;
      const message = await askToSubscribe(address, 60 + at);
      await scan(message, { '/confirm': /Nothing is changed\. Tick the box first\./ });
      expect(dueDayOf(address)).toBeNull();
      const page = await opened(message, '/confirm', at);
      await tick(page);
      await page.locator('#confirmed').waitFor();
      expect(dueDayOf(address)).toBeTypeOf('number');
    }
  });

  test('messages about new people are left, by the page or by the header alone', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const addresses = EACH.map((at) => `cy${at}@clinic.example.org`);
    for (const [at, address] of addresses.entries()) {
      await tick(await opened(await askToSubscribe(address, 120 + at), '/confirm', at));
    }
    const { store } = registry.context;
    const ole = aUser(3, { name: 'Ole', lastName: 'Late', genes: [gene] });
    store.write((tx) => users(store).put(tx, [ole], new Date()));
    // At the end of the quiet hours of the next day all questions are due.
    vi.setSystemTime(new Date(`${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T04:59:59Z`));
    await registry.context.savedSearchRound?.();
    for (const [at, address] of addresses.entries()) {
      const message = await messageTo(address, 'Ole Late');
      await scan(message, { '/leave': /Nothing is changed\. Tick the box first\./ });
      expect(dueDayOf(address)).toBeTypeOf('number');
      const [header = ''] = message.headers.get('list-unsubscribe') ?? [];
      const oneClick = header.replace(/^<https:\/\/alpha\.example\.org|>$/g, '');
      expect(message.text).not.toContain(oneClick);
      if (at % 4 > 1) expect((await registry.get(oneClick, { method: 'POST' })).status).toBe(204);
      else {
        const page = await opened(message, '/leave', at);
        await tick(page);
        await page.locator('#left').waitFor();
      }
      expect(dueDayOf(address)).toBeUndefined();
    }
  });
});
