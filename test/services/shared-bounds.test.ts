/** What is bounded in a state on a server is bounded for all instances together, however many ask at once. */

import { describe, expect, test } from 'vitest';
import { openMysqlState } from '../../src/registry/state/mysql-state.ts';
import type { NewRequest, RequestBounds } from '../../src/registry/state/service-state.ts';
import { OWNER } from '../support/services/mariadb.ts';
import { openRdpTestDatabase, serverAddress } from '../support/services/rdp-databases.ts';

const INSTANCES = 4;
const AT_ONCE = 48;
const NOW = Date.parse('2026-03-01T10:00:00Z');
const HOUR_MS = 3_600_000;

/** Four instances over one state, and a way to ask all of them at once. */
async function openInstances() {
  const stack = new AsyncDisposableStack();
  const rdp = stack.use(await openRdpTestDatabase());
  const name = `${rdp.name}_bounds`;
  await rdp.run(`CREATE DATABASE ${name}`);
  stack.defer(() => rdp.run(`DROP DATABASE ${name}`));
  const troubles: (string | undefined)[] = [];
  const report = (trouble: string | undefined) => void (trouble && troubles.push(trouble));
  const open = () => stack.use(openMysqlState({ address: serverAddress(name, OWNER), report }));
  const states = Array.from({ length: INSTANCES }, open);
  const all = <T>(work: (state: (typeof states)[number], at: number) => Promise<T>) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, at) => work(states[at % INSTANCES] as (typeof states)[number], at)),
    );
  return { all, troubles, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

function request(contact: string, at: number): NewRequest {
  const receivedAt = new Date(NOW + at).toISOString();
  const asker = {
    contact,
    reason: 'Why.',
    reference: 'K7QM-4XRT',
    name: 'Ada',
    organisation: '',
    language: 'en',
  } as const;
  const pageKey = Buffer.from(String(at).padStart(16, '0'));
  return { ...asker, receivedAt, userId: 1, geneId: null, pageKey, confirmBy: null, messageDueAt: null };
}

const BOUNDS: RequestBounds = {
  ...{ expiry: '2025-01-01T00:00:00.000Z', most: 1000, since: NOW - HOUR_MS, mostOfAddress: 5, mostUnconfirmed: 5 },
  ...{ otherPageKey: new Uint8Array(16), equalSince: NOW + HOUR_MS },
};

describe('four instances that are asked at once', () => {
  test('allow together what may be done within an hour', async () => {
    await using instances = await openInstances();
    const bound = { name: 'one', mostOfCaller: 10, mostInAll: 15 };
    const caller = (at: number) => new Uint8Array(16).fill(at);
    const taken = async (which: number, nowMs: number) =>
      (await instances.all(({ uses }) => uses.take(bound, caller(which), nowMs))).filter((one) => one === 'taken')
        .length;
    expect(await taken(1, NOW)).toBe(10);
    expect(await taken(2, NOW + 1)).toBe(5);
    expect(await instances.all(({ uses }) => uses.take(bound, caller(1), NOW + 2))).toContainEqual({ oldestAtMs: NOW });
    expect(await taken(3, NOW + HOUR_MS)).toBe(10);
    expect(instances.troubles).toEqual([]);
  });

  test('store together what one mailbox may have, in any letter case', async () => {
    await using instances = await openInstances();
    const spellings = ['émilie@example.org', 'ÉMILIE@example.org', 'Émilie+1@Example.org', 'émilie@ｅxample.org'];
    const stored = await instances.all(({ requests }, at) =>
      requests.keep(request(spellings[(at >> 2) % 4] as string, at), BOUNDS),
    );
    expect(stored.filter((one) => typeof one === 'number')).toHaveLength(5);
    expect(stored.filter((one) => one === 'address-full')).toHaveLength(AT_ONCE - 5);
    const other = await instances.all(({ requests }, at) =>
      requests.keep(request('emilie@example.org', AT_ONCE + at), BOUNDS),
    );
    expect(other.filter((one) => typeof one === 'number')).toHaveLength(5);
    expect(instances.troubles).toEqual([]);
  });

  test('begin together what one network may begin of the questions of feeds', async () => {
    await using instances = await openInstances();
    const second = NOW / 1000;
    const bounds = { most: 20, mostOfNetwork: 4, readSince: 0, passingSeconds: 0 };
    const begun = async (network: number, from: number) => {
      const ofNetwork = new Uint8Array(16).fill(network);
      const stored = await instances.all(({ feedQuestions }, at) => {
        const question = Buffer.from(String(from + at).padStart(16, '0'));
        return feedQuestions.begin({ question, network: ofNetwork }, second, bounds);
      });
      return stored.filter(Boolean).length;
    };
    expect(await begun(1, 0)).toBe(4);
    expect(await begun(2, 1000)).toBe(4);
    expect(instances.troubles).toEqual([]);
  });

  test('store together the subscriptions that one mailbox may leave unconfirmed', async () => {
    await using instances = await openInstances();
    const digest = new Uint8Array(16);
    const asked = await instances.all(({ subscriptions }, at) =>
      subscriptions.ask(
        {
          ...{ id: new Uint8Array(16).fill(at + 1), address: 'ada@example.org', mailbox: digest, question: digest },
          ...{ kind: 'genes', search: 'symbol=KCNQ2', lang: 'en', frequency: 'daily', requestedAt: 1 },
          ...{ secondOfDay: 1, dueDay: null, announcedUpTo: 0, owed: digest, linkDueAt: null },
        },
        { mostUnconfirmed: 100, mostOfMailbox: 3 },
      ),
    );
    expect(asked.filter((one) => one === 'stored')).toHaveLength(3);
    expect(instances.troubles).toEqual([]);
  });
});
