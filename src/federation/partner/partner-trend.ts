/** The last calls to one partner with their times, for a chart and for the list of its errors. */

import type { TrendPoint } from '../../domain/federation/audit-log.ts';
import { countAlike, type RenderedReason, renderBrief } from '../../domain/federation/history-in-english.ts';
import type { ReasonCode } from '../../domain/federation/reasons.ts';

export type PartnerTrend = {
  note(point: TrendPoint): void;
  /** The results, the oldest first. */
  points(): readonly TrendPoint[];
  /** The results since anything else came than a refusal, the oldest first. */
  refusals(): readonly TrendPoint[];
};

/** Reasons that speak of a question and open no circuit breaker: the partner, or a server before it, does not let it in. */
const REFUSALS: ReadonlySet<ReasonCode> = new Set(['access-refused', 'token-refused', 'not-data']);

const REMEMBERED = 100;

export function partnerTrend(): PartnerTrend {
  const last: TrendPoint[] = [];
  return {
    note(point) {
      last.push(point);
      if (last.length > REMEMBERED) last.shift();
    },
    points: () => [...last],
    refusals: () => last.slice(1 + last.findLastIndex(({ reason }) => reason === null || !REFUSALS.has(reason.code))),
  };
}

/** A trend for administrators: the last calls, the oldest first, and the kinds of error among them. */
export type RenderedTrend = {
  trend: readonly (Omit<TrendPoint, 'reason'> & (RenderedReason | { [Name in keyof RenderedReason]: null }))[];
  failures: readonly (RenderedReason & { count: number; lastAt: string })[];
};

const NO_REASON = { title: null, code: null, params: null };

/** Renders the reasons of results, and counts failures that are alike. */
export function renderTrend(points: readonly TrendPoint[]): RenderedTrend {
  const failed = points.flatMap(({ at, reason }) => (reason === null ? [] : [{ reason, count: 1, lastAt: at }]));
  return {
    trend: points.map(({ reason, ...point }) => ({ ...point, ...(reason === null ? NO_REASON : renderBrief(reason)) })),
    failures: countAlike(failed),
  };
}
