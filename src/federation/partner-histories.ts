/** The history of every partner by its key: it outlives the partner, whose settings may change while the program runs. */

import type { TrailCall } from '../domain/federation/trail.ts';
import { REMEMBERED, type StoredHistory } from './partner/partner-history.ts';
import { type PartnerTrend, partnerTrend } from './partner/partner-trend.ts';

/**
 * @param before calls from before the start, the oldest first
 * @param note is given every further call
 */
export function storedHistories(
  before: readonly TrailCall[],
  note: (call: TrailCall) => void,
): (key: string) => StoredHistory {
  const trends = new Map<string, PartnerTrend>();

  function trendOf(key: string): PartnerTrend {
    const trend = trends.get(key) ?? partnerTrend(REMEMBERED);
    trends.set(key, trend);
    return trend;
  }

  for (const { key, ...point } of before) trendOf(key).note(point);
  return (key) => ({
    points: trendOf(key).points(),
    note(point) {
      trendOf(key).note(point);
      note({ key, ...point });
    },
    noteFromOthers: (point) => trendOf(key).note(point),
  });
}
