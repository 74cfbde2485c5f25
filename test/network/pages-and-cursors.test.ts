/** A reader who pages through three registries, one of which fails now and then: nothing is lost, nothing comes twice. */

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { anonymousGeneRecord, geneRecord } from '../../src/demo/mock-people.ts';
import { dependingOn, json } from '../../src/demo/partner-behaviours.ts';
import { startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { Snapshot } from '../../src/domain/record/snapshot.ts';
import { passTime } from '../support/machine/pass-time.ts';
import { sampledCount, sampleOf } from '../support/machine/sample.ts';
import { originOf } from '../support/network/federated-records.ts';
import { type Network, startNetwork, versionsLearned } from '../support/network/start-network.ts';
import { aUser, smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const ADMIN = 'small-admin-token';
const SEARCH = 'genes/search?symbol=BRCA1&taxonId=9606';
/** Nothing is cached, so that every page asks everybody. */
const FORGETFUL = { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' };
/** Longer than any rest after a failure. */
const LATER_MS = 15 * 60_000;

/** So many people of the same few names, all of whom have registered the gene and its ortholog. */
function peopled(count: number): Snapshot {
  const names = ['Adams', 'Baker', 'Clark'];
  const both = [672, 12189].map((geneId) => ({ geneId, tier: 'TIER1' as const, privacyLevel: null }));
  const accessTokens = [{ token: ADMIN, expiresAt: '2099-01-01T00:00:00Z' }];
  const users = Array.from({ length: count }, (_, index) =>
    aUser(index + 1, { name: 'A', lastName: names[index % names.length] ?? null, genes: both }),
  );
  return smallSnapshot({
    users: users.with(0, { ...(users[0] as (typeof users)[0]), roles: ['ROLE_ADMIN'], accessTokens }),
  });
}

describe('three registries', () => {
  let network: Network;
  let a: TestRegistry;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    network = await startNetwork([
      { key: 'a', snapshot: peopled(5), settings: FORGETFUL },
      { key: 'b', snapshot: peopled(4), settings: FORGETFUL },
      { key: 'c', snapshot: peopled(6), settings: FORGETFUL },
    ]);
    a = network.at('a');
  });
  afterAll(async () => {
    vi.useRealTimers();
    await network[Symbol.asyncDispose]();
  });
  beforeEach(() => recover());

  /** `b` and `c` answer again, and their rest is over. */
  function recover(failing: readonly string[] = []): void {
    passTime(LATER_MS);
    for (const key of ['b', 'c']) {
      network.line('a', key).behave(failing.includes(key) ? (_, response) => response.destroy() : undefined);
    }
  }

  /** Every page by the cursor, and again as long as somebody failed on the last; before each, those that the plan names for it begin to fail. */
  async function pagesOf(path: string, size: number, failing: readonly (readonly string[])[] = []): Promise<Json[]> {
    recover(failing[0]);
    const pages = [await a.json(`/api/federated/${path}${path.includes('?') ? '&' : '?'}size=${size}`)];
    for (;;) {
      const { cursor, retryCursor } = pages.at(-1);
      if (cursor === null && retryCursor === null) return pages;
      if (pages.length > 60) throw new Error('The cursor never ends.');
      recover(failing[pages.length]);
      pages.push(await next(path, cursor ?? retryCursor));
    }
  }

  function next(path: string, cursor: string, more = ''): Promise<Json> {
    return a.json(`/api/federated/${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}${more}`);
  }

  test.each(sampleOf([2, 40, 7, 15, 1], 2))('a search in pages of %i is the same as in one', async (size) => {
    const whole = await a.json(`/api/federated/${SEARCH}&size=2000`);
    expect(whole).toMatchObject({ totalElements: 30, totalRelation: 'eq', complete: true, cursor: null });
    const pages = await pagesOf(SEARCH, size);
    expect(pages.flatMap(namesOn)).toEqual(namesOn(whole));
    const byNumber = await Promise.all(
      pages.map((_, page) => a.json(`/api/federated/${SEARCH}&size=${size}&page=${page}`)),
    );
    expect(byNumber.map(namesOn)).toEqual(pages.map(namesOn));
    for (const [number, page] of pages.entries()) {
      const last = number === pages.length - 1;
      const envelope = { number, size, last, first: number === 0, totalElements: 30, totalPages: pages.length };
      expect(page).toMatchObject({ ...envelope, summary: 'All 3 registries answered.' });
    }
  });

  test.each(['users', 'genes'])('a listing of %s is one page of each at a time', async (path) => {
    const pages = await pagesOf(path, 2);
    const alone = await Promise.all(['a', 'b', 'c'].map((key) => network.at(key).json(`/api/${path}?size=2000`)));
    const each = alone.flatMap(({ content }) => content.length);
    expect(pages).toHaveLength(Math.max(...each.map((count) => Math.ceil(count / 2))));
    const stated = pages.map(({ totalElements, totalRelation }) => [totalElements, totalRelation]);
    const all = each.reduce((sum, count) => sum + count, 0);
    expect(stated.at(-1)).toEqual([all, 'eq']);
    for (const [total, relation] of stated.slice(0, -1)) {
      expect(relation).toBe('gte');
      // The total of genes counts those of tier 3, which are not shown.
      if (path === 'users') expect(total).toBe(all);
      else expect(total).toBeLessThanOrEqual(all);
    }
    expect(new Set(pages.flatMap(namesOn)).size).toBe(each[0] + each[1] + each[2]);
    expect(pages.flatMap(namesOn)).toHaveLength(each[0] + each[1] + each[2]);
  });

  test.each([SEARCH, 'users', 'genes'])(
    '/%s: whoever fails on whichever pages, every record is there once, and no page with a failure is called complete',
    async (path) => {
      const all = namesOn(await a.json(`/api/federated/${path}${path.includes('?') ? '&' : '?'}size=2000`)).sort();
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 9 }),
          fc.array(fc.subarray(['b', 'c']), { maxLength: 5 }),
          async (size, failing) => {
            const pages = await pagesOf(path, size, failing);
            expect(pages.flatMap(namesOn).sort()).toEqual(all);
            for (const [number, { complete, summary, origins }] of pages.entries()) {
              const failed = (failing[number] ?? []).filter((key) => asked(origins).includes(key));
              expect([complete, failed.filter((key) => !summary.includes(`Registry ${key.toUpperCase()} `))]).toEqual([
                failed.length === 0,
                [],
              ]);
            }
          },
        ),
        { numRuns: sampledCount(2, 12) },
      );
    },
  );

  test('one that failed can be asked again alone, and the cursor goes on from there for everybody', async () => {
    recover(['b']);
    const first = await a.json(`/api/federated/${SEARCH}&size=20`);
    expect([first.complete, first.totalElements, first.totalRelation]).toEqual([false, 22, 'gte']);
    expect(first.summary).toMatch(/^2 of 3 registries answered; Registry B /);
    recover();
    const again = await next(SEARCH, first.cursor, '&origins=b');
    expect(new Set(again.content.map(originOf))).toEqual(new Set(['Registry B']));
    expect([again.complete, again.number, again.content.length]).toEqual([true, 1, 8]);
    expect(again.summary).toBe(
      'Registry B answered; a-net and Registry C were not asked; ' +
        'Registry B answered only after the first page, so its records begin here.',
    );
    // The others, who have more, were left out of that page.
    expect(again.cursor).toBeNull();
    const rest = await next(SEARCH, again.retryCursor);
    expect([rest.content.length, rest.cursor, rest.complete]).toEqual([2, null, true]);
    const all = namesOn(await a.json(`/api/federated/${SEARCH}&size=2000`));
    expect([first, again, rest].flatMap(namesOn).sort()).toEqual(all.sort());
  });

  test('with origins= those are asked and no others, in the order of the configuration', async () => {
    const before = network.line('a', 'b').requests.length;
    const { origins, content, summary } = await a.json(`/api/federated/${SEARCH}&origins=c&origins=local&size=2000`);
    expect(origins.map(({ key, state }: Json) => [key, state])).toEqual([
      ['local', 'answered'],
      ['b', 'not-asked'],
      ['c', 'answered'],
    ]);
    expect([content.length, summary]).toEqual([22, 'Both registries answered; Registry B was not asked.']);
    expect(network.line('a', 'b').questions().length).toBe(
      network
        .line('a', 'b')
        .requests.slice(0, before)
        .filter(({ path }) => path !== '/api').length,
    );
  });

  test('a cursor that another reader puts says so on every page, and blames no registry', async () => {
    recover();
    const first = await a.json(`/api/federated/${SEARCH}&size=7`);
    const pages: Json[] = [await a.json(`/api/federated/${SEARCH}&cursor=${first.cursor}`, ADMIN)];
    while (pages.at(-1).cursor !== null) {
      pages.push(await a.json(`/api/federated/${SEARCH}&cursor=${pages.at(-1).cursor}`, ADMIN));
    }
    const summary =
      'All 3 registries answered; the cursor was made for another reader, who may see other records, so some may be missing or stand twice.';
    expect(pages.map((page) => [page.summary, page.complete, page.totalRelation])).toEqual(
      Array(4).fill([summary, false, 'gte']),
    );
    const own = await a.json(`/api/federated/${SEARCH}&cursor=${first.cursor}`);
    expect(own.summary).toBe('All 3 registries answered.');
  });

  describe('a cursor is refused', () => {
    const cursorOf = async (registry: TestRegistry, path: string): Promise<string> =>
      (await registry.json(`/api/federated/${path}${path.includes('?') ? '&' : '?'}size=2`)).cursor;

    test.each<[why: string, path: string, change: (cursor: string) => string, code: string]>([
      ['cut', SEARCH, (cursor) => cursor.slice(0, -1), 'cursor-invalid'],
      ['in two pieces', SEARCH, (cursor) => `${cursor.slice(0, 40)}.${cursor.slice(40)}`, 'cursor-invalid'],
      ['changed', SEARCH, (cursor) => `${cursor[0] === 'A' ? 'B' : 'A'}${cursor.slice(1)}`, 'cursor-invalid'],
      ['made up', SEARCH, () => 'page-2', 'cursor-invalid'],
      ['of another search', SEARCH.replace('BRCA1', 'TP53'), (cursor) => cursor, 'cursor-of-another-question'],
      ['of a search, for a listing', 'genes', (cursor) => cursor, 'cursor-of-another-question'],
      ['of a listing, for another', 'users', (cursor) => cursor, 'cursor-of-another-question'],
      ['with another size beside it', `${SEARCH}&size=3`, (cursor) => cursor, 'paging-conflict'],
      ['with a page beside it', `${SEARCH}&page=1`, (cursor) => cursor, 'paging-conflict'],
    ])('%s', async (why, path, change, code) => {
      const cursor = change(await cursorOf(a, why === 'of a listing, for another' ? 'genes' : SEARCH));
      await expectRefused(a, path, cursor, code);
    });

    test('of another registry, whose key is another one', async () => {
      await expectRefused(a, SEARCH, await cursorOf(network.at('b'), SEARCH), 'cursor-invalid');
    });

    test('in a streamed search, which has no pages', async () => {
      const path = `/api/federated/${SEARCH}&cursor=${await cursorOf(a, SEARCH)}`;
      const response = await a.get(path, { headers: { Accept: 'application/x-ndjson' } });
      expect([response.status, (await response.json()).code]).toEqual([400, 'paging-conflict']);
    });
  });
});

describe('a partner whose rows move between pages', () => {
  const CHANGED = 'what P holds has changed since the page before';
  const DOUBT = 'anonymised records of P may have moved between pages, so some may be missing or stand twice';

  /** This registry as two instances, and a partner that finds and lists the rows it is given. */
  async function startMoving() {
    const resources = new AsyncDisposableStack();
    const partner = resources.use(await startScriptedPartner());
    const settings = { ...FORGETFUL, APP_SETTINGS_PRIVACY_ANONYMOUS_ID_KEY: '01'.repeat(32) };
    const partners = [{ key: 'p', name: 'P', url: partner.url }];
    const here = resources.use(await startTestRegistry({ snapshot: smallSnapshot(), settings, partners }));
    const twin = resources.use(await startTestRegistry({ snapshot: smallSnapshot(), settings, partners }));
    await Promise.all([versionsLearned(here), versionsLearned(twin)]);
    const hold = (rows: readonly object[]) =>
      partner.play({
        '/api/genes/search': json(rows),
        '/api/genes': dependingOn(({ params }) => {
          const [page, size] = [Number(params.get('page')), Number(params.get('size'))];
          const last = (page + 1) * size >= rows.length;
          return json({ content: rows.slice(page * size, (page + 1) * size), totalElements: rows.length, last });
        }),
      });
    return { here, twin, partner, hold, [Symbol.asyncDispose]: () => resources.disposeAsync() };
  }

  const named = (...ids: number[]) => ids.map((id) => geneRecord(id, { tier: id > 90 ? 'TIER1' : 'TIER2' }));
  const hidden = (count: number) => Array.from({ length: count }, () => anonymousGeneRecord());
  const idsOn = ({ content }: Json): (number | null)[] => content.map(({ remoteUser }: Json) => remoteUser.id ?? null);

  test('and come in front of a search is shown in full, once, and the sentence counts them', async () => {
    await using moving = await startMoving();
    const { here, hold } = moving;
    hold(named(1, 2, 3, 4));
    const first = await here.json(`/api/federated/${SEARCH}&size=3`);
    hold(named(99, 98, 1, 2, 3, 4));
    const second = await here.json(`/api/federated/${SEARCH}&cursor=${first.cursor}`);
    expect([idsOn(first), idsOn(second)]).toEqual([
      [1, 2, 3],
      [98, 99, 4],
    ]);
    expect([first, second].map(({ complete, totalRelation }) => [complete, totalRelation])).toEqual([
      [true, 'eq'],
      [false, 'gte'],
    ]);
    expect(second.summary).toBe(
      `Both registries answered; ${CHANGED}: 2 that now stand among those shown before follow from here on.`,
    );
  });

  test('and go from the page that was shown loses nobody else, and another instance can go on', async () => {
    await using moving = await startMoving();
    const { here, twin, hold } = moving;
    hold(named(1, 2, 3, 4, 5, 6));
    const first = await here.json(`/api/federated/${SEARCH}&size=3`);
    hold(named(1, 4, 5, 6));
    const second = await twin.json(`/api/federated/${SEARCH}&cursor=${first.cursor}`);
    expect([idsOn(first), idsOn(second)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect(second.summary).toBe(`Both registries answered; ${CHANGED}: 2 records shown before are gone.`);
  });

  test('and are anonymised is in doubt until the last page, as they must not be compared', async () => {
    await using moving = await startMoving();
    const { here, hold } = moving;
    hold(hidden(4));
    const first = await here.json(`/api/federated/${SEARCH}&size=2`);
    const second = await here.json(`/api/federated/${SEARCH}&cursor=${first.cursor}`);
    expect([first, second].map(({ complete, totalRelation, summary }) => [complete, totalRelation, summary])).toEqual([
      [true, 'eq', 'Both registries answered.'],
      [false, 'gte', `Both registries answered; ${DOUBT}.`],
    ]);
    expect([idsOn(first), idsOn(second)]).toEqual([
      [null, null],
      [null, null],
    ]);
  });

  test('is listed in full, once, when rows of earlier pages went', async () => {
    await using moving = await startMoving();
    const { here, partner, hold } = moving;
    hold(named(1, 2, 3, 4, 5, 6, 7, 8));
    const first = await here.json('/api/federated/genes?size=3&origins=p');
    hold(named(2, 3, 4, 5, 6, 7, 8, 9));
    const second = await here.json(`/api/federated/genes?cursor=${first.cursor}&origins=p`);
    const third = await here.json(`/api/federated/genes?cursor=${second.cursor}&origins=p`);
    expect([first, second, third].map(idsOn)).toEqual([
      [1, 2, 3],
      [4, 5, 6],
      [7, 8, 9],
    ]);
    expect([second.complete, second.totalRelation, third.complete, third.cursor]).toEqual([false, 'gte', true, null]);
    expect(second.summary).toContain(CHANGED);
    expect(partner.requestsTo('/api/genes')).toHaveLength(3);
  });

  test('is listed once when rows came in front, and the sentence says that these are not shown', async () => {
    await using moving = await startMoving();
    const { here, hold } = moving;
    hold(named(1, 2, 3, 4, 5, 6));
    const first = await here.json('/api/federated/genes?size=3&origins=p');
    hold(named(7, 8, 1, 2, 3, 4, 5, 6));
    const second = await here.json(`/api/federated/genes?cursor=${first.cursor}&origins=p`);
    expect([idsOn(first), idsOn(second)]).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
    expect([second.complete, second.totalRelation]).toEqual([false, 'gte']);
    expect(second.summary).toContain('records that came to P on pages that had been read are not shown');
  });
});

async function expectRefused(registry: TestRegistry, path: string, cursor: string, code: string): Promise<void> {
  const response = await registry.get(`/api/federated/${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([400, 'application/problem+json']);
  expect(await response.json()).toMatchObject({ status: 400, code });
}

/** Which record of which registry, as nobody else is. */
function namesOn({ content }: Json): string[] {
  return content.map((record: Json) => `${originOf(record)} ${record.geneId} ${record.id ?? record.remoteUser.id}`);
}

/** Those of whom something was wanted: not those whose last page was read before. */
function asked(origins: Json[]): string[] {
  return origins.filter(({ problem }) => problem?.title !== 'has no more records').map(({ key }) => key);
}
