/** The audit log in the state: what is stored for how long, beside other processes, and what becomes of it on a bad machine. */

import { spawnSync } from 'node:child_process';
import { readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../../src/domain/durations.ts';
import {
  type AuditEntry,
  type AuditFilter,
  type PartnerCall,
  renderDay,
} from '../../../src/domain/federation/audit-log.ts';
import { firstNames, inBrief, type Reason, reason } from '../../../src/domain/federation/reasons.ts';
import { titleOf } from '../../../src/domain/federation/reasons-in-english.ts';
import { reasonInFrench } from '../../../src/pages/words/reasons.fr.ts';
import { type AuditLogOptions, openAuditLog } from '../../../src/registry/state/audit-log.ts';
import { sqliteState } from '../../../src/registry/state/sqlite-state.ts';
import { backUpDatabase } from '../../../src/registry/store/database-backup.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { STATE_FORMAT } from '../../../src/registry/store/state-schema.ts';
import { PATIENT } from '../../support/machine/patience.ts';
import { stopwatch } from '../../support/machine/stopwatch.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');
const BROKEN_OFF = reason('answer-broken-off', { cause: null });
const ALL: AuditFilter = { partner: undefined, state: undefined, day: undefined, before: undefined, size: 200 };

let folder: string;
let file: string;
const said: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'audit-log-'));
  file = join(folder, 'state.sqlite');
  said.length = 0;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Opens the audit log of a process of its own: with its own connection to the file. */
async function open(settings: Partial<AuditLogOptions> = {}) {
  await using resources = new AsyncDisposableStack();
  const store = resources.use(openSqliteStore(file, { format: STATE_FORMAT }));
  const log = (level: string, what: string) => void said.push(`${level}: ${what}`);
  const usual = {
    store: sqliteState(store).auditLog,
    keepDays: 30,
    withText: false,
    tidies: true,
    log,
    now: () => NOON,
  };
  const opened = resources.use(await openAuditLog({ ...usual, ...settings }));
  const all = resources.move();
  return { ...opened, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

function inFile(sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

/** Returns the bytes of all files. */
function bytes(): Buffer {
  return Buffer.concat(['', '-wal'].map((end) => readFileSync(file + end, { flag: 'a+' })));
}

function entry(about: Partial<AuditEntry> = {}): AuditEntry {
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

function failing(atMs = NOON): AuditEntry {
  const answers = [{ key: 'c', state: 'timed-out', count: 0, elapsedMs: 3000, cache: 'miss' }] as const;
  return entry({ atMs, outcome: 'incomplete', answers });
}

function call(key: string, atMs: number, because: Reason | null, elapsedMs = 20): PartnerCall {
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
      await using auditLog = await open();
      auditLog.note(entry({ atMs: NOON - 5000 }));
      auditLog.note(failing());
    }
    await using auditLog = await open();
    const { entries, next, leftOut, keepDays, withText, trouble } = await auditLog.list(ALL);
    expect(entries).toEqual([
      { ...failing(), id: expect.any(Number), at: '2026-03-10T12:00:00.000Z', atMs: undefined, asked: undefined },
      { ...entry(), id: expect.any(Number), at: '2026-03-10T11:59:55.000Z', atMs: undefined, asked: undefined },
    ]);
    expect([next, leftOut, keepDays, withText, trouble]).toEqual([null, 0, 30, false, null]);
  });

  test('by registry, by state, by both in one answer, by day, and page by page', async () => {
    await using auditLog = await open();
    for (let hour = 0; hour < 48; hour++)
      auditLog.note(hour % 2 ? failing(NOON - hour * 3_600_000) : entry({ atMs: NOON - hour * 3_600_000 }));
    const count = async (filter: Partial<AuditFilter>) => (await auditLog.list({ ...ALL, ...filter })).entries.length;
    expect(await count({ partner: 'c' })).toBe(24);
    expect(await count({ state: 'empty' })).toBe(24);
    expect(await count({ partner: 'local', state: 'empty' })).toBe(0);
    expect(await count({ partner: 'nobody' })).toBe(0);
    expect(await count({ day: '2026-03-09' })).toBe(24);
    const seen: number[] = [];
    let before: number | undefined;
    for (let page = 0; page < 5; page++) {
      const { entries, next } = await auditLog.list({ ...ALL, before, size: 10 });
      seen.push(...entries.map(({ id }) => id));
      expect(next === null).toBe(page === 4);
      before = next ?? undefined;
    }
    expect(new Set(seen).size).toBe(48);
    expect(seen).toEqual(seen.toSorted((a, b) => b - a));
  });

  test('a thousand at once, all of them', async () => {
    await using auditLog = await open();
    for (let count = 0; count < 1000; count++) auditLog.note(entry());
    let found = 0;
    for (let before: number | undefined; ; ) {
      const { entries, next } = await auditLog.list({ ...ALL, before });
      found += entries.length;
      if (next === null) break;
      before = next;
    }
    expect(found).toBe(1000);
  });

  test('of a clock that was set to and fro, each at its moment', async () => {
    await using auditLog = await open();
    const moments = [NOON, NOON - 300 * DAY_MS, NOON, NOON + 300 * DAY_MS, NOON + 1, NOON - 300 * DAY_MS];
    for (const atMs of moments) auditLog.note(entry({ atMs }));
    const { entries } = await auditLog.list(ALL);
    const newestFirst = moments.toSorted((a, b) => b - a).map((atMs) => new Date(atMs).toISOString());
    expect(entries.map(({ at }) => at)).toEqual(newestFirst);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(moments.length);
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
      await using auditLog = await open();
      auditLog.noteCall(call('b', NOON - DAY_MS, null, 100));
      for (let count = 0; count < 120; count++)
        auditLog.noteCall(call('b', NOON + count, count % 3 ? null : BROKEN_OFF, count));
      auditLog.noteCall(call('c', NOON, reason('connection-refused', { cause: 'ECONNREFUSED' })));
    }
    await using auditLog = await open();
    const ofB = auditLog.callsBefore.filter(({ key }) => key === 'b');
    expect(ofB).toHaveLength(100);
    expect(ofB.at(-1)).toEqual(call('b', NOON + 119, null, 119));
    expect(ofB[0]?.at).toBe(new Date(NOON + 20).toISOString());
    expect((await auditLog.partnerDays('b')).days).toEqual([
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
    expect((await auditLog.partnerDays('nobody')).days).toEqual([]);
  });

  test('counts alike what reads alike, and any name stays what it is', async () => {
    const names = ['TP53, is switched off', "“y”; 'z' «w»\n", '{"code":"failed"}', '\u202eoff dehctiws si'];
    const named = names.map((name) => reason('unknown-terms', { ...firstNames([name, 'hp']), findsNobody: true }));
    const endless = reason('unknown-terms', { ...firstNames(['x'.repeat(10_000)]), findsNobody: true });
    const late = [reason('no-answer', { timeoutMs: 3000 }), reason('no-answer-begun', { timeoutMs: 3000 })];
    {
      await using auditLog = await open();
      for (const one of [...named, endless, ...late, ...late]) auditLog.noteCall(call('b', NOON, one));
    }
    await using auditLog = await open();
    expect(auditLog.callsBefore.map((one) => one.reason)).toEqual([
      ...[...named, reason('failed'), ...late, ...late].map(inBrief),
    ]);
    const [day] = (await auditLog.partnerDays('b')).days.map(renderDay);
    const words = named.map((one) => titleOf(one));
    expect(day?.failures.map(({ title, count }) => [title, count])).toEqual([
      ['did not answer within 3 s', 4],
      ...[...words, 'failed'].toSorted().map((title) => [title, 1]),
    ]);
  });
});

describe('what another version wrote', () => {
  test('a reason that only a later version knows reads as a failure, and stays what it is', async () => {
    {
      await using auditLog = await open();
      auditLog.noteCall(call('b', NOON, BROKEN_OFF));
    }
    const later = { code: 'moon-eclipsed', params: { moons: 2 } };
    inFile(`UPDATE audit_partner SET calls = '${JSON.stringify([NOON, 20, JSON.stringify(later)])}'`);
    inFile(`UPDATE audit_partner_day SET reason = '${JSON.stringify(later)}'`);
    await using auditLog = await open();
    const [known] = auditLog.callsBefore;
    expect(known?.reason).toEqual(later);
    expect(known?.reason && [titleOf(known.reason), reasonInFrench(known.reason)]).toEqual(['failed', undefined]);
    expect((await auditLog.partnerDays('b')).days.map(renderDay)).toMatchObject([
      { asked: 1, failures: [{ title: 'failed', ...later, count: 1 }] },
    ]);
  });

  test.each([
    ...['', 'no JSON', 'null', '7', '"failed"', '[]', '{}', '{"code":7,"params":{}}', '{"code":"failed","params":[]}'],
    ...['{"code":"no-answer"}', '{"code":"no-answer","params":null}', '{"code":"limited","params":{}}'],
    ...['{"code":"unknown-terms","params":{"names":5}}', '{"code":"resting","params":{"because":null}}'],
  ])('a reason that has no words, %j, reads as a failure, and keeps no other call from being read', async (text) => {
    {
      await using auditLog = await open();
      auditLog.noteCall(call('b', NOON, BROKEN_OFF));
      auditLog.noteCall(call('c', NOON, BROKEN_OFF));
    }
    inFile(`UPDATE audit_partner SET calls = '${JSON.stringify([NOON, 20, text])}' WHERE partner = 'b'`);
    // Of a day, the empty text stands for answers.
    inFile(`UPDATE audit_partner_day SET reason = '${text || ' '}' WHERE partner = 'b'`);
    await using auditLog = await open();
    const inWords = auditLog.callsBefore.map((one) => [one.key, one.reason && titleOf(one.reason)]);
    expect(inWords).toEqual([
      ['b', 'failed'],
      ['c', 'broke off its answer'],
    ]);
    expect((await auditLog.partnerDays('b')).days.map(renderDay)).toMatchObject([
      { asked: 1, failures: [{ title: 'failed', count: 1 }] },
    ]);
    expect(said).toEqual([]);
  });
});

describe('nothing is stored longer than it is to be', () => {
  test('what is older is deleted, with the calls and days of partners', async () => {
    {
      await using auditLog = await open({ keepDays: 3 });
      for (let day = 0; day < 6; day++) {
        auditLog.note(entry({ atMs: NOON - day * DAY_MS }));
        auditLog.noteCall(call('b', NOON - day * DAY_MS, null));
      }
    }
    await using auditLog = await open({ keepDays: 3, now: () => NOON + DAY_MS + 1 });
    const daysOfB = async () => (await auditLog.partnerDays('b')).days.map(({ day }) => day);
    await vi.waitFor(async () => expect(await daysOfB()).toEqual(['2026-03-10', '2026-03-09', '2026-03-08']), PATIENT);
    expect((await auditLog.list(ALL)).entries).toHaveLength(2);
  });

  test('with 0 days nothing is, and what was stored is gone from the bytes of the file', async () => {
    {
      await using auditLog = await open({ withText: true });
      auditLog.note(entry({ asked: { text: 'symbol=QZXGENE1', userId: 4711 } }));
      auditLog.noteCall(call('qzxpartner', NOON, null));
    }
    expect(bytes().includes('QZXGENE1')).toBe(true);
    await using auditLog = await open({ keepDays: 0 });
    auditLog.note(entry());
    auditLog.noteCall(call('b', NOON, null));
    expect(await auditLog.list(ALL)).toEqual({
      keepDays: 0,
      withText: false,
      entries: [],
      next: null,
      leftOut: 0,
      trouble: null,
    });
    expect(bytes().toString('latin1')).not.toMatch(/qzx|genes-search|timed-out/i);
  });

  test('texts that were stored are gone from the bytes of the file when they are not wanted any more', async () => {
    const asked = { text: 'symbol=QZXGENE1', userId: 4711 };
    {
      await using auditLog = await open({ withText: true });
      auditLog.note(entry({ asked }));
      expect((await auditLog.list(ALL)).entries[0]?.asked).toEqual(asked);
    }
    expect(bytes().includes('QZXGENE1')).toBe(true);
    {
      await using auditLog = await open();
      await vi.waitFor(async () => expect((await auditLog.list(ALL)).entries[0]).not.toHaveProperty('asked'), PATIENT);
    }
    expect(bytes().includes('QZXGENE1')).toBe(false);
  });

  test.each([
    ['texts that are not wanted any more', { withText: false }],
    ['what was stored before 0 days were wanted', { keepDays: 0 }],
  ])('%s, if they cannot be deleted at the start, are deleted a minute later', async (_what, settings) => {
    {
      await using auditLog = await open({ withText: true });
      auditLog.note(entry({ asked: { text: 'symbol=QZXGENE1', userId: 4711 } }));
    }
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      using database = openSqliteStore(file, { format: STATE_FORMAT });
      const { auditLog: store } = sqliteState(database);
      let isAway = true;
      const deleted = vi.fn();
      const unlessAway =
        <Given extends unknown[]>(drop: (...given: Given) => Promise<void>) =>
        async (...given: Given) => {
          if (isAway) throw new Error('the database is away');
          await drop(...given);
          deleted();
        };
      const failing = {
        ...store,
        dropTexts: unlessAway(store.dropTexts),
        dropOlder: unlessAway(store.dropOlder),
      };
      await using _ = await open({ store: failing, ...settings });
      await vi.advanceTimersByTimeAsync(59_000);
      expect(bytes().includes('QZXGENE1')).toBe(true);
      expect(said).toEqual([expect.stringMatching(/^warn: .*, as the database is away/)]);
      isAway = false;
      await vi.advanceTimersByTimeAsync(2000);
      await vi.waitFor(() => expect(deleted).toHaveBeenCalled());
      expect(bytes().includes('QZXGENE1')).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a day has room for so many lines, which is reported once', async () => {
    {
      await using auditLog = await open();
      auditLog.note(entry());
    }
    inFile('UPDATE audit_day SET line_count = 199996');
    await using auditLog = await open();
    for (let count = 0; count < 3; count++) auditLog.note(entry());
    auditLog.note(entry({ atMs: NOON + DAY_MS }));
    const { entries, leftOut } = await auditLog.list(ALL);
    expect([entries.length, leftOut]).toEqual([3, 2]);
    expect(said).toEqual([expect.stringMatching(/^warn: .*200000 lines/)]);
  });
});

test('what is too old is gone from the bytes of the file', async () => {
  {
    await using auditLog = await open({ withText: true });
    auditLog.note(entry({ asked: { text: 'symbol=QZXGENE1', userId: 4711 } }));
    auditLog.noteCall(call('qzxpartner', NOON, null));
  }
  expect(bytes().toString('latin1')).toMatch(/QZXGENE1.*qzxpartner|qzxpartner.*QZXGENE1/s);
  await using auditLog = await open({ withText: true, now: () => NOON + 31 * DAY_MS });
  await vi.waitFor(() => expect(bytes().toString('latin1')).not.toMatch(/qzx/i), PATIENT);
  expect((await auditLog.list(ALL)).entries).toEqual([]);
});

test('nothing of it is in a backup, which holds all else', async () => {
  const target = join(folder, 'backup.sqlite');
  await using auditLog = await open({ withText: true });
  auditLog.note(entry({ asked: { text: 'symbol=QZXGENE1', userId: 4711 } }));
  auditLog.noteCall(call('qzxpartner', NOON, null));
  await auditLog.list(ALL);
  inFile("INSERT INTO meta VALUES ('qux', 'kept')");
  await backUpDatabase({ file, format: STATE_FORMAT, target });
  expect(readFileSync(target, 'latin1')).not.toMatch(/qzx|genes-search/i);
  expect(readFileSync(target, 'latin1')).toContain('qux');
  expect((await readdir(folder)).toSorted()).toEqual([
    'backup.sqlite',
    'state.sqlite',
    'state.sqlite-shm',
    'state.sqlite-wal',
  ]);
});

describe('a machine that fails', () => {
  test('what waits when it stops is written', async () => {
    {
      await using auditLog = await open();
      for (let count = 0; count < 1000; count++) auditLog.note(entry({ atMs: NOON + count }));
    }
    await using auditLog = await open();
    expect((await auditLog.list({ ...ALL, before: undefined })).next).not.toBeNull();
    using database = new DatabaseSync(file);
    expect(database.prepare('SELECT count(*) AS questions FROM audit_question').get()).toEqual({ questions: 1000 });
    expect(said).toEqual([]);
  });

  test('while an import writes, questions wait without a warning, and the log that is read says so', async () => {
    await using auditLog = await open();
    using other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    auditLog.note(entry());
    expect(await auditLog.list(ALL)).toMatchObject({ entries: [], trouble: expect.stringMatching(/not written yet/) });
    other.exec('ROLLBACK');
    await vi.waitFor(
      async () => expect(await auditLog.list(ALL)).toMatchObject({ entries: [{}], trouble: null }),
      PATIENT,
    );
    expect(said).toEqual([]);
  });

  test('while another program has locked it questions wait, beyond a bound they are lost, and that is counted', async () => {
    await using auditLog = await open();
    auditLog.note(entry());
    await auditLog.list(ALL);
    const other = new DatabaseSync(file);
    other.exec('BEGIN EXCLUSIVE');
    const tookMs = stopwatch();
    for (let count = 0; count < 20_000; count++) auditLog.note(entry());
    expect(tookMs()).toBeLessThan(500);
    expect((await auditLog.list({ ...ALL, size: 1 })).trouble).not.toBeNull();
    other.exec('ROLLBACK');
    other.close();
    await auditLog.list({ ...ALL, size: 1 });
    await vi.waitFor(() => expect(said).toHaveLength(2), PATIENT);
    expect(said).toEqual([
      'warn: the audit log cannot be written, as more is asked than can be written; answers continue without it',
      'info: the audit log is written again; 3334 questions and calls are missing in it',
    ]);
  });

  test('on a full disk it is said once, and what waited is written when there is room again', async ({ skip }) => {
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', folder]);
    skip(mounted.status !== 0, 'this account may not mount a file system');
    try {
      await using auditLog = await open();
      auditLog.note(entry());
      await auditLog.list(ALL);
      writeFileSync(join(folder, 'other'), Buffer.alloc(1_048_576).subarray(0, freeBytes(folder)));
      for (let count = 0; count < 500; count++) auditLog.note(entry({ atMs: NOON + count }));
      for (let time = 0; time < 2; time++) expect((await auditLog.list(ALL)).trouble).toBe('its disk is full');
      expect(said).toEqual(['warn: the audit log cannot be written, as its disk is full; answers continue without it']);
      await rm(join(folder, 'other'));
      await auditLog.list(ALL);
      expect(said.slice(1)).toEqual(['info: the audit log is written again; nothing is missing']);
    } finally {
      spawnSync('umount', [folder]);
    }
  });
});
