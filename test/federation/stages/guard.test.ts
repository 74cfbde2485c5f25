/** What every answer decides about the partner, and who is let through to it. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { circuitBreaker } from '../../../src/federation/partner/circuit-breaker.ts';
import { ourFault, silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import { partnerHistory } from '../../../src/federation/partner/partner-history.ts';
import {
  type AskPartner,
  answerWith,
  answerWithout,
  type Failure,
  type PartnerAnswer,
  type PartnerQuery,
} from '../../../src/federation/partner/partner-query.ts';
import { withCircuitBreaker } from '../../../src/federation/stages/guard.ts';
import { oneClock } from '../../support/partners/one-clock.ts';
import { queryOf, withEarly } from '../../support/partners/partner-queries.ts';
import { saying, titleIn } from '../../support/partners/saying.ts';

const FULL = answerWith([]);
const failed = (more: Partial<Failure> = {}) => answerWithout({ ...silentFor(3000), ...more });
const TOO_MANY = failed({
  about: 'too-many',
  reason: reason('asks-to-wait', { retryAfterSeconds: 77, atMostSeconds: 3600 }),
  retryAfterSeconds: 77,
});

/** Silent at first, and answered in the end. */
const late: AskPartner = async ({ onEarly }) => {
  onEarly?.(failed());
  return FULL;
};

function partner() {
  const clock = { at: 0 };
  const state = circuitBreaker({ clock: oneClock(() => clock.at), random: () => 0.5 });
  const history = partnerHistory(oneClock(() => clock.at));
  const reported: string[] = [];
  const sent: string[] = [];
  const wrapper = withCircuitBreaker({
    ...{ circuitBreaker: state, history },
    reportToAdministrator: (what) => reported.push(what),
    onSent: (kind) => sent.push(kind),
  });
  /** Puts a question, whose turn has come. */
  const ask = (inner: AskPartner, more: Partial<PartnerQuery> = {}) =>
    wrapper((query) => {
      query.onSent?.();
      return inner(query);
    })(queryOf({ kind: 'stats' }, more));
  /** Puts a question that waits for its turn itself. */
  const askWaiting = (inner: AskPartner, more: Partial<PartnerQuery> = {}) =>
    wrapper(inner)(queryOf({ kind: 'stats' }, more));
  /** The same, with what whoever waits learns before it has its answer. */
  const call = (inner: AskPartner) => withEarly((query) => ask(inner, query), queryOf({ kind: 'stats' }));
  return { call, ask, askWaiting, state, history, reported, sent, clock };
}

test('an answer is recorded as one, a failure as one', async () => {
  const { ask, history, state } = partner();
  await ask(async () => FULL);
  await ask(async () => failed());
  expect([history.asked(), history.answered(), state.state().consecutiveFailures]).toEqual([2, 1, 1]);
});

test('a question is counted as asked with its first request, and not with further ones', async () => {
  const { askWaiting, sent, history } = partner();
  await askWaiting(async () => FULL);
  expect([sent, history.asked()]).toEqual([[], 0]);
  await askWaiting(async ({ onSent }) => {
    for (let request = 0; request < 3; request++) onSent?.();
    return FULL;
  });
  expect([sent, history.asked()]).toEqual([['stats'], 1]);
});

test('a failure that opens it says until when, and then nobody is let through', async () => {
  const { ask } = partner();
  expect((await ask(async () => TOO_MANY)).nextTryAt).toEqual(new Date(77_000));
  let asked = 0;
  const next = await ask(async () => {
    asked++;
    return FULL;
  });
  expect(next).toMatchObject({ failure: { about: 'ours', state: 'resting' }, nextTryAt: new Date(77_000) });
  expect(titleIn(next.failure)).toBe('is not asked for a while, as it asks us to wait');
  expect(asked).toBe(0);
});

test('of an early answer and the one in the end the first is recorded', async () => {
  const { ask, call, history, state } = partner();
  await ask(async () => FULL);
  const { early, answer } = await call(late);
  expect(early).toMatchObject([{ failure: { reason: saying('did not answer within 3 s') } }]);
  expect(answer.records).toEqual([]);
  expect([history.answered(), state.state().consecutiveFailures]).toEqual([1, 1]);
});

test('the late answer of a partner that has not answered for long closes it, and that of another one does not', async () => {
  const cold = partner();
  await cold.call(late);
  expect(cold.state.state().because).toBeUndefined();
  const warm = partner();
  await warm.ask(async () => FULL);
  await warm.call(late);
  expect(warm.state.state().because).toBeDefined();
});

test('an early answer that opens it says until when', async () => {
  const { ask, call } = partner();
  await ask(async () => FULL);
  const early: unknown[] = [];
  for (let time = 0; time < 3; time++) early.push((await call(late)).early[0]?.nextTryAt);
  expect(early).toEqual([undefined, undefined, new Date(30_000)]);
});

describe('a question whose slot comes', () => {
  test('when it is open by then is answered so', async () => {
    const { ask, askWaiting, state } = partner();
    const inner: AskPartner = async ({ whyOpen }) => {
      expect(whyOpen?.()).toBeUndefined();
      await ask(async () => TOO_MANY);
      const rest = whyOpen?.();
      return rest === undefined ? FULL : answerWithout(rest);
    };
    expect(await askWaiting(inner)).toMatchObject({ failure: { state: 'resting' }, nextTryAt: new Date(77_000) });
    expect(state.state().consecutiveFailures).toBe(1);
  });

  test('for the probe is sent, and others wait meanwhile', async () => {
    const { ask, askWaiting, clock } = partner();
    await ask(async () => TOO_MANY);
    clock.at = 77_000;
    const sent: string[] = [];
    const inner: AskPartner = async ({ onSent, whyOpen }) => {
      expect((await ask(async () => FULL)).failure?.state).toBe('resting');
      expect(whyOpen?.()).toBeUndefined();
      onSent?.();
      return FULL;
    };
    expect(await askWaiting(inner, { onSent: () => sent.push('probe') })).toMatchObject({ records: [] });
    expect(sent).toEqual(['probe']);
    expect((await ask(async () => FULL)).records).toEqual([]);
  });
});

test('a probe that is cancelled lets the next one try', async () => {
  const { ask, clock } = partner();
  await ask(async () => TOO_MANY);
  clock.at = 77_000;
  const cancelled = async () => {
    throw new Error('gone');
  };
  await expect(ask(cancelled, { signal: AbortSignal.abort() })).rejects.toThrow('gone');
  expect((await ask(async () => FULL)).records).toEqual([]);
});

test('our own fault says nothing about the partner', async () => {
  const { ask, history, state } = partner();
  for (let time = 0; time < 4; time++) await ask(async () => answerWithout(ourFault()));
  expect([history.reliability(), state.decide().may]).toEqual([undefined, 'ask']);
});

describe('after a question that was kept waiting', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  /** A partner whose last word was silence; the next question is held until `answer` is called. */
  async function silent() {
    const setup = partner();
    await setup.ask(async () => failed());
    const held = Promise.withResolvers<PartnerAnswer>();
    const early: PartnerAnswer[] = [];
    const signals: AbortSignal[] = [];
    /** Its answer in the end. */
    function probe(more: Partial<PartnerQuery> = {}) {
      const askPartner: AskPartner = ({ signal }) => {
        signals.push(signal);
        return held.promise;
      };
      return setup.ask(askPartner, { ...more, onEarly: (one) => early.push(one) });
    }
    return { ...setup, probe, early, signals, answer: held.resolve };
  }

  /** Somebody asks again on purpose. */
  function retry(ask: ReturnType<typeof partner>['ask'], signal = new AbortController().signal) {
    let sent = 0;
    const inner: AskPartner = async () => {
      sent++;
      return FULL;
    };
    return { again: ask(inner, { isRetry: true, signal }), sent: () => sent };
  }

  test('the next one is waited for a moment only, and goes on as a probe', async () => {
    const { probe, early, answer, ask } = await silent();
    const probing = probe();
    await vi.advanceTimersByTimeAsync(249);
    expect(early).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(early).toMatchObject([
      {
        failure: { state: 'resting', reason: saying('is not asked for a while, as it did not answer within 3 s') },
        nextTryAt: undefined,
      },
    ]);
    expect(await ask(async () => FULL)).toMatchObject({ failure: { state: 'resting' } });
    answer(FULL);
    expect((await probing).records).toEqual([]);
    expect((await ask(async () => FULL)).records).toEqual([]);
  });

  test('the next one is answered like any other where the partner answers quickly', async () => {
    const { probe, early, answer } = await silent();
    const probing = probe();
    await vi.advanceTimersByTimeAsync(100);
    answer(FULL);
    expect((await probing).records).toEqual([]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(early).toEqual([]);
  });

  test('who asks again on purpose waits for their answer', async () => {
    const { probe, early, answer } = await silent();
    const probing = probe({ isRetry: true });
    await vi.advanceTimersByTimeAsync(2000);
    expect(early).toEqual([]);
    answer(FULL);
    expect((await probing).records).toEqual([]);
  });

  test('who asks again while a probe is under way waits for it, and then asks', async () => {
    const { probe, answer, ask } = await silent();
    void probe();
    const { again, sent } = retry(ask);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent()).toBe(0);
    answer(FULL);
    expect((await again).records).toEqual([]);
    expect(sent()).toBe(1);
  });

  test('who asks again while a probe is silent for a second is a probe then', async () => {
    const { probe, ask, clock } = await silent();
    void probe();
    clock.at += 400;
    const { again, sent } = retry(ask);
    await vi.advanceTimersByTimeAsync(599);
    expect(sent()).toBe(0);
    clock.at += 600;
    await vi.advanceTimersByTimeAsync(2);
    expect((await again).records).toEqual([]);
    expect(sent()).toBe(1);
  });

  test('who asks again while a probe fails is answered with what came of it, and sends nothing', async () => {
    const { probe, answer, ask } = await silent();
    void probe();
    const { again, sent } = retry(ask);
    answer(failed({ reason: reason('answer-not-whole', { timeoutMs: 5000 }) }));
    expect(titleIn((await again).failure)).toBe('is not asked for a while, as it did not finish its answer within 5 s');
    expect(sent()).toBe(0);
  });

  test('who asks again and leaves before the probe has ended sends nothing', async () => {
    const { probe, answer, ask } = await silent();
    void probe();
    const leave = new AbortController();
    const { again, sent } = retry(ask, leave.signal);
    leave.abort();
    answer(FULL);
    await expect(again).rejects.toThrow();
    expect(sent()).toBe(0);
  });

  test('a probe goes on though its caller leaves', async () => {
    const { probe, signals } = await silent();
    const leave = new AbortController();
    void probe({ signal: leave.signal });
    await vi.advanceTimersByTimeAsync(0);
    leave.abort();
    expect(signals[0]?.aborted).toBe(false);
  });
});

test('what somebody has to mend is reported to an administrator, and nothing else is', async () => {
  const { ask, reported } = partner();
  await ask(async () => failed());
  await ask(async () => failed({ error: 'tls_certificate_error', reason: reason('bad-certificate', { cause: null }) }));
  expect(reported).toEqual(['presents a certificate that is not valid']);
});
