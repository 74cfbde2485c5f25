/** What became of the questions put to a partner. */

import { describe, expect, test } from 'vitest';
import { type Reason, reason } from '../../../src/domain/federation/reasons.ts';
import { circuitBreaker } from '../../../src/federation/partner/circuit-breaker.ts';
import type { FailureClass, FailureKind } from '../../../src/federation/partner/failure-class.ts';
import { type CallRecorder, partnerHistory } from '../../../src/federation/partner/partner-history.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

const START = Date.parse('2026-03-01T10:00:00Z');

/** Of the whole partner. */
function failureOf(kind: FailureKind, because: Reason, retryAfterSeconds?: number): FailureClass {
  return { of: 'partner', kind, reason: because, retryAfterSeconds, isForAdministrator: false };
}

function history() {
  const clock = { at: START };
  const state = circuitBreaker({ clock: oneClock(() => clock.at), random: () => 0.5 });
  const recorded = partnerHistory(oneClock(() => clock.at));
  function call(): CallRecorder {
    const decision = state.decide();
    if (decision.may === 'wait') throw new Error('It is open.');
    return recorded.startCall(state, decision);
  }
  /** Puts a question, and says what came of it. */
  function put(verdict: (verdict: CallRecorder) => void): void {
    const recorder = call();
    recorder.began();
    verdict(recorder);
  }
  return { ...recorded, clock, call, put, state };
}

test('before the first question there is nothing to show', () => {
  const { asked, answered, lastAnswerAt, lastFailure, reliability } = history();
  expect([asked(), answered(), lastAnswerAt(), lastFailure(), reliability()]).toEqual([
    0,
    0,
    undefined,
    undefined,
    undefined,
  ]);
});

test('answers and failures are counted, the latest with its time', () => {
  const { put, clock, ...rest } = history();
  put((verdict) => verdict.succeeded());
  clock.at += 1000;
  put((verdict) => verdict.failed(failureOf('failure', reason('no-answer', { timeoutMs: 3000 }))));
  expect([rest.asked(), rest.answered(), rest.reliability()]).toEqual([2, 1, 0.5]);
  expect(rest.lastAnswerAt()).toEqual(new Date(START));
  expect(rest.lastFailure()).toEqual({ at: new Date(START + 1000), reason: reason('no-answer', { timeoutMs: 3000 }) });
});

describe('the first word counts', () => {
  test('an answer that comes after its time does not undo the failure', () => {
    const { put, ...rest } = history();
    put((verdict) => {
      verdict.failed(failureOf('failure', reason('no-answer', { timeoutMs: 3000 })));
      verdict.succeeded();
      verdict.released();
    });
    expect([rest.answered(), rest.reliability()]).toEqual([0, 0]);
    expect(rest.state.state().consecutiveFailures).toBe(1);
  });

  test('what was answered has not failed', () => {
    const { put, ...rest } = history();
    put((verdict) => {
      verdict.succeeded();
      verdict.failed(failureOf('failure', reason('answer-broken-off', { cause: null })));
    });
    expect([rest.lastFailure(), rest.reliability()]).toEqual([undefined, 1]);
  });
});

test('a question that was cancelled is asked, but neither answered nor failed', () => {
  const { put, ...rest } = history();
  put((verdict) => verdict.released());
  expect([rest.asked(), rest.answered(), rest.reliability(), rest.lastFailure()]).toEqual([1, 0, undefined, undefined]);
});

test('a question that had no request sent counts for nothing, whatever came of it', () => {
  const { call, state, ...rest } = history();
  for (const outcome of ['succeeded', 'released'] as const) call()[outcome]();
  for (let time = 0; time < 3; time++)
    call().failed(failureOf('failure', reason('answer-broken-off', { cause: null })));
  expect([rest.asked(), rest.answered(), rest.reliability()]).toEqual([0, 0, undefined]);
  expect(state.state().consecutiveFailures).toBe(0);
});

test('a question of several requests was asked once', () => {
  const { put, asked } = history();
  put((verdict) => verdict.began());
  expect(asked()).toBe(1);
});

test('reliability looks at the last hundred questions alone', () => {
  const { put, reliability, state } = history();
  for (let time = 0; time < 2; time++)
    put((verdict) => verdict.failed(failureOf('failure', reason('answer-broken-off', { cause: null }))));
  for (let time = 0; time < 98; time++) put((verdict) => verdict.succeeded());
  expect(reliability()).toBe(0.98);
  put((verdict) => verdict.succeeded());
  expect(reliability()).toBe(0.99);
  put((verdict) => verdict.succeeded());
  expect(reliability()).toBe(1);
  expect(state.decide().may).toBe('ask');
});

test('three failures in a row open the circuit breaker, for as long as the partner says where it says so', () => {
  const { put, state, clock } = history();
  put((verdict) =>
    verdict.failed(failureOf('too-many', reason('asks-to-wait', { retryAfterSeconds: null, atMostSeconds: 3600 }), 77)),
  );
  expect(state.decide()).toEqual({
    may: 'wait',
    until: new Date(START + 77_000),
    because: reason('asks-to-wait', { retryAfterSeconds: null, atMostSeconds: 3600 }),
  });
  clock.at += 77_000;
  put((verdict) => verdict.succeeded());
  expect(state.decide().may).toBe('ask');
  for (let time = 0; time < 3; time++)
    put((verdict) => verdict.failed(failureOf('failure', reason('answer-broken-off', { cause: null }))));
  expect(state.decide().may).toBe('wait');
});

test('the last hundred calls are listed, the oldest first', () => {
  const { put, clock, trend } = history();
  for (let call = 0; call < 250; call++) {
    clock.at += 1000;
    put((verdict) => verdict.succeeded());
  }
  const seconds = trend().map(({ at }) => (Date.parse(at) - START) / 1000);
  expect(seconds).toEqual(Array.from({ length: 100 }, (_, index) => 151 + index));
});

test('of a failure is recorded what its words say, and nothing that a partner wrote', () => {
  const { put, trend, own } = history();
  for (const because of [
    reason('redirected-away', { host: 'elsewhere.example.org' }),
    reason('not-data', { status: 200, contentType: 'text/of-somebody' }),
    reason('answer-stopped', { timeoutMs: 3000, bytes: 70_001 }),
  ])
    put((verdict) => verdict.failed(failureOf('failure', because)));
  expect(trend().map((point) => point.reason)).toEqual([
    { code: 'redirected-away', params: {} },
    { code: 'not-data', params: {} },
    { code: 'answer-stopped', params: { timeoutMs: 3000 } },
  ]);
  expect(JSON.stringify(own())).not.toMatch(/elsewhere|somebody|70001/);
});

test('a process that begins later has each call once, though it has read it from the file, with whole milliseconds', () => {
  const { put, clock, own, trend } = history();
  for (const tookMs of [20.4, 700.6, 0.2]) {
    put((verdict) => {
      clock.at += tookMs;
      if (tookMs > 100) verdict.failed(failureOf('failure', reason('connection-refused', { cause: 'ECONNREFUSED' })));
      else verdict.succeeded();
    });
  }
  const points = own().points.map((point) => ({ ...point, elapsedMs: Math.round(point.elapsedMs) }));
  const others = [own()];
  const later = partnerHistory(
    oneClock(() => clock.at),
    { stored: { points, note() {} }, others: () => others },
  );
  expect(later.trend()).toEqual(trend());
});
