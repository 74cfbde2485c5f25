/** The last calls to one partner, with their times: for a chart, and for the kinds of error there were. */

export type TrendPoint = {
  /** When it was decided. */
  at: string;
  /** Whether an answer came, whatever it said. */
  isAnswer: boolean;
  elapsedMs: number;
  /** What failed, in a few words that follow the name of the partner; null for an answer. */
  title: string | null;
};

/** A kind of error among the last calls. */
export type FailureCount = { title: string; count: number; lastAt: string };

export type PartnerTrend = {
  note(point: TrendPoint): void;
  /** The oldest first. */
  points(): readonly TrendPoint[];
};

/** @param most how many calls are remembered */
export function partnerTrend(most: number): PartnerTrend {
  const ring: TrendPoint[] = [];
  /** Where the oldest is, once there are as many as are remembered: the next takes its place. */
  let oldest = 0;
  return {
    note(point) {
      if (ring.length < most) {
        ring.push(point);
        return;
      }
      ring[oldest] = point;
      oldest = (oldest + 1) % most;
    },
    points: () => [...ring.slice(oldest), ...ring.slice(0, oldest)],
  };
}

/** The kinds of error among the points, the most frequent first. */
export function failureCounts(points: readonly TrendPoint[]): FailureCount[] {
  const counts = new Map<string, FailureCount>();
  for (const { title, at } of points) {
    if (title === null) continue;
    counts.set(title, { title, count: (counts.get(title)?.count ?? 0) + 1, lastAt: at });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count);
}
