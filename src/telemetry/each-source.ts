/** The same sources, each with something around it. */

import type { Source } from '../domain/federation/source.ts';
import { madeForEach, madeOnce } from '../domain/made-once.ts';

/** A source is wrapped once: it is one and the same whenever it is asked for. */
export function eachSource(
  sources: () => readonly Source[],
  wrap: (source: Source) => Source,
): () => readonly Source[] {
  const wrappedOnce = madeForEach(wrap);
  return madeOnce(sources, (list) => list.map(wrappedOnce));
}
