/** Whether requests are answered over a followed database, and what those are told that are not. */

import { expect, test } from 'vitest';
import { RegistryError } from '../../../src/domain/errors.ts';
import { followStatus, refuseUnfit } from '../../../src/registry/follow/follow-status.ts';

const STANDING = { hasData: true, trouble: undefined, comparedAtMs: performance.now(), maxAgeMs: 60_000 };

function refusal(changes: object): unknown {
  try {
    refuseUnfit(followStatus({ ...STANDING, ...changes } as Parameters<typeof followStatus>[0]));
    return undefined;
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return [error.code, error.status, error.retryAfterSeconds];
  }
}

test('data that are those of the database are answered from', () => {
  expect(refusal({})).toBe(undefined);
});

test('data that were never read or are too old are refused with the time to ask again', () => {
  expect(refusal({ hasData: false })).toEqual(['data-not-read-yet', 503, 30]);
  expect(refusal({ comparedAtMs: performance.now() - 61_000 })).toEqual(['data-too-old', 503, 30]);
  expect(refusal({ comparedAtMs: undefined })).toEqual(['data-too-old', 503, 30]);
});
