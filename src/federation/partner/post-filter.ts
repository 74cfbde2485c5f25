/** Records of a gene search that were not asked for, left out: a partner may search more than it was asked to. */

import type { GeneQuery } from '../../domain/query/gene-query.ts';
import type { Gathered } from './gather.ts';

/** Without genes of a tier that was not asked for. Of what tier a gene can be at all is checked with the record. */
export function ofTiers({ tiers }: GeneQuery, gathered: Gathered): Gathered {
  const isUnasked = (record: unknown) => {
    const tier = (record as { tier?: unknown } | null)?.tier;
    return (tier === 'TIER1' || tier === 'TIER2') && !tiers.has(tier);
  };
  return { ...gathered, records: gathered.records?.filter((record) => !isUnasked(record)) };
}

/**
 * A partner that does not know the organism of `orthologTaxonId` searches all of them (quirk 12): what it then answers
 * is not what was asked for.
 */
export function ofOrganism({ orthologTaxonId }: GeneQuery, gathered: Gathered): Gathered {
  if (orthologTaxonId === undefined || gathered.records === undefined) return gathered;
  const records = gathered.records.filter((record) => taxonIdOf(record) === orthologTaxonId);
  if (records.length > 0 || gathered.records.length === 0) return { ...gathered, records };
  const title = `does not know the taxon ${orthologTaxonId}`;
  const detail = `It ${title}, and answered for every organism instead.`;
  const failure = { about: 'unknown-taxon', state: 'unknown-term', title, detail } as const;
  return {
    ...gathered,
    records: undefined,
    failure: { ...failure, error: undefined, status: undefined, retryAfterSeconds: undefined },
  };
}

function taxonIdOf(record: unknown): unknown {
  return (record as { taxon?: { id?: unknown } | null } | null)?.taxon?.id;
}
