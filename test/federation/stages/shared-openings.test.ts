/** What instances share of the circuit breaker of a partner. */

import { expect, test } from 'vitest';
import { circuitBreaker } from '../../../src/federation/partner/circuit-breaker.ts';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import { partnerHistory } from '../../../src/federation/partner/partner-history.ts';
import { answerWith, answerWithout, type PartnerAnswer } from '../../../src/federation/partner/partner-query.ts';
import type { SharedPlace } from '../../../src/federation/partner/shared-texts.ts';
import { sharedOpenings, withCircuitBreaker } from '../../../src/federation/stages/guard.ts';
import { oneClock } from '../../support/partners/one-clock.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const WELL = answerWith([]);
const TOO_MANY = answerWithout({ ...silentFor(1), about: 'too-many', state: 'busy', retryAfterSeconds: 60 });

/** Instances with one store of texts, each with its own circuit breaker. */
function fleet() {
  const store = new Map<string, string>();
  const nameOf = ({ kind, credential, key }: SharedPlace) => `${kind} ${credential} ${key}`;
  const shared = {
    get: async (place: SharedPlace) => store.get(nameOf(place)),
    set: async (place: SharedPlace, text: string) => void store.set(nameOf(place), text),
    delete: async (place: SharedPlace) => void store.delete(nameOf(place)),
  };
  const now = () => START;
  function instance() {
    const breaker = circuitBreaker({ clock: oneClock(now), random: () => 0.5 });
    return async (answer: PartnerAnswer, credential: 'none' | 'token' = 'none') => {
      const sharing = sharedOpenings({ shared, circuitBreaker: breaker, partnerName: 'far' });
      const guarded = withCircuitBreaker({
        circuitBreaker: breaker,
        history: partnerHistory(oneClock(now)),
        reportToAdministrator: () => undefined,
      });
      const ask = sharing(
        guarded(async (query) => {
          query.onSent?.();
          return answer;
        }),
      );
      const { failure } = await ask(queryOf({ kind: 'stats' }, { credential }));
      return failure?.state ?? 'answered';
    };
  }
  return { instance, store };
}

test('that it is open is published once, and keeps another instance from asking', async () => {
  const { instance, store } = fleet();
  const [one, other] = [instance(), instance()];
  expect(await one(TOO_MANY)).toBe('busy');
  expect([...store]).toEqual([
    ['rest none far', JSON.stringify({ untilMs: START + 60_000, because: silentFor(1).reason, kind: 'too-many' })],
  ]);
  expect(await other(WELL)).toBe('resting');
});

test('what was found out with the token is published to those who ask with it', async () => {
  const { instance } = fleet();
  await instance()(TOO_MANY, 'token');
  expect(await instance()(WELL)).toBe('answered');
  expect(await instance()(WELL, 'token')).toBe('resting');
});

test('who has seen the partner healthy goes on, and takes it back when it answers', async () => {
  const { instance, store } = fleet();
  const [one, other] = [instance(), instance()];
  await other(WELL);
  await one(TOO_MANY);
  expect(await other(WELL)).toBe('answered');
  expect([...store]).toEqual([]);
});
