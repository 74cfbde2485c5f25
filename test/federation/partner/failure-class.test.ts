/** What an answer tells of the partner: whether it is left in peace, and whether somebody has to mend it. */

import { describe, expect, test } from 'vitest';
import { healthOf } from '../../../src/federation/partner/failure-class.ts';
import type { Trouble } from '../../../src/federation/partner/gather.ts';
import type { Said } from '../../../src/federation/partner/query-partner.ts';

const RECORD = { json: '{}', order: undefined, isAnonymised: false, geneId: undefined };

function said(trouble: Partial<Trouble> | undefined, records = 0): Said {
  const whole = trouble && {
    about: 'no-reply' as const,
    state: 'failed' as const,
    title: 'did something',
    detail: 'It did.',
    error: undefined,
    status: undefined,
    retryAfterSeconds: undefined,
    ...trouble,
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
    trouble: whole,
    wasTokenRefused: false,
  };
}

test('a partner that answers is well', () => {
  expect(healthOf(said(undefined))).toBe('well');
  expect(healthOf(said(undefined, 3))).toBe('well');
});

test('a partner that brought any records is well, whatever else failed', () => {
  expect(healthOf(said({ about: 'server-error' }, 1))).toBe('well');
});

describe.each<Trouble['about']>([
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
    expect(healthOf(said({ about }))).toBe('well');
  });
});

test.each<[Partial<Trouble>, string, boolean]>([
  [{ about: 'no-reply', state: 'timed-out', error: 'http_response_timeout' }, 'failure', false],
  [{ about: 'no-reply', state: 'unreachable', error: 'connection_refused' }, 'failure', false],
  [{ about: 'no-reply', state: 'unreachable', error: 'tls_certificate_error' }, 'bad-certificate', true],
  [{ about: 'server-error' }, 'failure', false],
  [{ about: 'unreadable' }, 'failure', false],
  [{ about: 'too-many', state: 'busy', retryAfterSeconds: 60 }, 'too-many', false],
  [{ about: 'switched-off' }, 'switched-off', false],
  [{ about: 'token-refused', state: 'refused' }, 'refused', true],
])('%j is a failure of the kind %s', (trouble, kind, isForAdministrator) => {
  expect(healthOf(said(trouble))).toEqual({
    kind,
    title: 'did something',
    retryAfterSeconds: trouble.retryAfterSeconds,
    isForAdministrator,
  });
});

test('our own limit says nothing about the partner', () => {
  expect(healthOf(said({ about: 'no-reply', state: 'busy', error: 'connection_limit_reached' }))).toBeUndefined();
});
