/** The model of the chaos run: who may be named when, who must be, and how old data may be while their source is away. */

import { describe, expect, test } from 'vitest';
import { type Change, isSurelyPublic, mayBeNamed, oldestAllowed, wasAway } from './chaos/truth.ts';

const NEVER: readonly Change[] = [];
const withdrew = { isPublic: false, begunMs: 1000, doneMs: 1100 };
const cameBack = { isPublic: true, begunMs: 9000, doneMs: 9100 };

describe('somebody', () => {
  test('who never withdrew may and must be named', () => {
    expect(mayBeNamed(NEVER, 0, 10)).toBe(true);
    expect(isSurelyPublic(NEVER, 0, 10)).toBe(true);
  });

  test('who withdrew may be named by what is from before only', () => {
    expect(mayBeNamed([withdrew], 1100, 5000)).toBe(true);
    expect(mayBeNamed([withdrew], 1101, 5000)).toBe(false);
  });

  test('who withdraws just now may be named, and need not be', () => {
    const withdrawing = [{ ...withdrew, doneMs: Number.POSITIVE_INFINITY }];
    expect(mayBeNamed(withdrawing, 5000, 6000)).toBe(true);
    expect(isSurelyPublic(withdrawing, 5000, 6000)).toBe(false);
    expect(isSurelyPublic(withdrawing, 500, 900)).toBe(true);
  });

  test('who came back may be named again from its beginning on, and must be after its end', () => {
    expect(mayBeNamed([withdrew, cameBack], 2000, 8999)).toBe(false);
    expect(mayBeNamed([withdrew, cameBack], 2000, 9000)).toBe(true);
    expect(isSurelyPublic([withdrew, cameBack], 9050, 9500)).toBe(false);
    expect(isSurelyPublic([withdrew, cameBack], 9101, 9500)).toBe(true);
  });
});

describe('data', () => {
  test('may be as old as the promise', () => {
    expect(oldestAllowed(60_000, 5000, [])).toBe(55_000);
    expect(oldestAllowed(60_000, 5000, [{ fromMs: 10_000, untilMs: 54_999 }])).toBe(55_000);
  });

  test('may be older while their source is away, and for as long as the promise after it', () => {
    expect(oldestAllowed(60_000, 5000, [{ fromMs: 50_000, untilMs: Number.POSITIVE_INFINITY }])).toBe(45_000);
    expect(oldestAllowed(60_000, 5000, [{ fromMs: 50_000, untilMs: 58_000 }])).toBe(45_000);
  });

  test('may be from before two absences with too little between them', () => {
    const absences = [
      { fromMs: 40_000, untilMs: 48_000 },
      { fromMs: 50_000, untilMs: 58_000 },
    ];
    expect(oldestAllowed(60_000, 5000, absences)).toBe(35_000);
  });
});

test('who was away for only a part of the time, or just before, may have answered', () => {
  const absences = [{ fromMs: 1000, untilMs: 9000 }];
  expect(wasAway(absences, 5000, 5000, 2000)).toBe(true);
  expect(wasAway(absences, 2000, 2000, 2000)).toBe(false);
  expect(wasAway(absences, 8000, 12_000, 0)).toBe(false);
});
