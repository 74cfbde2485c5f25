/** One kind of question switched off, or the whole partner. */

import { expect, test, vi } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { CallOutcome } from '../../../src/federation/dialect/reply.ts';
import { circuitOpen, ourFault } from '../../../src/federation/partner/no-answer-reasons.ts';
import { answerWith, answerWithout, type PartnerAnswer } from '../../../src/federation/partner/partner-query.ts';
import { rdpProgram } from '../../../src/federation/rdp/rdp.ts';
import { failing, json, text } from '../../support/partners/fake-partner.ts';
import { clientOf, NO_FACTS, queryOf } from '../../support/partners/partner-queries.ts';
import { saying } from '../../support/partners/saying.ts';

const GATE = answerWithout({
  ...ourFault(),
  about: 'closed',
  reason: reason('search-closed', { status: 503, search: 'genes' }),
  status: 503,
});

async function ask(answer: PartnerAnswer<unknown>, api: CallOutcome = json({})) {
  const { client, asked } = clientOf(() => api);
  const found = await rdpProgram(
    async () => answer,
    client,
    NO_FACTS,
  )(queryOf({ kind: 'stats' }, { credential: 'token' }));
  return { ...found, asked };
}

test('a partner whose document of /api can be read has closed this feature alone', async () => {
  const { failure, asked } = await ask(GATE);
  expect(failure).toMatchObject({ about: 'feature-closed', state: 'unsupported', reason: GATE.failure?.reason });
  expect(asked).toEqual([['/api', false]]);
});

const SWITCHED_OFF = json({ status: 503, error: 'Service Unavailable', path: '/api' }, 503);

test.each([SWITCHED_OFF, text(503, 'Public API is not available for this registry.')])(
  "a partner that says of /api in RDP's words that it is switched off is so as a whole (%#)",
  async (api) => {
    expect((await ask(GATE, api)).failure).toMatchObject({ about: 'switched-off', reason: saying('is switched off') });
  },
);

test.each([text(503, 'Not now.'), text(502, 'Bad gateway'), text(429, ''), text(404, ''), failing()])(
  'a partner whose document of /api cannot be read has closed this feature at least (%#)',
  async (api) => {
    expect((await ask(GATE, api)).failure).toEqual(GATE.failure);
  },
);

test('a partner whose circuit breaker is open by then is not probed, and is not said to be switched off', async () => {
  const rest = circuitOpen({ because: reason('failed') });
  const { client } = clientOf(() => ({ failure: rest }));
  const ask = rdpProgram(async () => GATE, client, NO_FACTS);
  expect((await ask(queryOf({ kind: 'stats' }, { whyOpen: () => rest }))).failure).toEqual(rest);
});

test('what was found long ago says nothing of now, though the question came before it', async () => {
  vi.useFakeTimers();
  const replies = [json({}), SWITCHED_OFF];
  const { client, asked } = clientOf(() => replies.shift() ?? failing());
  const ask = rdpProgram(async () => GATE, client, NO_FACTS);
  const arrivedMs = performance.now();
  const about = [];
  for (const waitedMs of [0, 9000, 2000]) {
    await vi.advanceTimersByTimeAsync(waitedMs);
    about.push((await ask(queryOf({ kind: 'stats' }, { arrivedMs }))).failure?.about);
  }
  vi.useRealTimers();
  expect(about).toEqual(['feature-closed', 'feature-closed', 'switched-off']);
  expect(asked).toHaveLength(2);
});

test.each([answerWith([]), answerWithout(ourFault())])(
  'after any other answer the document of /api is not looked at (%#)',
  async (answer) => {
    expect(await ask(answer)).toEqual({ ...answer, asked: [] });
  },
);
