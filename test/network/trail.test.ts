/** The trail of questions of a real registry: for its administrators, over restarts, without a word of what was asked. */

import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dependingOn, status, version } from '../../src/demo/partner-behaviours.ts';
import type { Behaviour } from '../../src/demo/scripted-call.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { ListedEntry, RenderedDay } from '../../src/domain/federation/trail.ts';
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
  folder = await mkdtemp(join(tmpdir(), 'trail-'));
  return () => rm(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string> = {}, key = 'p'): Promise<TestRegistry> {
  return startTestRegistry({
    snapshot: callersSnapshot(),
    settings: {
      ...CALLER_SETTINGS,
      ...{ CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0', LIMITS_REQUESTS_PER_MINUTE: '0' },
      ...{ DATABASE_FILE: join(folder, 'registry.sqlite'), TRAIL_KEEP_DAYS: '30' },
      ...settings,
    },
    partners: [{ key, name: 'P', url: partner.url }],
  });
}

function entriesOf(registry: TestRegistry, params = ''): Promise<{ entries: ListedEntry[]; next: number | null }> {
  return registry.json(`/api/admin/trail?${params}`, ADMINISTRATOR);
}

async function daysOf(registry: TestRegistry): Promise<RenderedDay[]> {
  return (await registry.json('/api/admin/trail/partners/p', ADMINISTRATOR)).days;
}

/** Lays there the trail that an older version wrote, as if it had been yesterday. Answers that day. */
async function trailOfBefore(): Promise<string> {
  const file = join(folder, 'registry-trail.sqlite');
  const written = new URL('../registry/trail/format-1.sqlite.gz', import.meta.url);
  await writeFile(file, gunzipSync(await readFile(written)));
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const days = (Date.parse(yesterday) - Date.parse('2026-03-10')) / 86_400_000;
  using database = new DatabaseSync(file);
  database.exec(`
    UPDATE call SET at = strftime('%Y-%m-%dT%H:%M:%fZ', at, '${days} days');
    UPDATE partner_day SET day = day + ${days};
  `);
  return yesterday;
}

async function bytesOfTrail(): Promise<string> {
  const files = (await readdir(folder)).filter((name) => name.startsWith('registry-trail'));
  return (await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')))).join('');
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

test('what an older version wrote of a partner is told as it told it, and again after a reload in the middle', async () => {
  const yesterday = await trailOfBefore();
  await using registry = await start({}, 'b');
  const reported = async () => {
    const [{ partners }, { days }, known] = await Promise.all([
      registry.json('/api/admin/partners', ADMINISTRATOR),
      registry.json('/api/admin/trail/partners/b', ADMINISTRATOR),
      registry.json('/api/federated/partners'),
    ]);
    const [{ lastFailure, trend, failures, details }] = partners;
    expect(known.partners[0].lastFailure).toEqual(lastFailure);
    return { lastFailure, trend, failures, details, days };
  };
  const first = await reported();
  const REFUSES = { title: 'refuses connections', code: 'connection-refused', params: {} };
  expect(first.lastFailure).toEqual({ at: `${yesterday}T12:00:13.000Z`, ...REFUSES });
  expect(first.details.lastProblem).toBe('refuses connections');
  expect(first.trend).toHaveLength(15);
  expect(first.trend.slice(0, 2)).toEqual([
    { at: `${yesterday}T12:00:00.000Z`, isAnswer: true, elapsedMs: 10, title: null, code: null, params: null },
    {
      ...{ at: `${yesterday}T12:00:01.000Z`, isAnswer: false, elapsedMs: 11 },
      ...{ title: 'did not answer within 3 s', code: 'no-answer', params: { timeoutMs: 3000 } },
    },
  ]);
  expect(first.failures.slice(0, 3)).toEqual([
    { title: 'failed', code: 'failed', params: {}, count: 3, lastAt: `${yesterday}T12:00:12.000Z` },
    { ...REFUSES, count: 2, lastAt: `${yesterday}T12:00:13.000Z` },
    {
      ...{ title: 'did not answer within 3 s', code: 'no-answer', params: { timeoutMs: 3000 } },
      ...{ count: 1, lastAt: `${yesterday}T12:00:01.000Z` },
    },
  ]);
  const { federation, config } = registry.context;
  federation.replacePartners(config.app.settings.isearch.partners.map((one) => ({ ...one, readTimeoutMs: 2345 })));
  expect(await reported()).toEqual(first);
  behaviour = status(500);
  await registry.json(`${SEARCH}BRCA1`);
  const then = await reported();
  expect(then.lastFailure).toMatchObject({ title: 'answered with an error', code: 'server-error', params: {} });
  expect(then.failures.find(({ code }: { code: string }) => code === 'server-error').count).toBe(2);
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
  await using without = await start({ ...settings, TRAIL_KEEP_DAYS: '0', DATABASE_FILE: join(folder, 'other.sqlite') });
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

  test('no word is in the file, which is for this account alone', async () => {
    {
      await using registry = await start();
      for (const path of ASKED) for (const { token } of CALLERS) await registry.get(path, { headers: bearer(token) });
      expect((await entriesOf(registry)).entries.length).toBeGreaterThan(10);
      for (const name of await readdir(folder)) {
        expect([name, ((await stat(join(folder, name))).mode & 0o777).toString(8)]).toEqual([name, '600']);
      }
      expect(await bytesOfTrail()).not.toMatch(/qzx[gnt]|4711|9606|127\.0\.0\.1|token/i);
    }
    expect(await bytesOfTrail()).toContain('genes-search');
    expect(await bytesOfTrail()).not.toMatch(/qzx[gnt]|4711|9606|127\.0\.0\.1|token/i);
  });

  test('the words are there where the operator wants that, and even then no token', async () => {
    await using registry = await start({ TRAIL_WITH_TEXT: 'true' });
    for (const path of ASKED) await registry.get(path, { headers: bearer(ADMINISTRATOR) });
    const { entries } = await entriesOf(registry);
    expect(entries.map(({ asked }) => asked?.text).join()).toMatch(/4711.*qzxtopic.*Qzxname.*QZXGENE/s);
    expect(entries[0]?.asked?.userId).toEqual(expect.any(Number));
    expect(await bytesOfTrail()).not.toContain(ADMINISTRATOR);
  });
});

test('where the trail cannot be written, everything is answered, and administrators see why', async () => {
  await mkdir(join(folder, 'registry-trail.sqlite'));
  await using registry = await start();
  const answer = await registry.json(`${SEARCH}BRCA1`);
  expect(answer.complete).toBe(true);
  expect(await entriesOf(registry)).toMatchObject({ entries: [], trouble: 'it is a directory' });
});

test.each([
  ['state=well', 'state'],
  ['day=2026-02-30', 'day'],
  ['before=x', 'before'],
  ['size=201', 'size'],
])('what cannot be asked of it is refused: %s', async (params, name) => {
  await using registry = await start();
  const answer = await registry.get(`/api/admin/trail?${params}`, { headers: bearer(ADMINISTRATOR) });
  expect(answer.status).toBe(400);
  expect((await answer.json()).detail).toContain(`'${name}'`);
});
