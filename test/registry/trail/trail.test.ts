/** The trail in its file: what is stored for how long, beside other processes, and what becomes of it on a bad machine. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, statfsSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { firstNames, inBrief, type Reason, reason } from '../../../src/domain/federation/reasons.ts';
import { titleOf } from '../../../src/domain/federation/reasons-in-english.ts';
import { renderDay, type TrailCall, type TrailEntry, type TrailFilter } from '../../../src/domain/federation/trail.ts';
import { openTrail } from '../../../src/registry/trail/open-trail.ts';
import { reasonInFrench } from '../../../src/web/words/fr/reasons.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const DAY_MS = 86_400_000;
const BROKEN_OFF = reason('answer-broken-off', { cause: null });
/** Written by the last version of format 1, which had words in place of reasons. */
const FORMAT_1 = gunzipSync(readFileSync(new URL('format-1.sqlite.gz', import.meta.url)));
const ALL: TrailFilter = { partner: undefined, state: undefined, day: undefined, before: undefined, size: 200 };

let folder: string;
let databaseFile: string;
let trailFile: string;
const said: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trail-'));
  databaseFile = join(folder, 'registry.sqlite');
  trailFile = join(folder, 'registry-trail.sqlite');
  said.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function open(settings: Partial<Parameters<typeof openTrail>[0]> = {}) {
  const log = (level: string, what: string) => void said.push(`${level}: ${what}`);
  const usual = { databaseFile, keepDays: 30, withText: false, tidies: true, log, now: () => NOON };
  return openTrail({ ...usual, ...settings });
}

function entry(about: Partial<TrailEntry> = {}): TrailEntry {
  return {
    atMs: NOON,
    kind: 'genes-search',
    viewer: 'public',
    outcome: 'complete',
    elapsedMs: 25,
    answers: [
      { key: 'local', state: 'answered', count: 3, elapsedMs: 1, cache: 'miss' },
      { key: 'b', state: 'empty', count: 0, elapsedMs: 25, cache: 'miss' },
    ],
    asked: undefined,
    ...about,
  };
}

function failing(atMs = NOON): TrailEntry {
  const answers = [{ key: 'c', state: 'timed-out', count: 0, elapsedMs: 3000, cache: 'miss' }] as const;
  return entry({ atMs, outcome: 'incomplete', answers });
}

function call(key: string, atMs: number, because: Reason | null, elapsedMs = 20): TrailCall {
  const reason = because && inBrief(because);
  return { key, at: new Date(atMs).toISOString(), isAnswer: reason === null, elapsedMs, reason };
}

function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

describe('what was asked is there again', () => {
  test('after a restart, the newest first, as it was', async () => {
    {
      await using trail = await open();
      trail.note(entry({ atMs: NOON - 5000 }));
      trail.note(failing());
    }
    await using trail = await open();
    const { entries, next, leftOut, keepDays, withText, trouble } = await trail.list(ALL);
    expect(entries).toEqual([
      { ...failing(), id: expect.any(Number), at: '2026-03-10T12:00:00.000Z', atMs: undefined, asked: undefined },
      { ...entry(), id: expect.any(Number), at: '2026-03-10T11:59:55.000Z', atMs: undefined, asked: undefined },
    ]);
    expect([next, leftOut, keepDays, withText, trouble]).toEqual([null, 0, 30, false, null]);
  });

  test('by registry, by state, by both in one answer, by day, and page by page', async () => {
    await using trail = await open();
    for (let hour = 0; hour < 48; hour++)
      trail.note(hour % 2 ? failing(NOON - hour * 3_600_000) : entry({ atMs: NOON - hour * 3_600_000 }));
    const count = async (filter: Partial<TrailFilter>) => (await trail.list({ ...ALL, ...filter })).entries.length;
    expect(await count({ partner: 'c' })).toBe(24);
    expect(await count({ state: 'empty' })).toBe(24);
    expect(await count({ partner: 'local', state: 'empty' })).toBe(0);
    expect(await count({ partner: 'nobody' })).toBe(0);
    expect(await count({ day: '2026-03-09' })).toBe(24);
    const seen: number[] = [];
    let before: number | undefined;
    for (let page = 0; page < 5; page++) {
      const { entries, next } = await trail.list({ ...ALL, before, size: 10 });
      seen.push(...entries.map(({ id }) => id));
      expect(next === null).toBe(page === 4);
      before = next ?? undefined;
    }
    expect(new Set(seen).size).toBe(48);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  test('a thousand at once, all of them', async () => {
    await using trail = await open();
    for (let count = 0; count < 1000; count++) trail.note(entry());
    let found = 0;
    for (let before: number | undefined; ; ) {
      const { entries, next } = await trail.list({ ...ALL, before });
      found += entries.length;
      if (next === null) break;
      before = next;
    }
    expect(found).toBe(1000);
  });

  test('of two that write the same file, in one order', async () => {
    await using one = await open();
    await using other = await open({ tidies: false });
    for (let count = 0; count < 50; count++) {
      one.note(entry({ atMs: NOON + 2 * count }));
      other.note(failing(NOON + 2 * count + 1));
    }
    await Promise.all([one.list(ALL), other.list(ALL)]);
    const { entries } = await one.list(ALL);
    expect(entries.length).toBe(100);
    expect(entries.map(({ outcome }) => outcome).slice(0, 4)).toEqual([
      'incomplete',
      'complete',
      'incomplete',
      'complete',
    ]);
    expect(said).toEqual([]);
  });
});

describe('the history of a partner', () => {
  test('goes on after a restart with its last hundred calls, and is counted by day', async () => {
    {
      await using trail = await open();
      trail.noteCall(call('b', NOON - DAY_MS, null, 100));
      for (let count = 0; count < 120; count++)
        trail.noteCall(call('b', NOON + count, count % 3 ? null : BROKEN_OFF, count));
      trail.noteCall(call('c', NOON, reason('connection-refused', { cause: 'ECONNREFUSED' })));
    }
    await using trail = await open();
    const ofB = trail.callsBefore.filter(({ key }) => key === 'b');
    expect(ofB).toHaveLength(100);
    expect(ofB.at(-1)).toEqual(call('b', NOON + 119, null, 119));
    expect(ofB[0]?.at).toBe(new Date(NOON + 20).toISOString());
    expect((await trail.partnerDays('b')).days).toEqual([
      {
        day: '2026-03-10',
        asked: 120,
        answered: 80,
        meanMs: 60,
        slowestMs: 119,
        failures: [{ reason: inBrief(BROKEN_OFF), count: 40 }],
      },
      { day: '2026-03-09', asked: 1, answered: 1, meanMs: 100, slowestMs: 100, failures: [] },
    ]);
    expect((await trail.partnerDays('nobody')).days).toEqual([]);
  });

  test('counts alike what reads alike, and any name stays what it is', async () => {
    const names = ['TP53, is switched off', "“y”; 'z' «w»\n", '{"code":"failed"}', '\u202eoff dehctiws si'];
    const named = names.map((name) => reason('unknown-terms', { ...firstNames([name, 'hp']), findsNobody: true }));
    const endless = reason('unknown-terms', { ...firstNames(['x'.repeat(10_000)]), findsNobody: true });
    const late = [reason('no-answer', { timeoutMs: 3000 }), reason('no-answer-begun', { timeoutMs: 3000 })];
    {
      await using trail = await open();
      for (const one of [...named, endless, ...late, ...late]) trail.noteCall(call('b', NOON, one));
    }
    await using trail = await open();
    expect(trail.callsBefore.map((one) => one.reason)).toEqual([
      ...[...named, reason('failed'), ...late, ...late].map(inBrief),
    ]);
    const [day] = (await trail.partnerDays('b')).days.map(renderDay);
    const words = named.map((one) => titleOf(one));
    expect(day?.failures.map(({ title, count }) => [title, count])).toEqual([
      ['did not answer within 3 s', 4],
      ...[...words, 'failed'].toSorted().map((title) => [title, 1]),
    ]);
  });
});

describe('a file of an older version', () => {
  /** What the version that wrote it said of the two partners. */
  const SAID = [
    'did not answer within 3 s',
    'did not answer within 0.6 s',
    'did not finish its answer within 10 s',
    'refuses connections',
    'is not available at the moment',
    'answered with an error',
    'refused our token',
    'sent something that is no proper answer',
    'redirects in a way that cannot be followed',
  ];

  test('is read with every call and every count, and says what it said', async () => {
    writeFileSync(trailFile, FORMAT_1);
    for (let start = 0; start < 2; start++) {
      await using trail = await open({ tidies: false });
      const ofB = trail.callsBefore.filter(({ key }) => key === 'b');
      expect(ofB.map(({ elapsedMs }) => elapsedMs)).toEqual(Array.from({ length: 15 }, (_, place) => 10 + place));
      expect(ofB.map((one) => one.reason && titleOf(one.reason))).toEqual([
        ...[null, ...SAID],
        ...['failed', 'failed', 'failed', 'refuses connections', null],
      ]);
      expect((await trail.partnerDays('b')).days.map(renderDay)).toEqual([
        {
          ...{ day: '2026-03-10', asked: 15, answered: 2, meanMs: 17, slowestMs: 24 },
          failures: [
            { title: 'failed', code: 'failed', params: {}, count: 3 },
            { title: 'refuses connections', code: 'connection-refused', params: {}, count: 2 },
            ...SAID.filter((title) => title !== 'refuses connections')
              .toSorted()
              .map((title) => ({ title, code: expect.any(String), params: expect.any(Object), count: 1 })),
          ],
        },
      ]);
      expect((await trail.partnerDays('c')).days).toMatchObject([
        { day: '2026-03-10', asked: 1, answered: 0, failures: [{ count: 1 }] },
        { day: '2026-03-09', asked: 1, answered: 1, meanMs: 5, failures: [] },
      ]);
      expect((await trail.list(ALL)).entries).toHaveLength(1);
    }
    expect(said).toEqual([]);
  });

  test('goes on with what fails now, counted with what failed then', async () => {
    writeFileSync(trailFile, FORMAT_1);
    await using one = await open({ tidies: false });
    await using other = await open({ tidies: false });
    one.noteCall(call('b', NOON, reason('connection-refused', { cause: 'ECONNREFUSED' })));
    other.noteCall(call('b', NOON, reason('no-answer-begun', { timeoutMs: 3000 })));
    await other.partnerDays('b');
    const [day] = (await one.partnerDays('b')).days.map(renderDay);
    const counts = new Map(day?.failures.map(({ title, count }) => [title, count]));
    expect([counts.get('refuses connections'), counts.get('did not answer within 3 s')]).toEqual([3, 2]);
    expect(said).toEqual([]);
  });

  test('is read once another process has migrated it, which is said, also where nothing was asked since', async () => {
    writeFileSync(trailFile, FORMAT_1);
    const other = new DatabaseSync(trailFile);
    other.exec('BEGIN IMMEDIATE');
    await using trail = await open({ tidies: false });
    expect((await trail.partnerDays('b')).trouble).toMatch(/another program has been writing/);
    other.exec('ROLLBACK');
    other.close();
    expect(await trail.partnerDays('b')).toMatchObject({ days: [{ asked: 15 }], trouble: null });
    expect(await trail.list(ALL)).toMatchObject({ trouble: null });
    expect(said).toEqual([
      expect.stringMatching(/^warn: the trail cannot be kept, as another program has been writing/),
      'info: the trail is kept again; nothing is missing',
    ]);
  });

  test('and a reason that only a later version knows reads as a failure, and stays what it is', async () => {
    {
      await using trail = await open();
      trail.noteCall(call('b', NOON, BROKEN_OFF));
    }
    const later = { code: 'moon-eclipsed', params: { moons: 2 } };
    const database = new DatabaseSync(trailFile);
    for (const table of ['call', 'partner_day']) {
      database.prepare(`UPDATE ${table} SET reason = ?`).run(JSON.stringify(later));
    }
    database.close();
    await using trail = await open();
    const [known] = trail.callsBefore;
    expect(known?.reason).toEqual(later);
    expect(known?.reason && [titleOf(known.reason), reasonInFrench(known.reason)]).toEqual(['failed', undefined]);
    expect((await trail.partnerDays('b')).days.map(renderDay)).toMatchObject([
      { asked: 1, failures: [{ title: 'failed', ...later, count: 1 }] },
    ]);
  });

  test.each([
    ...['', 'no JSON', 'null', '7', '"failed"', '[]', '{}', '{"code":7,"params":{}}', '{"code":"failed","params":[]}'],
    ...['{"code":"no-answer"}', '{"code":"no-answer","params":null}', '{"code":"limited","params":{}}'],
    ...['{"code":"unknown-terms","params":{"names":5}}', '{"code":"resting","params":{"because":null}}'],
  ])(
    'and a reason that has no words, %j, reads as a failure, and keeps no other call from being read',
    async (text) => {
      {
        await using trail = await open();
        trail.noteCall(call('b', NOON, BROKEN_OFF));
        trail.noteCall(call('c', NOON, BROKEN_OFF));
      }
      const database = new DatabaseSync(trailFile);
      const ofB = "origin_id = (SELECT id FROM origin WHERE key = 'b')";
      database.prepare(`UPDATE call SET reason = ? WHERE ${ofB}`).run(text);
      // Of a day, the empty text stands for answers.
      database.prepare(`UPDATE partner_day SET reason = ? WHERE ${ofB}`).run(text || ' ');
      database.close();
      await using trail = await open();
      const inWords = trail.callsBefore.map((one) => [one.key, one.reason && titleOf(one.reason)]);
      expect(inWords).toEqual([
        ['b', 'failed'],
        ['c', 'broke off its answer'],
      ]);
      expect((await trail.partnerDays('b')).days.map(renderDay)).toMatchObject([
        { asked: 1, failures: [{ title: 'failed', count: 1 }] },
      ]);
      expect(said).toEqual([]);
    },
  );

  test('and one of a later version is put aside whole, and a new one begun', async () => {
    {
      await using trail = await open();
      trail.noteCall(call('b', NOON, BROKEN_OFF));
    }
    const database = new DatabaseSync(trailFile);
    database.exec('ALTER TABLE call ADD COLUMN more TEXT; PRAGMA user_version = 3');
    database.close();
    await using trail = await open();
    trail.noteCall(call('b', NOON, BROKEN_OFF));
    expect((await trail.partnerDays('b')).days).toMatchObject([{ asked: 1 }]);
    expect(said).toEqual([expect.stringMatching(/format 3 and this version reads format 2.*put aside/)]);
    using aside = new DatabaseSync(`${trailFile}.damaged`, { readOnly: true });
    expect(aside.prepare('SELECT count(*) AS calls FROM call').get()).toEqual({ calls: 1 });
  });
});

describe('nothing is stored longer than it is to be', () => {
  test('what is older is deleted, with the calls and days of partners', async () => {
    {
      await using trail = await open({ keepDays: 3 });
      for (let day = 0; day < 6; day++) {
        trail.note(entry({ atMs: NOON - day * DAY_MS }));
        trail.noteCall(call('b', NOON - day * DAY_MS, null));
      }
    }
    await using trail = await open({ keepDays: 3, now: () => NOON + DAY_MS + 1 });
    await vi.waitFor(async () => expect((await trail.list(ALL)).entries).toHaveLength(2), PATIENT);
    expect((await trail.partnerDays('b')).days.map(({ day }) => day)).toEqual([
      '2026-03-10',
      '2026-03-09',
      '2026-03-08',
    ]);
  });

  test('with 0 days there is no file, and what was stored is gone', async () => {
    {
      await using trail = await open();
      trail.note(entry());
    }
    expect(existsSync(trailFile)).toBe(true);
    await using trail = await open({ keepDays: 0 });
    trail.note(entry());
    trail.noteCall(call('b', NOON, null));
    expect(await trail.list(ALL)).toEqual({
      keepDays: 0,
      withText: false,
      entries: [],
      next: null,
      leftOut: 0,
      trouble: null,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('texts that were stored are gone from the bytes of the file when they are not wanted any more', async () => {
    const asked = { text: 'symbol=QZXGENE1', userId: 4711 };
    {
      await using trail = await open({ withText: true });
      trail.note(entry({ asked }));
      expect((await trail.list(ALL)).entries[0]?.asked).toEqual(asked);
    }
    expect(readFileSync(trailFile).includes('QZXGENE1')).toBe(true);
    {
      await using trail = await open();
      await vi.waitFor(async () => expect((await trail.list(ALL)).entries[0]).not.toHaveProperty('asked'), PATIENT);
    }
    for (const name of await readdir(folder)) expect(readFileSync(join(folder, name)).includes('QZXGENE1')).toBe(false);
  });

  test('a day has room for so many lines, which is reported once', async () => {
    {
      await using trail = await open();
      trail.note(entry());
    }
    const database = new DatabaseSync(trailFile);
    database.exec('UPDATE day SET lines = 199996');
    database.close();
    await using trail = await open();
    for (let count = 0; count < 3; count++) trail.note(entry());
    trail.note(entry({ atMs: NOON + DAY_MS }));
    const { entries, leftOut } = await trail.list(ALL);
    expect([entries.length, leftOut]).toEqual([3, 2]);
    expect(said).toEqual([expect.stringMatching(/^warn: .*200000 lines/)]);
  });
});

test('the file and those beside it are for this account alone', async () => {
  await using trail = await open();
  trail.note(entry());
  await trail.list(ALL);
  for (const name of await readdir(folder))
    expect([name, statSync(join(folder, name)).mode & 0o777]).toEqual([name, 0o600]);
});

describe('a machine that fails', () => {
  test('a damaged file is put aside, and a new one begun, which is said', async () => {
    {
      await using trail = await open();
      trail.note(entry());
    }
    writeFileSync(
      trailFile,
      'this is no database at all, whatever its name says, and it is long enough to be looked at',
    );
    await using trail = await open();
    trail.note(failing());
    expect((await trail.list(ALL)).entries).toHaveLength(1);
    expect(said).toEqual([expect.stringMatching(/^warn: the trail could not be read, .*put aside/)]);
    expect(readFileSync(`${trailFile}.damaged`, 'utf8')).toMatch(/^this is no database/);
  });

  test.each([
    ['goes with the words of questions where these are stored no more', false],
    ['stays for as long as words of questions are stored', true],
  ])('what was put aside before the start %s', async (_, withText) => {
    {
      await using trail = await open({ withText: true });
      trail.note(entry({ asked: { text: 'nameLike=Lovelace', userId: 7 } }));
    }
    const bytes = readFileSync(trailFile);
    writeFileSync(trailFile, Buffer.concat([Buffer.from('this is no database'), bytes.subarray(19)]));
    {
      await using trail = await open({ withText: true });
      await trail.list(ALL);
    }
    expect(readFileSync(`${trailFile}.damaged`, 'latin1')).toContain('Lovelace');
    await using trail = await open({ withText });
    await trail.list(ALL);
    await vi.waitFor(() => expect(existsSync(`${trailFile}.damaged`)).toBe(withText), PATIENT);
  });

  test('what was put aside stays no longer than the rest', async () => {
    {
      await using trail = await open();
      trail.note(entry());
    }
    writeFileSync(`${trailFile}.damaged`, 'damaged');
    utimesSync(`${trailFile}.damaged`, new Date(NOON - 31 * DAY_MS), new Date(NOON - 31 * DAY_MS));
    await using trail = await open();
    await vi.waitFor(() => expect(existsSync(`${trailFile}.damaged`)).toBe(false), PATIENT);
    await trail.list(ALL);
  });

  test('a file that is taken away while it is open is made anew', async () => {
    await using trail = await open();
    trail.note(entry());
    await trail.list(ALL);
    await rm(trailFile);
    trail.note(failing());
    await trail.list(ALL);
    expect((await trail.list(ALL)).entries).toEqual([expect.objectContaining({ outcome: 'incomplete' })]);
  });

  test('where it cannot be made that is said once, and again when it can, and nothing that waited is missing', async () => {
    await mkdir(trailFile);
    await using trail = await open();
    trail.note(entry());
    for (let time = 0; time < 3; time++) expect((await trail.list(ALL)).trouble).toMatch(/directory/);
    expect(said).toEqual([
      expect.stringMatching(/^warn: the trail cannot be kept, as it is a directory; answers go on without it$/),
    ]);
    await rm(trailFile, { recursive: true });
    const { entries, trouble } = await trail.list(ALL);
    expect([entries.length, trouble]).toEqual([1, null]);
    expect(said.slice(1)).toEqual(['info: the trail is kept again; nothing is missing']);
  });

  test('while another program has locked it questions wait, beyond a bound they are lost, and that is counted', async () => {
    await using trail = await open();
    trail.note(entry());
    await trail.list(ALL);
    const other = new DatabaseSync(trailFile);
    other.exec('BEGIN EXCLUSIVE');
    const tookMs = stopwatch();
    for (let count = 0; count < 20_000; count++) trail.note(entry());
    expect(tookMs()).toBeLessThan(500);
    expect((await trail.list({ ...ALL, size: 1 })).trouble).not.toBeNull();
    other.exec('ROLLBACK');
    other.close();
    await trail.list({ ...ALL, size: 1 });
    expect(said).toEqual([
      'warn: the trail cannot be kept, as more is asked than can be written; answers go on without it',
      'info: the trail is kept again; 3334 questions and calls are missing in it',
    ]);
  });

  test('on a full disk it is said once, and what waited is written when there is room again', async ({ skip }) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder]);
    skip(mounted.status !== 0, 'this account may not mount a file system');
    try {
      await using trail = await open();
      trail.note(entry());
      await trail.list(ALL);
      writeFileSync(join(folder, 'other'), Buffer.alloc(1_048_576).subarray(0, freeBytes(folder)));
      for (let count = 0; count < 500; count++) trail.note(entry({ atMs: NOON + count }));
      for (let time = 0; time < 2; time++) expect((await trail.list(ALL)).trouble).toBe('its disk is full');
      expect(said).toEqual(['warn: the trail cannot be kept, as its disk is full; answers go on without it']);
      await rm(join(folder, 'other'));
      await trail.list(ALL);
      expect(said.slice(1)).toEqual(['info: the trail is kept again; nothing is missing']);
    } finally {
      spawnSync('umount', [folder]);
    }
  });

  test.skipIf(process.getuid?.() === 0)('in a folder that may not be written to it is said once', async () => {
    chmodSync(folder, 0o500);
    await using trail = await open();
    trail.note(entry());
    await trail.list(ALL);
    await trail.list(ALL);
    expect(said).toEqual([expect.stringMatching(/^warn: the trail cannot be kept/)]);
    chmodSync(folder, 0o700);
  });
});
