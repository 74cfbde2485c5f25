/** Wraps every source of a network. */

import type { Source } from '../domain/federation/source.ts';
import { madeForEach, madeOnce } from '../domain/made-once.ts';

/** Wraps each source once: the same source always gives the same wrapped one. */
export function eachSource(
  sources: () => readonly Source[],
  wrap: (source: Source) => Source,
): () => readonly Source[] {
  const wrappedOnce = madeForEach(wrap);
  return madeOnce(sources, (list) => list.map(wrappedOnce));
}
