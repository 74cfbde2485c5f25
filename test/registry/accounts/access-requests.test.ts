/** Requests for access are stored up to a number, so that nobody fills the disk with them. */

import { expect, test } from 'vitest';
import { RegistryError } from '../../../src/domain/errors.ts';
import { accessRequests } from '../../../src/registry/accounts/access-requests.ts';
import { eventsOf } from '../../../src/registry/accounts/request-history.ts';
import type { AnonymousIds } from '../../../src/registry/record/anonymous-ids.ts';
import type { Lookups } from '../../../src/registry/record/lookups.ts';
import type { NewRequest } from '../../../src/registry/state/service-state.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import { ACCESS_FORM } from '../../support/registry/access-form.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const BEFORE_ALL = '2026-01-01T00:00:00.000Z';
const BOUNDS = {
  ...{ expiry: BEFORE_ALL, most: 100, since: 0, mostOfAddress: 100, mostUnconfirmed: 100 },
  ...{ otherPageKey: new Uint8Array(16), equalSince: 0 },
};

let keys = 0;
function request(receivedAt: string, change: Partial<NewRequest> = {}): NewRequest {
  return {
    ...{ receivedAt, userId: 1, geneId: null, reference: 'K7QM-4XRT', ...ACCESS_FORM },
    ...{ pageKey: new Uint8Array(16).fill(++keys), confirmBy: null, messageDueAt: null, ...change },
  };
}

/** What is kept in the state of one registry. */
function opened() {
  const database = openTemporaryStore(smallSnapshot());
  return { ...sqliteState(database.store), [Symbol.dispose]: () => database[Symbol.dispose]() };
}

test('as many as may be are stored, and the next one when the time of another is over', async () => {
  using state = opened();
  const { requests } = state;
  const keep = (day: string, expiry = BEFORE_ALL) =>
    requests.keep(request(`2026-03-${day}T10:00:00.000Z`), { ...BOUNDS, expiry, most: 2 });
  expect([await keep('01'), await keep('02'), await keep('03')]).toEqual([
    Date.parse('2026-03-01T10:00:00.000Z'),
    Date.parse('2026-03-02T10:00:00.000Z'),
    'full',
  ]);
  expect((await requests.list(10)).total).toBe(2);
  expect(await keep('04', '2026-03-02T00:00:00.000Z')).toBe(Date.parse('2026-03-04T10:00:00.000Z'));
  expect((await requests.list(10)).requests.map(({ receivedAt }) => receivedAt.slice(0, 10))).toEqual([
    '2026-03-04',
    '2026-03-02',
  ]);
});

test('what has a page key of a request that was received since a moment is that request, whatever there is room for', async () => {
  using state = opened();
  const keep = (pageKey: Uint8Array, change: Partial<typeof BOUNDS> = {}) =>
    state.requests.keep(request('2026-03-01T10:00:30.000Z', { pageKey }), { ...BOUNDS, ...change });
  const [key, other] = [new Uint8Array(16).fill(251), new Uint8Array(16).fill(252)] as const;
  const id = await keep(key);
  expect(await keep(key)).toMatchObject({ id, contact: ACCESS_FORM.contact });
  expect(await keep(other, { otherPageKey: key, most: 1, mostOfAddress: 1 })).toMatchObject({ id });
  expect(await keep(other)).toBeTypeOf('number');
  expect(await keep(key, { equalSince: Date.parse('2026-03-01T10:00:31.000Z') })).toBeTypeOf('number');
});

test('requests of one address, in any letter case, are counted since a moment, unconfirmed ones apart', async () => {
  using state = opened();
  const { requests } = state;
  const at = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`;
  const bounds = { ...BOUNDS, mostOfAddress: 3, mostUnconfirmed: 1 };
  const unconfirmed = { confirmBy: '2026-03-08T10:00:00.000Z' };
  const first = await requests.keep(request(at(0), unconfirmed), bounds);
  expect(first).toBe(Date.parse(at(0)));
  expect(await requests.keep(request(at(1), { ...unconfirmed, contact: 'ADA@example.org' }), bounds)).toBe(
    'address-full',
  );
  expect(await requests.keep(request(at(1), { ...unconfirmed, contact: 'bo@example.org' }), bounds)).toBe(
    Date.parse(at(1)),
  );
  expect(await requests.confirm(Number(first), at(2), at(3))).toBe(true);
  for (const minute of [3, 4]) expect(await requests.keep(request(at(minute)), bounds)).toBe(Date.parse(at(minute)));
  expect(await requests.keep(request(at(5)), bounds)).toBe('address-full');
  expect(await requests.keep(request(at(6)), { ...bounds, since: Date.parse(at(1)) })).toBe(Date.parse(at(6)));
});

test.each([
  ['ada@example.org', 'ada+genes@example.org'],
  ['ada@example.org', 'ADA+2@Example.ORG'],
  ['ada@example.org', 'ada@ｅxample.org'],
  ['émilie@example.org', 'ÉMILIE@example.org'],
  ['Émilie@éxample.org', 'émilie+1@ÉXAMPLE.org'],
  ['ωmega@example.org', 'Ωmega@example.org'],
])('of the mailbox of %s is %s, too, as a mail server sees them', async (first, contact) => {
  using state = opened();
  const at = (minute: number) => `2026-03-01T10:0${minute}:00.000Z`;
  const bounds = { ...BOUNDS, mostUnconfirmed: 1 };
  const keep = (minute: number, address: string) =>
    state.requests.keep(request(at(minute), { confirmBy: '2026-03-08T10:00:00.000Z', contact: address }), bounds);
  expect(await keep(0, first)).toBe(Date.parse(at(0)));
  expect(await keep(1, 'adam@example.org')).toBe(Date.parse(at(1)));
  expect(await keep(2, contact)).toBe('address-full');
});

test('what waits for its address to be confirmed counts for as long as it waits', async () => {
  using state = opened();
  const keep = (day: number) => {
    const receivedAt = new Date(Date.UTC(2026, 2, day)).toISOString();
    const confirmBy = new Date(Date.UTC(2026, 2, day + 7)).toISOString();
    const bounds = { ...BOUNDS, since: Date.UTC(2026, 2, day - 1), mostUnconfirmed: 1 };
    return state.requests.keep(request(receivedAt, { confirmBy }), bounds);
  };
  const days = [1, 3, 7, 9];
  const outcomes = [];
  for (const day of days) outcomes.push(await keep(day));
  expect(outcomes.map((one) => typeof one)).toEqual(['number', 'string', 'string', 'number']);
});

test('what is not confirmed in time goes with the next one, unless an administrator noted something of it', async () => {
  using state = opened();
  const { requests } = state;
  const unconfirmed = { confirmBy: '2026-03-08T10:00:00.000Z' };
  const [noted, forgotten, confirmed] = await Promise.all(
    [1, 2, 3].map((hour) => requests.keep(request(`2026-03-01T0${hour}:00:00.000Z`, unconfirmed), BOUNDS)),
  );
  const step = {
    at: '2026-03-02T00:00:00.000Z',
    state: 'forwarded',
    byUserId: 1,
    note: null,
    answer: null,
    once: null,
  } as const;
  await requests.addStep(Number(noted), step, 9);
  await requests.confirm(Number(confirmed), '2026-03-02T00:00:00.000Z', '2026-03-02T00:15:00.000Z');
  expect(await requests.confirm(Number(forgotten), '2026-03-08T10:00:00.000Z', 'x')).toBe(false);
  const next = await requests.keep(request('2026-03-08T10:00:01.000Z'), BOUNDS);
  expect((await requests.list(9)).requests.map(({ id }) => id)).toEqual([next, confirmed, noted]);
  expect([await requests.discard(Number(noted)), await requests.discard(Number(confirmed))]).toEqual([false, false]);
});

test('what was not confirmed until the day that its message named is gone then, whoever asks next or nobody', async () => {
  using state = opened();
  const { requests } = state;
  const until = '2026-03-08T10:00:00.000Z';
  const id = Number(await requests.keep(request('2026-03-01T10:00:00.000Z', { confirmBy: until }), BOUNDS));
  await requests.dropEnded(BEFORE_ALL, until);
  expect(await requests.find(id)).toBeDefined();
  await requests.dropEnded(BEFORE_ALL, '2026-03-08T10:00:00.001Z');
  expect(await requests.find(id)).toBeUndefined();
});

test('a message that is due has one who sends it, and after a while another one', async () => {
  using state = opened();
  const { requests } = state;
  const minute = (at: number) => new Date(Date.UTC(2026, 2, 1, 10, at)).toISOString();
  const id = Number(await requests.keep(request(minute(0), { messageDueAt: minute(15) }), BOUNDS));
  expect(await requests.claimDue(minute(14), minute(29), 9)).toEqual([]);
  const [mine, theirs] = await Promise.all([1, 2].map(() => requests.claimDue(minute(15), minute(30), 9)));
  expect([...(mine ?? []), ...(theirs ?? [])].map((one) => one.id)).toEqual([id]);
  expect((await requests.claimDue(minute(30), minute(45), 9)).map((one) => one.id)).toEqual([id]);
  expect(await requests.isMessageDue(id, 'confirm')).toBe(true);
  await requests.noteSent(id, 'confirm');
  expect(await requests.claimDue(minute(59), minute(60), 9)).toEqual([]);
  expect(await requests.isMessageDue(id, 'confirm')).toBe(false);
});

test('a message to confirm that is noted late takes nothing from the one that is due after it', async () => {
  using state = opened();
  const { requests } = state;
  const minute = (at: number) => new Date(Date.UTC(2026, 2, 1, 10, at)).toISOString();
  const asked = request(minute(0), { messageDueAt: minute(15), confirmBy: '2026-03-08T10:00:00.000Z' });
  const id = Number(await requests.keep(asked, BOUNDS));
  await requests.confirm(id, minute(1), minute(16));
  expect([await requests.isMessageDue(id, 'confirm'), await requests.isMessageDue(id, 'request')]).toEqual([
    false,
    true,
  ]);
  await requests.noteSent(id, 'confirm');
  expect((await requests.claimDue(minute(16), minute(31), 9)).map((one) => one.id)).toEqual([id]);
  await requests.noteSent(id, 'request');
  expect(await requests.claimDue(minute(59), minute(60), 9)).toEqual([]);
});

test.each([
  [null, ['received', 'noted', 'asked']],
  ['1', ['received', 'confirmed', 'noted', 'asked']],
  ['3', ['received', 'noted', 'confirmed', 'asked']],
  ['5', ['received', 'noted', 'asked', 'confirmed']],
])('an address that is confirmed at %s is there among the steps', (confirmedAt, kinds) => {
  const steps = [
    { at: '2', state: 'received', answer: null },
    { at: '4', state: 'asked', answer: null },
  ];
  const request = { receivedAt: '0', confirmBy: '9', confirmedAt, steps };
  expect(eventsOf(request as never).map(({ kind }) => kind)).toEqual(kinds);
});

/** The requests of a registry whose only record is behind any id; its clock is moved by the test. */
function receiving(lookUp = async (): Promise<unknown> => []) {
  const database = openTemporaryStore(smallSnapshot());
  const { requests } = sqliteState(database.store);
  const clock = { ms: Date.parse('2026-03-01T10:00:30.000Z') };
  const until = new Date('2027-01-01');
  const settled: number[] = [];
  const service = accessRequests({
    ...{ store: database.store, requests, pagesKey: new Uint8Array(32) },
    ...{
      anonymousIds: { open: () => ({ kind: 'user', userId: 1 }), expiresAt: () => until } as unknown as AnonymousIds,
    },
    lookups: { userByAnonymousId: lookUp } as unknown as Lookups,
    ...{
      noteSettled: async (userId: number) => void settled.push(userId),
      termDays: 14,
      now: () => new Date(clock.ms),
    },
  });
  return { ...service, requests, clock, until, settled, [Symbol.dispose]: () => database[Symbol.dispose]() };
}

test.each([
  ['59 seconds later is the same request', 59, true],
  ['61 seconds later is another one', 61, false],
])('a form that comes again %s', async (_, seconds, isRepeated) => {
  using service = receiving();
  const first = await service.receive('an-id', ACCESS_FORM, 'never');
  service.clock.ms += seconds * 1000;
  const again = await service.receive('an-id', ACCESS_FORM, 'never');
  const receivedAt = new Date(service.clock.ms).toISOString();
  expect(again).toMatchObject(isRepeated ? { ...(first as object), isRepeated } : { receivedAt });
});

test('an id whose person is gone expires as if it had never been given, and a fault of ours is none of that', async () => {
  const failing = (error: Error) => () => Promise.reject(error);
  using known = receiving();
  using gone = receiving(failing(new RegistryError('unknown-anonymous-user', { anonymousId: 'an-id' })));
  using broken = receiving(failing(new Error('the disk')));
  expect([await known.expiresAt('an-id'), await gone.expiresAt('an-id')]).toEqual([known.until, undefined]);
  await expect(broken.expiresAt('an-id')).rejects.toThrow('the disk');
});

test('a request of a release that asked for less is sent on with what it has', async () => {
  using service = receiving();
  const less = { name: null, organisation: null, language: null, reference: null, geneId: 404 };
  const due = { messageDueAt: new Date(service.clock.ms).toISOString() };
  await service.requests.keep(request('2026-03-01T10:00:00.000Z', { ...less, ...due } as never), BOUNDS);
  expect(await service.claimDue()).toMatchObject([
    {
      ...{ name: '', organisation: '', language: 'en', reference: '', symbol: undefined },
      contact: ACCESS_FORM.contact,
    },
  ]);
});

test('where a request is deleted, others to the same person may be sent', async () => {
  using service = receiving();
  const id = Number(await service.requests.keep(request('2026-03-01T10:00:00.000Z'), BOUNDS));
  expect([await service.remove(id + 1), service.settled]).toEqual([false, []]);
  expect([await service.remove(id), service.settled]).toEqual([true, [1]]);
});
