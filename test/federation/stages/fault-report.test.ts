/** Mistakes of ours. */

import { expect, test } from 'vitest';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import { type AskPartner, answerWithout } from '../../../src/federation/partner/partner-query.ts';
import { coalesce } from '../../../src/federation/stages/coalesce.ts';
import { queryOf, withEarly } from '../../support/partners/partner-queries.ts';

const FAULT = new Error('the gene table is broken');
const failing = async () => {
  throw FAULT;
};

function open(inner: AskPartner) {
  const reported: unknown[] = [];
  const ask = coalesce({ callKey: () => 'x', reportFault: (error) => reported.push(error) })(inner);
  return { ask, reported };
}

test('a mistake of ours is reported, and answered as ours', async () => {
  const { ask, reported } = open(failing);
  expect(await ask(queryOf({ kind: 'stats' }))).toMatchObject({
    records: undefined,
    failure: { about: 'ours', state: 'failed', error: 'proxy_internal_error' },
  });
  expect(reported).toEqual([FAULT]);
});

test('the end of a question that nobody wants any more is no mistake', async () => {
  const leave = new AbortController();
  const { ask, reported } = open(async () => {
    await Promise.resolve();
    leave.abort();
    throw FAULT;
  });
  const asked = ask(queryOf({ kind: 'stats' }, { signal: leave.signal }));
  await expect(asked).rejects.toBe(FAULT);
  expect(reported).toEqual([]);
});

test('a mistake of ours after the callers were answered is reported, too', async () => {
  const { ask, reported } = open(async ({ onEarly }) => {
    await Promise.resolve();
    onEarly?.(answerWithout(silentFor(3000)));
    throw FAULT;
  });
  const { early, answer } = await withEarly(ask, queryOf({ kind: 'stats' }));
  expect(early.map(({ failure }) => failure?.state)).toEqual(['timed-out']);
  expect(answer.failure?.about).toBe('ours');
  expect(reported).toEqual([FAULT]);
});
