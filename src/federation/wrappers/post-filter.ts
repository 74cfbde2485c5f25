/** A partner that searches all organisms, because it does not know the one it was asked for, has no answer. */

import { reason } from '../../domain/federation/reasons.ts';
import type { GeneQuery } from '../../domain/query/gene-query.ts';
import type { PartnerAnswer, Wrapper } from '../partner/partner-query.ts';

export function postFilter(): Wrapper<unknown> {
  return (inner) => async (query) => {
    const answer = await inner(query);
    const { question } = query;
    return question.kind === 'genes-search' ? ofOrganism(question.query, answer) : answer;
  };
}

/**
 * A partner that does not know the organism of `orthologTaxonId` searches all of them (quirk 12): what it then answers
 * is not what was asked for.
 */
function ofOrganism({ orthologTaxonId }: GeneQuery, answer: PartnerAnswer<unknown>): PartnerAnswer<unknown> {
  if (orthologTaxonId === undefined || answer.records === undefined) return answer;
  const isKnown = answer.records.some((record) => taxonIdOf(record) === orthologTaxonId);
  if (isKnown || answer.records.length === 0) return answer;
  const because = reason('unknown-taxon', { taxonId: orthologTaxonId, searchedInstead: 'all' });
  const failure = { about: 'unknown-taxon', state: 'unknown-term', reason: because } as const;
  return {
    ...answer,
    records: undefined,
    failure: { ...failure, error: undefined, status: undefined, retryAfterSeconds: undefined },
  };
}

function taxonIdOf(record: unknown): unknown {
  return (record as { taxon?: { id?: unknown } | null } | null)?.taxon?.id;
}
