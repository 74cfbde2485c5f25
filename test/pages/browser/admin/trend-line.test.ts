/** The small line over time: the oldest call on the left, slower ones higher, failures marked and not joined. */

import { expect, test } from 'vitest';
import { HEIGHT, type TrendPoint, trendLine, WIDTH } from '../../../../src/pages/browser/admin/partners.ts';

test('slower answers stand higher, later ones further to the right', () => {
  const [first, second, third] = trendLine([answer(10), answer(100), answer(50)])
    .points.split(' ')
    .map(readPoint);
  expect([first?.x, second?.x, third?.x]).toEqual([3, WIDTH / 2, WIDTH - 3]);
  expect(first?.y).toBeGreaterThan(third?.y ?? 0);
  expect(third?.y).toBeGreaterThan(second?.y ?? 0);
});

test('a failure is a mark above the line, and the line leaves it out', () => {
  const { points, failures } = trendLine([answer(10), { ...answer(9000), isAnswer: false }, answer(10)]);
  expect(failures).toEqual([{ x: WIDTH / 2, y: 3 }]);
  expect(points.split(' ')).toHaveLength(2);
});

test('everything stays inside the picture, be there one call or none', () => {
  expect(trendLine([])).toEqual({ points: '', failures: [] });
  for (const trend of [[answer(0)], [answer(5), answer(5)]]) {
    for (const { x, y } of trendLine(trend).points.split(' ').map(readPoint)) {
      expect(x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT).toBe(true);
    }
  }
});

function answer(elapsedMs: number): TrendPoint {
  return { at: '2026-11-21T12:00:00.000Z', isAnswer: true, elapsedMs };
}

function readPoint(text: string): { x: number; y: number } {
  const [x = Number.NaN, y = Number.NaN] = text.split(',').map(Number);
  return { x, y };
}
