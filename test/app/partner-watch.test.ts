/** Messages to those who run a partner: one when it has been unwell for a day, one when it is well again, whatever happens in between. */

import { afterEach, expect, test } from 'vitest';
import { partnerWatch } from '../../src/app/partner-watch.ts';
import { reason } from '../../src/domain/federation/reasons.ts';
import type { Health } from '../../src/federation/partner/partner-state.ts';
import type { Delivery, SingleMessage } from '../../src/operations/mailer.ts';
import { outages } from '../../src/registry/state/outages.ts';
import { sqliteState } from '../../src/registry/state/sqlite-state.ts';
import type { Store } from '../../src/registry/store/store.ts';
import { openTemporaryStore } from '../support/registry/temporary-store.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.parse('2026-03-01T00:00:00Z');
const STORED_NAME = 'Registry B has had problems answering AlphaNet for a day';
const WELL = 'Registry B answers AlphaNet again';

/** How partners are from when on, until the next time: `true` is well. */
type Course = readonly (readonly [fromMs: number, isHealthy: boolean | undefined])[];
type Clock = { nowMs: number };
type Sent = { at: string; to: string; what: string; key: string };

function openProcess(
  store: Store,
  clock: Clock,
  courses: Record<string, Course>,
  deliver: (message: SingleMessage) => Delivery | Promise<Delivery>,
) {
  const checkHealth =
    (course: Course) =>
    async (wasUnhealthy: boolean): Promise<Health | undefined> => {
      const isHealthy = course.findLast(([fromMs]) => START + fromMs <= clock.nowMs)?.[1];
      if (isHealthy === undefined || (isHealthy && !wasUnhealthy)) return undefined;
      return { isHealthy, because: isHealthy ? undefined : reason('no-answer', { timeoutMs: 3000 }) };
    };
  const watch = partnerWatch({
    watched: () =>
      Object.entries(courses).map(([key, course]) => ({
        ...{ key, name: `Registry ${key.toUpperCase()}`, url: `https://${key}.example.org` },
        ...{ contact: `${key}@example.org`, checkHealth: checkHealth(course) },
      })),
    outages: outages(sqliteState(store).settings),
    mail: { deliver: async (message) => deliver(message) },
    ...{ shortname: 'AlphaNet', host: 'https://alpha.example.org', now: () => new Date(clock.nowMs) },
    reportFault(error) {
      throw error;
    },
  });
  opened.push(watch);
  return watch;
}

/** Each would look again after a minute, at a database that is closed by then; one of them waits for its mail for ever. */
const opened: AsyncDisposable[] = [];
afterEach(() => {
  for (const watch of opened.splice(0)) void watch[Symbol.asyncDispose]();
});

type Process = ReturnType<typeof openProcess>;

async function pass(processes: readonly Process[], clock: Clock, untilMs: number, stepMs = 10 * MINUTE_MS) {
  for (; clock.nowMs <= START + untilMs; clock.nowMs += stepMs) await Promise.all(processes.map(({ look }) => look()));
}

function mailbox(clock: Clock) {
  const sent: Sent[] = [];
  const deliver = ({ to, subject, key }: SingleMessage): Delivery => {
    sent.push({ at: new Date(clock.nowMs).toISOString().slice(5, 16), to, what: subject.split(' · ')[0] ?? '', key });
    return 'sent';
  };
  return { sent, deliver };
}

test('a day without a good answer, and an hour of good ones after it, are a message each', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START };
  const { sent, deliver } = mailbox(clock);
  const days = {
    b: [
      [HOUR_MS, false],
      [40 * HOUR_MS, true],
    ],
  } satisfies Record<string, Course>;
  await pass([openProcess(database.store, clock, days, deliver)], clock, 80 * HOUR_MS);
  expect(sent.map(({ at, to, what }) => [at, to, what])).toEqual([
    ['03-02T01:00', 'b@example.org', STORED_NAME],
    ['03-02T17:00', 'b@example.org', WELL],
  ]);
});

test('what lasts for less than a day, or has been over for an hour within it, is reported to nobody', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START };
  const { sent, deliver } = mailbox(clock);
  const nights = {
    b: [
      [0, false],
      [23 * HOUR_MS, true],
      [24.5 * HOUR_MS, false],
      [48 * HOUR_MS, true],
    ],
  } satisfies Record<string, Course>;
  await pass([openProcess(database.store, clock, nights, deliver)], clock, 80 * HOUR_MS);
  expect(sent).toEqual([]);
});

test('a partner that is well for less than an hour now and then has been unwell all the time', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START };
  const { sent, deliver } = mailbox(clock);
  const flaps = Array.from(
    { length: 30 },
    (_, hour) =>
      [
        [hour * HOUR_MS, false],
        [(hour + 0.5) * HOUR_MS, true],
      ] as const,
  );
  await pass([openProcess(database.store, clock, { b: flaps.flat() }, deliver)], clock, 40 * HOUR_MS);
  expect(sent.map(({ at, what }) => [at, what])).toEqual([
    ['03-02T00:00', STORED_NAME],
    ['03-02T06:30', WELL],
  ]);
});

test('two processes and two instances over one state send each message once, and a restart forgets nothing', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START };
  const { sent, deliver } = mailbox(clock);
  const slowly = async (message: SingleMessage) => {
    await new Promise((resolve) => setImmediate(resolve));
    return deliver(message);
  };
  const courses = {
    b: [
      [0, false],
      [30 * HOUR_MS, true],
    ],
    c: [[2 * HOUR_MS, false]],
  } satisfies Record<string, Course>;
  const open = () => [database.store, database.openAgain()].map((store) => openProcess(store, clock, courses, slowly));
  const first = open();
  await pass(first, clock, 20 * HOUR_MS);
  for (const each of first) await each[Symbol.asyncDispose]();
  await pass(open(), clock, 60 * HOUR_MS);
  expect(sent.map(({ to, what }) => `${to} ${what}`)).toEqual([
    `b@example.org ${STORED_NAME}`,
    'c@example.org Registry C has had problems answering AlphaNet for a day',
    `b@example.org ${WELL}`,
  ]);
});

test('a message that could not be noted is sent again under the same name; one that the server does not take waits', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START };
  const { sent, deliver } = mailbox(clock);
  const courses = { b: [[0, false]] } satisfies Record<string, Course>;
  const killed = openProcess(database.store, clock, courses, (message) => {
    deliver(message);
    return new Promise<Delivery>(() => {});
  });
  await pass([killed], clock, 23.9 * HOUR_MS);
  clock.nowMs = START + 24 * HOUR_MS;
  void killed.look();
  await expect.poll(() => sent.length).toBe(1);
  let isTaken = false;
  const tries: string[] = [];
  const next = openProcess(database.openAgain(), clock, courses, (message) => {
    tries.push(new Date(clock.nowMs).toISOString().slice(11, 16));
    return isTaken ? deliver(message) : 'failed';
  });
  await pass([next], clock, 24.5 * HOUR_MS, MINUTE_MS);
  isTaken = true;
  await pass([next], clock, 30 * HOUR_MS);
  expect(tries.slice(0, 3)).toEqual(['00:10', '00:20', '00:30']);
  expect([sent.length, new Set(sent.map(({ key }) => key)).size]).toEqual([2, 1]);
});

test('an address that is refused for good is not written to again, and what nobody looked at for a day counts for nothing', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START };
  const tries: string[] = [];
  const courses = {
    b: [
      [0, false],
      [50 * HOUR_MS, undefined],
      [90 * HOUR_MS, false],
      [100 * HOUR_MS, true],
    ],
  } satisfies Record<string, Course>;
  const watch = openProcess(database.store, clock, courses, ({ subject }) => {
    tries.push(subject);
    return 'refused';
  });
  await pass([watch], clock, 130 * HOUR_MS);
  expect(tries.map((subject) => subject.split(' · ')[0])).toEqual([STORED_NAME]);
});

test('a clock that was set a year ahead for a while keeps no message back', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START };
  const { sent, deliver } = mailbox(clock);
  const times = outages(sqliteState(database.store).settings);
  const ahead = START / 1000 + 365 * 86_400;
  const wrong = { since: ahead, seenAt: ahead, healthySince: null, notifiedAt: null, sendingUntil: ahead + 600 };
  expect(await times.change('b', undefined, wrong)).toBe(true);
  await pass([openProcess(database.store, clock, { b: [[0, false]] }, deliver)], clock, 25 * HOUR_MS);
  expect(sent.map(({ at, what }) => [at, what])).toEqual([['03-02T00:00', STORED_NAME]]);
});

test('the message says in both languages who, since when and why, and where more is to be seen', async () => {
  using database = openTemporaryStore();
  const clock = { nowMs: START };
  const messages: SingleMessage[] = [];
  const watch = openProcess(database.store, clock, { b: [[0, false]] }, (message) => {
    messages.push(message);
    return 'sent';
  });
  await pass([watch], clock, 25 * HOUR_MS);
  const [{ text, html, subject } = { text: '', html: '', subject: '' }] = messages;
  expect(subject).toBe(`${STORED_NAME} · Registry B répond avec difficulté à AlphaNet depuis un jour`);
  expect(text).toContain('AlphaNet asks Registry B (https://b.example.org) when people search.');
  expect(text).toContain('At the last check, Registry B did not answer within 3 s.');
  expect(text).toContain('Lors du dernier contrôle, Registry B n’a pas répondu en 3 s.');
  expect(text.match(/2026-03-01 00:00 UTC/g)).toHaveLength(2);
  for (const lang of ['en', 'fr']) {
    const link = `https://alpha.example.org/partner-status?lang=${lang}`;
    expect(text).toContain(`\n${link}\n`);
    expect(html).toContain(`<a href="${link}">${link}</a>`);
  }
});
