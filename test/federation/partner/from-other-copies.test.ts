/** What another copy of this registry publishes of a partner is taken over as far as it has the right form, and is later than what is known here. */

import { describe, expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { Permit } from '../../../src/federation/partner/circuit-breaker.ts';
import { partnerBreakers } from '../../../src/federation/partner/partner-breakers.ts';
import { NO_NOTES } from '../../../src/federation/partner/partner-notes.ts';
import { publicViews } from '../../../src/federation/partner/public-views.ts';
import { sharedTallies } from '../../../src/federation/partner/shared-tallies.ts';
import { versionDiscovery } from '../../../src/federation/partner/version-discovery.ts';
import { memoryState } from '../../../src/lib/shared-state.ts';
import { oneClock } from '../../support/partners/one-clock.ts';

const START = Date.parse('2026-03-01T10:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NO_TEXTS = ['', 'no JSON', 'null', '7', '[]', '{}', '[{}]', '{"partner":null}'];

describe('circuit breakers', () => {
  function copy(random = () => 0.5) {
    const clock = { at: START };
    const published: string[] = [];
    const breakers = partnerBreakers({
      clock: oneClock(() => clock.at),
      random,
      publish: (text) => void published.push(text),
    });
    const stateOf = () => breakers.circuitBreaker.state();
    return { ...breakers, clock, stateOf, last: () => JSON.parse(published.at(-1) ?? '{}') };
  }

  /** One that has opened that of the partner for a minute, and of one kind. */
  function opened() {
    const one = copy();
    const fail = (breaker: typeof one.circuitBreaker) =>
      breaker.failed(breaker.decide() as Permit, 'too-many', reason('no-turn'), 60);
    fail(one.circuitBreaker);
    fail(one.kinds.of('genes-search'));
    return one.last();
  }

  test('open at another copy are open here, of the partner and of a kind that was never asked here', () => {
    const { take, stateOf, kinds } = copy();
    take(JSON.stringify(opened()));
    expect(stateOf()).toEqual({
      consecutiveFailures: 1,
      openUntil: new Date(START + MINUTE),
      because: reason('no-turn'),
    });
    expect(kinds.failing()?.openUntil).toEqual(new Date(START + MINUTE));
    expect(kinds.of('genes-search').decide().may).toBe('wait');
    expect(kinds.of('users-search').decide().may).toBe('ask');
  });

  test('that another copy has taken over are published with its own', () => {
    const [other, theirs] = [copy(), opened()];
    other.take(JSON.stringify(theirs));
    other.clock.at += SECOND;
    const users = other.kinds.of('users-search');
    users.failed(users.decide() as Permit, 'too-many', reason('no-turn'), 60);
    expect(Object.keys(other.last()).toSorted()).toEqual(['genes-search', 'partner', 'users-search']);
    expect(other.last()['genes-search']).toEqual(theirs['genes-search']);
  });

  test('that are older than those here change nothing', () => {
    const { take, stateOf, clock, circuitBreaker } = copy();
    const theirs = opened();
    clock.at += SECOND;
    circuitBreaker.failed(circuitBreaker.decide() as Permit, 'too-many', reason('no-turn'), 600);
    const before = stateOf();
    take(JSON.stringify(theirs));
    expect(stateOf()).toEqual(before);
  });

  test('are open for an hour at most, whatever a text says', () => {
    const { take, stateOf } = copy();
    const { partner } = opened();
    take(JSON.stringify({ partner: { ...partner, opening: { ...partner.opening, untilMs: START + 100 * HOUR } } }));
    expect(stateOf().openUntil).toEqual(new Date(START + HOUR));
  });

  test('of another form, or of the future, change nothing', () => {
    const { take, stateOf, kinds } = copy();
    const { partner } = opened();
    const broken: object[] = [
      ...[{ atMs: 'now' }, { atMs: START + 3 * SECOND }, { atMs: null, answeredMs: 'x' }, { probeUntilMs: {} }],
      ...[{ failures: -1 }, { failures: 1.5 }, { openings: '1' }, { opening: null }, { opening: {} }],
      { opening: { ...partner.opening, kind: 'whim' } },
      { opening: { ...partner.opening, untilMs: '1' } },
      { opening: { ...partner.opening, because: { code: 'unheard-of', params: {} } } },
      { opening: { ...partner.opening, because: { code: 'no-answer', params: {} } } },
      { opening: { ...partner.opening, because: 'words' } },
    ];
    for (const text of NO_TEXTS) take(text);
    for (const more of broken) take(JSON.stringify({ partner: { ...partner, ...more } }));
    for (const name of ['Genes', 'a b', 'x'.repeat(31)]) take(JSON.stringify({ [name]: partner }));
    expect(stateOf()).toEqual({ consecutiveFailures: 0, openUntil: undefined, because: undefined });
    expect(kinds.failing()).toBeUndefined();
  });
});

describe('a version', () => {
  function copy() {
    return versionDiscovery({
      call: () => Promise.reject(new Error('No request was to be sent.')),
      marks: { hasArrived: async () => false },
      readVersion: () => undefined,
      clock: oneClock(() => START),
      ...{ refreshMs: MINUTE, retryMs: MINUTE },
    });
  }
  const learned = { version: '1.5.10', atMs: START - SECOND, isThisRegistry: false, claimed: {} };

  test('that was learned later counts, and is not asked for again before its time', () => {
    const { take, version, isRecent, refreshBehind, settled, learnedAt } = copy();
    take(JSON.stringify(learned));
    take(JSON.stringify({ ...learned, version: '1.4.11', atMs: START - 2 * SECOND }));
    expect([version(), isRecent(), learnedAt()]).toEqual(['1.5.10', true, new Date(START - SECOND)]);
    refreshBehind();
    expect(settled()).toBeUndefined();
  });

  test('comes with what the partner says of itself, as far as that has a usable form, and whether it is this registry', () => {
    const { take, claimedOrigin, isThisRegistry } = copy();
    const claimed = {
      title: 'A'.repeat(500),
      url: 'javascript:alert(1)',
      contactEmail: 'a@example.org\nBcc: b@example.org',
      takesAccessRequests: 'yes',
    };
    take(JSON.stringify({ ...learned, claimed, isThisRegistry: true }));
    expect(isThisRegistry()).toBe(true);
    expect(Object.keys(claimedOrigin() ?? {})).toEqual(['title']);
    expect(claimedOrigin()?.title?.length).toBeLessThan(200);
  });

  test('of another form, or of the future, is none', () => {
    const { take, version } = copy();
    for (const text of NO_TEXTS) take(text);
    for (const more of [{ version: 7 }, { version: 'x'.repeat(101) }, { atMs: null }, { atMs: START + 3 * SECOND }]) {
      take(JSON.stringify({ ...learned, ...more }));
    }
    expect(version()).toBeUndefined();
  });
});

test('a name of a public view of another form, or of the future, is none', async () => {
  const memory = memoryState(() => START);
  const views = publicViews({
    call: () => Promise.reject(new Error('No request was to be sent.')),
    isOpen: () => true,
    state: memory.join(),
    key: 'view far',
    clock: oneClock(() => START),
  });
  const kept = { publicView: { name: 'one', askedAtMs: START - SECOND, minutes: 15 } };
  const other = memory.join();
  const named = { name: 'two', askedAtMs: START };
  const broken = [{ name: 7 }, { name: 'x'.repeat(201) }, { askedAtMs: '1' }, { askedAtMs: START + 3 * SECOND }];
  const texts = [...NO_TEXTS, ...broken.map((more) => JSON.stringify({ ...named, ...more }))];
  for (const text of texts) await other.publish('view far', text, MINUTE);
  expect(views.holds(kept)).toBe(true);
  await other.publish('view far', JSON.stringify(named), MINUTE);
  expect(views.holds(kept)).toBe(false);
});

test('the tally of a process of another form counts nothing', async () => {
  const memory = memoryState(() => START);
  const point = { at: new Date(START).toISOString(), isAnswer: true, elapsedMs: 1, reason: null };
  const history = { asked: 1, answered: 1, lastAnswerAt: point.at, lastFailure: null, points: [point] };
  const tallies = sharedTallies({
    ...{ state: memory.join(), name: 'far', place: { number: 1, count: 2 } },
    own: () => ({ history, notes: NO_NOTES }),
  });
  const publish = (tally: unknown) => memory.join().publish('tally far 2', JSON.stringify(tally), MINUTE);
  const brokenHistories: object[] = [
    ...[{ asked: '1' }, { answered: 0.5 }, { lastAnswerAt: 'soon' }, { lastFailure: point }, { points: {} }],
    ...[{ at: 7 }, { at: null }, { isAnswer: 1 }, { elapsedMs: '1' }, { reason: 'words' }, { reason: { code: 7 } }].map(
      (more) => ({ points: [{ ...point, ...more }] }),
    ),
  ];
  const brokenNotes: object[] = [
    ...[{ outbound: [] }, { inbound: { stats: '1' } }, { tokenGoodAt: 'soon' }, { faults: {} }],
    ...[{ faults: [{ member: 7, count: 1, lastAt: point.at }] }, { faults: [{ member: 'a', count: 1, lastAt: null }] }],
  ];
  for (const more of brokenHistories) await publish({ history: { ...history, ...more }, notes: NO_NOTES });
  for (const more of brokenNotes) await publish({ history, notes: { ...NO_NOTES, ...more } });
  expect(tallies.histories()).toEqual([]);
  await publish({ history, notes: NO_NOTES });
  expect([tallies.histories(), tallies.notes()]).toEqual([[history], [NO_NOTES]]);
});

test('a process that takes the place of another goes on from its tally', async () => {
  const memory = memoryState();
  const point = { at: new Date(START).toISOString(), isAnswer: true, elapsedMs: 1, reason: null };
  const history = { asked: 2, answered: 1, lastAnswerAt: point.at, lastFailure: null, points: [point] };
  const notes = { ...NO_NOTES, outbound: { stats: 2 } };
  const open = (number: number) =>
    sharedTallies({ state: memory.join(), name: 'far', place: { number, count: 2 }, own: () => ({ history, notes }) });
  const [before, other] = [open(1), open(2)];
  before.changed();
  await expect.poll(() => other.histories()).toEqual([history]);
  before[Symbol.dispose]();
  const after = open(1);
  expect(after.histories()).toEqual([history]);
  after.changed();
  await expect.poll(() => other.histories()[0]?.asked).toBe(4);
  expect(other.histories()).toEqual([{ ...history, asked: 4, answered: 2 }]);
  expect(other.notes()).toEqual([{ ...notes, outbound: { stats: 4 } }]);
});
