/** What is held back of a followed database that lacks its people, until when, and over a restart. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { peopleMemory } from '../../../src/registry/follow/checksums.ts';
import { heldBack } from '../../../src/registry/follow/held.ts';
import { PERSON_TABLES, type PersonTable } from '../../../src/registry/rdp-database/changes.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: Date.parse('2026-01-01T12:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const sums = (count: number) => new Map(Array.from({ length: count }, (_, id) => [id, 'as it was']));
const pass = (ms: number) => vi.advanceTimersByTime(ms);

function remembered(count: number) {
  return peopleMemory(new Map(PERSON_TABLES.map((table): [PersonTable, Map<number, string>] => [table, sums(count)])));
}

describe('people who are missing with most others', () => {
  test('are held until they are back', () => {
    const memory = remembered(100);
    const held = heldBack([]);
    memory.note('user', sums(10));
    expect(held.update(memory, undefined)).toBe(true);
    expect(held.people().size).toBe(90);
    expect(held.missingPeople()).toMatchObject({ missing: 90, before: 100, shownForMs: 0 });
    pass(61_000);
    memory.note('user', sums(99));
    expect(held.update(memory, undefined)).toBe(false);
    expect(held.missingPeople()).toMatchObject({ missing: 1, shownForMs: 61_000 });
    memory.note('user', sums(100));
    expect(held.update(memory, undefined)).toBe(true);
    expect([held.people().size, held.missingPeople()]).toEqual([0, undefined]);
  });

  test('have left when most are back and nothing has moved since', () => {
    const memory = remembered(100);
    const held = heldBack([]);
    memory.note('user', sums(0));
    held.update(memory, undefined);
    memory.note('user', sums(97));
    held.update(memory, undefined);
    pass(2_400);
    held.update(memory, undefined);
    expect(held.isHeld('user')).toBe(true);
    pass(200);
    held.update(memory, undefined);
    expect([held.isHeld('user'), held.believed('user').size]).toEqual([false, 3]);
  });

  test('have left when an operator says so behind their loss, and not by a word from before', () => {
    const memory = remembered(100);
    const held = heldBack([]);
    const before = { at: new Date() };
    pass(1000);
    memory.note('user', sums(0));
    held.update(memory, undefined);
    pass(300_000);
    expect(held.update(memory, before)).toBe(false);
    // The state is on a server that cannot be reached.
    expect(held.update(memory, undefined)).toBe(false);
    expect(held.isHeld('user')).toBe(true);
    expect(held.update(memory, { at: new Date() })).toBe(true);
    expect(held.isHeld('user')).toBe(false);
    // Until they are taken out, nothing is held again.
    held.update(memory, undefined);
    expect(held.people().size).toBe(0);
  });

  test.each([
    ['an hour ahead', 60],
    ['an hour behind', -60],
  ])('have left by a new word alone, also where the clock of the operator is %s', (_, minutes) => {
    const memory = remembered(100);
    const held = heldBack([]);
    const said = (ms: number) => ({ at: new Date(Date.now() + minutes * 60_000 + ms) });
    const before = said(0);
    memory.note('user', sums(0));
    held.update(memory, undefined);
    held.update(memory, before);
    pass(10_000);
    expect(held.update(memory, before)).toBe(false);
    expect(held.update(memory, said(0))).toBe(true);
    expect(held.people().size).toBe(0);
  });

  test('have left, and no others by the same word: who is missing while they are taken out is held', () => {
    const memory = remembered(1000);
    const held = heldBack([]);
    memory.note('user', sums(400));
    held.update(memory, undefined);
    held.update(memory, { at: undefined });
    const word = { at: new Date() };
    held.update(memory, word);
    expect([held.people().size, held.believed('user').size]).toEqual([0, 600]);
    memory.note('user', sums(0));
    expect(held.update(memory, undefined)).toBe(true);
    expect([held.people().size, held.believed('user').size]).toEqual([400, 600]);
    expect(held.missingPeople()).toMatchObject({ missing: 400, before: 400, shownForMs: 0 });
    held.update(memory, word);
    pass(60_000);
    held.update(memory, word);
    expect(held.missingPeople()).toMatchObject({ missing: 400, shownForMs: 60_000 });
    // Who has left comes back, and leaves again: nothing is known of them any more.
    memory.note('user', sums(1000));
    held.update(memory, word);
    expect([held.people().size, held.believed('user').size]).toEqual([0, 0]);
  });

  test('are confirmed by a word that comes between the look that misses them and the next', () => {
    const memory = remembered(100);
    memory.note('user', sums(0));
    const held = heldBack([]);
    expect(held.update(memory, { at: undefined })).toBe(true);
    expect(held.update(memory, { at: new Date() })).toBe(true);
    expect(held.missingPeople()).toBe(undefined);
  });

  test('over a restart are confirmed by a word that came behind their loss', () => {
    const memory = remembered(100);
    memory.note('user', sums(0));
    const held = heldBack([]);
    held.update(memory, undefined);
    const before = { at: new Date(Date.now() - 1) };
    const next = heldBack(held.toKeep());
    pass(5_000);
    next.update(memory, undefined);
    expect(next.update(memory, before)).toBe(false);
    expect(next.update(memory, { at: new Date() })).toBe(true);
  });

  test('are missing since the same time after a restart, and long since where the clock went back', () => {
    const memory = remembered(100);
    memory.note('user', sums(0));
    const held = heldBack([]);
    held.update(memory, undefined);
    const kept = held.toKeep();
    pass(45_000);
    const next = heldBack(kept);
    next.update(memory, undefined);
    expect(next.missingPeople()).toMatchObject({ shownForMs: 45_000 });
    const wrong = heldBack([['user', '2027-01-01T00:00:00.000Z', 100, 100]]);
    wrong.update(memory, undefined);
    expect(wrong.missingPeople()).toMatchObject({ shownForMs: 60_000 });
  });
});

describe('over a restart, people who were missing', () => {
  function keptAfter(ms: number) {
    const memory = remembered(100);
    memory.note('user', sums(0));
    const held = heldBack([]);
    held.update(memory, undefined);
    pass(ms);
    return held.toKeep();
  }

  test('are so from the start on, before anything was looked at', () => {
    const next = heldBack(keptAfter(45_000));
    expect(next.missingPeople()).toMatchObject({ missing: 100, before: 100, shownForMs: 45_000 });
    pass(20_000);
    expect(next.missingPeople()).toMatchObject({ shownForMs: 65_000 });
    expect(next.people().size).toBe(0);
  });

  test('and are back by then are held no longer, so that the next loss is one of its own', () => {
    const next = heldBack(keptAfter(45_000));
    const memory = remembered(100);
    expect(next.update(memory, undefined)).toBe(true);
    expect([next.missingPeople(), next.toKeep()]).toEqual([undefined, []]);
    memory.note('user', sums(0));
    next.update(memory, undefined);
    expect(next.missingPeople()).toMatchObject({ shownForMs: 0 });
  });

  test('and of whom few lack by then are held until nothing moves any more, as without a restart', () => {
    const next = heldBack(keptAfter(5_000));
    const memory = remembered(100);
    memory.note('user', sums(97));
    next.update(memory, undefined);
    expect([next.isHeld('user'), next.people().size]).toEqual([true, 3]);
    pass(2_600);
    next.update(memory, undefined);
    expect([next.isHeld('user'), next.believed('user').size]).toEqual([false, 3]);
  });
});

test('the only one who has genes takes them back at once', () => {
  const memory = remembered(1);
  const held = heldBack([]);
  memory.note('gene', sums(0));
  held.update(memory, undefined);
  expect([held.isHeld('gene'), held.people().size]).toEqual([false, 0]);
});

test('what else is gone of most people is believed after a minute, and tokens at once', () => {
  const memory = remembered(100);
  const held = heldBack([]);
  memory.note('gene', sums(0));
  memory.note('access_token', sums(0));
  held.update(memory, undefined);
  expect([held.isHeld('gene'), held.isHeld('access_token'), held.missingPeople()]).toEqual([true, false, undefined]);
  pass(60_000);
  held.update(memory, undefined);
  expect(held.isHeld('gene')).toBe(false);
});
