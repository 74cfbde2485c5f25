/** Whether requests are answered over a followed database, and what the others are answered. */

import { describe, expect, test } from 'vitest';
import { RegistryError } from '../../../src/domain/errors.ts';
import {
  followStatus,
  isBehind,
  notReadyReason,
  readyRemark,
  refuseUnfit,
  toWithheld,
} from '../../../src/registry/follow/status.ts';

const SOUND = {
  ...{ hasData: true, isUnchecked: false, trouble: undefined, comparedAtMs: performance.now(), maxAgeMs: 60_000 },
  ...{ withheld: { count: 0, ids: [] }, outstanding: 0, missingPeople: undefined },
};

const statusOf = (changes: object) =>
  followStatus({ ...(SOUND as object), ...changes } as Parameters<typeof followStatus>[0]);

function refusal(changes: object): unknown {
  try {
    refuseUnfit(statusOf(changes));
    return undefined;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return [error.code, error.status, error.retryAfterSeconds];
  }
}

test('answers come from data that are those of the database', () => {
  expect(refusal({})).toBe(undefined);
});

test('data that were never read or are too old are refused with the time to ask again', () => {
  expect(refusal({ hasData: false })).toEqual(['data-not-read-yet', 503, 30]);
  expect(refusal({ comparedAtMs: performance.now() - 61_000 })).toEqual(['data-too-old', 503, 30]);
  expect(refusal({ comparedAtMs: undefined })).toEqual(['data-too-old', 503, 30]);
});

test('data that were not looked at since the start are refused for a moment', () => {
  expect(refusal({ isUnchecked: true })).toEqual(['data-not-compared-yet', 503, 1]);
  expect(notReadyReason(statusOf({ isUnchecked: true }))).toBe(
    'the followed database has not been checked since the start',
  );
});

test('a copy that cannot be written is reported with the reason, and a database that cannot be looked at without', () => {
  const trouble = { since: new Date('2026-01-01T12:00:00Z'), reason: 'its disk is full' };
  expect(readyRemark(statusOf({ trouble: { ...trouble, of: 'copy' } }))).toBe(
    'the copy of the followed database cannot be written since 2026-01-01T12:00:00.000Z: its disk is full',
  );
  expect(readyRemark(statusOf({ trouble: { ...trouble, of: 'source' } }))).toBe(
    'the followed database cannot be checked, since 2026-01-01T12:00:00.000Z; the log says why',
  );
});

describe('people who are missing in the database with most others', () => {
  const missing = (shownForMs: number) => ({
    missingPeople: { missing: 90, before: 100, since: new Date('2026-01-01T12:00:00Z'), shownForMs },
  });

  test('are shown for a minute, and reported with what to do', () => {
    expect(refusal(missing(59_000))).toBe(undefined);
    const status = statusOf(missing(59_000));
    expect(notReadyReason(status)).toBe(undefined);
    expect(isBehind(status)).toBe(true);
    expect(readyRemark(status)).toBe(
      'the followed database lacks 90 of 100 people since 2026-01-01T12:00:00.000Z; they are shown for 60 s until they return; if they have left, run isearch-proxy follow confirm',
    );
  });

  test('are shown no longer', () => {
    expect(refusal(missing(60_001))).toEqual(['data-too-old', 503, 30]);
    expect(notReadyReason(statusOf(missing(60_001)))).toBe(
      'the followed database lacks 90 of 100 people since 2026-01-01T12:00:00.000Z; nothing is answered until they return; if they have left, run isearch-proxy follow confirm',
    );
  });
});

test('people who are withheld are reported; too many of them end the answers', () => {
  const trouble = { of: 'copy', since: new Date('2026-01-01T12:00:00Z'), reason: 'its disk is full' };
  const some = { trouble, withheld: { count: 2, ids: [1, 2] } };
  expect([refusal(some), isBehind(statusOf(some))]).toEqual([undefined, true]);
  const why = 'the copy of the followed database cannot be written since 2026-01-01T12:00:00.000Z: its disk is full';
  expect(readyRemark(statusOf(some))).toBe(
    `${why}; answers leave out 2 people, because a permission that they withdrew cannot be written`,
  );
  const many = { trouble, withheld: toWithheld(new Set(Array(1_001).keys())) };
  expect(refusal(many)).toEqual(['data-too-old', 503, 30]);
  expect(notReadyReason(statusOf(many))).toBe(`too many people have withdrawn a permission; ${why}`);
});

test('records of very many people that are older than the database are reported', () => {
  const status = statusOf({ outstanding: 5000 });
  expect([isBehind(status), isBehind(statusOf({}))]).toEqual([true, false]);
  expect(readyRemark(status)).toBe(
    'the records of 5000 people are being read again; permissions that they withdrew count already',
  );
  expect(readyRemark(statusOf({}))).toBe(undefined);
});
