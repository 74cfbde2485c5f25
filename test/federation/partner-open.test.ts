/** When the circuit breaker of a partner opens, who learns of it, and who tries again. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { reason } from '../../src/domain/federation/reasons.ts';
import type { Question } from '../../src/domain/federation/source.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import type { CallOutcome } from '../../src/federation/dialect/reply.ts';
import { partnerState } from '../../src/federation/partner/partner-state.ts';
import {
  ADMIN,
  after,
  failing,
  foundGene,
  json,
  knownPartner,
  replyWith,
  text,
} from '../support/partners/fake-partner.ts';
import { recordedPartner } from '../support/partners/recorded-partner.ts';
import { saying } from '../support/partners/saying.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const SECOND = 1000;
const MINUTE = 60_000;
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');
const TP53 = questionOf('/api/genes/search?symbol=TP53&taxonId=9606');
const ERROR = text(500, 'Oh.');

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

/** Questions that nothing is kept for, as each is another. */
function people(count: number): Question[] {
  return Array.from({ length: count }, (_, index) => ({ kind: 'user', userId: index + 1 }));
}

function inSeconds(seconds: number): Date {
  return new Date(START + seconds * SECOND);
}

describe('a partner that fails three times', () => {
  async function resting() {
    const partner = await knownPartner({ answers: foundGene });
    await partner.ask(GENES);
    partner.play(() => failing());
    for (const question of people(3)) await partner.ask(question);
    const callsBefore = partner.calls.length;
    return { ...partner, requests: () => partner.calls.length - callsBefore };
  }

  test('is left alone, is asked nothing meanwhile, and every answer says until when', async () => {
    const { ask, requests } = await resting();
    expect(await ask(TP53)).toMatchObject({
      state: 'resting',
      problem: { reason: saying('is not asked for a while, as it refuses connections'), nextTryAt: inSeconds(30) },
    });
    await vi.advanceTimersByTimeAsync(30 * SECOND - 1);
    expect((await ask(TP53)).state).toBe('resting');
    expect(requests()).toBe(0);
  });

  test('has nothing to say of the cache where it was not asked and nothing is cached', async () => {
    const { ask } = await resting();
    expect((await ask(TP53)).cache).toBeNull();
    expect((await ask(GENES)).cache).toMatchObject({ status: 'hit' });
    await vi.advanceTimersByTimeAsync(30 * SECOND);
    expect(await ask(TP53)).toMatchObject({ state: 'unreachable', cache: { status: 'miss', ageSeconds: 0 } });
  });

  test('is not even asked for its version meanwhile', async () => {
    const partner = await knownPartner({ answers: () => text(503, 'Public API is not available for this registry.') });
    // Its version is not looked at again before ten minutes have passed, and as long the circuit breaker is open.
    await vi.advanceTimersByTimeAsync(5 * MINUTE);
    await partner.ask(GENES);
    const callsBefore = partner.calls.length;
    await vi.advanceTimersByTimeAsync(6 * MINUTE);
    expect((await partner.ask(TP53)).state).toBe('resting');
    expect(partner.calls).toHaveLength(callsBefore);
  });

  test('gives its old answers meanwhile, as old ones', async () => {
    const { ask } = await resting();
    vi.setSystemTime(START + 2 * MINUTE);
    // One probe, which fails: it opens again.
    await ask(TP53);
    expect(await ask(GENES)).toMatchObject({
      state: 'stale',
      retrievedAt: inSeconds(0),
      problem: { reason: saying('is not asked for a while, as it refuses connections') },
    });
  });

  test('is tried by one question while half-open, while the others wait for what comes of it', async () => {
    const { ask, play, requests } = await resting();
    vi.setSystemTime(START + 30 * SECOND);
    play((course) => after(100, foundGene(course)));
    const answers = [ask(TP53), ...people(3).map((question) => ask(question))];
    await vi.advanceTimersByTimeAsync(100);
    const states = (await Promise.all(answers)).map(({ state }) => state);
    expect(states).toEqual(['answered', 'resting', 'resting', 'resting']);
    expect(requests()).toBe(1);
    play(foundGene);
    expect((await ask(questionOf('/api/genes/search?symbol=SHH&taxonId=9606'))).state).toBe('answered');
  });

  test('is sent nothing of what was waiting for its slot', async () => {
    const partner = await knownPartner({ answers: () => after(100, failing()), maxConcurrency: 1 });
    const answers = people(6).map((question) => partner.ask(question));
    await vi.advanceTimersByTimeAsync(600);
    const states = (await Promise.all(answers)).map(({ state }) => state);
    expect(states.slice(0, 3)).toEqual(['unreachable', 'unreachable', 'unreachable']);
    // The fourth has its slot in the very moment in which the third fails.
    expect(states.slice(4)).toEqual(['resting', 'resting']);
    expect(partner.questions().length).toBeLessThanOrEqual(4);
    expect(partner.faults).toEqual([]);
  });

  test('is tried to the end, though the one who tried has left', async () => {
    const partner = await knownPartner({ answers: () => failing(), token: 'a-search-token' });
    for (const question of people(3)) await partner.ask(question);
    vi.setSystemTime(START + 30 * SECOND);
    partner.play(() => after(SECOND, foundGene({ path: '?symbol=TP53', authorization: undefined })));
    const leaver = new AbortController();
    const left = partner.ask(TP53, ADMIN, leaver.signal);
    await vi.advanceTimersByTimeAsync(10);
    leaver.abort();
    expect((await left).state).toBe('not-asked');
    expect((await partner.ask(TP53, PUBLIC_VIEWER)).state).toBe('resting');
    await vi.advanceTimersByTimeAsync(SECOND);
    partner.play(foundGene);
    expect((await partner.ask(TP53, PUBLIC_VIEWER)).state).toBe('answered');
  });

  test.each([
    ['an unknown symbol', text(404, 'Unknown gene with symbol: BRCA1.')],
    ['a question it does not accept', text(400, 'No.')],
    ['an answer without anybody', json([])],
  ])('is another one than a partner that gives %s three times', async (_, outcome) => {
    const partner = await knownPartner({ answers: () => outcome });
    for (const symbol of ['A', 'B', 'C', 'D'])
      await partner.ask(questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`));
    expect(partner.questions()).toHaveLength(4);
  });

  test('is another one than a partner that fails on these questions alone', async () => {
    const recorded = recordedPartner({ recording: '1.5.10' });
    const answers = async ({ path }: { path: string }) => (path.includes('symbol=Dl') ? ERROR : recorded.call(path));
    const partner = await knownPartner({ answers });
    for (const tier of ['TIER1', 'TIER2', 'TIER1&tiers=TIER2']) {
      const answer = await partner.ask(questionOf(`/api/genes/search?symbol=Dl&taxonId=7227&tiers=${tier}`));
      expect(answer.state).toBe('failed');
    }
    const inHuman = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=9606');
    expect((await partner.ask(inHuman)).state).toBe('answered');
  });
});

describe('a partner that kept somebody waiting, while one question tries it', () => {
  /** The same question as the one that tries. */
  async function joined(answersAfterMs: number) {
    const partner = await knownPartner({ answers: () => failing({ error: 'http_response_timeout' }) });
    await partner.ask(TP53);
    partner.play((course) => after(answersAfterMs, foundGene(course)));
    const [probe, retry] = [
      partner.ask(GENES),
      partner.ask(GENES, PUBLIC_VIEWER, new AbortController().signal, { isRetry: true }),
    ];
    return { ...partner, probe, retry };
  }

  test('answers whoever asks it on purpose, and others are not kept waiting', async () => {
    const { probe, retry, questions } = await joined(700);
    await vi.advanceTimersByTimeAsync(701);
    expect([(await probe).state, (await retry).state]).toEqual(['resting', 'answered']);
    expect(questions()).toHaveLength(2);
  });

  test('is tried again by whoever asks it on purpose, when it has been silent for a second', async () => {
    const { play, retry } = await joined(60 * SECOND);
    play(foundGene);
    await vi.advanceTimersByTimeAsync(1100);
    expect((await retry).state).toBe('answered');
  });
});

describe('a partner that wants to be left alone', () => {
  test.each([
    ['says for how long', text(429, '', 77), 77, 'busy'],
    ['does not say for how long', text(429, ''), 180, 'busy'],
    ['is switched off', text(503, 'Public API is not available for this registry.'), 600, 'failed'],
    ['will be back', text(503, 'Upgrading.', 45), 45, 'failed'],
    ['presents a bad certificate', failing({ error: 'tls_certificate_error' }), 600, 'unreachable'],
  ])('(it %s) is, at once, and every answer says until when', async (_, outcome, seconds, state) => {
    const partner = await knownPartner({ answers: () => outcome });
    expect(await partner.ask(GENES)).toMatchObject({ state, problem: { nextTryAt: inSeconds(seconds) } });
    partner.play(foundGene);
    vi.setSystemTime(START + seconds * SECOND - 1);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'resting', problem: { nextTryAt: inSeconds(seconds) } });
    expect(partner.questions()).toHaveLength(1);
    vi.setSystemTime(START + seconds * SECOND);
    expect(await partner.ask(GENES)).toMatchObject({ state: 'answered' });
  });

  test('is reported to the administrator where somebody has to mend it, and else not', async () => {
    const states: string[][] = [];
    const certificate = failing({ error: 'tls_certificate_error', reason: reason('bad-certificate', { cause: null }) });
    for (const outcome of [certificate, text(401, 'Go away.'), text(429, ''), ERROR]) {
      const partner = await knownPartner({ answers: () => outcome });
      await partner.ask(people(1)[0] as Question);
      states.push(partner.reported);
    }
    expect(states).toEqual([['error: presents a certificate that is not valid'], [], [], []]);
  });
});

describe('the circuit breaker of what failed opens:', () => {
  const BLOCKED = '<html><head><title>403 Forbidden</title></head><body>Request blocked.</body></html>';
  const ODD = questionOf('/api/users/search?nameLike=%3Cscript%3E&prefix=false');
  const named = (name: string) => questionOf(`/api/users/search?nameLike=${name}&prefix=true`);
  const gene = (symbol: string) => questionOf(`/api/genes/search?symbol=${symbol}&taxonId=9606`);
  const page = (status: number) => replyWith({ status, contentType: 'text/html', body: BLOCKED });

  test.each<[string, CallOutcome, string]>([
    ['403 and its page', page(403), 'refused'],
    ['401 in other words', text(401, 'Accès refusé'), 'refused'],
    ['403 without a word', text(403, ''), 'refused'],
    ['406', page(406), 'failed'],
    ['200 and its page', page(200), 'failed'],
  ])('a firewall that answers one text with %s opens nothing, however often it is asked', async (_, outcome, state) => {
    const partner = await knownPartner({
      answers: (call) =>
        call.path.includes('%3Cscript') ? outcome : call.path.includes('users') ? json([]) : foundGene(call),
    });
    for (let time = 0; time < 5; time++) {
      expect(await partner.ask(ODD)).toMatchObject({ state, problem: { nextTryAt: undefined } });
    }
    expect((await partner.ask(gene('TP53'))).state).toBe('answered');
    expect((await partner.ask(named('ann'))).state).toBe('empty');
    expect(partner.reported).toEqual([]);
  });

  test('a profile that is refused in other words opens nothing', async () => {
    const partner = await knownPartner({
      answers: (call) => (call.path.startsWith('/api/users/5') ? text(403, 'Interdit') : foundGene(call)),
    });
    expect((await partner.ask({ kind: 'user', userId: 5 })).state).toBe('refused');
    expect(partner.partner.history.lastFailure()?.reason.code).toBe('access-refused');
    expect((await partner.ask(gene('TP53'))).state).toBe('answered');
  });

  test('one kind of question that fails opens its own, and closes it', async () => {
    let isBroken = true;
    const partner = await knownPartner({
      answers: (call) => (call.path.includes('users') ? (isBroken ? ERROR : json([])) : foundGene(call)),
    });
    const states: string[] = [];
    for (const name of ['ann', 'anne', 'annex', 'anni']) {
      states.push((await partner.ask(named(name))).state, (await partner.ask(gene(name))).state);
      vi.setSystemTime(Date.now() + SECOND);
    }
    expect(states).toEqual(['failed', 'answered', 'failed', 'answered', 'failed', 'answered', 'resting', 'answered']);
    expect(partnerState(partner.partner, PUBLIC_VIEWER)).toMatchObject({ state: 'failing', restingUntil: null });
    isBroken = false;
    vi.setSystemTime(Date.now() + 30 * SECOND);
    expect((await partner.ask(named('annika'))).state).toBe('empty');
    expect(partnerState(partner.partner, PUBLIC_VIEWER)).toMatchObject({ state: 'well' });
  });

  test('a partner that fails, recovers and then fails for one kind is left alone as a whole first, then for that kind', async () => {
    const partner = await knownPartner({ answers: () => text(502, 'Bad gateway') });
    for (const symbol of ['A', 'B', 'C']) {
      expect((await partner.ask(gene(symbol))).state).toBe('failed');
      vi.setSystemTime(Date.now() + SECOND);
    }
    expect((await partner.ask(named('ann'))).state).toBe('resting');
    partner.play((call) => (call.path.includes('users') ? json([]) : ERROR));
    vi.setSystemTime(Date.now() + 40 * SECOND);
    expect((await partner.ask(gene('D'))).state).toBe('failed');
    // An error of RDP shows that the partner is there again.
    expect((await partner.ask(named('anne'))).state).toBe('empty');
    const states: string[] = [];
    for (const symbol of ['E', 'F', 'G']) {
      vi.setSystemTime(Date.now() + SECOND);
      states.push((await partner.ask(gene(symbol))).state);
    }
    expect(states).toEqual(['failed', 'failed', 'resting']);
    expect((await partner.ask(named('annex'))).state).toBe('empty');
  });

  test('a partner whose /api fails once while a search is closed is not switched off', async () => {
    const closed = json({ status: 503, error: 'Service Unavailable', path: '/api/users/search' }, 503);
    const partner = await knownPartner({ answers: (call) => (call.path.includes('users') ? closed : foundGene(call)) });
    partner.sayOfApi(text(502, 'Bad gateway'));
    expect(await partner.ask(named('ann'))).toMatchObject({
      state: 'failed',
      problem: { reason: { code: 'search-closed' } },
    });
    expect((await partner.ask(gene('TP53'))).state).toBe('answered');
    partner.sayOfApi(closed);
    await vi.advanceTimersByTimeAsync(11 * SECOND);
    expect((await partner.ask(named('anne'))).problem?.reason.code).toBe('switched-off');
    expect((await partner.ask(gene('SHH'))).state).toBe('resting');
  });
});
