/** The last calls to one partner, with their times: for a chart, and for the kinds of error there were. */

import { countAlike, type RenderedReason, renderBrief } from '../../domain/federation/history-in-english.ts';
import type { TrendPoint } from '../../domain/federation/trail.ts';

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

/** As administrators read it: the last calls, the oldest first, and the kinds of error among them. */
export type RenderedTrend = {
  trend: readonly (Omit<TrendPoint, 'reason'> & (RenderedReason | { [Name in keyof RenderedReason]: null }))[];
  failures: readonly (RenderedReason & { count: number; lastAt: string })[];
};

const NO_REASON = { title: null, code: null, params: null };

export function renderTrend(points: readonly TrendPoint[]): RenderedTrend {
  const failed = points.flatMap(({ at, reason }) => (reason === null ? [] : [{ reason, count: 1, lastAt: at }]));
  return {
    trend: points.map(({ reason, ...point }) => ({ ...point, ...(reason === null ? NO_REASON : renderBrief(reason)) })),
    failures: countAlike(failed),
  };
}
