/** What is taken down of questions to other registries: how they fared, in one entry each. */

import { describe, expect, test } from 'vitest';
import type { AuditEntry, PartnerCall } from '../../src/domain/federation/audit-log.ts';
import type { Part } from '../../src/domain/federation/federated-answer.ts';
import type { OriginState } from '../../src/domain/federation/origin.ts';
import type { Source } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../src/domain/record/model.ts';
import { auditObserver } from '../../src/federation/audit-observer.ts';
import { askList, fanOut } from '../../src/federation/fan-out.ts';
import { observedNetwork } from '../../src/federation/observed-network.ts';
import { storedHistories } from '../../src/federation/partner/partner-history.ts';
import { questionOf } from './dialect/recorded-questions.ts';
import { answered, record, source } from './small-sources.ts';

const BRCA1 = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const TP53 = questionOf('/api/genes/search?symbol=TP53&taxonId=9606');
const STAYING = new AbortController().signal;
const MEMBER: Viewer = { ...PUBLIC_VIEWER, kind: 'member', userId: 4711 };

function inState(key: string, state: OriginState): Source {
  return source(key, () => answered([], { state }));
}

const LOCAL = source('local', () => answered([record(1)]));

function recordedOver(sources: readonly Source[], withText = false) {
  const entries: AuditEntry[] = [];
  const observer = auditObserver({ note: (entry) => entries.push(entry), withText, now: () => 1_000_000 });
  const network = observedNetwork({ sources: () => sources, fanOut: fanOut({ searchTimeoutMs: 1000 }), askList }, [
    observer,
  ]);
  return { entries, network };
}

async function ask(network: ReturnType<typeof recordedOver>['network'], viewer = PUBLIC_VIEWER, signal = STAYING) {
  const parts: Part[] = [];
  const queries = network.sources().map((one) => ({ source: one, question: BRCA1 }));
  for await (const part of network.fanOut(queries, viewer, signal)) parts.push(part);
  return parts;
}

test('a search is one entry with every registry, and neither what was asked nor by whom', async () => {
  const { entries, network } = recordedOver([LOCAL, inState('b', 'empty'), inState('c', 'timed-out')]);
  expect(await ask(network, MEMBER)).toHaveLength(3);
  expect(entries).toEqual([
    {
      atMs: 1_000_000,
      kind: 'genes-search',
      viewer: 'member',
      outcome: 'incomplete',
      elapsedMs: expect.any(Number),
      answers: expect.arrayContaining([
        { key: 'local', state: 'answered', count: 1, elapsedMs: expect.any(Number), cache: 'miss' },
        { key: 'b', state: 'empty', count: 0, elapsedMs: expect.any(Number), cache: 'miss' },
        { key: 'c', state: 'timed-out', count: 0, elapsedMs: expect.any(Number), cache: 'miss' },
      ]),
      asked: undefined,
    },
  ]);
  expect(JSON.stringify(entries)).not.toMatch(/BRCA1|9606|4711/);
});

test('where the operator wants that, what was asked and the account are recorded', async () => {
  const { entries, network } = recordedOver([LOCAL, inState('b', 'empty')], true);
  await ask(network, MEMBER);
  expect(entries[0]?.asked).toEqual({ text: expect.stringContaining('symbol=BRCA1'), userId: 4711 });
  expect(entries[0]?.outcome).toBe('complete');
});

test('a question to this registry alone is none of it', async () => {
  const { entries, network } = recordedOver([LOCAL]);
  await ask(network);
  expect(entries).toEqual([]);
});

describe('a caller who leaves', () => {
  test('by the signal', async () => {
    const left = new AbortController();
    const slow = source('b', () => answered([]), 1000);
    setTimeout(() => left.abort(), 20);
    const { entries, network } = recordedOver([LOCAL, slow, inState('c', 'empty')]);
    await ask(network, PUBLIC_VIEWER, left.signal);
    expect(entries).toMatchObject([{ outcome: 'left', answers: [{ key: 'local' }, { key: 'c' }] }]);
  });

  test('by reading no further', async () => {
    const { entries, network } = recordedOver([inState('b', 'empty'), inState('c', 'empty')]);
    const queries = network.sources().map((one) => ({ source: one, question: BRCA1 }));
    for await (const _ of network.fanOut(queries, PUBLIC_VIEWER, STAYING)) break;
    expect(entries).toMatchObject([{ outcome: 'left', answers: [{ key: 'b' }] }]);
  });
});

test('a list of genes is one entry, in which what is not whole stands for all', async () => {
  const b = source('b', (question) => (question === TP53 ? answered([], { state: 'failed' }) : answered([record(1)])));
  const { entries, network } = recordedOver([b, inState('c', 'empty')]);
  const list = { questions: [BRCA1, TP53], sources: network.sources(), isRetry: false, limitMs: 1000 };
  for await (const _ of network.askList(list, PUBLIC_VIEWER, STAYING));
  expect(entries).toMatchObject([{ kind: 'gene-list', outcome: 'incomplete' }]);
  expect(entries[0]?.answers.toSorted((one, other) => one.key.localeCompare(other.key))).toMatchObject([
    { key: 'b', state: 'failed', count: 1 },
    { key: 'c', state: 'empty', count: 0 },
  ]);
});

test('a record that is looked up at its origin is an entry, past the fan-out', async () => {
  const { entries, network } = recordedOver([LOCAL, inState('b', 'unknown-term')]);
  for (const one of network.sources()) await one.ask({ kind: 'user', userId: 7 }, PUBLIC_VIEWER, STAYING);
  expect(entries).toMatchObject([
    { kind: 'user', outcome: 'incomplete', answers: [{ key: 'b', state: 'unknown-term' }] },
  ]);
  expect(network.sources()[1]).toBe(network.sources()[1]);
});

test('the history of a partner goes on under its key, however often the partner is opened again', () => {
  const noted: PartnerCall[] = [];
  const call = (key: string, elapsedMs: number) => ({
    key,
    at: '2026-03-01T10:00:00.000Z',
    isAnswer: true,
    elapsedMs,
    reason: null,
  });
  const historyOf = storedHistories([call('b', 1), call('c', 9)], (one) => noted.push(one));
  const { key: _, ...point } = call('b', 2);
  historyOf('b').note(point);
  expect(historyOf('b').points.map(({ elapsedMs }) => elapsedMs)).toEqual([1, 2]);
  expect(historyOf('new').points).toEqual([]);
  expect(noted).toEqual([call('b', 2)]);
});
