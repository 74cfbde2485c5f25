/** Where another instance has opened a circuit breaker, that of an instance that knows nothing better opens, too, for a while. */

import { describe, expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { circuitBreaker } from '../../../src/federation/partner/circuit-breaker.ts';
import type { FailureKind } from '../../../src/federation/partner/failure-class.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const START = Date.parse('2026-03-01T10:00:00Z');

function partner() {
  const clock = { at: START };
  const breaker = circuitBreaker({ clock: oneClock(() => clock.at), random: () => 0.5 });
  function call() {
    const decision = breaker.decide();
    if (decision.may === 'wait') throw new Error('It is open.');
    breaker.begin(decision);
    return decision;
  }
  return {
    ...breaker,
    clock,
    call,
    may: (isRetry = false) => breaker.decide(isRetry).may,
    hint: (lastsMs: number, kind: FailureKind = 'failure') =>
      breaker.adopt({ untilMs: clock.at + lastsMs, because: reason('failed'), kind }),
    restMs: () => (breaker.state().openUntil?.getTime() ?? clock.at) - clock.at,
  };
}

test('a partner of which nothing is known is left alone as long as the other instance says, and then one call tries', () => {
  const { hint, may, clock, call, succeeded, state } = partner();
  hint(20 * SECOND);
  expect([may(), state().because]).toEqual(['wait', reason('failed')]);
  clock.at += 20 * SECOND;
  const probe = call();
  expect([probe.may, may()]).toEqual(['probe', 'wait']);
  succeeded(probe);
  expect(may()).toBe('ask');
});

test.each<[FailureKind, number]>([
  ['failure', 36 * SECOND],
  ['time-out', 36 * SECOND],
  ['too-many', HOUR],
  ['switched-off', HOUR],
  ['bad-certificate', 10 * MINUTE],
])('what another instance shares of %s opens it for no longer than a first failure of that kind', (kind, longestMs) => {
  const { hint, restMs } = partner();
  hint(100 * HOUR, kind);
  expect(restMs()).toBe(longestMs);
});

test('who asks on purpose may try while it is open by another instance', () => {
  const { hint, may } = partner();
  hint(20 * SECOND);
  expect(may(true)).toBe('probe');
});

test('what is over at another instance says nothing', () => {
  const { hint, may } = partner();
  hint(-1);
  expect(may()).toBe('ask');
});

describe('who has seen the partner healthy', () => {
  test('believes no other instance for a minute', () => {
    const { hint, may, clock, call, succeeded } = partner();
    succeeded(call());
    clock.at += MINUTE - 1;
    hint(20 * SECOND);
    expect(may()).toBe('ask');
    clock.at += 1;
    hint(20 * SECOND);
    expect(may()).toBe('wait');
  });

  test('closes what another instance opened, even one that the partner was said to have asked for', () => {
    const { hint, may, call, succeeded } = partner();
    const before = call();
    hint(HOUR, 'too-many');
    expect(may()).toBe('wait');
    succeeded(before);
    expect(may()).toBe('ask');
  });

  test('after another instance was wrong believes none for ten minutes', () => {
    const { hint, may, clock, call, succeeded } = partner();
    hint(20 * SECOND);
    clock.at += 20 * SECOND;
    succeeded(call());
    clock.at += 10 * MINUTE - 1;
    hint(20 * SECOND);
    expect(may()).toBe('ask');
    clock.at += 1;
    hint(20 * SECOND);
    expect(may()).toBe('wait');
  });
});

test('what it has opened itself is changed by no other instance, and is what it states', () => {
  const { hint, call, failed, restMs, opening } = partner();
  failed(call(), 'too-many', reason('no-turn'), 30);
  hint(HOUR, 'too-many');
  expect(restMs()).toBe(30 * SECOND);
  expect(opening()).toEqual({
    ...{ untilMs: START + 30 * SECOND, because: reason('no-turn'), kind: 'too-many', isRemote: false },
  });
});

test('after another instance opened it the own rules begin at their beginning', () => {
  const { hint, clock, call, failed, may } = partner();
  hint(20 * SECOND);
  clock.at += 20 * SECOND;
  failed(call(), 'failure', reason('failed'));
  expect(may()).toBe('ask');
});
