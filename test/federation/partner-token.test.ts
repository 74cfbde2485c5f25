/** Our search token at a partner: who it goes for, how it travels, and what becomes of a refused one. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { geneRecord } from '../../src/demo/mock-people.ts';
import { PUBLIC_VIEWER, type Viewer } from '../../src/domain/record/model.ts';
import type { CallOutcome } from '../../src/federation/dialect/reply.ts';
import { partnerState } from '../../src/federation/partner/partner-state.ts';
import {
  ADMIN,
  after,
  fakePartner,
  foundGene,
  json,
  knownPartner,
  READ_TIMEOUT_MS,
  REMOTE_ADMIN,
  type SentCall,
  text,
} from '../support/partners/fake-partner.ts';
import { saying } from '../support/partners/saying.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const MINUTE = 60_000;
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606&tiers=TIER1');
const TP53 = questionOf('/api/genes/search?symbol=TP53&taxonId=9606&tiers=TIER1');
const ONE = json([geneRecord(1)]);
const REFUSED = text(401, 'No user associated to the provided API token.');
const TOKEN = 'a/search+token=';
const MEMBER: Viewer = { kind: 'member', userId: 3, hasAdminRole: false, hasServiceRole: false };
const SERVICE: Viewer = { kind: 'service', userId: 4, hasAdminRole: false, hasServiceRole: true };

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function known(options: Partial<Parameters<typeof knownPartner>[0]>) {
  return knownPartner({ token: TOKEN, answers: () => ONE, ...options });
}

/** A partner that knows the token, or does not any more. */
function refusing(answer?: CallOutcome) {
  return (call: SentCall) => (call.authorization === undefined ? (answer ?? foundGene(call)) : REFUSED);
}

describe('the token', () => {
  test.each([
    ['goes along for an administrator of this registry', ADMIN, `Bearer ${TOKEN}`],
    ['is not sent for the public', PUBLIC_VIEWER, undefined],
    ['is not sent for a member', MEMBER, undefined],
    ['is not sent for a service account', SERVICE, undefined],
    ['is not sent for an administrator of another registry', REMOTE_ADMIN, undefined],
  ])('%s', async (_, viewer, authorization) => {
    const partner = await known({});
    await partner.ask(GENES, viewer);
    expect(partner.calls).toEqual([
      { path: '/api', authorization: undefined },
      { path: '/api/genes/search?symbol=BRCA1&taxonId=9606&tiers=TIER1', authorization },
    ]);
  });

  test('is in the address where no header is read, and never before that is known', async () => {
    const old = await known({ version: '1.3.4' });
    await old.ask(GENES, ADMIN);
    expect(old.calls.at(-1)).toEqual({
      path: '/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=-99&tier=TIER1&auth=a%2Fsearch%2Btoken%3D',
      authorization: undefined,
    });
    const unknown = await known({ version: null });
    await unknown.ask(GENES, ADMIN);
    expect(unknown.calls.at(-1)).toEqual({
      path: '/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=-99&tier=TIER1',
      authorization: `Bearer ${TOKEN}`,
    });
  });

  test('is shown to nobody, whatever goes wrong', async () => {
    for (const version of [null, '1.3.4', '1.5.10']) {
      const partner = await known({ version, answers: () => text(500, `Oh: ${TOKEN}`) });
      const answer = await partner.ask(GENES, ADMIN);
      const states = [ADMIN, PUBLIC_VIEWER].map((viewer) => partnerState(partner.partner, viewer));
      const all = JSON.stringify([answer, states, partner.reported, partner.faults, [...partner.store]]);
      expect(all).not.toContain(TOKEN);
      expect(all).not.toContain(encodeURIComponent(TOKEN));
    }
  });
});

describe('the first question of an administrator to a partner of unknown version', () => {
  const OLD = { message: 'This is the API of a registry.', version: '1.3.4' };
  const INSIDE =
    '/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=-99&tier=TIER1&auth=a%2Fsearch%2Btoken%3D';
  const DOUBT = 'may have answered as to the public, as it has not stated its version';

  function unknown(options: Partial<Parameters<typeof fakePartner>[0]> = {}) {
    return fakePartner({ token: TOKEN, answers: foundGene, ...options });
  }

  test('is put when the version is known, so that the token is where it is read', async () => {
    const partner = unknown();
    partner.sayVersion(OLD);
    expect(await partner.ask(GENES, ADMIN)).toMatchObject({ state: 'answered', isExact: true, version: '1.0.0' });
    expect(partner.calls).toEqual([
      { path: '/api', authorization: undefined },
      { path: INSIDE, authorization: undefined },
    ]);
  });

  test.each(['1.4.11', '1.5.10'])('is put with the token in the header to %s', async (version) => {
    const partner = unknown({ version });
    expect(await partner.ask(GENES, ADMIN)).toMatchObject({ state: 'answered', isExact: true, version });
    expect(partner.calls.map(({ authorization }) => authorization)).toEqual([undefined, `Bearer ${TOKEN}`]);
    expect(partner.questions().join()).not.toContain('auth=');
  });

  test('is not put where the version turns out too old for it', async () => {
    const partner = unknown();
    partner.sayVersion(OLD);
    expect(await partner.ask(questionOf('/api/genes?page=0&size=5'), ADMIN)).toMatchObject({ state: 'unsupported' });
    expect(partner.questions()).toEqual([]);
  });

  test('waits for the version as long as for an answer, and then is not exact', async () => {
    const partner = unknown();
    partner.hangOnVersion();
    const answer = partner.ask(GENES, ADMIN);
    await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS - 1);
    expect(partner.questions()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toMatchObject({ state: 'limited', isExact: false, problem: { reason: saying(DOUBT) } });
    expect(partner.calls.at(-1)).toEqual({
      path: '/api/genes/search?symbol=BRCA1&taxonId=9606&orthologTaxonId=-99&tier=TIER1',
      authorization: `Bearer ${TOKEN}`,
    });
  });

  test.each([
    ['a certified zero', GENES, json([]), { state: 'limited', reason: saying(DOUBT) }],
    [
      'no such record',
      questionOf('/api/users/19'),
      text(404, 'No user.'),
      { state: 'limited', reason: saying(`has no such researcher and ${DOUBT}`) },
    ],
    ['an error', GENES, text(502, ''), { state: 'failed', reason: saying('answered with an error') }],
  ])(
    'says of %s what it is, where the partner does not state its version',
    async (_, question, outcome, { state, reason }) => {
      const partner = unknown({ version: null, answers: () => outcome });
      expect(await partner.ask(question, ADMIN)).toMatchObject({
        state,
        records: [],
        isExact: false,
        problem: { reason },
      });
    },
  );

  test('keeps nobody else waiting', async () => {
    const partner = unknown();
    partner.hangOnVersion();
    expect(await partner.ask(GENES)).toMatchObject({ state: 'answered', isExact: true });
    expect(await partner.ask(TP53, REMOTE_ADMIN)).toMatchObject({ state: 'answered', isExact: true });
  });

  test('puts no token into the address of a partner that was upgraded since its version was learned', async () => {
    const partner = unknown();
    partner.sayVersion(OLD);
    await partner.learnVersion();
    vi.setSystemTime(START + 24 * 60 * MINUTE);
    partner.sayVersion({ info: { version: '1.5.10' } });
    expect(await partner.ask(GENES, ADMIN)).toMatchObject({ state: 'answered', version: '1.5.10' });
    vi.setSystemTime(START + 48 * 60 * MINUTE);
    partner.hangOnVersion();
    await partner.ask(TP53, ADMIN);
    expect(partner.calls.filter(({ path }) => path.includes('auth='))).toEqual([]);
  });

  test('puts none either where a version that reads no header was learned long ago and is not confirmed', async () => {
    const partner = unknown();
    partner.sayVersion(OLD);
    await partner.learnVersion();
    vi.setSystemTime(START + 24 * 60 * MINUTE);
    partner.hangOnVersion();
    const answer = partner.ask(GENES, ADMIN);
    await vi.advanceTimersByTimeAsync(READ_TIMEOUT_MS);
    expect(await answer).toMatchObject({ state: 'limited', problem: { reason: saying(DOUBT) } });
    expect(partner.calls.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
  });
});

describe('a token that is refused', () => {
  test('is not sent again, and the administrator sees what the public may, and why', async () => {
    const partner = await known({ answers: refusing() });
    expect(await partner.ask(GENES, ADMIN)).toMatchObject({
      state: 'limited',
      isExact: false,
      records: [{ geneId: 672 }],
      problem: { reason: saying('refused our token, so only what the public may see is shown') },
    });
    expect(partner.calls.slice(1).map(({ authorization }) => authorization)).toEqual([`Bearer ${TOKEN}`, undefined]);
    expect(partner.partner.circuitBreaker.state().consecutiveFailures).toBe(0);
  });

  test('is not sent for ten minutes, and the answer says so to everybody it concerns', async () => {
    const partner = await known({ answers: refusing() });
    await partner.ask(GENES, ADMIN);
    vi.setSystemTime(START + 10 * MINUTE - 1);
    expect(await partner.ask(TP53, ADMIN)).toMatchObject({
      state: 'limited',
      isExact: false,
      // The token was not sent for this question, which the partner answered with 200.
      problem: { status: undefined, reason: saying(expect.stringMatching(/^refused our token a short while ago/)) },
    });
    expect(await partner.ask(TP53)).toMatchObject({ state: 'answered', problem: undefined });
    expect(partner.calls.filter(({ authorization }) => authorization !== undefined)).toHaveLength(1);
    expect(partner.reported).toHaveLength(1);
  });

  test('says of a certified zero, too, that it is the public one', async () => {
    const partner = await known({ answers: refusing(json([])) });
    await partner.ask(GENES, ADMIN);
    expect(await partner.ask(TP53, ADMIN)).toMatchObject({ state: 'limited', records: [] });
  });

  test('is tried again after that, and well when it is accepted', async () => {
    const partner = await known({ answers: refusing() });
    await partner.ask(GENES, ADMIN);
    expect(partnerState(partner.partner, ADMIN).details?.tokenState).toBe('refused');
    vi.setSystemTime(START + 10 * MINUTE);
    partner.play(() => ONE);
    expect(await partner.ask(GENES, ADMIN)).toMatchObject({ state: 'answered', isExact: true, problem: undefined });
    expect(partner.calls.at(-1)?.authorization).toBe(`Bearer ${TOKEN}`);
    expect(partnerState(partner.partner, ADMIN).details?.tokenState).toBe('sent');
  });

  test('is reported to the administrator again when it is refused again', async () => {
    const partner = await known({ answers: refusing() });
    await partner.ask(GENES, ADMIN);
    vi.setSystemTime(START + 10 * MINUTE);
    await partner.ask(GENES, ADMIN);
    expect(partner.reported).toHaveLength(2);
  });

  test('by several questions at once is reported once', async () => {
    const partner = await known({ answers: (course) => after(10, refusing()(course)) });
    const answers = [GENES, TP53].map((question) => partner.ask(question, ADMIN));
    await vi.advanceTimersByTimeAsync(20);
    expect((await Promise.all(answers)).map(({ state }) => state)).toEqual(['limited', 'limited']);
    expect(partner.reported).toEqual([
      'error: refuses the search token configured for it; it is asked without for now',
    ]);
  });

  test('leaves nothing in the cache', async () => {
    const partner = await known({ answers: refusing() });
    await partner.ask(GENES, ADMIN);
    await partner.ask(GENES, ADMIN);
    expect(partner.store.size).toBe(0);
  });
});
