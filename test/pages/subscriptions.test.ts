/** Messages about new people: asked for, confirmed and left by somebody who ticks a box, and by nothing that only opens links. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SnapshotUser } from '../../src/domain/record/snapshot.ts';
import { readSavedSearch } from '../../src/pages/feeds/saved-search.ts';
import { users } from '../../src/registry/people/users.ts';
import { PATIENT } from '../support/machine/patience.ts';
import {
  type ScriptedMailServer,
  says,
  startScriptedMailServer,
  type TakenMessage,
} from '../support/machine/scripted-mail-server.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const QUESTION = 'symbol=BRCA1&taxonId=9606';
const gene = { geneId: 672, tier: 'TIER1', privacyLevel: null } as const;
const NORA = aUser(2, { name: 'Nora', lastName: 'Early', genes: [gene] });
const OLE = aUser(3, { name: 'Ole', lastName: 'Late', organization: '<b>Example</b> & Co', genes: [gene] });
const ADDRESS = 'ada@clinic.example.org';
/** In the quiet hours of a day all moments of questions are over at their end. */
const NIGHTS = ['2026-03-02T04:59:59Z', '2026-03-03T04:59:59Z', '2026-03-09T04:59:59Z', '2026-03-10T04:59:59Z'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

type Site = AsyncDisposable & { registry: TestRegistry; server: ScriptedMailServer };

async function start(people: SnapshotUser[] = [NORA], more: Record<string, string> = {}): Promise<Site> {
  await using opened = new AsyncDisposableStack();
  const server = opened.use(await startScriptedMailServer());
  const settings = {
    ...{ APP_SITE_SHORTNAME: 'AlphaNet', APP_SITE_HOST: 'https://alpha.example.org' },
    ...{ APP_SETTINGS_MAIL_HOST: '127.0.0.1', APP_SETTINGS_MAIL_PORT: String(server.port) },
    ...{ APP_SETTINGS_MAIL_SECURITY: 'none', APP_SETTINGS_MAIL_FROM: 'registry@alpha.example.org' },
    ...{ APP_SETTINGS_MAIL_TO: 'admin@alpha.example.org', ...more },
  };
  const registry = opened.use(await startTestRegistry({ snapshot: smallSnapshot({ users: people }), settings }));
  const resources = opened.move();
  return { registry, server, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function put({ context: { store } }: TestRegistry, user: SnapshotUser): void {
  store.write((tx) => users(store).put(tx, [user], new Date()));
}

function post({ registry }: Site, path: string, fields: Record<string, string> | undefined): Promise<Response> {
  return registry.get(path, { method: 'POST', ...(fields && { body: new URLSearchParams(fields) }) });
}

async function messages({ server }: Site, count: number): Promise<TakenMessage[]> {
  await vi.waitUntil(() => server.messages.length >= count, { ...PATIENT, interval: 5 });
  expect(server.messages).toHaveLength(count);
  return server.messages;
}

/** The paths of this registry in the body of a message, parts of text and of HTML alike. */
function linksIn({ text }: TakenMessage): string[] {
  const found = text.replaceAll('&amp;', '&').match(/https:\/\/alpha\.example\.org[^\s"<]*/g) ?? [];
  return [...new Set(found)].map((link) => link.slice('https://alpha.example.org'.length));
}

function linkOf(message: TakenMessage | undefined, kind: string): string {
  return linksIn(message as TakenMessage).find((link) => link.includes(`/${kind}`)) ?? `no ${kind}`;
}

/** Where a bare POST leaves. */
function oneClickOf({ headers }: TakenMessage): string {
  const [value = ''] = headers.get('list-unsubscribe') ?? [];
  return value.replace(/^<https:\/\/alpha\.example\.org|>$/g, '');
}

async function ask(site: Site, { address = ADDRESS, frequency = 'daily', more = '' } = {}): Promise<Response> {
  return post(site, `/subscribe/genes?${QUESTION}${more}`, { address, frequency });
}

/** Asks and confirms. */
async function subscribe(site: Site, given: Parameters<typeof ask>[1] = {}): Promise<void> {
  const before = site.server.messages.length;
  expect((await ask(site, given)).status).toBe(200);
  const message = (await messages(site, before + 1)).at(-1);
  expect((await post(site, linkOf(message, 'confirm'), { wanted: 'yes' })).status).toBe(200);
}

/** Of subscriptions, and of people whom their questions find. */
function keptRows({ context: { store } }: TestRegistry): (number | undefined)[] {
  return ['subscription', 'subscription_person'].map((table) => {
    const query = store.query<[number]>(`SELECT count(*) FROM ${table}`);
    return store.read((tx) => query.first(tx)?.[0]);
  });
}

async function night({ registry }: Site, which: number): Promise<void> {
  vi.setSystemTime(new Date(NIGHTS[which] ?? ''));
  await registry.context.savedSearchRound?.();
}

test('whoever confirmed gets a message of a person who came, once, and of nobody who was there', async () => {
  await using site = await start();
  await subscribe(site);
  await night(site, 0);
  put(site.registry, OLE);
  await night(site, 1);
  await night(site, 1);
  await night(site, 2);
  const [, news] = (await messages(site, 2)) as [TakenMessage, TakenMessage];
  expect([news.from, news.to]).toEqual(['registry@alpha.example.org', [ADDRESS]]);
  const subject = news.headers
    .get('subject')
    ?.join('')
    .replace(/=\?UTF-8\?Q\?|\?= ?/g, '')
    .replaceAll('_', ' ');
  expect(subject).toMatch(/^1 new person=3A Researchers who work on BRCA1 .* AlphaNet$/);
  expect(news.headers.get('auto-submitted')).toEqual(['auto-generated']);
  expect(news.headers.get('list-unsubscribe-post')).toEqual(['List-Unsubscribe=One-Click']);
  expect(news.text).toContain('- Ole Late\n  <b>Example</b> & Co. Works on BRCA1 (human). Record of AlphaNet\n');
  expect(news.text).toContain('<bdi>Ole Late</bdi></a><br><span dir="auto">&lt;b&gt;Example&lt;/b&gt; &amp; Co.');
  expect(news.text).not.toContain('Nora');
  expect(linksIn(news)).toContain('/userView/3');
  expect(news.text).not.toContain(oneClickOf(news));
});

test('a link that the mail server did not take is sent a quarter of an hour later, and once', async () => {
  await using site = await start();
  site.server.play({ MAIL: says('451 4.3.0 not now') });
  expect((await ask(site)).status).toBe(200);
  await vi.waitUntil(() => site.server.commands.some((command) => command.startsWith('MAIL')), PATIENT);
  site.server.play({ MAIL: says('250 2.1.0 fine') });
  await site.registry.context.savedSearchRound?.();
  expect(site.server.messages).toEqual([]);
  vi.setSystemTime(new Date('2026-03-01T12:15:01Z'));
  await site.registry.context.savedSearchRound?.();
  const [message] = await messages(site, 1);
  expect((await post(site, linkOf(message, 'confirm'), { wanted: 'yes' })).status).toBe(200);
  vi.setSystemTime(new Date('2026-03-01T13:15:01Z'));
  await site.registry.context.savedSearchRound?.();
  await messages(site, 1);
});

test('nothing is sent before the address is confirmed, and a message in French leads to French pages', async () => {
  await using site = await start();
  const form = await site.registry.get(`/subscribe/genes?${QUESTION}&lang=fr`);
  expect(await form.text()).toContain('M’envoyer un lien de confirmation');
  await ask(site, { more: '&lang=fr' });
  const [message] = await messages(site, 1);
  expect(message?.text).toContain('Quelqu’un, sans doute vous, a demandé à AlphaNet');
  put(site.registry, OLE);
  await night(site, 0);
  await messages(site, 1);
  const page = await (await site.registry.get(linkOf(message, 'confirm'))).text();
  expect(page).toContain('<html lang="fr"');
  expect(page).toContain('Oui, écrire à cette adresse');
  for (const fields of [undefined, {}]) expect((await post(site, linkOf(message, 'confirm'), fields)).status).toBe(400);
});

test('the line under a list leads to mail where this registry sends some, and only there', async () => {
  await using site = await start();
  const page = async (at: TestRegistry) => (await at.get('/search?symbol=TP53&lang=fr&render=server')).text();
  const link = 'href="./subscribe/genes?symbol=TP53&amp;taxonId=9606&amp;lang=fr">courriel</a>';
  expect(await page(site.registry)).toContain(link);
  await using silent = await startTestRegistry({ snapshot: smallSnapshot({ users: [NORA] }) });
  expect(await page(silent)).not.toContain('subscribe/');
  expect((await silent.get(`/subscribe/genes?${QUESTION}`)).status).toBe(404);
});

test.each(['leave', 'one-click'])('whoever leaves by %s gets nothing more, and no row of it remains', async (way) => {
  await using site = await start();
  const { registry } = site;
  await subscribe(site);
  put(registry, OLE);
  await night(site, 0);
  const [, news] = (await messages(site, 2)) as [TakenMessage, TakenMessage];
  const opened = await registry.get(oneClickOf(news), { redirect: 'manual' });
  expect(opened.status).toBe(302);
  const left =
    way === 'leave'
      ? await post(site, linkOf(news, 'leave'), { wanted: 'yes' })
      : await post(site, oneClickOf(news), undefined);
  expect(left.status).toBe(way === 'leave' ? 200 : 204);
  expect(keptRows(registry)).toEqual([0, 0]);
  put(registry, aUser(4, { name: 'Pia', lastName: 'Later', genes: [gene] }));
  await night(site, 1);
  await messages(site, 2);
  for (const path of [linkOf(news, 'leave'), oneClickOf(news), '/subscriptions/forged/confirm']) {
    expect((await registry.get(path)).status).toBe(404);
  }
});

test('links of one kind are no links of another, and unconfirmed ones lapse after three days, and are deleted', async () => {
  await using site = await start();
  await ask(site);
  const [message] = await messages(site, 1);
  const confirm = linkOf(message, 'confirm');
  for (const other of ['leave', 'one-click']) {
    expect((await post(site, confirm.replace('confirm', other), { wanted: 'yes' })).status).toBe(404);
  }
  expect((await site.registry.get(confirm)).status).toBe(200);
  vi.setSystemTime(new Date('2026-03-04T12:00:00Z'));
  expect((await post(site, confirm, { wanted: 'yes' })).status).toBe(404);
  expect(keptRows(site.registry)).toEqual([1, 0]);
  vi.setSystemTime(new Date('2026-03-04T12:00:01Z'));
  await site.registry.context.savedSearchRound?.();
  expect(keptRows(site.registry)).toEqual([0, 0]);
});

test('nobody can flood somebody else with links, whatever spelling of the address, or learn so', async () => {
  await using site = await start();
  const spellings = ['ada@clinic.example.org', 'Ada@Clinic.example.org', 'ada+1@clinic.example.org'];
  for (const address of spellings) expect((await ask(site, { address })).status).toBe(200);
  await messages(site, 3);
  const more = await ask(site, { address: 'ada+2@clinic.example.org' });
  expect(more.status).toBe(200);
  expect(await more.text()).toContain('a message with a link is on its way');
  expect((await ask(site, { address: 'no address' })).status).toBe(400);
  expect((await ask(site, { more: '&origins=nowhere' })).status).toBe(400);
  expect((await ask(site, { address: 'a@example.org\r\nBcc: b@example.org' })).status).toBe(400);
  const statuses = [];
  for (let at = 0; at < 7; at++) statuses.push((await ask(site, { address: `user.${at}@example.org` })).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429]);
  await messages(site, 9);
});

test('a mail server that is down loses nobody: tried again in the same night, and in the next one', async () => {
  await using site = await start();
  await subscribe(site);
  put(site.registry, OLE);
  site.server.play({ MAIL: says('451 later') });
  await night(site, 0);
  await night(site, 0);
  await messages(site, 1);
  site.server.play({ MAIL: says('250 fine') });
  await night(site, 0);
  expect((await messages(site, 2))[1]?.text).toContain('Ole Late');
  put(site.registry, aUser(4, { name: 'Pia', lastName: 'Later', genes: [gene] }));
  site.server.play({ GREETING: says('421 closed') });
  await night(site, 1);
  await messages(site, 2);
  site.server.play({ GREETING: says('220 open') });
  vi.setSystemTime(new Date('2026-03-03T12:00:00Z'));
  await site.registry.context.savedSearchRound?.();
  await messages(site, 2);
  await night(site, 2);
  const [, , news] = await messages(site, 3);
  expect(news?.text).toContain('Pia Later');
  expect(news?.text).not.toContain('Ole Late');
});

test('what somebody typed goes to no address that is not confirmed', async () => {
  await using site = await start();
  const typed = 'You won: https://evil.example/prize';
  const question = new URLSearchParams({ nameLike: typed, descriptionLike: typed });
  expect((await post(site, `/subscribe/users?${question}`, { address: ADDRESS })).status).toBe(200);
  const [message] = (await messages(site, 1)) as [TakenMessage];
  expect(message.source + message.text).not.toMatch(/evil|prize|You won/);
  const page = await (await site.registry.get(linkOf(message, 'confirm'))).text();
  expect(page).toContain('You won: https://evil.example/prize');
});

test('a question that this version cannot read any more can be left', async () => {
  await using site = await start();
  await subscribe(site);
  put(site.registry, OLE);
  await night(site, 0);
  const [, news] = (await messages(site, 2)) as [TakenMessage, TakenMessage];
  site.registry.context.store.write((tx) => tx.run("UPDATE subscription SET search = 'taxonId=none'"));
  const page = await site.registry.get(linkOf(news, 'leave'));
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(ADDRESS)]);
  const left = await post(site, linkOf(news, 'leave'), { wanted: 'yes' });
  expect([left.status, await left.text()]).toEqual([200, expect.stringContaining('No more messages are sent')]);
});

test('a search that the operator has switched off since is sent to nobody', async () => {
  await using site = await start([NORA], { APP_SETTINGS_SEARCH_ENABLED_SEARCH_MODES: 'BY_RESEARCHER' });
  const { subscriptions } = site.registry.context.registry;
  const { search, key } = readSavedSearch('genes', new URLSearchParams(QUESTION));
  const wish = { address: ADDRESS, kind: 'genes', search: `${search.params}`, lang: 'en', frequency: 'daily' } as const;
  const asked = await subscriptions.ask({ ...wish, question: key });
  const { subscription } = asked as Extract<typeof asked, { state: 'asked' }>;
  const confirm = `/subscriptions/${subscriptions.linkToken('confirm', subscription)}/confirm`;
  expect((await post(site, confirm, { wanted: 'yes' })).status).toBe(503);
  const nobody = { people: [], whole: ['local'], partly: [], notices: new Map(), coverage: [] };
  await subscriptions.confirm(subscription, key, nobody);
  await night(site, 0);
  await night(site, 1);
  await messages(site, 0);
});

test('the log names no address of a link, from which anybody could leave', async () => {
  await using site = await start([NORA], { LOG_LEVEL: 'info' });
  const { registry } = site;
  await ask(site);
  const [message] = await messages(site, 1);
  const confirm = linkOf(message, 'confirm');
  registry.context.store.write((tx) => tx.run('ALTER TABLE subscription RENAME COLUMN lang TO language'));
  expect((await registry.get(confirm)).status).toBe(500);
  expect(registry.logged()).toContain('/subscriptions/');
  expect(registry.logged()).not.toContain(confirm.split('/')[2]);
});
