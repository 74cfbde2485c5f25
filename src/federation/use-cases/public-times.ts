/** Tells readers without an account no times by which they could see when others asked; what is counted and recorded is exact. */

import { withCoarseTimes } from '../../domain/federation/coarse-times.ts';
import type { Part } from '../../domain/federation/federated-answer.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { AskList } from '../ask-list.ts';
import type { FanOut } from '../fan-out.ts';

/** Returns a part as this viewer may see it. */
export type PartFor = (part: Part, viewer: Viewer) => Part;

/** @param now milliseconds since 1970 */
export function partFor(now: () => number): PartFor {
  return (part, { kind }) => (kind === 'public' ? withCoarseTimes(part, now()) : part);
}

/** Returns the same fan-out, whose parts are as its viewer may see them. */
export function seenFanOut(fanOut: FanOut, seen: PartFor): FanOut {
  return async function* (queries, viewer, signal) {
    for await (const part of fanOut(queries, viewer, signal)) yield seen(part, viewer);
  };
}

/** Returns the same list, whose parts are as its viewer may see them. */
export function seenList(askList: AskList, seen: PartFor): AskList {
  return async function* (list, viewer, signal) {
    for await (const listed of askList(list, viewer, signal)) yield { ...listed, part: seen(listed.part, viewer) };
  };
}
