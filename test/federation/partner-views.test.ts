/** A partner that names what the public may see: what is kept of it is given only while that name holds (decision 53). */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { geneRecord } from '../../src/demo/mock-people.ts';
import { PUBLIC_VIEW_PATH } from '../../src/domain/federation/own-headers.ts';
import { PUBLIC_VIEWER } from '../../src/domain/record/model.ts';
import type { CallOutcome } from '../../src/federation/dialect/reply.ts';
import { fanOut } from '../../src/federation/fan-out.ts';
import {
  type Answering,
  type Course,
  failing,
  json,
  knownPartner,
  never,
  text,
} from '../support/partners/fake-partner.ts';
import { questionOf } from './dialect/recorded-questions.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const GENES = questionOf('/api/genes/search?symbol=BRCA1&taxonId=9606');

beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

function named(name: string, outcome: CallOutcome = json([geneRecord(1), geneRecord(2)])): CallOutcome {
  return 'reply' in outcome ? { reply: { ...outcome.reply, publicView: { name, minutes: 15 } } } : outcome;
}

const isLook = ({ path }: { path: string }) => path === PUBLIC_VIEW_PATH;

/** Searches answer with one name, the small route with another. */
async function partnerSaying(search: string, route = search) {
  const names = { search, route };
  const answers = (course: Course) => named(isLook(course) ? names.route : names.search);
  const partner = await knownPartner({ answers });
  const searches = () => partner.questions().filter((path) => path !== PUBLIC_VIEW_PATH).length;
  const looks = () => partner.questions().length - searches();
  return { ...partner, names, searches, looks };
}

/** What is begun behind an answer comes to its end. */
async function askAfter(partner: Awaited<ReturnType<typeof partnerSaying>>, ms: number) {
  vi.advanceTimersByTime(ms);
  const answer = await partner.ask(GENES);
  await vi.advanceTimersByTimeAsync(0);
  return answer.cache?.status;
}

test('an answer is given again while its name holds, and the name is learned at most every five seconds', async () => {
  const partner = await partnerSaying('one');
  expect(await askAfter(partner, 0)).toBe('miss');
  expect(await askAfter(partner, 5 * SECOND)).toBe('hit');
  expect(partner.looks()).toBe(0);
  for (let second = 6; second < 120; second++) expect(await askAfter(partner, SECOND)).toBe('hit');
  expect(partner.searches()).toBe(1);
  expect(partner.looks()).toBeGreaterThan(10);
  expect(partner.looks()).toBeLessThanOrEqual(Math.ceil(120 / 5));
});

test('one that nobody has wanted for long waits for the name, and is asked again where that is another', async () => {
  const partner = await partnerSaying('one');
  await partner.ask(GENES);
  expect(await askAfter(partner, 60 * SECOND)).toBe('hit');
  expect([partner.searches(), partner.looks()]).toEqual([1, 1]);
  partner.names.search = 'two';
  partner.names.route = 'two';
  expect(await askAfter(partner, 20 * SECOND)).toBe('miss');
  expect([partner.searches(), partner.looks()]).toEqual([2, 2]);
});

test('what is withdrawn is gone within ten seconds, however often it is asked for', async () => {
  const partner = await partnerSaying('one');
  await partner.ask(GENES);
  partner.names.search = 'two';
  partner.names.route = 'two';
  for (let tenths = 0; partner.searches() === 1; tenths++) {
    expect(tenths).toBeLessThan(100);
    await askAfter(partner, SECOND / 10);
  }
});

test('a name that does not come within 300 ms is not waited for: the partner is asked again', async () => {
  const partner = await partnerSaying('one');
  await partner.ask(GENES);
  partner.play((course) => (isLook(course) ? never() : named('one')));
  vi.advanceTimersByTime(20 * SECOND);
  const answer = partner.ask(GENES);
  await vi.advanceTimersByTimeAsync(299);
  expect(partner.searches()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await answer).toMatchObject({ cache: { status: 'miss' } });
});

test('two instances a moment apart are asked once for each question, and never in a circle', async () => {
  const partner = await partnerSaying('one', 'other');
  await partner.ask(GENES);
  for (let asked = 1; asked <= 10; asked++) {
    await askAfter(partner, 20 * SECOND);
    expect(partner.searches()).toBeLessThanOrEqual(1 + asked);
  }
});

test('a partner that gives no name is never asked for it', async () => {
  const partner = await knownPartner({ answers: () => json([geneRecord(1)]) });
  await partner.ask(GENES);
  vi.advanceTimersByTime(110 * SECOND);
  expect(await partner.ask(GENES)).toMatchObject({ cache: { status: 'hit' } });
  expect(partner.questions()).not.toContain(PUBLIC_VIEW_PATH);
});

test('where the name cannot be learned, an old answer names people for the minutes that the partner says, and then nobody', async () => {
  const partner = await partnerSaying('one');
  await partner.ask(GENES);
  partner.play(() => failing());
  vi.advanceTimersByTime(15 * MINUTE - SECOND);
  expect(await partner.ask(GENES)).toMatchObject({ state: 'stale', records: [{}, {}] });
  vi.advanceTimersByTime(2 * SECOND);
  const answer = await partner.ask(GENES);
  expect(['unreachable', 'resting']).toContain(answer.state);
  expect(answer.records).toEqual([]);
  expect(answer.problem?.reason).toMatchObject({ code: 'withheld-from-older', params: { records: 2 } });
});

test('where the search fails and the name is another, an old answer names nobody', async () => {
  const partner = await partnerSaying('one');
  await partner.ask(GENES);
  partner.play((course) => (isLook(course) ? named('two') : text(503, 'Not now.')));
  vi.advanceTimersByTime(3 * MINUTE);
  const answer = await partner.ask(GENES);
  expect(answer.state).not.toBe('stale');
  expect(answer.records).toEqual([]);
});

test('while the circuit breaker is open, nothing is asked of it', async () => {
  const partner = await partnerSaying('one');
  await partner.ask(GENES);
  partner.play(() => text(429, 'Too many.', 600));
  vi.advanceTimersByTime(3 * MINUTE);
  await partner.ask(GENES);
  const asked = partner.questions().length;
  vi.advanceTimersByTime(20 * SECOND);
  expect(await partner.ask(GENES)).toMatchObject({ state: 'stale' });
  expect(partner.questions()).toHaveLength(asked);
});

describe('where the search ends before the partner says anything', () => {
  async function searched(answers: Answering) {
    const partner = await partnerSaying('one');
    await partner.ask(GENES);
    partner.play(answers);
    vi.advanceTimersByTime(10 * MINUTE);
    const queries = [{ source: partner.source, question: GENES }];
    const search = fanOut({ searchTimeoutMs: 2000 })(queries, PUBLIC_VIEWER, new AbortController().signal);
    const part = search[Symbol.asyncIterator]().next();
    await vi.advanceTimersByTimeAsync(2001);
    return { part: (await part).value, searches: partner.searches(), looks: partner.looks() };
  }

  test('the old answer is given all the same', async () => {
    const { part, searches, looks } = await searched(never);
    expect(part).toMatchObject({
      origin: { state: 'stale', count: 2, problem: { title: 'had not answered when the search ended after 2 s' } },
    });
    expect([searches, looks]).toEqual([2, 1]);
  });

  test('the old answer names nobody where the name is another by then', async () => {
    const { part } = await searched((asked) => (isLook(asked) ? named('two') : never()));
    expect(part).toMatchObject({ origin: { state: 'timed-out' }, records: [] });
  });
});
