/** A gene that the partner does not know by its symbol is asked for by its other names. */

import { isAbout, type KnownGene, otherNames, type ResolveGene } from '../../domain/query/gene-names.ts';
import type { AskPartner, Failure, PartnerAnswer, PartnerQuery, Wrapper } from '../partner/partner-query.ts';

export function aliases(resolveGene: ResolveGene): Wrapper<unknown> {
  return (inner) => async (query) => {
    const answer = await inner(query);
    return answer.failure?.about === 'unknown-symbol' ? underOtherNames(inner, query, answer, resolveGene) : answer;
  };
}

/**
 * Asks once more under every name the partner may know the gene by, and takes the first answer that is about it. Where
 * a name stands for another gene there, its answer counts for nothing.
 */
async function underOtherNames(
  inner: AskPartner<unknown>,
  query: PartnerQuery,
  unknown: PartnerAnswer<unknown>,
  resolveGene: ResolveGene,
): Promise<PartnerAnswer<unknown>> {
  const { question } = query;
  if (question.kind !== 'genes-search') return unknown;
  const [known, ...others] = await resolveGene(question.query.symbol, question.query.taxonId);
  // Nobody can tell which of several genes is meant.
  if (known === undefined || others.length > 0) return unknown;
  const answers = await Promise.all(
    otherNames(known, question.query.symbol).map(async (symbol) => {
      const all = await inner({ ...query, question: { ...question, query: { ...question.query, symbol } } });
      const answer = { ...all, records: all.records?.filter((record) => isOf(record, known)), askedAs: [symbol] };
      return { answer, isOfOtherGene: answer.records?.length === 0 && all.records?.length !== 0 };
    }),
  );
  const useful = answers.filter(({ answer, isOfOtherGene }) => answer.records !== undefined && !isOfOtherGene);
  const best = useful.find(({ answer }) => answer.records?.length !== 0);
  if (best !== undefined) return best.answer;
  // It may know the gene by the very name that it could not be asked for.
  const failed = answers.find(({ answer }) => answer.failure !== undefined && !isUnknown(answer.failure));
  if (failed !== undefined) return { ...failed.answer, askedAs: [] };
  return useful[0]?.answer ?? unknown;
}

/** A name may also be one that the partner does not accept at all. */
function isUnknown({ about }: Failure): boolean {
  return about === 'unknown-symbol' || about === 'rejected';
}

function isOf(record: unknown, known: KnownGene): boolean {
  const { geneId } = (record ?? {}) as { geneId?: unknown };
  return isAbout(known, typeof geneId === 'number' ? geneId : undefined);
}
