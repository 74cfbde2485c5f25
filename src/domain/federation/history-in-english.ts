/** Failures in the history of a partner, in words: the `title` beside `code` and `params`. */

import type { BriefReason } from './reasons.ts';
import { titleOf } from './reasons-in-english.ts';

/** A reason in brief, as it is in the JSON of a history. */
export type RenderedReason = BriefReason & { title: string };

export function renderBrief({ code, params }: BriefReason): RenderedReason {
  return { title: titleOf({ code, params }), code, params };
}

/** Returns the kinds of failure, the most frequent first. Failures with equal words are one kind, with the code of the last. */
export function countAlike<Row extends { reason: BriefReason; count: number }>(
  rows: readonly Row[],
): (RenderedReason & Omit<Row, 'reason'>)[] {
  const kinds = new Map<string, RenderedReason & Omit<Row, 'reason'>>();
  for (const { reason, ...row } of rows) {
    const rendered = renderBrief(reason);
    const count = (kinds.get(rendered.title)?.count ?? 0) + row.count;
    kinds.set(rendered.title, { ...rendered, ...row, count });
  }
  return [...kinds.values()].toSorted((a, b) => b.count - a.count);
}
