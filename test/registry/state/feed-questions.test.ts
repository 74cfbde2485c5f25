/** What is stored of the questions of feeds: who came since when, over time, within a bound, and nothing that can be read. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { FeedPeople, FeedPerson } from '../../../src/domain/federation/feed.ts';
import { feedQuestions } from '../../../src/registry/state/feed-questions.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import type { Store } from '../../../src/registry/store/store.ts';
import { smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { openTemporaryStore } from '../../support/registry/temporary-store.ts';

const KEY = new Uint8Array(32).fill(5);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ASKED = { kind: 'genes', search: 'symbol=KCNQ2&taxonId=9606' } as const;

function person(userId: number, originKey = 'local'): FeedPerson {
  const named = { userId, name: `Person ${userId}`, organization: undefined };
  return { originKey, registry: originKey, key: `named ${userId}`, named, genes: ['KCNQ2 (human)'] };
}

function found(people: FeedPerson[], partly: string[] = []): FeedPeople {
  const coverage = ['local', 'boreal'].map((key) => {
    const isWhole = !partly.includes(key);
    return { key, registry: key, isWhole, people: people.filter(({ originKey }) => originKey === key).length };
  });
  const whole = coverage.filter(({ isWhole }) => isWhole).map(({ key }) => key);
  return { people, whole, partly, notices: new Map(), coverage };
}

function openQuestions(store: Store, most = 10) {
  let atMs = Date.parse('2026-03-01T10:00:00.500Z');
  const questions = feedQuestions({
    ...{ store: sqliteState(store).feedQuestions, key: KEY, most },
    now: () => new Date(atMs),
  });
  const look = async (question: string, people: FeedPeople, network = question) =>
    (await questions.read(question, ASKED, network)).look(people);
  return {
    ...questions,
    look,
    pass(ms: number) {
      atMs += ms;
    },
    async lookAt(question: string, people: FeedPeople) {
      const { entries, changedAt, isStored: isKept } = await look(question, people);
      const came = entries.map(({ person: { key }, cameAt }) => `${key} ${cameAt.toISOString().slice(5, 16)}`);
      return { came, changed: changedAt.toISOString().slice(5, 19), isKept };
    },
  };
}

test('what a registry wants to be said beside its people is a change of what is found, and nobody comes by it', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const questions = openQuestions(database.store);
  const before = found([person(1, 'boreal')]);
  await questions.lookAt('q', before);
  questions.pass(DAY_MS);
  const notices = new Map([['boreal', { disclaimer: 'For research only.' }]]);
  const changed = { came: ['named 1 03-01T10:00'], changed: '03-02T10:00:00' };
  expect(await questions.lookAt('q', { ...before, notices })).toMatchObject(changed);
  questions.pass(DAY_MS);
  expect(await questions.lookAt('q', { ...before, notices })).toMatchObject(changed);
});

test('whoever comes is dated from then on, and whoever leaves is forgotten at once', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const questions = openQuestions(database.store);
  expect(await questions.lookAt('q', found([person(1)]))).toEqual({
    ...{ came: ['named 1 03-01T10:00'], changed: '03-01T10:00:00', isKept: true },
  });
  questions.pass(DAY_MS);
  const both = ['named 2 03-02T10:00', 'named 1 03-01T10:00'];
  expect(await questions.lookAt('q', found([person(1), person(2)]))).toMatchObject({ came: both });
  questions.pass(DAY_MS);
  // Nothing is different, and so is the time of the last change.
  expect(await questions.lookAt('q', found([person(1), person(2)]))).toMatchObject({
    ...{ came: both, changed: '03-02T10:00:00' },
  });
  expect(await questions.lookAt('q', found([person(2)]))).toMatchObject({
    ...{ came: both.slice(0, 1), changed: '03-03T10:00:00' },
  });
  questions.pass(DAY_MS);
  const again = await questions.lookAt('q', found([person(1), person(2)]));
  expect(again.came).toEqual(['named 1 03-04T10:00', 'named 2 03-02T10:00']);
});

test('people of a registry that did not answer come back as those they were', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const questions = openQuestions(database.store);
  const before = await questions.look('q', found([person(1), person(7, 'boreal')]));
  questions.pass(DAY_MS);
  expect((await questions.lookAt('q', found([person(1)], ['boreal']))).came).toEqual(['named 1 03-01T10:00']);
  questions.pass(DAY_MS);
  const after = await questions.look('q', found([person(1), person(7, 'boreal')]));
  expect(after.entries).toEqual(before.entries);
});

test('two changes within a second have two times', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const questions = openQuestions(database.store);
  const changed = [];
  for (const people of [[person(1)], [], [person(2)]])
    changed.push((await questions.lookAt('q', found(people))).changed);
  expect(changed).toEqual(['03-01T10:00:00', '03-01T10:00:01', '03-01T10:00:02']);
});

test('ids are the same in another process, differ between questions, and no name or number is stored', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const one = await openQuestions(database.store).look('genes-search?symbol=KCNQ2', found([person(4711)]));
  const other = await openQuestions(database.openAgain()).look('genes-search?symbol=KCNQ2', found([person(4711)]));
  const elsewhere = await openQuestions(database.store).look('genes-search?symbol=TP53', found([person(4711)]));
  expect(other).toEqual(one);
  expect(one.entries[0]?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(elsewhere.entries[0]?.id).not.toBe(one.entries[0]?.id);
  const rows = ['standing_question', 'standing_question_person'].flatMap((table) => {
    const query = database.store.query<(Uint8Array | string | number)[]>(`SELECT * FROM ${table}`);
    return database.store.read((tx) => query.all(tx));
  });
  const kept = rows
    .flat()
    .map((cell) => (cell instanceof Uint8Array ? Buffer.from(cell).toString('latin1') : `${cell}`));
  expect(kept.length).toBeGreaterThan(10);
  expect(kept.join('\n')).not.toMatch(/4711|KCNQ2|Person|TP53/);
});

test('beyond the bound a passing question makes room, and where all stand, everybody is dated today', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const questions = openQuestions(database.store, 2);
  await questions.look('stands', found([person(1)]));
  questions.pass(13 * HOUR_MS);
  await questions.look('stands', found([person(1)]));
  for (const passing of ['a', 'b', 'c']) {
    expect(await questions.lookAt(passing, found([person(1)]))).toMatchObject({ isKept: true });
  }
  // Nobody drove out the one that was read twice.
  expect((await questions.lookAt('stands', found([person(1)]))).came).toEqual(['named 1 03-01T10:00']);
  questions.pass(13 * HOUR_MS);
  await questions.look('c', found([person(1)]));
  expect(await questions.lookAt('d', found([person(2), person(1)]))).toMatchObject({
    ...{ isKept: false, changed: '03-02T00:00:00' },
    came: expect.arrayContaining(['named 1 03-02T00:00', 'named 2 03-02T00:00']),
  });
  // Who does not come back for a month gives the place away.
  questions.pass(31 * DAY_MS);
  expect(await questions.lookAt('d', found([person(1)]))).toMatchObject({ isKept: true });
  expect((await questions.lookAt('stands', found([person(1)]))).came).toEqual(['named 1 04-02T12:00']);
});

test('one network begins a tenth of all questions, whichever process it asks, and leaves the others to everybody else', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const processes = [0, 1, 2, 3].map(() => openQuestions(database.openAgain(), 100));
  const nobody = found([]);
  const askAll = async () => {
    const stored = await Promise.all(
      Array.from({ length: 200 }, async (_, at) => {
        const { isStored } = await (processes[at % 4] as (typeof processes)[number]).look(
          `q${at}`,
          nobody,
          '192.0.2.1',
        );
        return isStored;
      }),
    );
    return stored.filter((isStored) => isStored).length;
  };
  /** In a new turn of the event loop, as all reads of one turn see one moment. */
  const begun = async () => {
    await nextTurn();
    const count = database.store.query<[number]>('SELECT count(*) FROM standing_question');
    return database.store.read((tx) => count.first(tx));
  };
  await askAll();
  expect(await begun()).toEqual([10]);
  const [first, other] = processes as [(typeof processes)[number], (typeof processes)[number]];
  const questions = () =>
    database.store.read((tx) => database.store.query<[Uint8Array]>('SELECT question FROM standing_question').all(tx));
  const before = questions();
  // Half a day later its own questions stand, and no further one of it drives out anybody's.
  for (const each of processes) each.pass(13 * HOUR_MS);
  await database.store.writeInTurn((tx) => tx.run('UPDATE standing_question SET last_read_at = last_read_at + 46800'));
  expect((await first.look('another', nobody, '192.0.2.1')).isStored).toBe(false);
  expect(questions()).toEqual(before);
  for (let at = 0; at < 10; at++) {
    expect((await other.look(`of others ${at}`, nobody, `192.0.2.${10 + at}`)).isStored).toBe(true);
  }
  // What somebody else has begun is read by everybody.
  expect((await first.look('of others 1', nobody, '192.0.2.1')).isStored).toBe(true);
  expect(await begun()).toEqual([20]);
});

test('a question that finds more people than a feed has is refused', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const people = Array.from({ length: 1001 }, (_, index) => person(index));
  const questions = openQuestions(database.store);
  for (let reads = 0; reads < 2; reads++) {
    await expect(questions.look('q', found(people))).rejects.toThrow('at most 1000 people');
    questions.pass(13 * HOUR_MS);
  }
  // Nor is it asked every night for nobody.
  const query = database.store.query<[string | null]>('SELECT search FROM standing_question');
  expect(database.store.read((tx) => query.all(tx))).toEqual([[null]]);
});

test('a question is asked without a reader from the day after two reads twelve hours apart, once a day, for 30 days', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const questions = openQuestions(database.store);
  const other = openQuestions(database.openAgain());
  const pass = (ms: number) => {
    questions.pass(ms);
    other.pass(ms);
  };
  /** How often it is asked on a day, by two processes. */
  const claimedOnDay = async () => {
    const claimed = [];
    for (let hour = 0; hour < 24; hour++) {
      pass(HOUR_MS);
      for (const each of [questions, other]) {
        for (let one = await each.claim(); one !== undefined; one = await each.claim()) claimed.push(one);
      }
    }
    return claimed;
  };
  await questions.look('q', found([person(1)]));
  pass(11 * HOUR_MS);
  await questions.look('q', found([person(1)]));
  expect(await claimedOnDay()).toEqual([]);
  const { rows } = {
    rows: () => database.store.read((tx) => database.store.query('SELECT search FROM standing_question').all(tx)),
  };
  // What people ask for is kept of nobody who came once.
  expect(rows()).toEqual([[null]]);
  await questions.look('q', found([person(1)]));
  expect(rows()).toEqual([[ASKED.search]]);
  for (let day = 0; day < 29; day++) expect(await claimedOnDay()).toEqual([ASKED]);
  await questions.note('q', found([person(1), person(2)]));
  expect((await claimedOnDay()).length).toBeLessThan(2);
  expect(await claimedOnDay()).toEqual([]);
  // Who came is dated by the day on which nobody read it.
  expect((await questions.lookAt('q', found([person(1), person(2)]))).came[0]).toMatch(/^named 2 03-31/);
});

test('a month ends with an entry on who answered, which stays the same, and has none in the first month', async () => {
  using database = openTemporaryStore(smallSnapshot());
  const questions = openQuestions(database.store);
  const look = async (partly: string[] = []) => (await questions.look('q', found([person(1)], partly))).month;
  expect(await look(['boreal'])).toBeUndefined();
  questions.pass(31 * DAY_MS);
  const april = await look(['boreal']);
  const at = Date.parse('2026-04-01T10:00:00Z') / 1000;
  const since = Date.parse('2026-03-01T10:00:00Z') / 1000;
  const silent = { registry: 'boreal', since, now: 'silent' };
  expect(april).toMatchObject({ coverage: { at, whole: 1, all: 2, lines: [silent] } });
  questions.pass(DAY_MS);
  expect(await look()).toEqual(april);
  questions.pass(30 * DAY_MS);
  const may = await look();
  expect(may?.coverage).toMatchObject({ whole: 2, all: 2, lines: [{ ...silent, now: 'nobody' }] });
  expect(may?.id).not.toBe(april?.id);
  questions.pass(31 * DAY_MS);
  expect((await look())?.coverage.lines).toEqual([]);
});
