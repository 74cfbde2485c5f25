/** The same sources, each with something around it. */

import type { Source } from '../domain/federation/source.ts';
import { madeOnce } from '../domain/made-once.ts';

/** A source is wrapped once: it is one and the same whenever it is asked for. */
export function eachSource(
  sources: () => readonly Source[],
  wrap: (source: Source) => Source,
): () => readonly Source[] {
  const wrapped = new WeakMap<Source, Source>();
  function wrappedOnce(source: Source): Source {
    const known = wrapped.get(source) ?? wrap(source);
    wrapped.set(source, known);
    return known;
  }
  return madeOnce(sources, (list) => list.map(wrappedOnce));
}
