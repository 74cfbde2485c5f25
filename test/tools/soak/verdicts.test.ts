/** A soak must be able to fail: what grows is reported, what goes up and down is not taken for growth. */

import { expect, test } from 'vitest';
import { minuteTable, type Sample, steadiness } from './verdicts.ts';

const MEGABYTE = 1024 * 1024;

/** Twelve looks a minute for ten minutes. */
function samples(changes: (atMinutes: number) => Partial<Sample>): Sample[] {
  const steady = {
    heapBytes: 50 * MEGABYTE,
    externalBytes: 5 * MEGABYTE,
    bufferBytes: 4 * MEGABYTE,
    residentBytes: 200 * MEGABYTE,
    openSockets: 30,
  };
  return Array.from({ length: 120 }, (_, index) => ({ atMs: index * 5000, ...steady, ...changes(index / 12) }));
}

const notMet = (seen: Sample[]) => steadiness(seen).flatMap(({ what, met }) => (met ? [] : [what]));

test('a registry that stays as it was is reported so', () => {
  expect(notMet(samples(() => ({})))).toEqual([]);
});

test('memory that goes up and down with the load is no growth', () => {
  expect(notMet(samples((minutes) => ({ heapBytes: (50 + 30 * ((minutes * 3) % 1)) * MEGABYTE })))).toEqual([]);
});

test('memory that warms up in the first minute is no growth', () => {
  expect(notMet(samples((minutes) => ({ residentBytes: (minutes < 1 ? 100 : 200) * MEGABYTE })))).toEqual([]);
});

test('a heap that grows by a megabyte a minute is reported', () => {
  expect(notMet(samples((minutes) => ({ heapBytes: (50 + minutes) * MEGABYTE })))).toEqual([
    'heap in use after a collection, minute 2 and last',
  ]);
});

test('resident memory that grows by three megabytes a minute is reported', () => {
  expect(notMet(samples((minutes) => ({ residentBytes: (200 + 3 * minutes) * MEGABYTE })))).toEqual([
    'resident memory',
  ]);
});

test('sockets that are left open are reported', () => {
  expect(notMet(samples((minutes) => ({ openSockets: 30 + Math.floor(minutes * 2) })))).toEqual(['open sockets']);
});

test('every minute is shown', () => {
  expect(minuteTable(samples(() => ({}))).split('\n')).toHaveLength(12);
});
