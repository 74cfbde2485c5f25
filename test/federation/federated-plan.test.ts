/** A plan asks nobody until its parts are collected; then everybody has one part, taken as it comes. */

import { describe, expect, test } from 'vitest';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import { fanOut } from '../../src/federation/fan-out.ts';
import { type Planner, planner } from '../../src/federation/federated-plan.ts';
import { answered, record, type ScriptedSource, STAYING, silent, source } from './small-sources.ts';

const STATS = { kind: 'stats' } as const;
const NOTHING = () => ({ content: {} });

type Read = ReturnType<Parameters<Planner>[0]>['read'];

function planOf(sources: readonly ScriptedSource[], read: Read = NOTHING) {
  const plan = planner({ sources: () => sources, fanOut: fanOut({ searchTimeoutMs: 6000 }), seen: (part) => part });
  const queries = sources.map((one) => ({ source: one, question: STATS }));
  const planFor = plan(() => ({ query: {}, queries, others: [], read }));
  return (signal = STAYING) => planFor(undefined, PUBLIC_VIEWER, signal);
}

const slow = () => source('slow', () => answered([record(1)]), 30);
const quick = () => source('quick', () => answered([record(2)]), 1);

describe('a federated plan', () => {
  test('asks nobody before its parts are collected', async () => {
    const sources = [slow(), quick()];
    const { queries, collect } = planOf(sources)();
    expect([queries.length, sources.map(({ questions }) => questions.length)]).toEqual([2, [0, 0]]);
    await collect();
    expect(sources.map(({ questions }) => questions)).toEqual([[STATS], [STATS]]);
  });

  test('gives each part as it arrives, and all of them in the order in which origins are configured', async () => {
    const arrived: string[] = [];
    const collected = await planOf([slow(), quick()])().collect(async ({ origin }) => void arrived.push(origin.key));
    expect(arrived).toEqual(['quick', 'slow']);
    expect(collected?.parts.map(({ origin }) => origin.key)).toEqual(['slow', 'quick']);
    expect(collected?.answer.origins.map(({ key }) => key)).toEqual(['slow', 'quick']);
  });

  test('waits for the caller who takes a part before it gives the next', async () => {
    const steps: string[] = [];
    await planOf([source('a', () => answered([])), source('b', () => answered([]))])().collect(async ({ origin }) => {
      steps.push(`${origin.key} begins`);
      await new Promise((resolve) => setTimeout(resolve, 10));
      steps.push(`${origin.key} is taken`);
    });
    expect(steps).toEqual(['a begins', 'a is taken', 'b begins', 'b is taken']);
  });

  test('answers nothing to a caller who has left', async () => {
    const leaving = new AbortController();
    const collecting = planOf([slow(), quick()])(leaving.signal).collect();
    leaving.abort();
    expect(await collecting).toBeUndefined();
  });

  test('throws what the caller of a part throws', async () => {
    const broken = planOf([quick()])().collect(() => Promise.reject(new Error('the caller is broken')));
    await expect(broken).rejects.toThrow('the caller is broken');
  });

  test('says how complete the answer is behind its content', async () => {
    const collected = await planOf([quick(), source('silent', silent)], () => ({
      content: { what: 'stands first' },
    }))().collect();
    const { origins, ...rest } = collected?.answer ?? { origins: [] };
    expect(JSON.stringify(rest)).toBe(
      '{"what":"stands first","complete":false,"summary":"1 of 2 registries answered; Registry silent did not answer within 3 s.","remarks":[]}',
    );
    expect(origins.map(({ state }) => state)).toEqual(['answered', 'timed-out']);
  });

  test('is not complete with a gap that no state of an origin shows, and says what it is', async () => {
    const read = () => ({
      content: {},
      remarks: [{ code: 'changed', params: { origin: 'quick', gone: 0, among: 0 } } as const],
      hasGap: true,
    });
    const collected = await planOf([quick()], read)().collect();
    expect(collected?.answer).toMatchObject({
      complete: false,
      summary: 'Registry quick answered; what quick holds has changed since the page before.',
    });
  });
});
