/** What an answer tells of the partner: whether it is left in peace, and whether somebody has to mend it. */

import { describe, expect, test } from 'vitest';
import { classifyResult } from '../../../src/federation/partner/failure-class.ts';
import type { Failure } from '../../../src/federation/partner/gather.ts';
import type { PartnerResult } from '../../../src/federation/partner/query-partner.ts';

const RECORD = { json: '{}', order: undefined, isAnonymised: false, geneId: undefined };

function said(failure: Partial<Failure> | undefined, records = 0): PartnerResult {
  const whole = failure && {
    about: 'no-reply' as const,
    state: 'failed' as const,
    title: 'did something',
    detail: 'It did.',
    error: undefined,
    status: undefined,
    retryAfterSeconds: undefined,
    ...failure,
  };
  return {
    state: whole?.state ?? 'empty',
    records: Array(records).fill(RECORD),
    total: undefined,
    isExact: whole === undefined,
    filters: [],
    askedAs: [],
    dropped: 0,
    problem: whole,
    failure: whole,
    wasTokenRefused: false,
  };
}

test('a partner that answers is well', () => {
  expect(classifyResult(said(undefined))).toBe('well');
  expect(classifyResult(said(undefined, 3))).toBe('well');
});

test('a partner that brought any records is well, whatever else failed', () => {
  expect(classifyResult(said({ about: 'server-error' }, 1))).toBe('well');
});

describe.each<Failure['about']>([
  'unknown-symbol',
  'unknown-taxon',
  'unknown-ontology',
  'no-such-record',
  'access-denied',
  'missing-endpoint',
  'rejected',
  'this-question',
])('%s', (about) => {
  test('is an answer all the same', () => {
    expect(classifyResult(said({ about }))).toBe('well');
  });
});

test.each<[Partial<Failure>, string, boolean]>([
  [{ about: 'no-reply', state: 'timed-out', error: 'http_response_timeout' }, 'failure', false],
  [{ about: 'no-reply', state: 'unreachable', error: 'connection_refused' }, 'failure', false],
  [{ about: 'no-reply', state: 'unreachable', error: 'tls_certificate_error' }, 'bad-certificate', true],
  [{ about: 'server-error' }, 'failure', false],
  [{ about: 'unreadable' }, 'failure', false],
  [{ about: 'too-many', state: 'busy', retryAfterSeconds: 60 }, 'too-many', false],
  [{ about: 'switched-off' }, 'switched-off', false],
  [{ about: 'token-refused', state: 'refused' }, 'refused', true],
])('%j is a failure of the kind %s', (failure, kind, isForAdministrator) => {
  expect(classifyResult(said(failure))).toEqual({
    kind,
    title: 'did something',
    retryAfterSeconds: failure.retryAfterSeconds,
    isForAdministrator,
  });
});

test('our own limit says nothing about the partner', () => {
  expect(classifyResult(said({ about: 'no-reply', state: 'busy', error: 'connection_limit_reached' }))).toBeUndefined();
});
