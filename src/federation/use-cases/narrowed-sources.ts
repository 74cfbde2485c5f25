/** Sources that pass on only some of the records that registries find: those of some organisms; or without tier 3. */

import { isFull } from '../../domain/federation/completeness.ts';
import { tiersAsked } from '../../domain/federation/federated-query.ts';
import type { OriginProblem } from '../../domain/federation/origin.ts';
import { reason } from '../../domain/federation/reasons.ts';
import type { FoundRecord, Question, Source, SourceAnswer } from '../../domain/federation/source.ts';
import { madeForEach } from '../../domain/made-once.ts';

/** Returns sources for one question, which is put for all organisms. Every record has its organism. */
export function narrowedSources(sources: readonly Source[], taxonIds: readonly number[]): readonly Source[] {
  const wanted = new Set(taxonIds);
  // Once for each answer, so that a cached answer has the same records every time.
  const narrowOnce = madeForEach((records: readonly FoundRecord[]) =>
    records.filter(({ taxonId }) => taxonId !== undefined && wanted.has(taxonId)),
  );

  function answerOf(answer: SourceAnswer): SourceAnswer {
    const records = narrowOnce(answer.records);
    const isWell = answer.state === 'answered' || answer.state === 'empty';
    return records.length > 0 || !isWell ? { ...answer, records } : { ...answer, records, state: 'empty' };
  }

  return sources.map(
    (source): Source => ({
      ...source,
      getCached(question, viewer, form) {
        const answer = source.getCached(question, viewer, form);
        return answer && answerOf(answer);
      },
      ask: async (question, viewer, signal, options) => answerOf(await source.ask(question, viewer, signal, options)),
    }),
  );
}

const WITHOUT_TIER_3: OriginProblem = {
  reason: reason('tier-3-not-searched'),
  error: undefined,
  status: undefined,
  nextTryAt: undefined,
};

/** Returns sources for one question, which is put without tier 3: no answer is full, and no zero certain. */
export function withoutTier3(sources: readonly Source[]): readonly Source[] {
  const limited = (answer: SourceAnswer, question: Question): SourceAnswer => {
    if (!isFull(answer.state)) return answer;
    // The cached answer may be of a question without tier 3, which has no such filter.
    const others = answer.filters.filter(({ filter }) => filter !== 'tiers');
    const filters = [...tiersAsked(question), ...others];
    return { ...answer, filters, state: 'limited', isExact: false, problem: WITHOUT_TIER_3 };
  };
  return sources.map((source) => ({
    ...source,
    getCached(question, viewer, form) {
      const answer = source.getCached(question, viewer, form);
      return answer && limited(answer, question);
    },
    ask: async (question, viewer, signal, options) =>
      limited(await source.ask(question, viewer, signal, options), question),
  }));
}
