/** The clock of the machine may be set, by an hour at that: what lasts goes on as long as it was to last. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { machineClock } from '../../src/federation/partner/times.ts';
import { foundGene, knownPartner, text } from '../support/partners/fake-partner.ts';
import { startAlpha } from '../support/registry/alpha-registry.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const START = Date.parse('2026-03-01T10:00:00Z');
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const TP53 = questionOf('/api/genes/search?symbol=TP53&taxonId=9606');

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe.each([
  ['back', -HOUR],
  ['forward', HOUR],
])('a clock that is set %s an hour', (_, byMs) => {
  const set = () => vi.setSystemTime(START + byMs);

  test('changes no circuit breaker, whose time is shown by the clock as it is now', async () => {
    const { ask, partner } = await knownPartner({
      clock: machineClock(),
      answers: () => text(429, 'Slowly.', 30),
    });
    await ask(GENES);
    set();
    const { state, problem } = await ask(TP53);
    expect(state).toBe('resting');
    const leftMs = (problem?.nextTryAt?.getTime() ?? 0) - Date.now();
    expect(leftMs).toBeLessThanOrEqual(30_000);
    expect(leftMs).toBeGreaterThan(0);
    expect(partner.circuitBreaker.state().openUntil?.getTime()).toBeCloseTo(Date.now() + leftMs, -3);
  });

  test('makes no cached answer older or newer', async () => {
    const { ask, questions } = await knownPartner({ clock: machineClock(), answers: foundGene });
    await ask(GENES);
    set();
    const { cache } = await ask(GENES);
    expect(cache?.status).toBe('hit');
    expect(cache?.ageSeconds).toBeLessThan(MINUTE / 1000);
    expect(questions()).toHaveLength(1);
  });

  test('keeps a caller waiting no longer than the minute of a limit', async () => {
    await using registry = await startAlpha({
      SERVER_TRUSTED_PROXIES: 'loopback',
      LIMITS_REQUESTS_PER_MINUTE: '2',
    });
    const answerNow = () => fetch(`${registry.url}/api/stats`, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
    await answerNow();
    await answerNow();
    set();
    const refused = await answerNow();
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('Retry-After'));
    expect(seconds).toBeLessThanOrEqual(60);
    expect(seconds).toBeGreaterThan(0);
  });
});
