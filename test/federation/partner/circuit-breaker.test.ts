/** When a partner is left alone: after what, for how long, and what ends it. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { circuitBreaker, type FailureKind, type Permit } from '../../../src/federation/partner/circuit-breaker.ts';

const SECOND = 1000;
const MINUTE = 60_000;
const START = Date.parse('2026-03-01T10:00:00Z');

/** A partner under a clock that the test sets; with `random` at the middle a rest is as long as it is meant to be. */
function partner({ random = (): number => 0.5 } = {}) {
  const clock = { at: START };
  const state = circuitBreaker({ now: () => clock.at, random });
  return {
    ...state,
    clock,
    fail(times = 1) {
      for (let time = 0; time < times; time++) state.failed('failure', 'did not answer within 3 s');
    },
    /** How long it rests from now on; undefined when it may be asked. */
    restMs(): number | undefined {
      const until = state.state().restingUntil;
      return until && until.getTime() - clock.at;
    },
    afterRest() {
      clock.at = state.state().restingUntil?.getTime() ?? clock.at;
      return state.decide();
    },
  };
}

describe('a partner whom somebody has seen well', () => {
  test('may be asked by everybody at once, however long it was to rest', () => {
    const { decide, failed, endRest, state } = partner();
    failed('refused', 'refused access (401)');
    expect(decide().may).toBe('rest');
    endRest();
    expect([decide(), decide()]).toEqual([{ may: 'ask' }, { may: 'ask' }]);
    expect(state()).toEqual({ consecutiveFailures: 0, restingUntil: undefined, because: undefined });
  });

  test('does not rest again for what was begun before', () => {
    const { decide, fail, failed, endRest, afterRest, restMs } = partner();
    const [early] = [decide()];
    fail(3);
    const probe = afterRest();
    endRest();
    if (early.may === 'ask') failed('refused', 'refused access (401)', undefined, early);
    if (probe.may === 'probe') failed('failure', 'did not answer within 3 s', undefined, probe);
    expect(restMs()).toBeUndefined();
  });

  test('is what it was where it did not rest', () => {
    const { fail, endRest, restMs } = partner();
    fail(2);
    endRest();
    fail();
    expect(restMs()).toBe(30 * SECOND);
  });
});

describe('a partner who fails', () => {
  test('may be asked until it has failed three times in a row', () => {
    const { decide, fail, succeeded, state } = partner();
    fail(2);
    expect(decide()).toEqual({ may: 'ask' });
    succeeded();
    fail(2);
    expect(decide()).toEqual({ may: 'ask' });
    expect(state()).toEqual({ consecutiveFailures: 2, restingUntil: undefined, because: undefined });
    fail();
    expect(decide()).toEqual({
      may: 'rest',
      until: new Date(START + 30 * SECOND),
      because: 'did not answer within 3 s',
    });
    expect(state()).toEqual({
      consecutiveFailures: 3,
      restingUntil: new Date(START + 30 * SECOND),
      because: 'did not answer within 3 s',
    });
  });

  test('rests until the moment that was told, and then one caller may try', () => {
    const { decide, fail, clock } = partner();
    fail(3);
    clock.at += 30 * SECOND - 1;
    expect(decide().may).toBe('rest');
    clock.at += 1;
    expect([decide().may, decide().may, decide().may]).toEqual(['probe', 'rest', 'rest']);
  });

  test('rests longer each time its probe fails, but never longer than ten minutes', () => {
    const { fail, restMs, afterRest } = partner();
    fail(3);
    const rests: (number | undefined)[] = [];
    for (let rest = 0; rest < 25; rest++) {
      rests.push(restMs());
      expect(afterRest().may).toBe('probe');
      fail();
    }
    expect(rests.slice(0, 4)).toEqual([30 * SECOND, 60 * SECOND, 90 * SECOND, 120 * SECOND]);
    expect(rests.slice(19)).toEqual(Array(6).fill(10 * MINUTE));
  });

  test('is well again after a probe that succeeds, and then has all its chances again', () => {
    const { fail, succeeded, decide, afterRest, restMs } = partner();
    fail(3);
    afterRest();
    fail();
    afterRest();
    succeeded();
    expect(decide()).toEqual({ may: 'ask' });
    fail(2);
    expect(decide()).toEqual({ may: 'ask' });
    fail();
    expect(restMs()).toBe(30 * SECOND);
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

describe('a partner who says what is the matter', () => {
  test.each<[FailureKind, number | undefined, number]>([
    ['too-many', undefined, 3 * MINUTE],
    ['too-many', 7, 7 * SECOND],
    ['too-many', 1800, 30 * MINUTE],
    ['too-many', 86_400, 60 * MINUTE],
    ['refused', undefined, 10 * MINUTE],
    ['bad-certificate', undefined, 10 * MINUTE],
    ['switched-off', undefined, 10 * MINUTE],
    ['switched-off', 1200, 20 * MINUTE],
    ['switched-off', 86_400, 60 * MINUTE],
    ['refused', 5, 10 * MINUTE],
  ])('(%s, Retry-After %s) rests at once, for %i ms', (kind, retryAfterSeconds, expectedMs) => {
    const { failed, restMs, afterRest } = partner({ random: () => 0 });
    failed(kind, 'cannot be asked', retryAfterSeconds);
    expect(restMs()).toBe(expectedMs);
    expect(afterRest().may).toBe('probe');
  });

  test('may say that it can be asked again at once, and is asked once', () => {
    const { failed, decide } = partner();
    failed('too-many', 'has too many questions', 0);
    expect([decide().may, decide().may]).toEqual(['probe', 'rest']);
  });

  test('rests by the kind of its latest failure', () => {
    const { fail, failed, afterRest, restMs } = partner();
    failed('switched-off', 'is switched off');
    afterRest();
    failed('too-many', 'has too many questions', 20);
    expect(restMs()).toBe(20 * SECOND);
    afterRest();
    fail();
    expect(restMs()).toBe(90 * SECOND);
  });
});

describe('a probe', () => {
  test('that was cancelled leaves the try to the next caller', () => {
    const { fail, released, decide, afterRest } = partner();
    fail(3);
    const probe = afterRest();
    expect(decide().may).toBe('rest');
    released(probe as Permit);
    expect([decide().may, decide().may]).toEqual(['probe', 'rest']);
  });

  test('that is lost does not keep the partner from being asked for ever', () => {
    const { fail, decide, afterRest, clock } = partner();
    fail(3);
    expect(afterRest().may).toBe('probe');
    clock.at += 59 * SECOND;
    expect(decide().may).toBe('rest');
    clock.at += 1 * SECOND;
    expect(decide().may).toBe('probe');
  });

  test('is told of to others as something that may be over any moment', () => {
    const { fail, decide, afterRest, clock } = partner();
    fail(3);
    afterRest();
    clock.at += 5 * SECOND;
    expect(decide()).toEqual({ may: 'rest', until: new Date(clock.at), because: 'did not answer within 3 s' });
  });
});

describe('what comes of calls begun before a rest', () => {
  test('neither ends it nor makes it longer', () => {
    const { failed, succeeded, released, restMs, decide, clock } = partner();
    const earlier = decide() as Permit;
    for (let time = 0; time < 3; time++) failed('failure', 'refuses connections', undefined, earlier);
    clock.at += 10 * SECOND;
    for (const pass of [earlier, undefined]) {
      succeeded(pass);
      released(pass);
      failed('failure', 'did not answer', undefined, pass);
      failed('too-many', 'has too many questions', 3600, pass);
    }
    expect(decide()).toEqual({ may: 'rest', until: new Date(START + 30 * SECOND), because: 'refuses connections' });
    expect(restMs()).toBe(20 * SECOND);
  });

  test('does not speak for the probe, nor for the time after it', () => {
    const { failed, succeeded, released, decide, afterRest, state } = partner();
    const earlier = decide() as Permit;
    failed('too-many', 'has too many questions', 30, earlier);
    const probe = afterRest() as Permit;
    failed('failure', 'did not answer', undefined, earlier);
    released(earlier);
    succeeded(earlier);
    expect(decide().may).toBe('rest');
    succeeded(probe);
    expect(decide().may).toBe('ask');
    for (let time = 0; time < 3; time++) failed('failure', 'did not answer', undefined, earlier);
    failed('refused', 'refuses the token', undefined, probe);
    expect(state()).toEqual({ consecutiveFailures: 0, restingUntil: undefined, because: undefined });
  });
});

test('whatever happens, nobody but one probe at a time asks a partner who rests, and every rest ends', () => {
  const kinds = fc.constantFrom<FailureKind>('failure', 'too-many', 'refused', 'bad-certificate', 'switched-off');
  const steps = fc.array(
    fc.oneof(
      fc.record({ does: fc.constant('closed' as const) }),
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
      const { decide, succeeded, released, failed, state, clock } = partner({ random: () => chance });
      const passes: Permit[] = [];
      let probe: { pass: Permit; givenAt: number } | undefined;
      for (const step of all) {
        if (step.does === 'wait') clock.at += step.seconds * SECOND;
        else if (step.does === 'closed') {
          const { restingUntil, because } = state();
          const answer = decide();
          if (restingUntil !== undefined) expect(answer).toEqual({ may: 'rest', until: restingUntil, because });
          else if (because === undefined) expect(answer.may).toBe('ask');
          else expect(answer.may).not.toBe('ask');
          if (answer.may === 'probe') {
            if (probe !== undefined) expect(clock.at - probe.givenAt).toBeGreaterThanOrEqual(MINUTE);
            probe = { pass: answer, givenAt: clock.at };
          }
          if (answer.may !== 'rest') passes.unshift(answer);
        } else {
          const pass = passes[step.which];
          if (pass === undefined) continue;
          if (pass === probe?.pass) probe = undefined;
          if (step.does === 'failed') failed(step.kind, 'failed', step.after ?? undefined, pass);
          else (step.does === 'succeeded' ? succeeded : released)(pass);
        }
        const { restingUntil } = state();
        expect((restingUntil?.getTime() ?? 0) - clock.at).toBeLessThanOrEqual(60 * MINUTE);
      }
      // At the latest an hour and a lost probe later, somebody may ask.
      clock.at += 61 * MINUTE;
      expect(decide().may).not.toBe('rest');
    }),
    { numRuns: 300 },
  );
});
