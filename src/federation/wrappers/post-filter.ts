/** Records of a gene search that were not asked for are left out: a partner may search more than it was asked to. */

import type { GeneQuery } from '../../domain/query/gene-query.ts';
import type { PartnerAnswer, Wrapper } from '../partner/partner-query.ts';

export function postFilter(): Wrapper<unknown> {
  return (inner) => async (query) => {
    const answer = await inner(query);
    const { question } = query;
    return question.kind === 'genes-search' ? ofTiers(question.query, ofOrganism(question.query, answer)) : answer;
  };
}

/** Without genes of a tier that was not asked for. Of what tier a gene can be at all is checked with the record. */
function ofTiers({ tiers }: GeneQuery, answer: PartnerAnswer<unknown>): PartnerAnswer<unknown> {
  const isUnasked = (record: unknown) => {
    const tier = (record as { tier?: unknown } | null)?.tier;
    return (tier === 'TIER1' || tier === 'TIER2') && !tiers.has(tier);
  };
  return { ...answer, records: answer.records?.filter((record) => !isUnasked(record)) };
}

/**
 * A partner that does not know the organism of `orthologTaxonId` searches all of them (quirk 12): what it then answers
 * is not what was asked for.
 */
function ofOrganism({ orthologTaxonId }: GeneQuery, answer: PartnerAnswer<unknown>): PartnerAnswer<unknown> {
  if (orthologTaxonId === undefined || answer.records === undefined) return answer;
  const records = answer.records.filter((record) => taxonIdOf(record) === orthologTaxonId);
  if (records.length > 0 || answer.records.length === 0) return { ...answer, records };
  const title = `does not know the taxon ${orthologTaxonId}`;
  const detail = `It ${title}, and answered for every organism instead.`;
  const failure = { about: 'unknown-taxon', state: 'unknown-term', title, detail } as const;
  return {
    ...answer,
    records: undefined,
    failure: { ...failure, error: undefined, status: undefined, retryAfterSeconds: undefined },
  };
}

function taxonIdOf(record: unknown): unknown {
  return (record as { taxon?: { id?: unknown } | null } | null)?.taxon?.id;
}
