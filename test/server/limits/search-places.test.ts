/** How many searches are under way at once: as many as may, fewer while the process is late, and never less than some. */

import { expect, test } from 'vitest';
import type { RegistryError } from '../../../src/domain/errors.ts';
import { searchPlaces } from '../../../src/server/limits/search-places.ts';

const MOST = 256;

/** Takes places until there are no more; answers how many there were. */
function takeAll(places: ReturnType<typeof searchPlaces>): Disposable[] {
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

test('a burst after a quiet time finds places, and one more is refused', () => {
  let refused = 0;
  const places = searchPlaces(MOST, () => refused++);
  expect(takeAll(places)).toHaveLength(128);
  expect(refused).toBe(1);
});

test('a smaller bound holds for a burst, too', () => {
  expect(takeAll(searchPlaces(5, () => {}))).toHaveLength(5);
});

test('a place that is left can be taken, and is left once only', () => {
  const places = searchPlaces(1, () => {});
  const [place] = takeAll(places);
  place?.[Symbol.dispose]();
  place?.[Symbol.dispose]();
  expect(takeAll(places)).toHaveLength(1);
});

test('searches that only wait make room for more, up to the bound', () => {
  const places = searchPlaces(MOST, () => {});
  for (let times = 0; times < 100; times++) {
    takeAll(places);
    places.noteLateness(1);
  }
  expect(places.counts()).toEqual({ underWay: MOST, allowed: MOST });
});

test('the later the process is, the fewer may be, but some always', () => {
  const allowedAfter = (...late: number[]) => {
    const places = searchPlaces(MOST, () => {});
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
  const places = searchPlaces(MOST, () => {});
  const taken = takeAll(places);
  places.noteLateness(10_000);
  for (const place of taken) place[Symbol.dispose]();
  for (let looks = 0; looks < 100; looks++) places.noteLateness(0);
  expect(places.counts().allowed).toBe(128);
  expect(places.isAtRest()).toBe(true);
});
