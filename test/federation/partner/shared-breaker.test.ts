/** What a copy of the registry believes of the circuit breakers that another one has published. */

import { expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { type PartnerBreakers, partnerBreakers } from '../../../src/federation/partner/partner-breakers.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const HOUR = 3_600_000;

/** A copy under a clock that the test sets, and what it has published last. */
function copy() {
  const clock = { at: START };
  const published: string[] = [];
  const breakers: PartnerBreakers = partnerBreakers({
    ...{ clock: oneClock(() => clock.at), random: () => 0.5 },
    publish: (text) => void published.push(text),
  });
  const { circuitBreaker: breaker } = breakers;
  return { clock, breaker, take: breakers.take, last: () => published.at(-1) ?? '' };
}

/** The text of a copy that has seen three failures, with some members changed. */
function openText(change: (partner: Record<string, unknown>) => object = () => ({})): string {
  const { breaker, last } = copy();
  for (let time = 0; time < 3; time++) {
    const permit = breaker.decide();
    if (permit.may === 'wait') throw new Error('It is open too early.');
    breaker.begin(permit);
    breaker.failed(permit, 'failure', reason('gave-way'));
  }
  const { partner } = JSON.parse(last());
  return JSON.stringify({ partner: { ...partner, ...change(partner) } });
}

test('it believes what another has seen', () => {
  const { take, breaker } = copy();
  take(openText());
  expect(breaker.state()).toEqual({
    ...{ consecutiveFailures: 3, openUntil: new Date(START + 30_000), because: reason('gave-way') },
  });
});

test.each<[string, (partner: Record<string, unknown>) => object]>([
  ['of the future', () => ({ atMs: START + HOUR })],
  ['with a failure of the future', () => ({ failedMs: START + HOUR })],
  ['with an answer of the future', () => ({ answeredMs: START + HOUR })],
  ['with half a failure', () => ({ failures: 0.5 })],
  ['with a time in words', () => ({ countedMs: 'now' })],
  ['that is open for no reason', ({ opening }) => ({ opening: { ...(opening as object), because: undefined } })],
  ['that is open after something unknown', ({ opening }) => ({ opening: { ...(opening as object), kind: 'rain' } })],
])('it does not believe a state %s', (_, change) => {
  const { take, breaker } = copy();
  take(openText(change));
  expect(breaker.decide().may).toBe('ask');
});

test('whatever another says, the partner is asked again within an hour', () => {
  const { take, breaker, clock } = copy();
  const opening = { untilMs: START + 1000 * HOUR, because: reason('gave-way'), kind: 'failure' };
  take(openText(() => ({ opening, probeUntilMs: START + 1000 * HOUR })));
  expect(breaker.decide().may).toBe('wait');
  clock.at += HOUR;
  expect(breaker.decide().may).toBe('probe');
});
