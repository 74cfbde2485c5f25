/** Partners that are replaced while questions are under way. */

import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { afterMs } from '../../src/demo/partner-behaviours.ts';
import { type ScriptedPartner, startScriptedPartner } from '../../src/demo/scripted-partner.ts';
import type { Part } from '../../src/domain/federation/federated-answer.ts';
import type { Question, Source } from '../../src/domain/federation/source.ts';
import type { PartnerConfig } from '../../src/domain/partner-config.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import type { Federation } from '../../src/federation/federation.ts';
import { type OpenedPartner, partnerList } from '../../src/federation/partner-list.ts';
import { genes } from '../support/partners/behaviours.ts';
import { openTestFederation } from '../support/partners/open-federation.ts';
import { titleIn } from '../support/partners/saying.ts';
import { questionOf } from './dialect/recorded-questions.ts';
import { answered, record, source } from './small-sources.ts';

const BRCA1 = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const STAYING = new AbortController().signal;

function settingsOf(key: string, { url }: Pick<ScriptedPartner, 'url'>, changes: Partial<PartnerConfig> = {}) {
  return {
    ...{ key, name: `Registry ${key}`, type: 'rdp', url, query: '', token: undefined },
    ...{ connectTimeoutMs: 2000, readTimeoutMs: 5000, timeoutMs: 10_000, maxConcurrency: 8 },
    ...changes,
  };
}

function openOver(partners: readonly PartnerConfig[]): Federation {
  return openTestFederation({
    partners,
    ending: STAYING,
  });
}

async function search({ sources, fanOut }: Federation, question: Question = BRCA1) {
  const parts: Part[] = [];
  const queries = sources().map((one) => ({ source: one, question }));
  for await (const part of fanOut(queries, PUBLIC_VIEWER, STAYING)) parts.push(part);
  return parts.map(({ origin: { key, state, count, cache } }) => ({ key, state, count, cache: cache?.status }));
}

describe('partners that are replaced', () => {
  test('fail no question that is under way, and no question has one of them twice', async () => {
    await using north = await startScriptedPartner({ '/api/genes/search': afterMs(100, genes(1)) });
    await using south = await startScriptedPartner({ '/api/genes/search': afterMs(100, genes(2)) });
    await using east = await startScriptedPartner({ '/api/genes/search': afterMs(100, genes(3)) });
    const lists = [
      [settingsOf('north', north), settingsOf('south', south)],
      [settingsOf('south', south, { token: 'other' }), settingsOf('east', east)],
      [settingsOf('east', east)],
      [settingsOf('north', north), settingsOf('east', east, { name: 'East' }), settingsOf('south', south)],
    ];
    await using federation = openOver(lists[0] ?? []);
    const answers = Array.from({ length: 50 }, async (_, index) => {
      await wait(index * 8);
      const expected = federation.sources().map(({ key }) => key);
      const symbol = `GENE${index}`;
      return {
        expected,
        answer: await search(federation, questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`)),
      };
    });
    for (let round = 1; round < 12; round++) {
      await wait(35);
      federation.replacePartners(lists[round % lists.length] ?? []);
    }
    for (const { expected, answer } of await Promise.all(answers)) {
      expect(answer.map(({ key }) => key).toSorted()).toEqual(expected.toSorted());
      expect(
        answer.every(({ state }) => state === 'answered'),
        JSON.stringify(answer),
      ).toBe(true);
    }
  });

  test('keep what is known of those that stay, and give nothing cached under another address or token', async () => {
    await using north = await startScriptedPartner({ '/api/genes/search': genes(1) });
    await using south = await startScriptedPartner({ '/api/genes/search': genes(2) });
    await using federation = openOver([settingsOf('north', north), settingsOf('south', south)]);
    federation.learnVersions();
    await expect.poll(() => federation.sources().every((one) => one.version() !== undefined)).toBe(true);
    await search(federation);
    expect((await search(federation)).map(({ cache }) => cache)).toEqual(['hit', 'hit']);
    const stays = federation.sources()[1];
    const changed = settingsOf('north', north, { query: 'tenant=2' });
    expect(federation.replacePartners([settingsOf('south', south), changed])).toEqual({
      ...{ added: [], removed: [], changed: [{ key: 'north', settings: ['query'] }], isReordered: true },
    });
    expect(federation.sources()[0]).toBe(stays);
    expect(stays?.version()).toBe('1.5.10');
    const again = await search(federation);
    expect(again).toContainEqual({ key: 'south', state: 'answered', count: 2, cache: 'hit' });
    expect(again).toContainEqual({ key: 'north', state: 'answered', count: 1, cache: 'miss' });
    expect(south.requestsTo('/api/genes/search')).toHaveLength(1);
    expect(federation.partnerTrends().map(({ key, trend }) => [key, trend.length])).toEqual([
      ['south', 1],
      ['north', 1],
    ]);
  });

  test('that have left give nothing from the cache, not even to a question that began with them', async () => {
    await using north = await startScriptedPartner({ '/api/genes/search': genes(1) });
    await using federation = openOver([settingsOf('north', north)]);
    federation.learnVersions();
    await expect.poll(() => federation.sources()[0]?.version()).toBe('1.5.10');
    await search(federation);
    const [left] = federation.sources();
    expect(left?.getCached(BRCA1, PUBLIC_VIEWER)).toBeDefined();
    federation.replacePartners([]);
    expect(left?.getCached(BRCA1, PUBLIC_VIEWER)).toBeUndefined();
    expect(federation.sources()).toEqual([]);
    expect(federation.testPartner('north')).toBeUndefined();
  });
});

describe('what was opened for a partner', () => {
  function listOf(closed: string[], answerMs: number, ask?: Source['ask']) {
    const answering = (key: string) => source(key, () => answered([record(1)]), answerMs);
    return partnerList(
      (settings: { key: string; name: string }): OpenedPartner<typeof settings> => ({
        settings,
        source: { ...answering(settings.key), ...(ask && { ask }) },
        lateMs: 40,
        [Symbol.asyncDispose]: async () => void closed.push(settings.name),
      }),
    );
  }

  test('is closed when it has left, its questions have ended and as much time is over as one may last', async () => {
    const closed: string[] = [];
    await using list = listOf(closed, 80);
    list.replace([{ key: 'a', name: 'old' }]);
    const [old] = list.current();
    const answer = old?.source.ask({ kind: 'stats' }, PUBLIC_VIEWER, STAYING);
    list.replace([{ key: 'a', name: 'new' }]);
    await wait(60);
    expect(closed).toEqual([]);
    expect((await answer)?.state).toBe('answered');
    expect(closed).toEqual([]);
    await expect.poll(() => closed).toEqual(['old']);
    const late = await old?.source.ask({ kind: 'stats' }, PUBLIC_VIEWER, STAYING);
    expect([late?.state, titleIn(late?.problem)]).toEqual(['not-asked', 'is no longer among the registries']);
  });

  test('is closed, too, where a question has failed at once', async () => {
    const closed: string[] = [];
    const broken = (): never => {
      throw new Error('broken');
    };
    await using list = listOf(closed, 0, broken);
    list.replace([{ key: 'a', name: 'old' }]);
    const asking = list.current()[0]?.source.ask({ kind: 'stats' }, PUBLIC_VIEWER, STAYING);
    await expect(asking).rejects.toThrow('broken');
    list.replace([]);
    await expect.poll(() => closed).toEqual(['old']);
  });

  test('is closed with the list, whether it has left or not', async () => {
    const closed: string[] = [];
    const list = listOf(closed, 0);
    list.replace([{ key: 'a', name: 'old' }]);
    list.replace([{ key: 'a', name: 'new' }]);
    await list[Symbol.asyncDispose]();
    expect(closed.toSorted()).toEqual(['new', 'old']);
  });
});
