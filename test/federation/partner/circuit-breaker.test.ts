/** When a partner is left alone: after what, for how long, and what ends it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { circuitBreaker, type Permit } from '../../../src/federation/partner/circuit-breaker.ts';
import type { FailureKind } from '../../../src/federation/partner/failure-class.ts';
import type { SharedBreaker } from '../../../src/federation/partner/shared-breaker.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const START = Date.parse('2026-03-01T10:00:00Z');

/** A partner under a clock that the test sets; with `random` at the middle it opens for as long as it is meant to. */
function partner({ random = (): number => 0.5, onChange = (_: SharedBreaker): void => {} } = {}) {
  const clock = { at: START };
  const breaker = circuitBreaker({ clock: oneClock(() => clock.at), random, onChange });
  function permit(isRetry = false): Permit {
    const decision = breaker.decide(isRetry);
    if (decision.may === 'wait') throw new Error(`it is open until ${decision.until.toISOString()}`);
    return decision;
  }
  /** A call that has begun; its result is still to come. */
  function call(isRetry = false): Permit {
    const given = permit(isRetry);
    breaker.begin(given);
    return given;
  }
  return {
    ...breaker,
    clock,
    call,
    may: (isRetry = false) => breaker.decide(isRetry).may,
    /** Calls that fail one after the other. */
    fail(times = 1, kind: FailureKind = 'failure', retryAfterSeconds?: number) {
      for (let time = 0; time < times; time++) breaker.failed(call(), kind, reason('gave-way'), retryAfterSeconds);
    },
    /** How long it is open from now on; undefined when the partner may be asked. */
    restMs(): number | undefined {
      const until = breaker.state().openUntil;
      return until && until.getTime() - clock.at;
    },
    waitForRest() {
      clock.at = breaker.state().openUntil?.getTime() ?? clock.at;
    },
  };
}

describe('a partner whom somebody has seen healthy', () => {
  test('may be asked by everybody at once, however long it was to be open', () => {
    const { fail, may, close, state } = partner();
    fail(1, 'bad-certificate');
    expect(may()).toBe('wait');
    close();
    expect([may(), may()]).toEqual(['ask', 'ask']);
    expect(state()).toEqual({ consecutiveFailures: 0, openUntil: undefined, because: undefined });
  });

  test('does not open again for what was begun before', () => {
    const { call, fail, failed, close, waitForRest, may } = partner();
    const early = call();
    fail(3);
    waitForRest();
    const probe = call();
    close();
    failed(early, 'bad-certificate', reason('bad-certificate', { cause: null }));
    failed(probe, 'failure', reason('gave-way'));
    expect(may()).toBe('ask');
  });

  test('is what it was where it was closed', () => {
    const { fail, close, restMs } = partner();
    fail(2);
    close();
    fail();
    expect(restMs()).toBe(30 * SECOND);
  });
});

describe('a partner who fails', () => {
  test('may be asked until it has failed three times in a row', () => {
    const { may, decide, call, fail, succeeded, state } = partner();
    fail(2);
    expect(may()).toBe('ask');
    succeeded(call());
    fail(2);
    expect(state()).toEqual({ consecutiveFailures: 2, openUntil: undefined, because: undefined });
    fail();
    const until = new Date(START + 30 * SECOND);
    expect(decide()).toEqual({ may: 'wait', until, because: reason('gave-way') });
    expect(state()).toEqual({ consecutiveFailures: 3, openUntil: until, because: reason('gave-way') });
  });

  test('is open until the moment that was stated, and then one caller may try', () => {
    const { may, fail, clock } = partner();
    fail(3);
    clock.at += 30 * SECOND - 1;
    expect(may()).toBe('wait');
    clock.at += 1;
    expect([may(), may(), may()]).toEqual(['probe', 'wait', 'wait']);
  });

  test('is open for longer each time its probe fails, but never longer than ten minutes', () => {
    const { fail, restMs, waitForRest } = partner();
    fail(3);
    const rests: (number | undefined)[] = [];
    for (let rest = 0; rest < 25; rest++) {
      rests.push(restMs());
      waitForRest();
      fail();
    }
    expect(rests.slice(0, 4)).toEqual([30 * SECOND, 60 * SECOND, 90 * SECOND, 120 * SECOND]);
    expect(rests.slice(19)).toEqual(Array(6).fill(10 * MINUTE));
  });

  test('is healthy again after a probe that succeeds, and then has all its chances again', () => {
    const { fail, succeeded, call, may, waitForRest, restMs } = partner();
    fail(3);
    waitForRest();
    fail();
    waitForRest();
    succeeded(call());
    expect(may()).toBe('ask');
    fail(2);
    expect(may()).toBe('ask');
    fail();
    expect(restMs()).toBe(30 * SECOND);
  });

  test('has failed once when several calls fail that were under way together', () => {
    const { call, failed, fail, state, may, clock } = partner();
    const together = Array.from({ length: 20 }, () => call());
    clock.at += 5;
    for (const one of together) failed(one, 'failure', reason('connection-refused', { cause: null }));
    expect(state().consecutiveFailures).toBe(1);
    fail();
    expect(may()).toBe('ask');
    fail();
    expect(may()).toBe('wait');
  });

  test.each([
    [0, 24 * SECOND],
    [0.25, 27 * SECOND],
    [0.999_999, 36 * SECOND],
  ])('comes back a little earlier or later by chance (%f)', (chance, expectedMs) => {
    const { fail, restMs } = partner({ random: () => chance });
    fail(3);
    expect(restMs()).toBeCloseTo(expectedMs, -2);
  });
});

describe('a partner who keeps somebody waiting', () => {
  test('is asked by one at a time from then on, until one is answered', () => {
    const { fail, may, call, succeeded } = partner();
    fail(1, 'time-out');
    const probe = call();
    expect(probe).toEqual({ may: 'probe', isAfterTimeout: true });
    expect([may(), may()]).toEqual(['wait', 'wait']);
    succeeded(probe);
    expect(may()).toBe('ask');
  });

  test('opens after the third time in a row as after any three failures', () => {
    const { fail, restMs } = partner();
    fail(2, 'time-out');
    expect(restMs()).toBeUndefined();
    fail(1, 'time-out');
    expect(restMs()).toBe(30 * SECOND);
  });

  test('is asked by everybody again when it fails at once, as that costs nobody any time', () => {
    const { fail, may } = partner();
    fail(1, 'time-out');
    fail();
    expect([may(), may()]).toEqual(['ask', 'ask']);
  });
});

describe('a partner who says what is the matter', () => {
  test.each<[FailureKind, number | undefined, number]>([
    ['too-many', undefined, 3 * MINUTE],
    ['too-many', 7, 7 * SECOND],
    ['too-many', 1800, 30 * MINUTE],
    ['too-many', 86_400, 60 * MINUTE],
    ['bad-certificate', undefined, 10 * MINUTE],
    ['switched-off', undefined, 10 * MINUTE],
    ['switched-off', 1200, 20 * MINUTE],
    ['switched-off', 86_400, 60 * MINUTE],
    ['bad-certificate', 5, 10 * MINUTE],
  ])('(%s, Retry-After %s) opens the circuit breaker at once, for %i ms', (kind, retryAfterSeconds, expectedMs) => {
    const { fail, restMs, waitForRest, may } = partner({ random: () => 0 });
    fail(1, kind, retryAfterSeconds);
    expect(restMs()).toBe(expectedMs);
    waitForRest();
    expect(may()).toBe('probe');
  });

  test('may say that it can be asked again at once, and is asked once', () => {
    const { fail, may } = partner();
    fail(1, 'too-many', 0);
    expect([may(), may()]).toEqual(['probe', 'wait']);
  });

  test('is open by the kind of its latest failure', () => {
    const { fail, waitForRest, restMs } = partner();
    fail(1, 'switched-off');
    waitForRest();
    fail(1, 'too-many', 20);
    expect(restMs()).toBe(20 * SECOND);
    waitForRest();
    fail();
    expect(restMs()).toBe(90 * SECOND);
  });
});

describe('a probe', () => {
  test('that sent nothing leaves the try to the next caller', () => {
    const { fail, released, call, may, waitForRest } = partner();
    fail(3);
    waitForRest();
    const probe = call();
    expect(may()).toBe('wait');
    released(probe);
    expect([may(), may()]).toEqual(['probe', 'wait']);
  });

  test('that is lost does not keep the partner from being asked for ever', () => {
    const { fail, may, waitForRest, clock } = partner();
    fail(3);
    waitForRest();
    expect(may()).toBe('probe');
    clock.at += 59 * SECOND;
    expect(may()).toBe('wait');
    clock.at += 1 * SECOND;
    expect(may()).toBe('probe');
  });

  test.each<['succeeded' | 'failed' | 'released', boolean]>([
    ['succeeded', true],
    ['failed', false],
    ['released', true],
  ])('is reported to those who wait for it when it has %s, and whether one may try now', async (result, mayTry) => {
    const { fail, waitForRest, call, decide, clock, ...breaker } = partner();
    fail(3);
    waitForRest();
    const probe = call();
    clock.at += 5 * SECOND;
    const decision = decide();
    if (decision.may !== 'wait') throw new Error('a probe is under way');
    expect(decision.until).toEqual(new Date(clock.at));
    if (result === 'failed') breaker.failed(probe, 'failure', reason('gave-way'));
    else breaker[result](probe);
    expect(await decision.probe).toBe(mayTry);
  });
});

describe('somebody who asks again on purpose', () => {
  test('tries a partner while it is open, one at a time', () => {
    const { fail, call, may, succeeded } = partner();
    fail(3);
    expect(may(false)).toBe('wait');
    const probe = call(true);
    expect([probe.may, may(true), may(false)]).toEqual(['probe', 'wait', 'wait']);
    succeeded(probe);
    expect(may(false)).toBe('ask');
  });

  test('does not prolong it by failing, and may try again after a second', () => {
    const { fail, call, may, failed, restMs, clock } = partner();
    fail(3);
    clock.at += 10 * SECOND;
    failed(call(true), 'failure', reason('gave-way'));
    expect(restMs()).toBe(20 * SECOND);
    expect(may(true)).toBe('wait');
    clock.at += SECOND;
    expect(may(true)).toBe('probe');
  });

  test('tries it too when a probe has been silent for a second, as it may hang from before the partner recovered', async () => {
    const { fail, call, may, decide, failed, succeeded, restMs, clock, waitForRest } = partner();
    fail(3, 'time-out');
    waitForRest();
    const silent = call();
    clock.at += SECOND - 1;
    const waiting = decide(true);
    expect([waiting.may, may(true)]).toEqual(['wait', 'wait']);
    clock.at += 1;
    expect(may(false)).toBe('wait');
    const retry = call(true);
    expect([retry.may, may(true)]).toEqual(['probe', 'wait']);
    failed(silent, 'time-out', reason('gave-way'));
    expect([restMs(), may(true)]).toEqual([undefined, 'wait']);
    succeeded(retry);
    expect(may()).toBe('ask');
    expect(await (waiting as { probe?: Promise<boolean> }).probe).toBe(true);
  });

  test.each<FailureKind>(['too-many', 'switched-off', 'bad-certificate'])(
    'waits like everybody after a failure that explains itself (%s)',
    (kind) => {
      const { fail, may } = partner();
      fail(1, kind);
      expect(may(true)).toBe('wait');
    },
  );
});

describe('what calls say that began earlier', () => {
  test('does not open it for a partner that has answered a later one', () => {
    const { call, failed, succeeded, state, may } = partner();
    const earlier = [call(), call(), call()];
    succeeded(call());
    for (const one of earlier) failed(one, 'time-out', reason('gave-way'));
    expect(may()).toBe('ask');
    expect(state()).toEqual({ consecutiveFailures: 0, openUntil: undefined, because: undefined });
  });

  test('does not close it, nor prolong it', () => {
    const { call, failed, fail, succeeded, released, restMs, clock } = partner();
    const earlier = [call(), call(), call()] as const;
    fail(3);
    clock.at += 10 * SECOND;
    succeeded(earlier[0]);
    released(earlier[1]);
    failed(earlier[2], 'too-many', reason('no-turn'), 3600);
    expect(restMs()).toBe(20 * SECOND);
  });

  test('is outweighed where a later one has to wait for longer than it is open', () => {
    const { call, failed, fail, restMs } = partner();
    fail(2);
    const [failing, later, latest] = [call(), call(), call()];
    failed(failing, 'failure', reason('answer-broken-off', { cause: null }));
    expect(restMs()).toBe(30 * SECOND);
    failed(later, 'too-many', reason('asks-to-wait', { retryAfterSeconds: null, atMostSeconds: 3600 }), 600);
    expect(restMs()).toBe(10 * MINUTE);
    failed(latest, 'too-many', reason('asks-to-wait', { retryAfterSeconds: null, atMostSeconds: 3600 }), 5);
    expect(restMs()).toBe(10 * MINUTE);
  });

  test('is outweighed where a call that began after the failing one is answered', () => {
    const { call, failed, succeeded, may } = partner();
    const [silent, later] = [call(), call()];
    failed(silent, 'time-out', reason('gave-way'));
    succeeded(later);
    expect(may()).toBe('ask');
  });

  test('counts from its first request, not from when it began to wait for its slot', () => {
    const { call, begin, decide, failed, succeeded, may } = partner();
    const waiting = decide() as Permit;
    failed(call(), 'time-out', reason('gave-way'));
    begin(waiting);
    succeeded(waiting);
    expect(may()).toBe('ask');
  });

  test('does not take back how long a partner wants to be left alone', () => {
    const { call, failed, succeeded, may } = partner();
    const [refused, later] = [call(), call()];
    failed(refused, 'too-many', reason('no-turn'), 60);
    succeeded(later);
    expect(may()).toBe('wait');
  });

  test('does not speak for the probe', () => {
    const { call, fail, failed, released, may, succeeded, waitForRest } = partner();
    const earlier = call();
    fail(1, 'too-many', 30);
    waitForRest();
    const probe = call();
    failed(earlier, 'failure', reason('gave-way'));
    released(earlier);
    expect(may()).toBe('wait');
    succeeded(probe);
    expect(may()).toBe('ask');
  });
});

test('a request that waited for its slot is not allowed once it is open', () => {
  const { decide, fail, allows, call, waitForRest } = partner();
  const waiting = decide() as Permit;
  expect(allows(waiting)).toBe(true);
  fail(1, 'time-out');
  expect(allows(waiting)).toBe(false);
  waitForRest();
  const probe = call();
  expect([allows(probe), allows(waiting)]).toEqual([true, false]);
});

test('a call of several requests goes on after somebody was kept waiting, and not while it is open', () => {
  const { call, fail, allows } = partner();
  const begun = call();
  fail(1, 'time-out');
  expect(allows(begun)).toBe(true);
  fail(2, 'time-out');
  expect(allows(begun)).toBe(false);
});

test('whatever happens, nobody but one probe at a time asks while it is open, and it closes in the end', () => {
  const kinds = fc.constantFrom<FailureKind>('failure', 'time-out', 'too-many', 'bad-certificate', 'switched-off');
  const steps = fc.array(
    fc.oneof(
      fc.record({ does: fc.constant('asked' as const), isRetry: fc.boolean() }),
      fc.record({ does: fc.constantFrom('succeeded' as const, 'released' as const), which: fc.nat(5) }),
      fc.record({
        does: fc.constant('failed' as const),
        which: fc.nat(5),
        kind: kinds,
        after: fc.option(fc.nat(9999)),
      }),
      fc.record({ does: fc.constant('wait' as const), seconds: fc.nat(900) }),
    ),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 0.999, noNaN: true }), (all, chance) => {
      const { decide, begin, allows, succeeded, released, failed, state, clock } = partner({ random: () => chance });
      const permits: Permit[] = [];
      let probe: { permit: Permit; givenAt: number } | undefined;
      for (const step of all) {
        if (step.does === 'wait') clock.at += step.seconds * SECOND;
        else if (step.does === 'asked') {
          const { openUntil, because } = state();
          const answer = decide(step.isRetry);
          if (openUntil !== undefined && !step.isRetry) expect(answer).toMatchObject({ may: 'wait', because });
          else if (because === undefined) expect(answer.may).toBe('ask');
          else expect(answer.may).not.toBe('ask');
          if (answer.may === 'wait') continue;
          if (answer.may === 'probe') {
            const silentMs = step.isRetry ? SECOND : MINUTE;
            if (probe !== undefined) expect(clock.at - probe.givenAt).toBeGreaterThanOrEqual(silentMs);
            probe = { permit: answer, givenAt: clock.at };
          }
          expect(allows(answer)).toBe(true);
          begin(answer);
          permits.unshift(answer);
        } else {
          const permit = permits[step.which];
          if (permit === undefined) continue;
          if (permit === probe?.permit) probe = undefined;
          if (step.does === 'failed') failed(permit, step.kind, reason('failed'), step.after ?? undefined);
          else if (step.does === 'succeeded') {
            succeeded(permit);
            // A partner that is healthy has no probe.
            if (state().because === undefined) probe = undefined;
          } else released(permit);
        }
        const { openUntil } = state();
        expect((openUntil?.getTime() ?? 0) - clock.at).toBeLessThanOrEqual(60 * MINUTE);
      }
      // At the latest an hour and a lost probe later, somebody may ask.
      clock.at += 61 * MINUTE;
      expect(decide().may).not.toBe('wait');
    }),
    { numRuns: 300 },
  );
});

/** Two copies: what each publishes, the other receives when `sendAll` is called. */
function pair() {
  const sent: { by: number; state: SharedBreaker }[] = [];
  const both = [0, 1].map((by) => partner({ onChange: (state) => void sent.push({ by, state }) }));
  const [one, other] = both as [ReturnType<typeof partner>, ReturnType<typeof partner>];
  function sendAll(): void {
    for (let next = sent.shift(); next !== undefined; next = sent.shift()) both[1 - next.by]?.take(next.state);
  }
  function pass(ms: number): void {
    for (const each of both) each.clock.at += ms;
  }
  return { one, other, sendAll, pass };
}

describe('two copies of a registry', () => {
  test.each<[FailureKind, number]>([
    ['failure', 3],
    ['time-out', 3],
    ['too-many', 1],
  ])(
    'agree that the partner is healthy where a call of the other that began later was answered before (%s, %i times)',
    (kind, times) => {
      const { one, other, sendAll, pass } = pair();
      for (let time = 0; time < times; time++) {
        const early = one.call();
        pass(SECOND);
        other.succeeded(other.call());
        pass(SECOND);
        one.failed(early, kind, reason('gave-way'));
        sendAll();
      }
      expect([one.may(), other.may()]).toEqual(['ask', 'ask']);
      expect(one.state()).toEqual(other.state());
    },
  );

  test('count failures together, and are open until the same moment', () => {
    const { one, other, sendAll, pass } = pair();
    for (const each of [one, other, one]) {
      each.fail();
      sendAll();
      pass(SECOND);
    }
    expect([one.restMs(), other.restMs()]).toEqual([29 * SECOND, 29 * SECOND]);
    expect(one.state()).toEqual(other.state());
  });

  test('agree on what happened last where neither knew of the other, whoever hears of it first', () => {
    const { one, other, sendAll, pass } = pair();
    one.fail(3);
    pass(SECOND);
    other.fail(1, 'too-many', 600);
    sendAll();
    expect([one.restMs(), other.restMs()]).toEqual([10 * MINUTE, 10 * MINUTE]);
  });

  test('close together, be it by a probe or because one of them has seen it healthy', () => {
    for (const heal of ['probe', 'close'] as const) {
      const { one, other, sendAll, pass } = pair();
      one.fail(3);
      sendAll();
      pass(MINUTE);
      if (heal === 'close') other.close();
      else other.succeeded(other.call());
      sendAll();
      expect([one.may(), other.may()]).toEqual(['ask', 'ask']);
    }
  });
});

describe('the probe of another copy', () => {
  /** Two copies, half-open after what the first has seen. */
  function halfOpen() {
    const both = pair();
    both.one.fail(3);
    both.sendAll();
    both.pass(2 * MINUTE);
    return both;
  }

  test('is the only one, until it ends', () => {
    const { one, other, sendAll } = halfOpen();
    const probe = one.call();
    sendAll();
    expect(other.may()).toBe('wait');
    expect(other.restMs()).toBeUndefined();
    one.succeeded(probe);
    sendAll();
    expect(other.may()).toBe('ask');
  });

  test('keeps nobody from trying where it was never sent, or its copy reports no end', () => {
    const { one, other, sendAll } = halfOpen();
    const probe = one.call();
    sendAll();
    one.released(probe);
    sendAll();
    expect(other.may()).toBe('probe');
    const hung = halfOpen();
    hung.one.call();
    hung.sendAll();
    hung.other.clock.at += 9 * SECOND;
    expect(hung.other.may()).toBe('wait');
    hung.other.clock.at += SECOND;
    expect(hung.other.may()).toBe('probe');
  });
});
