/** A search token that the partner refuses is not sent for a while. */

import { describe, expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { Question } from '../../../src/domain/federation/source.ts';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import {
  type AskPartner,
  answerWith,
  answerWithout,
  type Failure,
  type PartnerQuery,
} from '../../../src/federation/partner/partner-query.ts';
import { askPartner } from '../../../src/federation/rdp/rdp.ts';
import { tokenFallback } from '../../../src/federation/stages/authorise.ts';
import { SANITIZE, user, userGene } from '../../domain/sanitize/example-partner-records.ts';
import { failing, json, text } from '../../support/partners/fake-partner.ts';
import { answerOf, clientOf, queryOf, type Replies, sanitized } from '../../support/partners/partner-queries.ts';
import { saying, titleIn } from '../../support/partners/saying.ts';
import { questionOf } from '../dialect/recorded-questions.ts';

const USERS = questionOf('/api/users/search?nameLike=a&prefix=false');
const OPTIONS = { ...SANITIZE, resolveGene: async () => [] };

async function said(question: Question, replies: Replies, { withToken = false } = {}) {
  const { client, asked } = clientOf(replies);
  const token = { wasRefused: false, suspendedUntilMs: Number.NEGATIVE_INFINITY };
  const ask = tokenFallback({ token, now: () => 0, onRefused: () => undefined })(
    sanitized(OPTIONS, askPartner(client)),
  );
  return { ...answerOf(await ask(queryOf(question, { credential: withToken ? 'token' : 'none' }))), asked };
}

describe('a search token', () => {
  const REFUSED = text(401, 'No user associated to the provided API token.');
  const SECRETIVE = user({ userGenes: { '672': userGene(), '673': userGene({ geneId: 673, privacyLevel: 0 }) } });
  const genesOf = (answer: { json: { userGenes: object }[] }) => Object.keys(answer.json[0]?.userGenes ?? {});

  test('goes with every call, and what it opens is shown', async () => {
    const answer = await said(USERS, () => json([SECRETIVE]), { withToken: true });
    expect(answer).toMatchObject({ state: 'answered', isWithoutToken: false });
    expect(answer.asked.map(([, withToken]) => withToken)).toEqual([true]);
    expect(genesOf(answer)).toEqual(['672', '673']);
  });

  test('that is refused is not sent again, and the public answer is marked as such', async () => {
    const answers: Replies = (_, withToken) => (withToken ? REFUSED : json([SECRETIVE]));
    const answer = await said(USERS, answers, { withToken: true });
    expect(answer.asked.map(([, withToken]) => withToken)).toEqual([true, false]);
    expect(answer).toMatchObject({
      state: 'limited',
      isExact: false,
      isWithoutToken: true,
      problem: { reason: saying('refused our token, so only what the public may see is shown') },
    });
    expect(genesOf(answer)).toEqual(['672']);
  });

  test('that is refused says so though the public finds nobody, or not even that', async () => {
    const nobody = await said(USERS, (_, withToken) => (withToken ? REFUSED : json([])), { withToken: true });
    expect(nobody).toMatchObject({ state: 'limited', isWithoutToken: true });
    const nothing = await said(USERS, (_, withToken) => (withToken ? REFUSED : failing()), { withToken: true });
    expect(nothing).toMatchObject({ state: 'unreachable', isWithoutToken: true });
  });

  test('that is refused does not make certain that there is no record', async () => {
    const answers: Replies = (_, withToken) => (withToken ? REFUSED : text(404, 'Unknown anonymous ID.'));
    const question = { kind: 'anonymous-user', anonymousId: crypto.randomUUID() } as const;
    const answer = await said(question, answers, { withToken: true });
    expect(answer).toMatchObject({ state: 'limited', isExact: false, failure: { status: 404 } });
  });

  test.each([401, 403])('that is refused with %i is reported with that status', async (status) => {
    const refusal = text(status, 'No user associated to the provided API token.');
    const answer = await said(USERS, (_, withToken) => (withToken ? refusal : json([])), { withToken: true });
    expect(answer.problem?.status).toBe(status);
  });

  test('that is refused as the question is without it stays: a firewall did not like the text', async () => {
    const BLOCKED: Replies = (path) => (path.includes('script') ? text(403, 'Request blocked.') : json([SECRETIVE]));
    const { client, asked } = clientOf(BLOCKED);
    const token = { wasRefused: false, suspendedUntilMs: Number.NEGATIVE_INFINITY };
    let reports = 0;
    const ask = tokenFallback({ token, now: () => 0, onRefused: () => void reports++ })(
      sanitized(OPTIONS, askPartner(client)),
    );
    const credential = 'token' as const;
    const script = questionOf('/api/users/search?nameLike=script&prefix=false');
    const blocked = answerOf(await ask(queryOf(script, { credential })));
    expect(blocked).toMatchObject({ state: 'refused', isWithoutToken: false });
    const next = answerOf(await ask(queryOf(USERS, { credential })));
    expect(next).toMatchObject({ state: 'answered', isWithoutToken: false });
    expect(asked.map(([, withToken]) => withToken)).toEqual([true, false, true]);
    expect([reports, token.wasRefused]).toEqual([0, false]);
  });

  test('that alone is refused, in words that speak of no token, is reported once', async () => {
    const { client } = clientOf((_, withToken) => (withToken ? text(403, 'Request blocked.') : json([SECRETIVE])));
    const token = { wasRefused: false, suspendedUntilMs: Number.NEGATIVE_INFINITY };
    let reports = 0;
    const ask = tokenFallback({ token, now: () => 0, onRefused: () => void reports++ })(
      sanitized(OPTIONS, askPartner(client)),
    );
    for (let times = 0; times < 2; times++) {
      const answer = answerOf(await ask(queryOf(USERS, { credential: 'token' })));
      expect(answer).toMatchObject({ state: 'limited', isWithoutToken: true });
    }
    expect([reports, token]).toEqual([1, { wasRefused: true, suspendedUntilMs: 600_000 }]);
  });

  test.each([
    ['a failure', text(503, 'Not now.'), 'failed'],
    ['a record that it does not open', text(401, 'Access is denied'), 'refused'],
  ])('is not taken back for %s', async (_, outcome, state) => {
    const answer = await said(questionOf('/api/users/19'), () => outcome, { withToken: true });
    expect(answer).toMatchObject({ state, isWithoutToken: false });
    expect(answer.asked).toHaveLength(1);
  });

  test('is not missed: the public is refused once', async () => {
    const answer = await said(USERS, () => REFUSED);
    expect(answer).toMatchObject({ state: 'refused', isWithoutToken: false });
    expect(answer.asked).toHaveLength(1);
  });
});

describe('a token that was refused', () => {
  const REFUSAL: Failure = {
    ...silentFor(3000),
    about: 'token-refused',
    reason: reason('token-refused', { status: 401 }),
    status: 401,
  };

  function partner() {
    const clock = { at: 0 };
    const asked: string[] = [];
    const reported: number[] = [];
    const accepted: number[] = [];
    const token = { wasRefused: false, suspendedUntilMs: Number.NEGATIVE_INFINITY };
    const inner = async ({ credential }: PartnerQuery) => {
      asked.push(credential);
      return credential === 'token' ? answerWithout(REFUSAL) : answerWith([]);
    };
    const options = {
      ...{ token, now: () => clock.at },
      onRefused: () => void reported.push(clock.at),
      onAccepted: () => void accepted.push(clock.at),
    };
    const ask = (source: AskPartner = inner) => tokenFallback(options)(source)(queryOf(USERS, { credential: 'token' }));
    return { ask, clock, asked, reported, accepted, token };
  }

  test('is not sent for ten minutes, and is then tried again', async () => {
    const { ask, clock, asked, reported } = partner();
    await ask();
    clock.at = 599_999;
    expect(await ask()).toMatchObject({
      isWithoutToken: true,
      limits: [saying(expect.stringContaining('a short while ago'))],
    });
    clock.at = 600_000;
    await ask();
    expect(asked).toEqual(['token', 'none', 'none', 'token', 'none']);
    expect(reported).toEqual([0, 600_000]);
  });

  test('is well again when the partner answers with it, but not by a failure', async () => {
    const { ask, clock, accepted, token } = partner();
    await ask();
    clock.at = 600_000;
    await ask(async () => answerWithout(silentFor(3000)));
    expect([token.wasRefused, accepted]).toEqual([true, []]);
    await ask(async () => answerWith([]));
    expect([token.wasRefused, accepted]).toEqual([false, [600_000]]);
  });

  test('leaves a failure of the public question as it is while none is sent', async () => {
    const { ask } = partner();
    await ask();
    const failed = answerWithout(silentFor(3000));
    expect(await ask(async () => failed)).toBe(failed);
  });

  test('leaves open whether a record is there that the public does not see', async () => {
    const { ask } = partner();
    await ask();
    const nobody: Failure = {
      ...silentFor(3000),
      about: 'no-such-record',
      state: 'empty',
      reason: reason('no-such-researcher'),
    };
    const { failure } = await ask(async () => answerWithout(nobody));
    expect(failure).toMatchObject({
      state: 'limited',
      reason: saying(expect.stringMatching(/^has no such .* and refused our token/)),
    });
  });

  test('is not spoken of where none was sent', async () => {
    const { ask } = partner();
    await ask();
    expect(titleIn((await ask(async () => answerWithout(REFUSAL))).failure)).toBe('refused access');
  });
});
