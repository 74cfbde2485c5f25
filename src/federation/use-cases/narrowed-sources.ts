/** Sources whose records are of some organisms only: a registry is asked for one organism, or for all of them. */

import type { FoundRecord, Source, SourceAnswer } from '../../domain/federation/source.ts';

/** For one question, which is put to these sources for every organism. Every record says of which it is. */
export function narrowedSources(sources: readonly Source[], taxonIds: readonly number[]): readonly Source[] {
  const wanted = new Set(taxonIds);
  /** So that a cached answer has the same records every time. */
  const known = new WeakMap<readonly FoundRecord[], readonly FoundRecord[]>();

  function recordsOf(records: readonly FoundRecord[]): readonly FoundRecord[] {
    const narrowed =
      known.get(records) ?? records.filter(({ taxonId }) => taxonId !== undefined && wanted.has(taxonId));
    known.set(records, narrowed);
    return narrowed;
  }

  function narrowed(answer: SourceAnswer): SourceAnswer {
    const records = recordsOf(answer.records);
    const isEmptied = answer.state === 'answered' && records.length === 0;
    return { ...answer, records, state: isEmptied ? 'empty' : answer.state };
  }

  return sources.map((source) => ({
    ...source,
    getCached(question, viewer, form) {
      const answer = source.getCached(question, viewer, form);
      return answer && narrowed(answer);
    },
    ask: async (question, viewer, signal, options) => narrowed(await source.ask(question, viewer, signal, options)),
  }));
}
