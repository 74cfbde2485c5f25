/** A partner that lets no question in: its circuit breaker stays closed, so what its operator has to mend must be seen otherwise. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { healthCheck, partnerState } from '../../../src/federation/partner/partner-state.ts';
import { ADMIN, failing, foundGene, json, knownPartner, replyWith, text } from '../../support/partners/fake-partner.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const MINUTE_MS = 60_000;

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T10:00:00Z') }));
afterEach(() => void vi.useRealTimers());

async function refusing(refused = text(403, 'Forbidden')) {
  const partner = await knownPartner({ answers: () => refused });
  let asked = 0;
  return {
    ...partner,
    /** Another question each time, so that no answer comes from the cache. */
    askAnother: () => partner.ask(questionOf(`/api/genes/search?symbol=GENE${++asked}&taxonId=9606`)),
    state: () => partnerState(partner.partner, ADMIN),
  };
}

describe('a partner that lets no question in', () => {
  test.each([
    ['401', text(401, 'Who are you?'), 'refused access'],
    ['403', text(403, 'Forbidden'), 'refused access'],
    [
      'a page in place of data',
      replyWith({ status: 200, contentType: 'text/html', body: '<h1>Sign in</h1>' }),
      'answered with something else than data',
    ],
  ])(
    'by %s is logged once, is failing for administrators, and is logged once more when it answers',
    async (_, refused, title) => {
      const { askAnother, state, reported, play } = await refusing(refused);
      for (let minute = 0; minute < 5; minute++) {
        await askAnother();
        vi.advanceTimersByTime(MINUTE_MS);
      }
      expect(reported).toEqual([expect.stringMatching(new RegExp(`^warn: lets no question in, 3 in a row: ${title}`))]);
      expect(state()).toMatchObject({
        state: 'failing',
        restingUntil: null,
        details: { consecutiveFailures: 5, lastProblem: expect.stringContaining(title) },
      });

      play(foundGene);
      expect((await askAnother()).state).toBe('answered');
      await askAnother();
      expect(reported.slice(1)).toEqual(['info: lets questions in again']);
      expect(state()).toMatchObject({ state: 'well', details: { consecutiveFailures: 0 } });

      play(() => refused);
      for (let minute = 0; minute < 5; minute++) {
        await askAnother();
        vi.advanceTimersByTime(MINUTE_MS);
      }
      expect(reported).toHaveLength(3);
    },
  );

  test('is none yet where it refused many texts of one moment, as whoever tries a firewall sends them', async () => {
    const { askAnother, state, reported } = await refusing();
    for (let time = 0; time < 10; time++) await askAnother();
    vi.advanceTimersByTime(MINUTE_MS - 1);
    await askAnother();
    expect([reported, state().state]).toEqual([[], 'well']);
  });

  test('is none where another question was answered in between', async () => {
    const { askAnother, state, reported, play } = await refusing();
    for (let minute = 0; minute < 6; minute++) {
      await askAnother();
      vi.advanceTimersByTime(MINUTE_MS);
      play(() => (minute % 2 === 0 ? json([]) : text(403, 'Forbidden')));
    }
    expect([reported, state().state]).toEqual([[], 'well']);
  });

  test('is logged too where it could not be reached before, and the problem is the present one', async () => {
    const { askAnother, state, reported, play } = await refusing();
    play(() => failing());
    for (let time = 0; time < 3; time++) await askAnother();
    play(() => text(403, 'Forbidden'));
    for (let minute = 0; minute < 5; minute++) {
      vi.advanceTimersByTime(MINUTE_MS);
      await askAnother();
    }
    expect(reported).toEqual([expect.stringContaining('warn: lets no question in')]);
    expect(state()).toMatchObject({
      state: 'failing',
      details: { lastProblem: expect.stringContaining('refused access') },
    });
  });

  test('is unhealthy to whoever is notified of that, until it answers the question of this registry', async () => {
    const { askAnother, partner, source, play } = await refusing();
    const check = healthCheck(partner, source);
    const never = new AbortController().signal;
    expect(await check(false, never)).toBeUndefined();
    for (let minute = 0; minute < 3; minute++) {
      await askAnother();
      vi.advanceTimersByTime(MINUTE_MS);
    }
    expect(await check(false, never)).toMatchObject({ isHealthy: false, because: { code: 'access-refused' } });
    play(() => json([]));
    vi.advanceTimersByTime(MINUTE_MS);
    expect(await check(true, never)).toEqual({ isHealthy: true, because: undefined });
  });
});
