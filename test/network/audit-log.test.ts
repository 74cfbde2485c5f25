/** The audit log of a real registry: for its administrators, over restarts, without a word of what was asked. */

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Behaviour, dependingOn, status, version } from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { ListedEntry, RenderedDay } from '../../src/domain/federation/audit-log.ts';
import { AUDIT_TABLES } from '../../src/registry/store/state-schema.ts';
import { sampledCount } from '../support/machine/sample.ts';
import { leastOfThree, stopwatch } from '../support/machine/stopwatch.ts';
import {
  ADMINISTRATOR,
  bearer,
  CALLER_SETTINGS,
  CALLERS,
  callersSnapshot,
} from '../support/network/network-callers.ts';
import { genes } from '../support/partners/behaviours.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

const SEARCH = '/api/federated/genes/search?taxonId=9606&symbol=';

let behaviour: Behaviour = genes(2);
let partner: ScriptedPartner;
let folder: string;
beforeAll(async () => {
  const current = dependingOn(() => behaviour);
  partner = await startScriptedPartner({
    '/api': version('1.5.10'),
    '/api/genes/search': current,
    '/api/users/search': current,
  });
});
afterAll(() => partner[Symbol.asyncDispose]());
beforeEach(async () => {
  behaviour = genes(2);
  folder = await mkdtemp(join(tmpdir(), 'audit-log-'));
  return () => rm(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string> = {}): Promise<TestRegistry> {
  return startTestRegistry({
    snapshot: callersSnapshot(),
    settings: {
      ...CALLER_SETTINGS,
      ...{ CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0', LIMITS_REQUESTS_PER_MINUTE: '0' },
      ...{ DATABASE_FILE: join(folder, 'registry.sqlite'), AUDIT_LOG_KEEP_DAYS: '30' },
      ...settings,
    },
    partners: [{ key: 'p', name: 'P', url: partner.url }],
  });
}

function entriesOf(registry: TestRegistry, params = ''): Promise<{ entries: ListedEntry[]; next: number | null }> {
  return registry.json(`/api/admin/audit-log?${params}`, ADMINISTRATOR);
}

async function daysOf(registry: TestRegistry): Promise<RenderedDay[]> {
  return (await registry.json('/api/admin/audit-log/partners/p', ADMINISTRATOR)).days;
}

/** Returns everything that the tables of the audit log hold but ids, which are moments. */
function stored(): string {
  using database = new DatabaseSync(join(folder, 'registry.sqlite'));
  const rows = AUDIT_TABLES.map((table) => database.prepare(`SELECT * FROM ${table}`).all());
  return JSON.stringify(rows, (name, value) => (name === 'id' ? undefined : value));
}

test('a partner that answered, failed and was well again is shown so after a restart', async () => {
  const states: string[] = [];
  {
    await using registry = await start();
    for (const [index, mood] of [genes(2), status(500), genes(1)].entries()) {
      behaviour = mood;
      const { origins } = await registry.json(`${SEARCH}BRCA${index}`);
      states.push(origins[1].state);
    }
    expect(states).toEqual(['answered', 'failed', 'answered']);
    expect((await entriesOf(registry)).entries).toHaveLength(3);
  }
  await using registry = await start();
  const { entries } = await entriesOf(registry);
  const seen = entries.map(({ answers }) => answers.find(({ key }) => key === 'p')?.state);
  expect(seen).toEqual(states.toReversed());
  expect(entries.map(({ kind, viewer }) => [kind, viewer])).toEqual(Array(3).fill(['genes-search', 'public']));
  expect((await entriesOf(registry, 'partner=p&state=failed')).entries).toHaveLength(1);

  const { partners } = await registry.json('/api/admin/partners', ADMINISTRATOR);
  expect(partners[0].trend.map(({ isAnswer }: { isAnswer: boolean }) => isAnswer)).toEqual([true, false, true]);
  expect(partners[0]).toMatchObject({ asked: 0, lastFailure: { title: 'answered with an error' } });
  expect(partners[0].lastAnswerAt).not.toBeNull();
  await registry.json(`${SEARCH}BRCA1`);
  expect(await daysOf(registry)).toMatchObject([
    {
      ...{ asked: 4, answered: 3 },
      failures: [{ title: 'answered with an error', code: 'server-error', params: {}, count: 1 }],
    },
  ]);
});

test('a partner whose settings are changed while it runs keeps its history', async () => {
  await using registry = await start();
  await registry.json(`${SEARCH}BRCA1`);
  const { federation, config } = registry.context;
  const partners = config.app.settings.isearch.partners.map((one) => ({ ...one, readTimeoutMs: 2345 }));
  federation.replacePartners(partners);
  expect(federation.partnerTrends()[0]?.trend).toHaveLength(1);
  federation.replacePartners([]);
  federation.replacePartners(partners);
  await registry.json(`${SEARCH}BRCA1`);
  expect(federation.partnerTrends()[0]?.trend).toHaveLength(2);
});

test('searches ten at once are all in it, and answered as without it', async () => {
  const rounds = sampledCount(8, 100);
  let lastRound = 0;
  async function msOf(registry: TestRegistry): Promise<number> {
    const tookMs = stopwatch();
    for (const end = lastRound + rounds; lastRound < end; lastRound++) {
      const asked = Array.from({ length: 10 }, async (_, index) => {
        const answer = await registry.get(`${SEARCH}GENE${lastRound * 10 + index}`);
        await answer.arrayBuffer();
        return answer.status;
      });
      expect(new Set(await Promise.all(asked))).toEqual(new Set([200]));
    }
    return tookMs();
  }
  const settings = { LIMITS_SEARCHES: '1000' };
  await using without = await start({
    ...settings,
    AUDIT_LOG_KEEP_DAYS: '0',
    DATABASE_FILE: join(folder, 'other.sqlite'),
  });
  await using registry = await start(settings);
  let questions = 0;
  // Both are measured on a machine that does other things beside.
  const moreMs = await leastOfThree(500, async () => {
    const withoutMs = await msOf(without);
    questions += 10 * rounds;
    return (await msOf(registry)) - 2 * withoutMs;
  });
  expect(moreMs).toBeLessThan(500);
  let found = 0;
  for (let before = ''; ; ) {
    const { entries, next } = await entriesOf(registry, `size=200${before}`);
    found += entries.length;
    if (next === null) break;
    before = `&before=${next}`;
  }
  expect(found).toBe(questions);
});

describe('of what was asked, and by whom,', () => {
  const ASKED = [
    `${SEARCH}QZXGENE`,
    '/api/federated/users/search?nameLike=Qzxname&prefix=true',
    '/api/federated/users/search?descriptionLike=qzxtopic',
    '/api/federated/users/4711?origin=p',
  ];

  test('no word is stored, and the file is for this account alone', async () => {
    {
      await using registry = await start();
      for (const path of ASKED) for (const { token } of CALLERS) await registry.get(path, { headers: bearer(token) });
      expect((await entriesOf(registry)).entries.length).toBeGreaterThan(10);
      for (const name of await readdir(folder)) {
        expect([name, ((await stat(join(folder, name))).mode & 0o777).toString(8)]).toEqual([name, '600']);
      }
      expect(stored()).not.toMatch(/qzx[gnt]|4711|9606|127\.0\.0\.1|token/i);
    }
    expect(stored()).toContain('genes-search');
    expect(stored()).not.toMatch(/qzx[gnt]|4711|9606|127\.0\.0\.1|token/i);
  });

  test('the words are there where the operator wants that, and even then no token', async () => {
    await using registry = await start({ AUDIT_LOG_WITH_TEXT: 'true' });
    for (const path of ASKED) await registry.get(path, { headers: bearer(ADMINISTRATOR) });
    const { entries } = await entriesOf(registry);
    expect(entries.map(({ asked }) => asked?.text).join()).toMatch(/4711.*qzxtopic.*Qzxname.*QZXGENE/s);
    expect(entries[0]?.asked?.userId).toEqual(expect.any(Number));
    expect(stored()).not.toContain(ADMINISTRATOR);
  });
});

test('while the file cannot be written, everything is answered, and administrators see why', async () => {
  await using registry = await start();
  using other = new DatabaseSync(join(folder, 'registry.sqlite'));
  other.exec('BEGIN IMMEDIATE');
  const answer = await registry.json(`${SEARCH}BRCA1`);
  expect(answer.complete).toBe(true);
  const unwritten = { entries: [], trouble: 'the last questions are not written yet' };
  expect(await entriesOf(registry)).toMatchObject(unwritten);
  other.exec('ROLLBACK');
  await expect.poll(() => entriesOf(registry)).toMatchObject({ entries: [{}], trouble: null });
});

test('the file of an older version stays, and each start says that it can be deleted', async () => {
  const file = join(folder, 'registry-trail.sqlite');
  await writeFile(file, 'SQLite format 3');
  await using registry = await start({ LOG_LEVEL: 'warn' });
  const said = registry
    .logged()
    .split('\n')
    .filter((line) => line.includes('audit log'));
  expect(said.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ file, what: expect.stringMatching(/before 1\.0\.0.*delete it$/), msg: 'audit log' }),
  ]);
  expect(await readFile(file, 'utf8')).toBe('SQLite format 3');
});

test.each([
  ['state=well', 'state'],
  ['day=2026-02-30', 'day'],
  ['before=x', 'before'],
  ['size=201', 'size'],
])('what cannot be asked of it is refused: %s', async (params, name) => {
  await using registry = await start();
  const answer = await registry.get(`/api/admin/audit-log?${params}`, { headers: bearer(ADMINISTRATOR) });
  expect(answer.status).toBe(400);
  expect((await answer.json()).detail).toContain(`'${name}'`);
});
