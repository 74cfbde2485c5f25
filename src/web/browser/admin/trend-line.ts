/** The response times of a partner over time as a small line, and in words for readers who cannot see it. */

/** One call. `isAnswer`: whether any answer arrived, whatever its content. */
export type TrendPoint = { at: string; isAnswer: boolean; elapsedMs: number };

type TrendLine = {
  /** The value of the attribute `points` of a polyline in a box of `WIDTH` by `HEIGHT`. */
  points: string;
  /** The positions of failed calls, on the same scale. */
  failures: { x: number; y: number }[];
};

export const WIDTH = 160;
export const HEIGHT = 32;
const MARGIN = 3;

/** Returns the line: the oldest call is on the left, with even spacing; higher is slower. A failed call is a mark at the top. */
export function trendLine(trend: readonly TrendPoint[]): TrendLine {
  const slowestMs = Math.max(1, ...trend.filter(({ isAnswer }) => isAnswer).map(({ elapsedMs }) => elapsedMs));
  const step = trend.length < 2 ? 0 : (WIDTH - 2 * MARGIN) / (trend.length - 1);
  const placed = trend.map(({ isAnswer, elapsedMs }, index) => ({
    isAnswer,
    x: round(MARGIN + index * step),
    y: round(isAnswer ? HEIGHT - MARGIN - (elapsedMs / slowestMs) * (HEIGHT - 4 * MARGIN) : MARGIN),
  }));
  return {
    points: placed
      .filter(({ isAnswer }) => isAnswer)
      .map(({ x, y }) => `${x},${y}`)
      .join(' '),
    failures: placed.filter(({ isAnswer }) => !isAnswer).map(({ x, y }) => ({ x, y })),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
