/** The page of a request for access: what confirms it, what does not, and what whoever asked can see from it. */

import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type ScriptedMailServer, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { ACCESS_FORM, askForAccess, choose, mailTo, requestByMail } from '../support/registry/access-form.ts';
import { startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

const DAY_MS = 86_400_000;
const NO_REQUEST = 'There is no request at this address.';

let server: ScriptedMailServer;
let registry: TestRegistry;
beforeAll(async () => {
  server = await startScriptedMailServer();
  // Every request comes from a network of its own, so that none is one too many.
  registry = await startAlpha({ ...mailTo(server.port), SERVER_TRUSTED_PROXIES: 'loopback' });
});
afterAll(async () => {
  await registry[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

let senders = 0;
/** The page of a request of somebody else each time. */
async function aPage(change: object = {}, of = registry): Promise<string> {
  const { accessRequests, lookups: _ } = of.context.registry;
  const { content } = await of.json('/api/genes?size=2000');
  const { anonymousId } = content.find((record: object) => 'anonymousId' in record);
  const form = { ...ACCESS_FORM, contact: `ada${++senders}@example.org`, ...change };
  const received = await accessRequests.receive(anonymousId, form, 'by-message');
  if (typeof received === 'string') throw new Error(received);
  return `/requests/${received.pageKey}`;
}

function idOf(page: string): number {
  return Number(/\d+/.exec(page)?.[0]);
}

async function text(page: string): Promise<string> {
  return (await registry.get(page)).text();
}

async function confirmed(change: object = {}): Promise<string> {
  const page = await aPage(change);
  expect((await choose(registry.url, page, 'mine')).status).toBe(200);
  return page;
}

async function note(page: string, step: object): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKENS.admin}`, 'Content-Type': 'application/json' };
  const listed = await registry.get('/api/admin/access-requests', { headers });
  const { requests } = (await listed.json()) as { requests: { id: number; history: unknown[] }[] };
  const seen = requests.find(({ id }) => id === idOf(page))?.history.length;
  const answer = await registry.get(`/api/admin/access-requests/${idOf(page)}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ seen, ...step }),
  });
  expect(answer.status).toBe(204);
}

/** As the page and its headers are, but for what is another one in each request or at each moment. */
async function looks(page: string) {
  const answer = await registry.get(page, { headers: { 'Accept-Encoding': 'identity' } });
  const shown = await answer.text();
  const headers = [...answer.headers].filter(([name]) => name !== 'date');
  const id = page.replace('/requests/', '');
  return { shown: shown.replaceAll(id, 'KEY').replace(/\w{4}-\w{4}<\/strong>/, 'REFERENCE'), headers };
}

async function stored(page: string) {
  const { requests } = await registry.json('/api/admin/access-requests', TOKENS.admin);
  return requests.find(({ id }: { id: number }) => id === idOf(page));
}

test('the way of a person: asked, written to, confirmed, with a copy that is nowhere else', async () => {
  const page = await requestByMail(registry.url, server);
  // A program that follows links confirms nothing, whatever stands in the address.
  const before = await text(`${page}?choice=mine`);
  expect(before).toContain('Was it you?');
  for (const typed of ['Ada Roe', 'Example Hospital', 'ada@example.org', 'family']) expect(before).not.toContain(typed);
  expect(await stored(page)).toMatchObject({ state: 'unconfirmed', confirmedAt: null });

  const answer = await choose(registry.url, page, 'mine');
  const copy = await answer.text();
  expect(answer.status).toBe(200);
  for (const expected of [
    'AlphaNet has received your request.',
    'Ada Roe',
    'Example Hospital',
    'ada@example.org',
    'family',
  ]) {
    expect(copy).toContain(expected);
  }
  const after = await text(page);
  expect(after).toContain('AlphaNet has received your request.');
  for (const typed of ['Ada Roe', 'Example Hospital', 'ada@example.org', 'family']) expect(after).not.toContain(typed);
  expect(await stored(page)).toMatchObject({
    state: 'received',
    confirmedAt: expect.any(String),
    senderSees: { state: 'received' },
    history: [{ state: 'received' }, { state: 'confirmed', by: null }],
  });
});

test('whoever knows nothing of it deletes it for good; what is confirmed already stays', async () => {
  const page = await aPage();
  const answer = await choose(registry.url, page, 'not-mine');
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('The request is deleted.')]);
  expect(await stored(page)).toBeUndefined();
  const again = await choose(registry.url, page, 'mine');
  expect([again.status, await again.text()]).toEqual([404, expect.stringContaining(NO_REQUEST)]);

  const mine = await confirmed();
  const late = await choose(registry.url, mine, 'not-mine');
  expect([late.status, await late.text()]).toEqual([200, expect.stringContaining('has received your request')]);
});

test.each([
  ['nothing is chosen', 'choice='],
  ['the form is sent as it came', ''],
  ['the choice is another one', 'choice=maybe'],
  ['the choice is made twice', 'choice=mine&choice=not-mine'],
])('nothing changes when %s', async (_, body) => {
  const page = await aPage();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const answer = await registry.get(page, { method: 'POST', body, headers });
  const shown = await answer.text();
  expect(answer.status).toBe(400);
  expect(shown).toContain('Please choose one of the two.');
  expect(shown).not.toMatch(/<input type="radio"[^>]*checked/);
  expect(await stored(page)).toMatchObject({ state: 'unconfirmed' });
});

test.each([
  ['of another key', (page: string) => page.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))],
  ['of another request', (page: string) => page.replace(/\d+/, (id) => String(Number(id) + 1))],
  ['without a key', (page: string) => page.replace(/-.*/, '')],
  ['that is too long', (page: string) => `${page}${'A'.repeat(300)}`],
  ['with a number beyond all', (page: string) => page.replace(/\d+/, '9999999999999999')],
  ['with other signs', () => '/requests/%E2%98%BA-%20'],
])('an address %s is that of no request', async (_, forge) => {
  const page = await aPage();
  for (const answer of [await registry.get(forge(page)), await choose(registry.url, forge(page), 'mine')]) {
    expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining(NO_REQUEST)]);
  }
  expect(await stored(page)).toMatchObject({ state: 'unconfirmed' });
});

test('ten who press at once confirm once', async () => {
  const page = await aPage();
  const before = server.messages.length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => choose(registry.url, page, 'mine')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  await vi.waitUntil(() => server.messages.length > before);
  expect((await stored(page)).history).toHaveLength(2);
});

describe('with the clock', () => {
  async function atDay<T>(day: number, ask: () => Promise<T>): Promise<T> {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      vi.setSystemTime(Date.now() + day * DAY_MS);
      return await ask();
    } finally {
      vi.useRealTimers();
    }
  }

  test('what is not confirmed within seven days is gone', async () => {
    const page = await aPage();
    expect(await atDay(6.9, () => text(page))).toContain('Was it you?');
    for (const ask of [() => registry.get(page), () => choose(registry.url, page, 'mine')]) {
      expect((await atDay(7.1, ask)).status).toBe(404);
    }
    expect((await stored(page))?.state).toBe('unconfirmed');
  });

  test('what an administrator noted before the address was confirmed stands before that in the history', async () => {
    const page = await aPage();
    await note(page, { state: 'forwarded' });
    await atDay(1, () => choose(registry.url, page, 'mine'));
    const { history } = await stored(page);
    expect(history.map(({ state }: { state: string }) => state)).toEqual(['received', 'forwarded', 'confirmed']);
  });

  test('silence, forwarding, declining, postponing without a word, and notes are the same to the byte, then all are closed', async () => {
    // Of one moment, as a page says when it was confirmed.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
    const steps: object[][] = [
      [],
      [{ state: 'forwarded', note: 'To her clinic.' }],
      [{ state: 'forwarded' }, { state: 'declined', note: 'She does not want to.' }],
      [{ state: 'not-now', note: 'On leave.' }],
      [{ state: 'answered' }],
      [{ state: 'received', note: 'x'.repeat(500) }],
    ];
    const pages: string[] = [];
    for (const noted of steps) {
      const page = await confirmed();
      for (const step of noted) await note(page, step);
      pages.push(page);
    }
    for (const day of [0, 5, 13.9, 14.1, 60]) {
      const all = await atDayOf(day, () => Promise.all(pages.map(looks)));
      expect(all[0]?.shown).toContain(day < 14 ? 'data-state="received"' : 'data-state="closed"');
      for (const other of all) expect(other).toEqual(all[0]);
    }
  });

  async function atDayOf<T>(day: number, ask: () => Promise<T>): Promise<T> {
    const before = Date.now();
    vi.setSystemTime(before + day * DAY_MS);
    const answer = await ask();
    vi.setSystemTime(before);
    return answer;
  }
});

test('without a mail server nothing has to be confirmed: the answer holds the copy and the way to the page', async () => {
  await using own = await startAlpha({
    APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
    APP_SETTINGS_CONTACT_TERM_DAYS: '3',
  });
  const answer = await (await askForAccess(own.url)).text();
  for (const expected of ['Ada Roe', 'Example Hospital', 'family']) expect(answer).toContain(expected);
  const page = `/requests/${/requests\/([\w-]+)/.exec(answer)?.[1]}`;
  expect(await (await own.get(page)).text()).toContain('AlphaNet has received your request.');
  const { requests } = await own.json('/api/admin/access-requests', TOKENS.admin);
  expect(requests).toMatchObject([{ state: 'received', confirmedAt: null, name: 'Ada Roe' }]);
  const { openSince, closesAt } = requests[0].senderSees;
  expect(Date.parse(closesAt) - Date.parse(openSince)).toBe(3 * DAY_MS);
});

test('a program that fills in everything gets the same page, which leads nowhere', async () => {
  const filled = await (await askForAccess(registry.url, { homepage: 'https://spam.example.org' })).text();
  const honest = await (await askForAccess(registry.url, { contact: 'zoe@example.org' })).text();
  const masked = (page: string) =>
    page
      .replaceAll(/\w{4}-\w{4}(?=<\/strong>)/g, '')
      .replaceAll(/anonymous-id\/[\w-]+/g, '')
      .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '');
  expect(masked(filled).replaceAll('ada@example.org', 'zoe@example.org')).toBe(masked(honest));
});

test('no page of a request is cached by anybody, shows another site where it is, or is in the log', async () => {
  const own = await startAlpha({ ...mailTo(server.port), LOG_LEVEL: 'debug' });
  onTestFinished(() => own[Symbol.asyncDispose]());
  const page = await aPage({}, own);
  const answer = await own.get(page);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.get('referrer-policy')).toBe('same-origin');
  vi.spyOn(own.context.registry.accessRequests, 'page').mockRejectedValueOnce(new Error('a defect'));
  expect((await own.get(page)).status).toBe(500);
  await vi.waitUntil(() => own.logged().includes('a defect'));
  expect(own.logged()).toContain('/requests/…');
  expect(own.logged()).not.toContain(page.slice('/requests/'.length));
});
