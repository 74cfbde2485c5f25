/** Partners whose pages are of another size than was asked for, or say what their rows contradict: no row is lost unseen. */

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { geneRecord, userRecord } from '../../src/demo/mock-people.ts';
import { dependingOn, json } from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import { sampleOf } from '../support/machine/sample.ts';
import { versionsLearned } from '../support/network/start-network.ts';
import { smallSnapshot } from '../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../support/registry/start-registry.ts';

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by what it reads of it
type Json = any;

const FORGETFUL = { CACHE_ANSWERS_FRESH_SECONDS: '0', CACHE_ANSWERS_STALE_HOURS: '0' };
const IDS = Array.from({ length: 50 }, (_, index) => index + 1);
const ROWS = { users: IDS.map((id) => userRecord(id)), genes: IDS.map((id) => geneRecord(id)) };
type Path = keyof typeof ROWS;
type Pages = (rows: readonly object[], page: number, size: number) => object;

let partner: ScriptedPartner;
let here: TestRegistry;
beforeAll(async () => {
  partner = await startScriptedPartner();
  const partners = [{ key: 'p', name: 'P', url: partner.url }];
  here = await startTestRegistry({ snapshot: smallSnapshot(), settings: FORGETFUL, partners });
  await versionsLearned(here);
});
afterAll(async () => {
  await here[Symbol.asyncDispose]();
  await partner[Symbol.asyncDispose]();
});

function hold(pages: Pages): void {
  const listing = (path: Path) =>
    dependingOn(({ params }) => json(pages(ROWS[path], Number(params.get('page')), Number(params.get('size')))));
  partner.play({ '/api/users': listing('users'), '/api/genes': listing('genes') });
}

async function walk(path: Path, size: number): Promise<Json[]> {
  const pages = [await here.json(`/api/federated/${path}?origins=p&size=${size}`)];
  while (pages.at(-1).cursor !== null) {
    if (pages.length > 120) throw new Error('The cursor never ends.');
    pages.push(await here.json(`/api/federated/${path}?origins=p&cursor=${pages.at(-1).cursor}`));
  }
  return pages;
}

function idsOn({ content }: Json): number[] {
  return content.map(({ id, remoteUser }: Json) => remoteUser?.id ?? id);
}

function spring(rows: readonly object[], page: number, size: number) {
  const content = rows.slice(page * size, (page + 1) * size);
  const last = (page + 1) * size >= rows.length;
  return { content, last, totalElements: rows.length, size, number: page, numberOfElements: content.length };
}

const capped =
  (most: number): Pages =>
  (rows, page, size) =>
    spring(rows, page, Math.min(size, most));
const withLeast =
  (least: number): Pages =>
  (rows, page, size) =>
    spring(rows, page, Math.max(size, least));

describe.each<Path>(sampleOf(['users', 'genes'], 1))('/api/%s of a partner', (path) => {
  test.each<[string, Pages, number[]]>([
    ['that caps its pages at 7', capped(7), [1, 3, 7, 10, 20, 60]],
    ['that caps its pages at 1', capped(1), [10, 60]],
    ['that caps its pages at 49', capped(49), [48, 49, 50, 1000]],
    ['that gives no page of fewer than 20', withLeast(20), [3, 7, 20, 30]],
    ['that always gives pages of 11', (rows, page) => spring(rows, page, 11), [4, 10, 25]],
  ])('%s is read to its end by the size of the partner', async (_, pages, sizes) => {
    hold(pages);
    for (const size of sizes) {
      const walked = await walk(path, size);
      expect(walked.flatMap(idsOn), `pages of ${size}`).toEqual(IDS);
      for (const [index, { complete, totalElements, totalRelation, origins }] of walked.entries()) {
        // Nobody knows before the last page which rows can be shown; of genes, the total counts those of tier 3.
        const isLast = index === walked.length - 1;
        const shown = walked.slice(0, index + 1).flatMap(idsOn).length;
        const total = path === 'genes' ? shown : 50;
        expect([complete, totalElements, totalRelation]).toEqual([true, total, isLast ? 'eq' : 'gte']);
        expect(origins.find(({ key }: Json) => key === 'p').dropped).toBe(0);
      }
    }
  });

  test('that gives 7 of 10 and does not say that its pages are smaller is not called complete', async () => {
    hold((rows, page, size) => ({
      ...spring(rows, page, size),
      content: spring(rows, page, size).content.slice(0, 7),
    }));
    const walked = await walk(path, 10);
    expect(walked.flatMap(idsOn)).toEqual(IDS.filter((id) => (id - 1) % 10 < 7));
    for (const { complete, origins } of walked) {
      const origin = origins.find(({ key }: Json) => key === 'p');
      expect([complete, origin.state, origin.dropped]).toEqual([false, 'limited', 3]);
    }
  });

  test.each([
    ['that says it has 3 rows', 3],
    ['that says it has none', 0],
  ])('%s and gives 50 is read to its end, and is not believed', async (_, totalElements) => {
    hold((rows, page, size) => ({ ...spring(rows, page, size), totalElements }));
    for (const size of [7, 20, 60]) {
      const walked = await walk(path, size);
      expect(walked.flatMap(idsOn), `pages of ${size}`).toEqual(IDS);
      expect([walked[0].totalElements, walked[0].totalRelation]).toEqual(size < 50 ? [size, 'gte'] : [50, 'eq']);
    }
  });

  test('that always gives its first page shows it once, and the answer says what is missing', async () => {
    hold((rows, _, size) => spring(rows, 0, size));
    const walked = await walk(path, 10);
    const shown = walked.flatMap(idsOn);
    const origins = walked.map(({ origins }) => origins.find(({ key }: Json) => key === 'p'));
    expect(shown).toEqual(IDS.slice(0, shown.length));
    expect(shown.length + origins.reduce((sum, { dropped }) => sum + dropped, 0)).toBe(50);
    expect(walked.filter(({ complete }, index) => complete !== (origins[index].dropped === 0))).toEqual([]);
  });

  test('that gives its last page for every page behind it is read to its end', async () => {
    hold((rows, page, size) => spring(rows, Math.min(page, Math.ceil(rows.length / size) - 1), size));
    for (const size of [7, 20, 60]) expect((await walk(path, size)).flatMap(idsOn), `pages of ${size}`).toEqual(IDS);
    const behind = await here.json(`/api/federated/${path}?origins=p&size=20&page=7`);
    expect([idsOn(behind), behind.complete, behind.totalRelation]).toEqual([[], true, 'gte']);
    expect(behind.totalElements).toBe(path === 'genes' ? 0 : 50);
  });

  test('that says on every page that more follows, and gives nothing, comes to an end', async () => {
    hold((rows, page, size) => ({ content: spring(rows, page, size).content, last: false }));
    for (const size of [7, 20, 25, 60])
      expect((await walk(path, size)).flatMap(idsOn), `pages of ${size}`).toEqual(IDS);
  });

  test('whose size is beyond all reason is asked for no such page', async () => {
    const sizes = new Set<number>();
    hold((rows, page, size) => {
      sizes.add(size);
      return { ...spring(rows, page, size), size: 1_000_000_000 };
    });
    expect((await walk(path, 20)).flatMap(idsOn)).toEqual(IDS);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1000);
  });

  test.each([
    ['26', 50, 200_000],
    ['11', 30, 500_000],
  ])('whose rows are so long that %s are read at once is read to its end', async (_, count, length) => {
    const filler = 'x'.repeat(length);
    hold((rows, page, size) => {
      const { content, ...envelope } = spring(rows.slice(0, count), page, size);
      return { content: content.map((row) => ({ ...row, filler })), ...envelope };
    });
    const walked = await walk(path, 40);
    expect(walked.flatMap(idsOn)).toEqual(IDS.slice(0, count));
    expect(walked.length).toBeLessThanOrEqual(count);
    expect(walked[0].origins.find(({ key }: Json) => key === 'p')).toMatchObject({ state: 'limited', dropped: 0 });
  });

  test('whose rows are too long to be read at all comes to its end, and each is counted', async () => {
    const filler = 'x'.repeat(2_000_000);
    hold((rows, page, size) => {
      const { content, ...envelope } = spring(rows.slice(0, 8), page, size);
      return { content: content.map((row) => ({ ...row, filler })), ...envelope };
    });
    const walked = await walk(path, 40);
    const dropped = walked.map(({ origins }) => origins.find(({ key }: Json) => key === 'p').dropped);
    expect([walked.flatMap(idsOn), dropped.reduce((sum, one) => sum + one, 0)]).toEqual([[], 8]);
    expect(walked.every(({ complete }) => !complete)).toBe(true);
  });
});
