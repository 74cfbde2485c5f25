/** What the next reader gets of a partner that failed: nothing is asked in vain, and what has recovered is found again. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Behaviour } from '../../../src/demo/partner-behaviours.ts';
import type { Origin } from '../../../src/domain/federation/origin.ts';
import { passTime } from '../../support/machine/pass-time.ts';
import { askPlain, linesOf, type ReadAnswer } from '../../support/network/federated-reader.ts';
import {
  ADMIN_TOKEN,
  GENE_SEARCH,
  GENES,
  learned,
  type OddEntry,
  startOdd,
  untilReleased,
} from '../../support/network/network-of-partners.ts';
import * as does from '../../support/partners/behaviours.ts';
import { ADMIN } from '../../support/partners/fake-partner.ts';
import type { TestRegistry } from '../../support/registry/start-registry.ts';
import { neighboursForAll } from '../../support/worlds.ts';

const neighbours = neighboursForAll();
afterEach(() => void vi.useRealTimers());

const HASTY = { 'read-timeout': 600 };
const WHOLE = 'All 4 registries answered.';
const QUIET = '3 of 4 registries answered; OddNet did not answer within 0.6 s.';
const RESTING = '3 of 4 registries answered; OddNet is not asked for a while, as it did not answer within 0.6 s.';
const [FIRST, SECOND, THIRD, FOURTH] = [
  'TIER1',
  'TIER2',
  'TIER1&tiers=TIER2',
  'TIER2&researcherCategories=IN_VIVO',
].map((tiers) => `${GENE_SEARCH}&tiers=${tiers}`) as [string, string, string, string];

async function startBesideOdd(behaviour: Behaviour, entry: Omit<OddEntry, 'url'> = {}) {
  const resources = new AsyncDisposableStack();
  const odd = resources.use(await startOdd({ [GENES.partnerPath]: behaviour }));
  const registry = resources.use(await neighbours.open({ url: odd.url, ...entry }));
  await learned(registry, 'odd', '1.5.10');
  return { odd, registry, [Symbol.asyncDispose]: () => resources.disposeAsync() };
}

function ofOdd({ origins }: ReadAnswer): Origin | undefined {
  return origins.find(({ key }) => key === 'odd');
}

function stateOfOdd({ context }: TestRegistry) {
  return context.federation.partnerStates(ADMIN).find(({ key }) => key === 'odd');
}

describe('a partner that hangs', () => {
  test('is asked once by all who ask the same at once, and who asks later is answered at once', async () => {
    await using network = await startBesideOdd(does.hang(), { 'read-timeout': 900 });
    const { odd, registry } = network;
    const answers = await Promise.all(Array.from({ length: 5 }, () => askPlain(registry, FIRST)));
    expect(new Set(answers.map(({ summary }) => summary))).toEqual(
      new Set(['3 of 4 registries answered; OddNet did not answer within 0.9 s.']),
    );
    expect(odd.requestsTo(GENES.partnerPath)).toHaveLength(1);
    const { summary, unhinderedMs } = await askPlain(registry, FIRST);
    expect(summary).toBe(
      '3 of 4 registries answered; OddNet is not asked for a while, as it did not answer within 0.9 s.',
    );
    expect(unhinderedMs.odd).toBeLessThan(800);
  });

  test('costs its time-out once, is tried by one question at a time, and opens its circuit breaker after three', async () => {
    await using network = await startBesideOdd(does.hang(), HASTY);
    const { odd, registry } = network;
    const first = await askPlain(registry, FIRST);
    expect(first.summary).toBe(QUIET);
    expect(first.arrivedMs.odd).toBeGreaterThan(580);
    for (const [at, path] of [SECOND, THIRD].entries()) {
      const { summary, unhinderedMs } = await askPlain(registry, path);
      expect(summary).toBe(RESTING);
      expect(unhinderedMs.odd).toBeLessThan(550);
      await expect.poll(() => stateOfOdd(registry)?.details?.consecutiveFailures).toBe(at + 2);
    }

    const answer = await askPlain(registry, FOURTH);
    expect(answer.summary).toBe(RESTING);
    expect(ofOdd(answer)).toMatchObject({
      state: 'resting',
      count: 0,
      exact: false,
      problem: { error: null, status: null },
    });
    const restSeconds = (Date.parse(ofOdd(answer)?.problem?.nextTryAt ?? '') - Date.now()) / 1000;
    expect(restSeconds).toBeGreaterThan(20);
    expect(restSeconds).toBeLessThan(40);
    expect(answer.unhinderedMs.odd).toBeLessThan(500);
    expect(odd.requestsTo(GENES.partnerPath)).toHaveLength(3);
  });
});

describe('a partner that closes connections without a word', () => {
  test('is asked once more, and its reader notices nothing when that brings an answer', async () => {
    await using network = await startBesideOdd(does.inTurn(does.resetBefore(), does.genes(2)));
    expect((await askPlain(network.registry, FIRST)).summary).toBe(WHOLE);
    expect(network.odd.requestsTo(GENES.partnerPath)).toHaveLength(2);
  });

  test('opens its circuit breaker after three questions that it closed twice each, as each is one failure', async () => {
    await using network = await startBesideOdd(does.resetBefore());
    const { odd, registry } = network;
    const closed = '3 of 4 registries answered; OddNet is not responding.';
    const resting = '3 of 4 registries answered; OddNet is not asked for a while, as it is not responding.';
    const summaries: string[] = [];
    for (const path of [FIRST, SECOND, THIRD, FOURTH]) summaries.push((await askPlain(registry, path)).summary);
    expect(summaries).toEqual([closed, closed, closed, resting]);
    expect(odd.requestsTo(GENES.partnerPath)).toHaveLength(6);
  });
});

describe('when its circuit breaker is half-open, a partner', () => {
  test('is asked by one reader first, and by all again when that one had an answer', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await using network = await startBesideOdd(does.status(503, 'Public API is not available for this registry.'));
    const { odd, registry } = network;
    await askPlain(registry, FIRST);
    passTime(10 * 60_000 + 1000);
    const { behaviour, release } = untilReleased(does.genes(1));
    odd.play({ [GENES.partnerPath]: behaviour });
    const before = odd.requestsTo(GENES.partnerPath).length;
    const probe = askPlain(registry, FIRST);
    await expect.poll(() => odd.requestsTo(GENES.partnerPath).length).toBe(before + 1);
    const meanwhile = await askPlain(registry, SECOND);
    release();
    expect(meanwhile.summary).toBe(
      '3 of 4 registries answered; OddNet is not asked for a while, as it is switched off.',
    );
    expect((await probe).summary).toBe(WHOLE);
    expect((await askPlain(registry, SECOND)).summary).toBe(WHOLE);
    expect(odd.requestsTo(GENES.partnerPath)).toHaveLength(3);
  });
});

test('a partner that fails is shown as it answered before, with the time of that, and the answer is not complete', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-08-22T10:00:30Z') });
  await using network = await startBesideOdd(does.genes(2));
  const { odd, registry } = network;
  const before = await askPlain(registry, FIRST);
  passTime(Date.parse('2026-08-22T10:05:00Z') - Date.now());
  odd.play({ [GENES.partnerPath]: does.resetBefore() });
  const after = await askPlain(registry, FIRST);
  expect([after.complete, after.summary]).toEqual([
    false,
    '3 of 4 registries answered; OddNet is not responding and is shown as of 2026-08-22 10:00 UTC.',
  ]);
  expect(ofOdd(after)).toMatchObject({
    ...{ state: 'stale', count: 2, exact: false, retrievedAt: ofOdd(before)?.retrievedAt },
    cache: { status: 'stale', ageSeconds: 300 },
    problem: { error: 'connection_terminated' },
  });
  expect(after.contents).toEqual(before.contents);
});

describe('a partner that has recovered', () => {
  test('is asked by who asks it again, though it hung a moment before', async () => {
    await using network = await startBesideOdd(does.hang(), HASTY);
    const { odd, registry } = network;
    expect((await askPlain(registry, FIRST)).summary).toBe(QUIET);
    odd.play({ [GENES.partnerPath]: does.genes(2) });
    const again = await askPlain(registry, `${FIRST}&origins=odd`);
    expect(ofOdd(again)).toMatchObject({ state: 'answered', count: 2, cache: { status: 'miss' } });
    expect((await askPlain(registry, SECOND)).summary).toBe(WHOLE);
  });

  test('is asked by who asks it again while its circuit breaker is open, and by everybody after that', async () => {
    await using network = await startBesideOdd(does.resetBefore());
    const { odd, registry } = network;
    for (const path of [FIRST, SECOND, THIRD]) await askPlain(registry, path);
    expect(ofOdd(await askPlain(registry, FOURTH))?.state).toBe('resting');
    odd.play({ [GENES.partnerPath]: does.genes(2) });
    expect(ofOdd(await askPlain(registry, `${FIRST}&origins=odd`))?.state).toBe('answered');
    expect((await askPlain(registry, FOURTH)).summary).toBe(WHOLE);
  });

  test('can be asked alone, and the sentence is about nobody else', async () => {
    await using network = await startBesideOdd(does.resetBefore());
    const { odd, registry } = network;
    expect((await askPlain(registry, FIRST)).summary).toBe('3 of 4 registries answered; OddNet is not responding.');
    odd.play({ [GENES.partnerPath]: does.genes(2) });
    const others = [neighbours.north, neighbours.south].map(({ requests }) => requests.length);
    const again = await askPlain(registry, `${FIRST}&origins=odd`);
    expect([again.complete, again.summary]).toEqual([
      true,
      'OddNet answered; HomeNet, NorthNet and SouthNet were not asked.',
    ]);
    expect(again.origins.map(({ key, state, count }) => [key, state, count])).toEqual([
      ['local', 'not-asked', 0],
      ['north', 'not-asked', 0],
      ['odd', 'answered', 2],
      ['south', 'not-asked', 0],
    ]);
    expect([neighbours.north, neighbours.south].map(({ requests }) => requests.length)).toEqual(others);
  });

  test('begins on the next page with its first record, and the answer says so', async () => {
    await using network = await startBesideOdd(does.resetBefore());
    const { odd, registry } = network;
    const people: string[] = [];
    const turn = async (path: string) => {
      const { content, cursor, summary } = await registry.json(path);
      people.push(
        ...content.map(
          ({ remoteUser }: { remoteUser: { origin: string; id: number } }) => `${remoteUser.origin} ${remoteUser.id}`,
        ),
      );
      return { cursor, summary };
    };
    const first = await turn(`${GENE_SEARCH}&size=4`);
    odd.play({ [GENES.partnerPath]: does.genes(2) });
    const second = await turn(`${GENE_SEARCH}&cursor=${first.cursor}`);
    expect(second.summary).toBe(
      'All 4 registries answered; OddNet answered only after the first page, so its records begin here.',
    );
    const third = await turn(`${GENE_SEARCH}&cursor=${second.cursor}`);
    expect(third).toEqual({ cursor: null, summary: WHOLE });
    expect(people.toSorted()).toEqual([
      ...['HomeNet 2', 'NorthNet 101', 'NorthNet 102', 'NorthNet 103', 'OddNet 1', 'OddNet 2'],
      ...['SouthNet 201', 'SouthNet 202', 'SouthNet 203'],
    ]);
  });
});

describe('a reader who leaves in the middle of a stream', () => {
  test('stops what has not begun, and nothing else', async () => {
    const { behaviour, release } = untilReleased(does.genes(1));
    await using network = await startBesideOdd(behaviour, { 'max-concurrency': 1 });
    const { odd, registry } = network;
    const staying = askPlain(registry, FIRST);
    await expect.poll(() => odd.requestsTo(GENES.partnerPath).length).toBe(1);
    const leave = new AbortController();
    const seen: string[] = [];
    await expect(async () => {
      for await (const line of linesOf(registry, SECOND, { signal: leave.signal })) {
        seen.push(JSON.parse(line).origin?.key ?? JSON.parse(line).type);
        if (seen.length === 4) leave.abort();
      }
    }).rejects.toThrow('aborted');
    expect(seen.toSorted()).toEqual(['local', 'north', 'plan', 'south']);
    // When the registry has noticed that its reader has left.
    await expect.poll(() => registry.context.limits.status().searchesUnderWay).toBe(1);
    release();
    expect((await staying).summary).toBe(WHOLE);
    await sleep(100);
    expect(odd.requestsTo(GENES.partnerPath).map(({ params }) => params.getAll('tiers'))).toEqual([['TIER1']]);
  });

  test('leaves what has begun to those who ask next', async () => {
    await using network = await startBesideOdd(does.afterMs(150, does.genes(1)));
    const { odd, registry } = network;
    const leave = new AbortController();
    await expect(async () => {
      for await (const line of linesOf(registry, FIRST, { signal: leave.signal })) {
        if (line.includes('"type":"part"')) leave.abort();
      }
    }).rejects.toThrow('aborted');
    await expect.poll(() => stateOfOdd(registry)?.answered).toBe(1);
    const next = await askPlain(registry, FIRST, ADMIN_TOKEN);
    expect(next.summary).toBe(WHOLE);
    expect(ofOdd(next)?.cache?.status).toBe('hit');
    expect(odd.requestsTo(GENES.partnerPath)).toHaveLength(1);
  });
});
