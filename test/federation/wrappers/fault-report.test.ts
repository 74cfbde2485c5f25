/** Mistakes of ours. */

import { expect, test } from 'vitest';
import { silentFor } from '../../../src/federation/partner/no-answer-reasons.ts';
import { answerWithout } from '../../../src/federation/partner/partner-query.ts';
import { faultReport } from '../../../src/federation/wrappers/health.ts';
import { queryOf } from '../../support/partners/partner-queries.ts';

const FAULT = new Error('the gene table is broken');
const failing = async () => {
  throw FAULT;
};

test('a mistake of ours is reported, and answered as ours', async () => {
  const reported: unknown[] = [];
  const ask = faultReport((error) => reported.push(error))(failing);
  expect((await ask(queryOf({ kind: 'stats' }))).first).toMatchObject({
    records: undefined,
    failure: { about: 'ours', state: 'failed', error: 'proxy_internal_error' },
  });
  expect(reported).toEqual([FAULT]);
});

test('the end of a question that nobody wants any more is no mistake', async () => {
  const reported: unknown[] = [];
  const ask = faultReport((error) => reported.push(error))(failing);
  await expect(ask(queryOf({ kind: 'stats' }, { signal: AbortSignal.abort() }))).rejects.toBe(FAULT);
  expect(reported).toEqual([]);
});

test('a mistake of ours after the callers were answered is reported, too', async () => {
  const reported: unknown[] = [];
  const late = async () => ({ first: answerWithout(silentFor(3000)), final: failing() });
  const { first, final } = await faultReport((error) => reported.push(error))(late)(queryOf({ kind: 'stats' }));
  expect(first.failure?.state).toBe('timed-out');
  expect((await final)?.failure?.about).toBe('ours');
  expect(reported).toEqual([FAULT]);
});
