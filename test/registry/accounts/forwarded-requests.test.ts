/** A registry that is killed between two steps of asking a person loses nothing, and of two instances one writes. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { personMessage } from '../../../src/operations/person-message.ts';
import {
  type ForwardedRequests,
  forwardedRequests,
  personLinks,
} from '../../../src/registry/accounts/forwarded-requests.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import { channelSnapshot } from '../../support/registry/channel-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const BEGIN = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
const ADMIN = { kind: 'admin', userId: 1, hasAdminRole: true, hasServiceRole: false } as const;
const STEP = { state: 'declined', answer: null, note: null } as const;

/** Two instances over one state, and a clock of both. */
async function opened() {
  const resources = new DisposableStack();
  const { store, openAgain } = resources.use(openTemporaryStore(channelSnapshot()));
  let nowMs = BEGIN;
  const instance = (of: typeof store): ForwardedRequests => {
    const { requests, duePeople: people } = sqliteState(of);
    const links = personLinks(new Uint8Array(32));
    return forwardedRequests({
      store: of,
      requests,
      people,
      links,
      termDays: 14,
      mostOpen: 3,
      now: () => new Date(nowMs),
    });
  };
  const { requests } = sqliteState(store);
  const request = {
    ...{ receivedAt: new Date(BEGIN).toISOString(), userId: 1, geneId: 3785, reference: 'K7QM-4XRT', confirmBy: null },
    ...{ contact: 'ada@example.org', reason: 'A family.', name: 'Ada', organisation: '', language: 'en' as const },
    ...{ pageKey: new Uint8Array(16), messageDueAt: null },
  };
  const bounds = {
    ...{ expiry: '', most: 9, since: 0, mostOfAddress: 9, mostUnconfirmed: 9 },
    ...{ otherPageKey: new Uint8Array(16), equalSince: Infinity },
  };
  const id = Number(await requests.keep(request, bounds));
  const another = { ...request, pageKey: new Uint8Array(16).fill(1) };
  const keepAnother = async () => Number(await requests.keep(another, bounds));
  return {
    ...{ id, requests, store, keepAnother },
    ...{ one: instance(store), other: instance(openAgain()) },
    pass(minutes: number) {
      nowMs += minutes * MINUTE_MS;
    },
    [Symbol.dispose]: () => resources.dispose(),
  };
}

const ABOUT = { shortname: 'ExR', fullname: 'Example Registry', registryUrl: 'https://registry.example.org' };

async function statesOf({ requests, id }: Awaited<ReturnType<typeof opened>>): Promise<string[]> {
  return (await requests.find(id))?.steps.map(({ state }) => state) ?? [];
}

test.each([
  ['their own, where they showed to own it', 'own@example.org', 1, 'own@example.org'],
  ['that of the account, where nobody showed to own the other', 'own@example.org', 0, 'account@example.org'],
  ['that of the account, where they took the other away', '', 1, 'account@example.org'],
  ['that of the account, where they have no other', null, 1, 'account@example.org'],
])('somebody is written to at one address: %s', async (_, contact, isVerified, to) => {
  using both = await opened();
  const { one, id, store } = both;
  store.write((tx) =>
    tx.run(
      'UPDATE user SET email = ?, contact_email = ?, contact_email_verified = ? WHERE id = 1',
      ...['account@example.org', contact, isVerified],
    ),
  );
  expect(await one.forward(ADMIN, id)).toBe('forwarded');
  expect((await one.claim())?.messages.map(({ message }) => message.to)).toEqual([to]);
});

test('the account that goes before the message gets none, which is noted; forwarded again, it is not', async () => {
  using both = await opened();
  const { one, id, store } = both;
  expect(await one.forward(ADMIN, id + 1)).toBe('unknown');
  expect(await one.forward(ADMIN, id)).toBe('forwarded');
  store.write((tx) => tx.run('UPDATE user SET enabled = 0 WHERE id = 1'));
  const claimed = await one.claim();
  expect(claimed?.messages).toEqual([]);
  await claimed?.settle();
  expect(await statesOf(both)).toEqual(['queued', 'undelivered']);
  expect(await one.forward(ADMIN, id)).toBe('person-gone');
});

test('a message says until when its links work, and each leads to its request', async () => {
  using both = await opened();
  const { one, id, keepAnother, pass } = both;
  const another = await keepAnother();
  for (const each of [id, another]) await one.forward(ADMIN, each);
  const [first] = (await one.claim())?.messages ?? [];
  await first?.note('asked');
  const { links = [], ...message } = first?.message ?? {};
  expect(message).toMatchObject({ kind: 'ask', until: '2026-01-08T00:00:00.000Z', people: 1, waiting: 0 });
  expect(message).toMatchObject({
    key: `ask-${id}-1-${another}-1`,
    requests: [{ symbol: 'KCNQ2' }, { symbol: 'KCNQ2' }],
  });
  for (const link of links) expect(await one.page(link)).toMatchObject({ state: 'open', waiting: 0 });
  const ofAnother = personLinks(new Uint8Array(32).fill(1)).write({ requestId: id, number: 1, expires: BEGIN });
  expect(await one.page(ofAnother)).toEqual({ state: 'unknown' });
  pass(7 * 24 * 60 - 1);
  expect(await one.page(links[0] ?? '')).toMatchObject({ state: 'open' });
  pass(1);
  expect(await one.page(links[0] ?? '')).toEqual({ state: 'expired' });
  expect(await one.answer(links[1] ?? '', STEP)).toEqual({ state: 'expired' });
});

test('a request is forwarded by itself once, when its sender has confirmed the address, and not when it is answered by then', async () => {
  using both = await opened();
  const { one, id, store, requests, keepAnother, pass } = both;
  const answered = await keepAnother();
  const declined = { ...STEP, at: new Date(BEGIN).toISOString(), byUserId: 1, once: null };
  await requests.addStep(answered, declined, 9);
  for (const each of [id, answered + 1]) await one.forwardConfirmed(each);
  expect(await statesOf(both)).toEqual([]);
  store.write((tx) => tx.run('UPDATE access_request SET confirmed_at = received_at'));
  for (const each of [id, id, answered]) await one.forwardConfirmed(each);
  expect((await requests.find(answered))?.steps).toMatchObject([{ state: 'declined' }]);
  const claimed = await one.claim();
  await claimed?.messages[0]?.note('undelivered');
  await claimed?.settle();
  pass(1);
  await one.forwardConfirmed(id);
  expect(await statesOf(both)).toEqual(['queued', 'undelivered']);
  expect(await one.forward(ADMIN, id)).toBe('forwarded');
});

test('two that forward at once forward once, and two that look at once write once', async () => {
  using both = await opened();
  const { one, other, id } = both;
  const outcomes = await Promise.all([one, other].map((instance) => instance.forward(ADMIN, id)));
  expect(outcomes.toSorted()).toEqual(['forwarded', 'waiting']);
  const claims = await Promise.all([one, other].map((instance) => instance.claim()));
  expect(claims.filter((claim) => claim !== undefined)).toHaveLength(1);
});

test('a registry that is killed before it says that somebody is to be written to is made up for at the next start', async () => {
  using both = await opened();
  const { one, other, id, requests } = both;
  const at = new Date(BEGIN).toISOString();
  await requests.addStep(id, { ...STEP, at, state: 'queued', byUserId: 1, once: 'queued-1' }, 9);
  expect(await one.claim()).toBeUndefined();
  await other.lookAtAll();
  expect((await other.claim())?.messages).toHaveLength(1);
});

test('the message of a registry that is killed before it is out is sent by another one, under the same number', async () => {
  using both = await opened();
  const { one, other, id, pass } = both;
  await one.forward(ADMIN, id);
  const killed = await one.claim();
  expect(await other.claim()).toBeUndefined();
  pass(16);
  const claimed = await other.claim();
  expect(claimed?.messages[0]?.message.key).toBe(killed?.messages[0]?.message.key);
  await claimed?.messages[0]?.note('asked');
  await claimed?.settle();
  pass(16);
  expect([await one.claim(), await other.claim()]).toEqual([undefined, undefined]);
  expect(await statesOf(both)).toEqual(['queued', 'asked']);
});

test('a registry that is killed after it noted the message sends no other, and the reminder comes all the same', async () => {
  using both = await opened();
  const { one, other, id, pass } = both;
  await one.forward(ADMIN, id);
  await (await one.claim())?.messages[0]?.note('asked');
  pass(16);
  const again = await other.claim();
  expect(again?.messages).toEqual([]);
  await again?.settle();
  pass(4 * 24 * 60);
  expect((await one.claim())?.messages).toMatchObject([{ message: { kind: 'remind' } }]);
});

test('a reminder that cannot be delivered ends no link that was delivered, and is not tried without end', async () => {
  using both = await opened();
  const { one, other, id, pass } = both;
  await one.forward(ADMIN, id);
  const first = await one.claim();
  await first?.messages[0]?.note('asked');
  await first?.settle();
  const [link = ''] = first?.messages[0]?.message.links ?? [];
  pass(4 * 24 * 60 + 1);
  const reminding = await one.claim();
  await reminding?.messages[0]?.note('undelivered');
  await reminding?.settle();
  expect(await other.page(link)).toMatchObject({ state: 'open' });
  pass(24 * 60);
  expect((await one.claim())?.messages ?? []).toEqual([]);
  expect(await other.answer(link, STEP)).toBe('answered');
});

test('an answer that comes while a reminder is on its way counts', async () => {
  using both = await opened();
  const { one, other, id, pass } = both;
  await one.forward(ADMIN, id);
  const first = await one.claim();
  await first?.messages[0]?.note('asked');
  await first?.settle();
  pass(4 * 24 * 60 + 1);
  const reminding = await one.claim();
  const [message] = reminding?.messages ?? [];
  expect(message && personMessage(message.message, ABOUT).subject).toMatch(/^Reminder: One person asks/);
  const [link = ''] = message?.message.links ?? [];
  expect(await other.answer(link, STEP)).toBe('answered');
  await message?.note('asked');
  await reminding?.settle();
  expect(await other.page(link)).toEqual({ state: 'used' });
  expect(await statesOf(both)).toEqual(['queued', 'asked', 'declined', 'reminded']);
});

test('what is forwarded while somebody is written to is looked at afterwards', async () => {
  using both = await opened();
  const { one, other, id } = both;
  await one.forward(ADMIN, id);
  const claimed = await one.claim();
  await other.lookAtAll();
  expect(await other.claim()).toBeUndefined();
  await claimed?.messages[0]?.note('asked');
  await claimed?.settle();
  // What another connection wrote is read in the next turn.
  await nextTurn();
  expect(await other.claim()).toBeDefined();
});

test('one who asks twice is one person in the message', async () => {
  using both = await opened();
  const { one, id, keepAnother } = both;
  for (const each of [id, await keepAnother()]) await one.forward(ADMIN, each);
  const [first] = (await one.claim())?.messages ?? [];
  const written = first && personMessage(first.message, ABOUT);
  expect(written?.subject).toMatch(/^One person asks about KCNQ2 \(ExR\) \/ Une personne souhaite/);
  expect(written?.text.match(/Request K7QM-4XRT/g)).toHaveLength(2);
});

test('what is in one message is noted of all its requests or of none, and is sent again as the same message', async () => {
  using both = await opened();
  const { one, other, id, requests, store, keepAnother, pass } = both;
  const another = await keepAnother();
  for (const each of [id, another]) await one.forward(ADMIN, each);
  const failing = `CREATE TRIGGER failing BEFORE INSERT ON access_request_step
    WHEN NEW.request_id = ${another} AND NEW.state = 'asked' BEGIN SELECT RAISE(ABORT, 'away'); END`;
  await store.writeInTurn((tx) => tx.run(failing));
  const [first] = (await one.claim())?.messages ?? [];
  await expect(first?.note('asked')).rejects.toThrow();
  expect((await requests.find(id))?.steps.map(({ state }) => state)).toEqual(['queued']);
  await store.writeInTurn((tx) => tx.run('DROP TRIGGER failing'));
  pass(16);
  await nextTurn();
  expect((await other.claim())?.messages.map(({ message }) => message.key)).toEqual([first?.message.key]);
});

test('a request that has as many steps as it may is not sent again and again', async () => {
  using both = await opened();
  const { one, id, requests, pass } = both;
  const at = new Date(BEGIN).toISOString();
  const note = { ...STEP, at, state: 'received', byUserId: 1, once: null } as const;
  for (let count = 0; count < 195; count++) await requests.addStep(id, note, 1000);
  expect(await one.forward(ADMIN, id)).not.toBe('forwarded');
  for (let count = 195; count < 199; count++) await requests.addStep(id, note, 1000);
  await requests.addStep(id, { ...note, state: 'queued', once: 'queued-1' }, 1000);
  await one.lookAtAll();
  const claimed = await one.claim();
  await claimed?.messages[0]?.note('asked');
  await claimed?.settle();
  pass(16);
  expect(await one.claim()).toBeUndefined();
});
