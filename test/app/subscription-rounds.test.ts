/** Messages about new people over many days, over one file: how often partners are asked, and who gets how many. */

import { expect, test } from 'vitest';
import { subscriptionRounds } from '../../src/app/subscription-rounds.ts';
import { RegistryError } from '../../src/domain/errors.ts';
import type { Part } from '../../src/domain/federation/federated-answer.ts';
import { type FeedPeople, feedPeople } from '../../src/domain/federation/feed.ts';
import type { Frequency } from '../../src/domain/federation/subscription.ts';
import { atOnce } from '../../src/domain/steps.ts';
import type { WholeSearch } from '../../src/federation/federated-search.ts';
import type { EveryMinute } from '../../src/lib/every-minute.ts';
import type { Delivery, SingleMessage } from '../../src/operations/mailer.ts';
import { readSavedSearch } from '../../src/pages/feeds/saved-search.ts';
import { sqliteState } from '../../src/registry/state/sqlite-state.ts';
import type { SubscriptionStore } from '../../src/registry/state/subscription-store.ts';
import { type Subscription, type Subscriptions, subscriptions } from '../../src/registry/state/subscriptions.ts';
import type { Store } from '../../src/registry/store/store.ts';
import { sampledCount } from '../support/machine/sample.ts';
import { openTemporaryStore } from '../support/registry/temporary-store.ts';

const KEY = new Uint8Array(32).fill(5);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const START = Date.parse('2026-03-01T00:00:00Z');

/** Partners that each know some people by the symbol that is asked, and how often they were asked on which day. */
function scriptedPartners(count: number, clock: { nowMs: number }) {
  const known = new Map<string, Map<number, string>>();
  const silent = new Set<number>();
  const calls = new Map<string, number>();
  const wholeSearch = (({ question }: { question: { query: { symbol: string } } }) => ({
    async collect() {
      const { symbol } = question.query;
      const day = Math.floor((clock.nowMs - START) / DAY_MS);
      return { parts: Array.from({ length: count }, (_, partner) => part(partner, symbol, day)) };
    },
  })) as unknown as WholeSearch;

  function part(partner: number, symbol: string, day: number): Part {
    const key = `${day} ${partner} ${symbol}`;
    calls.set(key, (calls.get(key) ?? 0) + 1);
    const people = silent.has(partner) ? [] : [...(known.get(`${partner} ${symbol}`) ?? [])];
    const state = silent.has(partner) ? 'timeout' : people.length === 0 ? 'empty' : 'answered';
    const origin = { key: `p${partner}`, origin: `Partner ${partner}`, state, exact: state !== 'timeout', dropped: 0 };
    const records = people.map(([id, name]) => ({ json: JSON.stringify({ id, name }), isAnonymised: false }));
    return { origin, records } as unknown as Part;
  }

  return {
    wholeSearch,
    silent,
    calls,
    left(partner: number, symbol: string, id: number) {
      known.get(`${partner} ${symbol}`)?.delete(id);
    },
    came(partner: number, symbol: string, id: number, name: string) {
      const key = `${partner} ${symbol}`;
      known.set(key, (known.get(key) ?? new Map()).set(id, name));
    },
  };
}

type Partners = ReturnType<typeof scriptedPartners>;
type Clock = { nowMs: number };

function openProcess(
  store: Store,
  partners: Partners,
  clock: Clock,
  deliver: (message: SingleMessage) => Delivery,
  change: Partial<SubscriptionStore> = {},
) {
  const kept = subscriptions({
    ...{ store: { ...sqliteState(store).subscriptions, ...change }, key: KEY, most: 1000 },
    now: () => new Date(clock.nowMs),
  });
  const warned: string[] = [];
  const rounds = subscriptionRounds({
    ...{
      subscriptions: kept,
      feedQuestions: { note: async () => {} },
      refuseUnfit: () => {},
      wholeSearch: partners.wholeSearch,
      sources: () => [],
      features: { apiEnabled: true, searchByGene: true, searchByResearcher: true, anonymises: false },
    },
    ...{ activeTaxa: async () => [], searchChoices: async () => ({ organs: [], ontologies: [] }) },
    mail: { deliver: async (message) => deliver({ ...message, text: withoutLinks(message.text) }) },
    ...{ shortname: 'AlphaNet', host: 'https://alpha.example.org', warn: (what: string) => warned.push(what) },
    reportFault(error) {
      throw error;
    },
  });
  return { kept, rounds, warned };
}

/** Any letters may stand in the random ends of links, those of a short name too. */
function withoutLinks(text: string): string {
  const links = /https:\/\/\S+/g;
  expect(text).toMatch(links);
  return text.replaceAll(links, 'a link');
}

async function subscribe(
  kept: Subscriptions,
  partners: Partners,
  { address, symbol, frequency = 'daily' }: { address: string; symbol: string; frequency?: Frequency },
) {
  const outcome = await kept.ask(wishOf({ address, symbol, frequency }));
  const found = 'subscription' in outcome ? outcome.subscription : undefined;
  return found && kept.confirm(found, ...(await foundNow(partners, symbol)));
}

function wishOf({ address, symbol, frequency }: { address: string; symbol: string; frequency: Frequency }) {
  const search = new URLSearchParams({ symbol, taxonId: '9606' });
  const { key } = readSavedSearch('genes', search);
  return { address, kind: 'genes', search: `${search}`, lang: 'en', frequency, question: key } as const;
}

/** The question as it is kept, and whom it finds. */
async function foundNow({ wholeSearch }: Partners, symbol: string): Promise<[question: string, found: FeedPeople]> {
  const { query, key } = readSavedSearch('genes', new URLSearchParams({ symbol, taxonId: '9606' }));
  const collected = await wholeSearch(query, undefined as never, undefined as never).collect();
  return [key, atOnce(feedPeople(collected?.parts ?? []))];
}

/** Every quarter of an hour of the quiet hours of a day. */
async function night(rounds: readonly EveryMinute[], clock: Clock, day: number): Promise<void> {
  for (let atMs = HOUR_MS; atMs < 5 * HOUR_MS; atMs += HOUR_MS / 4) {
    clock.nowMs = START + day * DAY_MS + atMs;
    await Promise.all(rounds.map(({ look }) => look()));
  }
  clock.nowMs = START + day * DAY_MS + 5 * HOUR_MS - 1000;
  await Promise.all(rounds.map(({ look }) => look()));
  clock.nowMs += 2 * HOUR_MS;
}

test('1,000 subscriptions to 300 questions ask each of 10 partners once a day for each question, in two processes', async () => {
  const [subscribers, questions] = [sampledCount(250, 1000), sampledCount(75, 300)];
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(10, clock);
  const numbers = new Map<string, number>();
  const deliver = ({ to, text }: SingleMessage): Delivery => {
    for (const [name] of text.matchAll(/Person \d+ of \w+/g))
      numbers.set(`${to} ${name}`, (numbers.get(`${to} ${name}`) ?? 0) + 1);
    return 'sent';
  };
  const processes = [database.store, database.openAgain()].map((store) => openProcess(store, partners, clock, deliver));
  const [one] = processes as [ReturnType<typeof openProcess>];
  const symbolOf = (subscriber: number) => `GENE${subscriber % questions}`;
  for (let at = 0; at < subscribers; at++) {
    const wish = {
      address: `user.${at}@example.org`,
      symbol: symbolOf(at),
      frequency: at % 2 === 0 ? 'daily' : 'weekly',
    } as const;
    expect(await subscribe(one.kept, partners, wish)).toMatchObject({ token: expect.any(String) });
  }
  partners.calls.clear();
  const rounds = processes.map((each) => each.rounds);
  for (let day = 1; day <= 8; day++) {
    for (let question = 0; question < questions; question += 3) {
      partners.came((question + day) % 10, `GENE${question}`, day, `Person ${day} of GENE${question}`);
    }
    await night(rounds, clock, day);
  }
  expect(Math.max(...partners.calls.values())).toBe(1);
  const byPartnerAndDay = Map.groupBy(partners.calls.keys(), (key) => key.split(' ', 2).join(' '));
  const [most] = [...byPartnerAndDay.values()].map(({ length }) => length).sort((a, b) => b - a);
  expect(most).toBeLessThanOrEqual(questions);
  expect(new Set(numbers.values())).toEqual(new Set([1]));
  // Daily: everybody until the last night. Weekly: everybody until theirs.
  for (let at = 0; at < subscribers; at++) {
    if ((at % questions) % 3 !== 0) continue;
    const people = at % 2 === 0 ? 8 : 7;
    const names = Array.from(
      { length: people },
      (_, day) => `user.${at}@example.org Person ${day + 1} of ${symbolOf(at)}`,
    );
    expect(names.filter((name) => !numbers.has(name))).toEqual([]);
  }
  for (const { rounds: each } of processes) await each[Symbol.asyncDispose]();
});

test('a process that ends at any message leaves the rest to the next day: nobody twice, nobody forgotten', async () => {
  for (let end = 0; end < 6; end++) {
    using database = openTemporaryStore();
    const clock = { nowMs: START + 12 * HOUR_MS };
    const partners = scriptedPartners(2, clock);
    const reported: string[] = [];
    let left = end;
    const ended = new AbortController();
    const deliver = ({ to }: SingleMessage): Delivery => {
      if (left-- === 0) ended.abort();
      if (ended.signal.aborted) return 'failed';
      reported.push(to);
      return 'sent';
    };
    const first = openProcess(database.store, partners, clock, deliver);
    const addresses = [0, 1, 2, 3, 4].map((at) => `user.${at}@example.org`);
    for (const address of addresses)
      await subscribe(first.kept, partners, { address, symbol: 'KCNQ2', frequency: 'weekly' });
    partners.came(1, 'KCNQ2', 7, 'Ada Example');
    await night([first.rounds], clock, 7);
    await first.rounds[Symbol.asyncDispose]();
    expect(reported).toHaveLength(Math.min(end, 5));
    const again = openProcess(database.openAgain(), partners, clock, ({ to }) => {
      reported.push(to);
      return 'sent';
    });
    partners.calls.clear();
    for (const day of [8, 9, 14, 15]) await night([again.rounds], clock, day);
    expect(reported.toSorted()).toEqual(addresses);
    expect(Math.max(...partners.calls.values())).toBe(1);
    await again.rounds[Symbol.asyncDispose]();
  }
});

test('a message whose sending was not noted is sent again under the same name, by which mailboxes show it once', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(1, clock);
  const keys: string[] = [];
  const { kept, rounds } = openProcess(database.store, partners, clock, ({ key }) => {
    keys.push(key);
    return clock.nowMs < START + 3 * DAY_MS ? 'failed' : 'sent';
  });
  await subscribe(kept, partners, { address: 'ada@example.org', symbol: 'KCNQ2' });
  partners.came(0, 'KCNQ2', 1, 'Ada Example');
  for (const day of [1, 2, 3]) await night([rounds], clock, day);
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);
  await rounds[Symbol.asyncDispose]();
});

test('whoever withdraws while the mail server fails is named in no message', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(1, clock);
  const sent: string[] = [];
  let failures = 0;
  const { kept, rounds } = openProcess(database.store, partners, clock, ({ text }) => {
    if (failures++ === 0) {
      partners.left(0, 'KCNQ2', 1);
      return 'failed';
    }
    sent.push(text);
    return 'sent';
  });
  await subscribe(kept, partners, { address: 'ada@example.org', symbol: 'KCNQ2' });
  partners.came(0, 'KCNQ2', 1, 'Ada Example');
  for (const day of [1, 2]) await night([rounds], clock, day);
  expect(failures).toBe(1);
  partners.came(0, 'KCNQ2', 2, 'Bo Boreal');
  await night([rounds], clock, 3);
  expect(sent).toEqual([expect.stringContaining('Bo Boreal')]);
  expect(sent[0]).not.toContain('Ada');
  await rounds[Symbol.asyncDispose]();
});

test('people of a silent partner are not new when it is back, and those it hid at first are named', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(2, clock);
  const sent: SingleMessage[] = [];
  const { kept, rounds } = openProcess(database.store, partners, clock, (message) => {
    sent.push(message);
    return 'sent';
  });
  partners.came(0, 'KCNQ2', 1, 'Ada Example');
  partners.came(1, 'KCNQ2', 2, 'Bo Boreal');
  await subscribe(kept, partners, { address: 'early@example.org', symbol: 'KCNQ2' });
  partners.silent.add(1);
  await subscribe(kept, partners, { address: 'late@example.org', symbol: 'KCNQ2' });
  partners.came(0, 'KCNQ2', 3, 'Cy Later');
  await night([rounds], clock, 1);
  expect(sent.map(({ to }) => to).toSorted()).toEqual(['early@example.org', 'late@example.org']);
  for (const { text } of sent) {
    expect(text).toContain('Cy Later');
    expect(text).not.toMatch(/Ada|Bo/);
    expect(text).toContain('People may be missing: Partner 1 gave no full answer this time.');
  }
  sent.length = 0;
  partners.silent.clear();
  await night([rounds], clock, 2);
  expect(sent.map(({ to }) => to)).toEqual(['late@example.org']);
  expect(sent[0]?.text).toContain('Bo Boreal');
  expect(sent[0]?.text).not.toMatch(/Cy|Ada|People may be missing/);
  await rounds[Symbol.asyncDispose]();
});

test('who subscribes to the same question again has it once, as wished last', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(1, clock);
  const sent: string[] = [];
  const { kept, rounds } = openProcess(database.store, partners, clock, ({ to }) => {
    sent.push(to);
    return 'sent';
  });
  const address = 'ada@example.org';
  await subscribe(kept, partners, { address, symbol: 'KCNQ2', frequency: 'weekly' });
  partners.came(0, 'KCNQ2', 1, 'Ada Example');
  await subscribe(kept, partners, { address, symbol: 'KCNQ2', frequency: 'daily' });
  for (const day of [1, 2, 7, 8]) await night([rounds], clock, day);
  expect(sent).toEqual([address]);
  await rounds[Symbol.asyncDispose]();
});

test('another key of the registry, or another form of questions, sends nobody everything once more', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(1, clock);
  const sent: string[] = [];
  const { kept, rounds } = openProcess(database.store, partners, clock, ({ text }) => {
    sent.push(text);
    return 'sent';
  });
  partners.came(0, 'KCNQ2', 1, 'Ada Example');
  for (const frequency of ['daily', 'weekly'] as const) {
    await subscribe(kept, partners, { address: `${frequency}@example.org`, symbol: 'KCNQ2', frequency });
  }
  database.store.write((tx) => tx.run("UPDATE subscription SET question = x'00112233445566778899aabbccddeeff'"));
  for (const day of [1, 2, 7]) await night([rounds], clock, day);
  expect(sent).toEqual([]);
  partners.came(0, 'KCNQ2', 2, 'Bo Later');
  for (const day of [8, 9, 14, 15]) await night([rounds], clock, day);
  expect(sent.map((text) => /Ada|Bo Later/.exec(text)?.[0])).toEqual(['Bo Later', 'Bo Later']);
  await rounds[Symbol.asyncDispose]();
});

test('a message that is out and cannot be noted in the quiet hours is noted after them, and not sent again', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(1, clock);
  const { settle } = sqliteState(database.store).subscriptions;
  let isAway = false;
  const sent: string[] = [];
  const deliver = ({ to, text }: SingleMessage): Delivery => {
    isAway = clock.nowMs < START + 2 * DAY_MS;
    sent.push(`${to} ${/Ada|Bo/.exec(text)?.[0]}`);
    return 'sent';
  };
  const { kept, rounds } = openProcess(database.store, partners, clock, deliver, {
    async settle(...args) {
      if (isAway) throw new RegistryError('state-unavailable');
      await settle(...args);
    },
  });
  await subscribe(kept, partners, { address: 'ada@example.org', symbol: 'KCNQ2' });
  partners.came(0, 'KCNQ2', 1, 'Ada Example');
  await night([rounds], clock, 1);
  isAway = false;
  await rounds.look();
  partners.came(0, 'KCNQ2', 2, 'Bo Boreal');
  await night([rounds], clock, 2);
  expect(sent).toEqual(['ada@example.org Ada', 'ada@example.org Bo']);
  await rounds[Symbol.asyncDispose]();
});

test('whoever confirms by an answer from before somebody came gets a message about that person once', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(1, clock);
  const sent: string[] = [];
  const { kept, rounds } = openProcess(database.store, partners, clock, ({ to }) => {
    sent.push(to);
    return 'sent';
  });
  await subscribe(kept, partners, { address: 'early@example.org', symbol: 'KCNQ2' });
  const before = await foundNow(partners, 'KCNQ2');
  partners.came(0, 'KCNQ2', 1, 'Ada Example');
  await night([rounds], clock, 1);
  // Another instance has the answer of a moment ago.
  const outcome = await kept.ask(wishOf({ address: 'late@example.org', symbol: 'KCNQ2', frequency: 'daily' }));
  await kept.confirm((outcome as { subscription: Subscription }).subscription, ...before);
  await night([rounds], clock, 2);
  expect(sent).toEqual(['early@example.org', 'late@example.org']);
  await rounds[Symbol.asyncDispose]();
});

test('who presses two links to the same question at once has it once', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START + 12 * HOUR_MS };
  const partners = scriptedPartners(1, clock);
  const sent: string[] = [];
  const processes = [database.store, database.openAgain()].map((store) =>
    openProcess(store, partners, clock, ({ to }) => {
      sent.push(to);
      return 'sent';
    }),
  );
  const address = 'ada@example.org';
  const confirming = processes.map(async ({ kept }, at) => {
    const wish = wishOf({ address, symbol: 'KCNQ2', frequency: at === 0 ? 'daily' : 'weekly' });
    const outcome = await kept.ask(wish);
    const found = await foundNow(partners, 'KCNQ2');
    return () => kept.confirm((outcome as { subscription: Subscription }).subscription, ...found);
  });
  const confirmed = await Promise.all((await Promise.all(confirming)).map((confirm) => confirm()));
  expect(confirmed).toEqual([{ token: expect.any(String) }, { token: expect.any(String) }]);
  partners.came(0, 'KCNQ2', 1, 'Ada Example');
  const rounds = processes.map((each) => each.rounds);
  for (let day = 1; day <= 8; day++) await night(rounds, clock, day);
  expect(sent).toEqual([address]);
  for (const each of rounds) await each[Symbol.asyncDispose]();
});
