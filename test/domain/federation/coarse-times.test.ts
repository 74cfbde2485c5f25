/** What a caller without an account sees of the age of an answer. */

import { describe, expect, test } from 'vitest';
import { partOf, withCoarseTimes } from '../../../src/domain/federation/federated-answer.ts';
import type { CacheFact } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { noAnswer, type SourceAnswer } from '../../../src/domain/federation/source.ts';

const NOW = Date.parse('2026-11-29T12:07:42.345Z');
const SOURCE = { key: 'b', name: 'Registry B', url: 'https://b.example.org' };

const answerOf = (changes: Partial<SourceAnswer>): SourceAnswer => ({
  ...noAnswer('answered', reason('no-record')),
  ...{ problem: undefined, ...changes },
});

function shown(status: CacheFact['status'], ageSeconds: number) {
  const retrievedAt = new Date(NOW - ageSeconds * 1000);
  const part = partOf(SOURCE, answerOf({ retrievedAt, cache: { status, ageSeconds } }));
  const { origin, edition } = withCoarseTimes(part, NOW);
  return { retrievedAt: origin.retrievedAt, cache: origin.cache, edition: edition === part.edition };
}

describe('an answer that everybody may see', () => {
  test('is fresh for five minutes at least, whether somebody asked a moment ago or not', () => {
    const fresh = { status: 'miss', ageSeconds: 0 };
    for (const status of ['miss', 'hit', 'shared'] as const)
      for (const ageSeconds of [0, 1, 42, 90, 119, 299])
        expect(shown(status, ageSeconds)).toMatchObject({ cache: fresh, edition: true });
    for (const ageSeconds of [0, 1, 42, 119])
      expect(shown('hit', ageSeconds).retrievedAt).toBe('2026-11-29T12:05:00.000Z');
  });

  test.each([
    [600, 600, '2026-11-29T11:55:00.000Z'],
    [3299, 3300, '2026-11-29T11:10:00.000Z'],
    [3599, 3600, '2026-11-29T11:00:00.000Z'],
    [3600, 3600, '2026-11-29T11:00:00.000Z'],
    [86_399, 86_400, '2026-11-28T12:00:00.000Z'],
  ])('of %i seconds is %i seconds old', (age, ageSeconds, retrievedAt) => {
    expect(shown('hit', age)).toEqual({ retrievedAt, cache: { status: 'hit', ageSeconds }, edition: true });
    expect(shown('stale', age)).toEqual({ retrievedAt, cache: { status: 'stale', ageSeconds }, edition: true });
  });

  test('that is shown after a failure has a time of its own, and not the present one', () => {
    const cache = { status: 'stale', ageSeconds: 300 };
    expect(shown('stale', 200)).toEqual({ retrievedAt: '2026-11-29T12:00:00.000Z', cache, edition: true });
  });

  test('is never shown as newer than it is, and as an hour older at most', () => {
    for (let age = 0; age < 90_000; age += 37) {
      const laterMs = NOW - age * 1000 - Date.parse(shown('stale', age).retrievedAt ?? '');
      expect([age, laterMs >= 0, laterMs < (age < 3300 ? 300_000 : 3_600_000)]).toEqual([age, true, true]);
    }
  });

  test('changes for who asks again and again at the same moments, whenever it came', () => {
    const changesOf = (cameMs: number) => {
      const answer = answerOf({ retrievedAt: new Date(cameMs) });
      const changes: number[] = [];
      let before: string | undefined;
      for (let nowMs = NOW + 60_000; nowMs < NOW + 8_000_000; nowMs += 1000) {
        const ageSeconds = Math.floor((nowMs - cameMs) / 1000);
        const part = partOf(SOURCE, { ...answer, cache: { status: 'stale', ageSeconds } });
        const { retrievedAt, cache } = withCoarseTimes(part, nowMs).origin;
        const now = JSON.stringify([retrievedAt, cache]);
        if (before !== undefined && now !== before) changes.push(Math.floor(nowMs / 1000) % 300);
        before = now;
      }
      return new Set(changes);
    };
    for (const cameMs of [NOW, NOW - 17_000, NOW - 99_000]) expect(changesOf(cameMs)).toEqual(new Set([0]));
  });

  test('has no time where nobody was asked', () => {
    const part = partOf(SOURCE, answerOf({ retrievedAt: undefined, cache: null }));
    expect(withCoarseTimes(part, NOW).origin).toMatchObject({ retrievedAt: null, cache: null });
  });

  test('has cells with such times, too', () => {
    const retrievedAt = '2026-11-29T12:07:10.000Z';
    const cell = {
      geneId: 1,
      symbol: 'A',
      taxonId: 1,
      state: 'answered',
      count: 1,
      anonymized: 0,
      exact: true,
    } as const;
    const part = { ...partOf(SOURCE, answerOf({})), cells: [{ ...cell, retrievedAt }] };
    expect(withCoarseTimes(part, NOW).cells?.[0]?.retrievedAt).toBe('2026-11-29T12:05:00.000Z');
  });
});
