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
 * Asks once more under the present symbol, and where that brings nobody under every other name the partner may know the
 * gene by, and takes the first answer that is about it. Where a name stands for another gene there, its answer counts for
 * nothing. A partner that answers with an error is asked no further.
 */
async function underOtherNames(
  inner: AskPartner<unknown>,
  query: PartnerQuery,
  unknown: PartnerAnswer<unknown>,
  resolveGene: ResolveGene,
): Promise<PartnerAnswer<unknown>> {
  const { question } = query;
  if (question.kind !== 'genes-search') return unknown;
  const [known, ...namesakes] = await resolveGene(question.query.symbol, question.query.taxonId);
  // Nobody can tell which of several genes is meant.
  if (known === undefined || namesakes.length > 0) return unknown;
  const askAs = async (symbol: string): Promise<Named> => {
    const all = await inner({ ...query, question: { ...question, query: { ...question.query, symbol } } });
    const answer = { ...all, records: all.records?.filter((record) => isOf(record, known)), askedAs: [symbol] };
    return { answer, isOfOtherGene: answer.records?.length === 0 && all.records?.length !== 0 };
  };
  const [present, ...others] = otherNames(known, question.query.symbol);
  if (present === undefined) return unknown;
  const first = await askAs(present);
  const isEnough = hasRecords(first) || first.answer.failure?.about === 'server-error';
  return bestOf([first, ...(isEnough ? [] : await Promise.all(others.map(askAs)))]) ?? unknown;
}

type Named = { answer: PartnerAnswer<unknown>; isOfOtherGene: boolean };

function bestOf(answers: readonly Named[]): PartnerAnswer<unknown> | undefined {
  const best = answers.find(hasRecords);
  if (best !== undefined) return best.answer;
  // It may know the gene by the very name that it could not be asked for.
  const failed = answers.find(({ answer }) => answer.failure !== undefined && !isUnknown(answer.failure));
  if (failed !== undefined) return { ...failed.answer, askedAs: [] };
  return answers.find(({ answer, isOfOtherGene }) => answer.records !== undefined && !isOfOtherGene)?.answer;
}

function hasRecords({ answer }: Named): boolean {
  return answer.records !== undefined && answer.records.length > 0;
}

/** A name may also be one that the partner does not accept at all. */
function isUnknown({ about }: Failure): boolean {
  return about === 'unknown-symbol' || about === 'rejected';
}

function isOf(record: unknown, known: KnownGene): boolean {
  const { geneId } = (record ?? {}) as { geneId?: unknown };
  return isAbout(known, typeof geneId === 'number' ? geneId : undefined);
}
