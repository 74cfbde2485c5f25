/** Whom a request for access is about: the message, the page of its link, the answer, and what the asker sees. */

import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { PATIENT } from '../support/machine/patience.ts';
import { type ScriptedMailServer, says, startScriptedMailServer } from '../support/machine/scripted-mail-server.ts';
import { ACCESS_FORM, askForAccess, choose, mailTo, requestByMail } from '../support/registry/access-form.ts';
import { ANONYMISING, startAlpha, TOKENS } from '../support/registry/alpha-registry.ts';
import {
  answer,
  answerLinks,
  confirmedRequest,
  forward,
  forwardedLink,
  type OpenRequest,
  signsOn,
  stored,
} from '../support/registry/forwarded-request.ts';
import type { TestRegistry } from '../support/registry/start-registry.ts';

const DAY_MS = 86_400_000;
const ACCEPTED = { choice: 'accept', name: 'Dr. O. & P.', address: 'olga@example.org', words: 'Please <b>write</b>.' };

let server: ScriptedMailServer;
let registry: TestRegistry;
beforeAll(async () => {
  server = await startScriptedMailServer();
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  registry = await startAlpha(mailTo(server.port));
  server.messages.length = 0;
  onTestFinished(() => registry[Symbol.asyncDispose]());
});

/** Later by so many days, with what is due then done. */
async function later(days: number, of = registry): Promise<void> {
  if (!vi.isFakeTimers()) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    onTestFinished(() => void vi.useRealTimers());
  }
  vi.setSystemTime(Date.now() + days * DAY_MS);
  await of.context.personRound?.();
}

async function text(path: string): Promise<string> {
  return (await registry.get(path)).text();
}

test('the way of a person: written to without a name, shown who asks and why, and named to whoever asked as she chooses', async () => {
  const request = await confirmedRequest(registry);
  const link = await forwardedLink(registry, server, request);
  const { user, reference } = await stored(registry, request);
  const [message] = server.messages;
  expect(message?.to).toEqual([user.email]);
  expect(message?.headers.get('subject')?.[0]).toContain('One person asks about');
  expect(message?.text).toContain(`Request ${reference}, about`);
  for (const secret of [...user.fullName.split(' '), ...Object.values(ACCESS_FORM).filter((one) => one !== 'en')]) {
    expect(message?.text).not.toContain(secret);
  }
  expect(message?.source).toContain('text/html');

  // A program that follows links answers nothing, whatever stands in the address.
  const page = await text(`${link}&choice=accept&name=x&address=y&typed=${await signsOn(registry, link)}`);
  for (const expected of ['Ada Roe', 'Example Hospital', '@example.org', 'We have a family', reference]) {
    expect(page).toContain(expected);
  }
  expect(page).not.toContain(user.fullName);
  expect(page).not.toMatch(/ checked| selected(?!>Please choose)/);

  const done = await answer(registry, link, ACCEPTED);
  expect([done.status, await done.text()]).toEqual([200, expect.stringContaining('now get the name and address')]);
  const seen = await text(request.page);
  for (const expected of ['Dr. O. &amp; P.', 'mailto:olga@example.org', 'Please &lt;b&gt;write&lt;/b&gt;.']) {
    expect(seen).toContain(expected);
  }
  const { history, state } = await stored(registry, request);
  expect(state).toBe('accepted');
  expect(
    history.map((step: { state: string; by: object | null; isByPerson: boolean }) => [step.state, step.isByPerson]),
  ).toEqual([
    ['received', false],
    ['confirmed', false],
    ['queued', false],
    ['asked', false],
    ['accepted', true],
  ]);
  expect(history[2].by).toMatchObject({ id: expect.any(Number) });
});

test('whoever asked is written to when the person accepts, in their language, with what the person gives, and once', async () => {
  const request = await confirmedRequest(registry, 0, { language: 'fr' });
  const link = await forwardedLink(registry, server, request);
  const { reference } = await stored(registry, request);
  await answer(registry, link, ACCEPTED);
  await vi.waitUntil(() => server.messages.length === 2, PATIENT);
  const message = server.messages[1];
  expect(message?.to).toEqual([request.contact]);
  expect(message?.text).toContain(`a accepté votre demande ${reference}.`);
  expect(message?.headers.get('reply-to')).toEqual(['olga@example.org']);
  for (const expected of ['Nom : Dr. O. & P.', 'Contact : olga@example.org', '> Please <b>write</b>.']) {
    expect(message?.text).toContain(expected);
  }
  expect(message?.text).toContain(`https://alpha.example.org${request.page}?lang=fr`);
  const { user } = await stored(registry, request);
  for (const secret of [user.email, ...user.fullName.split(' ')]) expect(message?.source).not.toContain(secret);
  await later(1);
  expect(server.messages).toHaveLength(2);
});

test('an administrator who corrects the address of an accepted request has it sent again, and one who takes it back does not', async () => {
  const [corrected, takenBack] = [await confirmedRequest(registry), await confirmedRequest(registry)];
  const note = async ({ id }: OpenRequest, seen: number, body: object) => {
    const headers = { Authorization: `Bearer ${TOKENS.admin}`, 'Content-Type': 'application/json' };
    const path = `/api/admin/access-requests/${id}`;
    return (await registry.get(path, { method: 'PATCH', headers, body: JSON.stringify({ seen, ...body }) })).status;
  };
  const accepted = (address: string) => ({ state: 'accepted', answer: { name: 'Olga', address } });
  expect(await note(takenBack, 2, accepted('o@example.org'))).toBe(204);
  expect(await note(takenBack, 3, { state: 'received' })).toBe(204);
  expect(await note(corrected, 2, accepted('wrong@example.org'))).toBe(204);
  await registry.context.personRound?.();
  await vi.waitUntil(() => server.messages.length === 1, PATIENT);
  expect(await note(corrected, 3, accepted('right@example.org'))).toBe(204);
  await registry.context.personRound?.();
  await vi.waitUntil(() => server.messages.length === 2, PATIENT);
  expect(server.messages.map(({ to }) => to)).toEqual([[corrected.contact], [corrected.contact]]);
  const header = (name: string) => server.messages.map(({ headers }) => headers.get(name)?.[0]);
  expect(header('reply-to')).toEqual(['wrong@example.org', 'right@example.org']);
  expect(new Set(header('message-id')).size).toBe(2);
});

test.each(['decline', 'not-now'])('whoever asked gets no message when the person answers %s', async (choice) => {
  const request = await confirmedRequest(registry);
  const link = await forwardedLink(registry, server, request);
  const done = await answer(registry, link, { choice, weeks: '2', isShown: 'yes' });
  expect(done.status).toBe(200);
  await later(1);
  expect(server.messages.filter(({ to }) => to.includes(request.contact))).toEqual([]);
});

test('a link is used once, whoever presses at the same time, and says so afterwards', async () => {
  const request = await confirmedRequest(registry);
  const link = await forwardedLink(registry, server, request);
  const choices = ['accept', 'decline', 'decline', 'accept', 'decline'];
  const typed = await signsOn(registry, link);
  const sent = choices.map((choice) =>
    registry.get(link, { method: 'POST', body: new URLSearchParams({ ...ACCEPTED, choice, typed }) }),
  );
  const statuses = (await Promise.all(sent)).map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, 410, 410, 410, 410]);
  expect((await stored(registry, request)).history).toHaveLength(5);
  expect(await text(link)).toContain('This request is already answered');
});

test('what is missing is said, and what was given stays, but for the choice', async () => {
  const link = await forwardedLink(registry, server, await confirmedRequest(registry));
  const mended = await answer(registry, link, { choice: 'accept', name: '"Olga" <b>', words: 'Yes.' });
  const page = await mended.text();
  expect(mended.status).toBe(400);
  expect(page).toContain('Please say how they can reach you.');
  expect(page).toContain('value="&quot;Olga&quot; &lt;b&gt;"');
  expect(page).not.toMatch(/type="radio"[^>]* checked/);
});

test.each([
  [
    'a forged seal',
    (link: string) => link.replace(/.(?=\?)/, (last) => (last === 'A' ? 'Q' : 'A')),
    404,
    'is not complete',
  ],
  ['another request', (link: string) => link.replace(/\d+/, (id) => String(Number(id) + 1)), 404, 'is not complete'],
  [
    'a longer life',
    (link: string) => link.replace(/\d+(?=-[\w-]{22}\?)/, (at) => `${Number(at) + 9}`),
    404,
    'is not complete',
  ],
  ['half of it', (link: string) => link.slice(0, 30), 404, 'is not complete'],
  ['other signs', () => '/answer/%E2%98%BA-%20', 404, 'is not complete'],
])('a link with %s leads to a sentence, and changes nothing', async (_, forge, status, expected) => {
  const request = await confirmedRequest(registry);
  const link = await forwardedLink(registry, server, request);
  const body = new URLSearchParams({ ...ACCEPTED, typed: await signsOn(registry, link) });
  for (const reply of [await registry.get(forge(link)), await registry.get(forge(link), { method: 'POST', body })]) {
    expect([reply.status, await reply.text()]).toEqual([status, expect.stringContaining(expected)]);
  }
  expect((await stored(registry, request)).state).toBe('forwarded');
});

test('a link ends after seven days, with its request, and with the account', async () => {
  const [ended, deleted, left] = [
    await confirmedRequest(registry),
    await confirmedRequest(registry),
    await confirmedRequest(registry, -1),
  ];
  const links = [];
  for (const request of [ended, deleted, left]) links.push(await forwardedLink(registry, server, request));
  const [endedLink = '', deletedLink = '', leftLink = ''] = links;
  await registry.context.registry.accessRequests.remove(deleted.id);
  expect(await text(deletedLink)).toContain('AlphaNet has deleted this request.');
  const { user } = await stored(registry, left);
  registry.context.store.write((tx) => tx.run('UPDATE user SET enabled = 0 WHERE id = ?', user.id));
  expect(await text(leftLink)).toContain('no longer exists at AlphaNet');
  await later(7.1);
  const late = await answer(registry, endedLink, { choice: 'accept', typed: 'K7QM' });
  expect([late.status, await late.text()]).toEqual([410, expect.stringContaining('This link has expired')]);
});

test('three are with a person; she and administrators see that others wait, and these go in one message', async () => {
  const links = [];
  for (let count = 0; count < 3; count++)
    links.push(await forwardedLink(registry, server, await confirmedRequest(registry)));
  const waiting: OpenRequest[] = [];
  for (let count = 0; count < 3; count++) {
    const request = await confirmedRequest(registry);
    expect((await stored(registry, request)).whyNotForwarded).toBe(null);
    expect((await forward(registry, request)).status).toBe(204);
    expect((await forward(registry, request)).status).toBe(409);
    expect((await stored(registry, request)).whyNotForwarded).toBe('waiting');
    waiting.push(request);
  }
  await registry.context.personRound?.();
  expect(server.messages).toHaveLength(3);
  expect(await stored(registry, waiting[0] as OpenRequest)).toMatchObject({
    state: 'forwarded',
    asking: { askedAt: null },
  });
  expect(await text(links[0] ?? '')).toContain('3 more requests wait');
  for (const link of links) await answer(registry, link, { choice: 'decline' });
  await registry.context.personRound?.();
  expect(server.messages).toHaveLength(4);
  expect(server.messages[3]?.headers.get('subject')?.[0]).toMatch(/^3 people ask about \w+/);
  expect(answerLinks(server.messages[3] ?? { text: '' })).toHaveLength(3);
});

test('whoever asked sees the same to the byte while nothing is forwarded, waits, is sent, reminded, undelivered, declined or put off', async () => {
  // Of one moment, as a page says when it was confirmed; whoever waits for something moves the clock.
  const began = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  onTestFinished(() => void vi.useRealTimers());
  const atBegin = (which: 0 | -1 = 0) => {
    vi.setSystemTime(began);
    return confirmedRequest(registry, which);
  };
  const requests: Record<string, OpenRequest> = {};
  const link = async (name: string, which: 0 | -1 = 0) => {
    requests[name] = await atBegin(which);
    return forwardedLink(registry, server, requests[name]);
  };
  requests.silent = await atBegin();
  const declined = await link('declined');
  const postponed = await link('postponed');
  await link('sent');
  requests.waiting = await atBegin();
  requests.waitingLonger = await atBegin();
  await answer(registry, declined, { choice: 'decline', words: 'She does not want to.' });
  await answer(registry, postponed, { choice: 'not-now', weeks: '4' });
  await link('again');
  for (const one of [requests.waiting, requests.waitingLonger]) await forward(registry, one);
  requests.undelivered = await atBegin(-1);
  server.play({ RCPT: says('550 5.1.1 nobody here') });
  onTestFinished(() => server.play({ RCPT: says('250 2.1.5 fine') }));
  await forward(registry, requests.undelivered);
  await registry.context.personRound?.();
  expect((await stored(registry, requests.undelivered)).history.at(-1)).toMatchObject({
    state: 'undelivered',
    by: null,
  });
  server.play({ RCPT: says('250 2.1.5 fine') });
  for (const day of [0, 3, 5, 9, 13.9, 14.1, 40]) {
    vi.setSystemTime(began + day * DAY_MS);
    await registry.context.personRound?.();
    const all = await Promise.all(Object.values(requests).map(looks));
    expect(all[0]?.shown).toContain(day < 14 ? 'data-state="received"' : 'data-state="closed"');
    for (const other of all) expect(other).toEqual(all[0]);
  }
});

/** As the page and its headers are, but for what is another one in each request or at each moment. */
async function looks({ page }: OpenRequest) {
  const reply = await registry.get(page, { headers: { 'Accept-Encoding': 'identity' } });
  const shown = (await reply.text()).replaceAll(page.replace('/requests/', ''), 'KEY');
  const headers = [...reply.headers].filter(([name]) => name !== 'date');
  return { shown: shown.replace(/\w{4}-\w{4}<\/strong>/, 'REFERENCE'), headers };
}

test('“not now” is shown to whoever asked where the person chose that', async () => {
  const request = await confirmedRequest(registry);
  const link = await forwardedLink(registry, server, request);
  expect((await answer(registry, link, { choice: 'not-now', weeks: '2', isShown: 'yes' })).status).toBe(200);
  expect(await text(request.page)).toMatch(/data-state="not-now"[\s\S]*datetime="\d{4}-\d\d-\d\d"/);
});

test('where the operator wants it, a request goes to the person once its sender has confirmed the address, and not before', async () => {
  await using own = await startAlpha({ ...mailTo(server.port), APP_SETTINGS_CONTACT_BY_PERSON: 'true' });
  const page = await requestByMail(own.url, server);
  await own.context.personRound?.();
  expect(server.messages).toHaveLength(1);
  await Promise.all([1, 2, 3].map(() => choose(own.url, page, 'mine')));
  await vi.waitUntil(() => server.messages.length === 3);
  const links = server.messages.flatMap(answerLinks);
  expect(links).toHaveLength(1);
  expect((await own.get(links[0] ?? '')).status).toBe(200);
});

test('without the key nothing goes by itself, and without a mail server nothing is forwarded by message', async () => {
  const page = await requestByMail(registry.url, server);
  await choose(registry.url, page, 'mine');
  await vi.waitUntil(() => server.messages.length === 2);
  await registry.context.personRound?.();
  expect(server.messages.flatMap(answerLinks)).toEqual([]);

  await using own = await startAlpha(ANONYMISING);
  await askForAccess(own.url);
  const { requests } = await own.json('/api/admin/access-requests', TOKENS.admin);
  const refused = await forward(own, requests[0]);
  expect([refused.status, await refused.json()]).toMatchObject([
    409,
    {
      code: 'request-not-forwarded',
      detail: 'The request cannot be forwarded by message: this registry sends no mail.',
    },
  ]);
});

test('what is not confirmed is forwarded to nobody, nor what is not there', async () => {
  const page = await requestByMail(registry.url, server);
  const refused = await forward(registry, { id: Number(/\d+/.exec(page)?.[0]) });
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('has not confirmed the address'),
  ]);
  expect((await forward(registry, { id: 1 })).status).toBe(404);
  expect((await registry.get('/api/admin/access-requests/1/forward', { method: 'POST' })).status).toBe(401);
  await registry.context.personRound?.();
  expect(server.messages).toHaveLength(1);
});

test('a message that the mail server does not take now is sent later, once, under the same number', async () => {
  server.play({ MESSAGE: says('451 4.3.0 later') });
  onTestFinished(() => server.play({ MESSAGE: says('250 2.0.0 taken') }));
  const request = await confirmedRequest(registry);
  await forward(registry, request);
  await registry.context.personRound?.();
  expect((await stored(registry, request)).asking).toMatchObject({ askedAt: null });
  server.play({ MESSAGE: says('250 2.0.0 taken') });
  server.messages.length = 0;
  await later(0.001);
  expect(server.messages).toHaveLength(0);
  await later(0.02);
  await later(0.02);
  expect(server.messages).toHaveLength(1);
  expect(server.messages[0]?.headers.get('message-id')?.[0]).toBe(`<ask-${request.id}-1@alpha.example.org>`);
});
