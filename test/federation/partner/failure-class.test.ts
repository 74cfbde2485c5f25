/** What an answer says of the partner: whether its circuit breaker opens, and whether somebody has to mend it. */

import { describe, expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { classifyAnswer, type FailureClass, weightiest } from '../../../src/federation/partner/failure-class.ts';
import { answerWith, type Failure, type PartnerAnswer } from '../../../src/federation/partner/partner-query.ts';

const RECORD = { json: '{}', order: undefined, isAnonymised: false, geneId: undefined };

function said(failure: Partial<Failure> | undefined, records = 0): PartnerAnswer {
  const whole = failure && {
    about: 'no-reply' as const,
    state: 'failed' as const,
    reason: reason('failed'),
    error: undefined,
    status: undefined,
    retryAfterSeconds: undefined,
    ...failure,
  };
  return answerWith(Array(records).fill(RECORD), { failure: whole });
}

test('a partner that answers is healthy', () => {
  expect(classifyAnswer(said(undefined))).toBe('healthy');
  expect(classifyAnswer(said(undefined, 3))).toBe('healthy');
});

test('a partner that brought any records is healthy, whatever else failed', () => {
  expect(classifyAnswer(said({ about: 'server-error' }, 1))).toBe('healthy');
});

test.each(['too-many', 'switched-off'] as const)('unless it asks itself to be left alone: %s', (about) => {
  expect(classifyAnswer(said({ about, retryAfterSeconds: 600 }, 3))).toMatchObject({
    kind: about,
    retryAfterSeconds: 600,
  });
});

test('of several failures the longest time to be left alone counts, else the first', () => {
  const timeOut = said({ about: 'no-reply' });
  const minute = said({ about: 'too-many', retryAfterSeconds: 60 });
  const hour = said({ about: 'switched-off', retryAfterSeconds: 3600 });
  expect(weightiest([timeOut, minute, hour])).toBe(hour.failure);
  expect(weightiest([timeOut, minute])).toBe(minute.failure);
  expect(weightiest([said(undefined), timeOut])).toBe(timeOut.failure);
  expect(weightiest([])).toBeUndefined();
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
    expect(classifyAnswer(said({ about }))).toBe('healthy');
  });
});

test.each<[Partial<Failure>, FailureClass['of'], string, boolean]>([
  [{ about: 'no-reply', state: 'timed-out', error: 'http_response_timeout' }, 'partner', 'time-out', false],
  [{ about: 'no-reply', state: 'timed-out', error: 'connection_read_timeout' }, 'partner', 'time-out', false],
  [{ about: 'no-reply', state: 'unreachable', error: 'connection_timeout' }, 'partner', 'time-out', false],
  [{ about: 'no-reply', state: 'unreachable', error: 'dns_timeout' }, 'partner', 'time-out', false],
  [{ about: 'no-reply', state: 'unreachable', error: 'connection_refused' }, 'partner', 'failure', false],
  [{ about: 'no-reply', state: 'unreachable', error: 'tls_certificate_error' }, 'partner', 'bad-certificate', true],
  [{ about: 'server-error', status: 502 }, 'partner', 'failure', false],
  [{ about: 'server-error', status: 500 }, 'kind', 'failure', false],
  [{ about: 'unreadable' }, 'kind', 'failure', false],
  [{ about: 'access-refused', state: 'refused', status: 403 }, 'question', 'failure', false],
  [{ about: 'other-data', status: 200 }, 'question', 'failure', false],
  [{ about: 'too-many', state: 'busy', retryAfterSeconds: 60 }, 'partner', 'too-many', false],
  [{ about: 'switched-off' }, 'partner', 'switched-off', false],
])('%j is a failure of the %s, of the kind %s', (failure, of, kind, isForAdministrator) => {
  expect(classifyAnswer(said(failure))).toEqual({
    of,
    kind,
    reason: reason('failed'),
    retryAfterSeconds: failure.retryAfterSeconds,
    isForAdministrator,
  });
});

test('our own limit, or mistake, says nothing about the partner', () => {
  expect(classifyAnswer(said({ about: 'ours', state: 'failed' }))).toBeUndefined();
  expect(classifyAnswer(said({ about: 'no-reply', state: 'busy', error: 'connection_limit_reached' }))).toBeUndefined();
});
