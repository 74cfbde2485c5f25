/** How many searches are under way at once: as many as may, fewer while the process is late, and never less than some. */

import { expect, test } from 'vitest';
import type { RegistryError } from '../../../src/domain/errors.ts';
import { searchSlots } from '../../../src/server/limits/search-slots.ts';

const MOST = 256;

/** Takes places until there are no more; answers how many there were. */
function takeAll(places: ReturnType<typeof searchSlots>): Disposable[] {
  const taken: Disposable[] = [];
  try {
    for (;;) {
      places.check();
      taken.push(places.enter());
    }
  } catch (error) {
    expect((error as RegistryError).code).toBe('too-many-searches');
    expect((error as RegistryError).retryAfterSeconds).toBeGreaterThan(0);
  }
  return taken;
}

test('a burst after a quiet time finds slots, and one more is refused', () => {
  let refused = 0;
  const places = searchSlots(MOST, () => refused++);
  expect(takeAll(places)).toHaveLength(128);
  expect(refused).toBe(1);
});

test('one caller has half of them, and leaves the other half to others', () => {
  const slots = searchSlots(MOST, () => {});
  const admitted = (caller: string) => {
    try {
      slots.check(caller);
      return slots.enter(caller);
    } catch {
      return undefined;
    }
  };
  const counts = ['a', 'b', 'c'].map((caller) => Array.from({ length: MOST }, () => admitted(caller)).filter(Boolean));
  expect(counts.map(({ length }) => length)).toEqual([64, 64, 0]);
});

test('a smaller bound holds for a burst, and while the process is late', () => {
  const slots = searchSlots(5, () => {});
  expect(takeAll(slots)).toHaveLength(5);
  slots.noteLateness(10_000);
  expect(slots.counts()).toEqual({ underWay: 5, allowed: 5 });
});

test('a slot that is left can be taken, and is left once only', () => {
  const places = searchSlots(1, () => {});
  const [place] = takeAll(places);
  place?.[Symbol.dispose]();
  place?.[Symbol.dispose]();
  expect(takeAll(places)).toHaveLength(1);
});

test('searches that only wait make room for more, up to the bound', () => {
  const places = searchSlots(MOST, () => {});
  for (let times = 0; times < 100; times++) {
    takeAll(places);
    places.noteLateness(1);
  }
  expect(places.counts()).toEqual({ underWay: MOST, allowed: MOST });
  places.noteLateness(10_000);
  expect(places.counts().allowed).toBe(25);
});

test('half of them in use, as one caller alone may have, make room for more, and fewer take it back', () => {
  const slots = searchSlots(MOST, () => {});
  const taken = Array.from({ length: 64 }, () => slots.enter());
  slots.noteLateness(15);
  expect(slots.counts().allowed).toBe(134);
  taken.pop()?.[Symbol.dispose]();
  expect(slots.isAtRest()).toBe(false);
  slots.noteLateness(0);
  expect(slots.counts().allowed).toBe(128);
  expect(slots.isAtRest()).toBe(false);
  for (const slot of taken) slot[Symbol.dispose]();
  expect(slots.isAtRest()).toBe(true);
});

test('the later the process is, the fewer may be, but some always', () => {
  const allowedAfter = (...late: number[]) => {
    const places = searchSlots(MOST, () => {});
    takeAll(places);
    for (const lateMs of late) places.noteLateness(lateMs);
    return places.counts().allowed;
  };
  expect(allowedAfter(10)).toBeGreaterThan(128);
  expect(allowedAfter(30)).toBe(64);
  expect(allowedAfter(60)).toBe(32);
  expect(allowedAfter(60, 60, 60)).toBe(12);
  expect(allowedAfter(10_000)).toBe(12);
});

test('within two seconds in time, at fifty looks a second, all is as before', () => {
  const places = searchSlots(MOST, () => {});
  const taken = takeAll(places);
  places.noteLateness(10_000);
  for (const place of taken) place[Symbol.dispose]();
  places.noteLateness(0);
  expect(places.counts().allowed).toBe(13);
  expect(places.isAtRest()).toBe(false);
  for (let looks = 0; looks < 100; looks++) places.noteLateness(0);
  expect(places.counts().allowed).toBe(128);
  expect(places.isAtRest()).toBe(true);
});
