/** Reads the question of a gene search from parameters, and writes it as parameters (rdp-protocol 2.4, 2.7). */

import { phrase, RegistryError } from '../errors.ts';
import { TIERS, type Tier } from '../record/model.ts';
import { appendFilters, type Filters, parseFilters } from './filters.ts';
import { integerParameter, missing, textParameter, wordSetParameter } from './parameters.ts';

/** The tiers that searches look in. */
export const SEARCHABLE_TIERS: readonly Tier[] = ['TIER1', 'TIER2'];

/** Returns the tiers of a value of the deprecated `tier`; undefined for an unknown value. */
export function tiersNamed(tier: string): readonly Tier[] | undefined {
  if (tier === 'ANY' || tier === 'TIERS1_2') return SEARCHABLE_TIERS;
  const named = TIERS.find((one) => one === tier);
  return named && [named];
}

export type GeneQuery = {
  symbol: string;
  taxonId: number;
  orthologTaxonId: number | undefined;
  /** The tiers that are searched: never TIER3, which no registry shows. An empty set matches nobody. */
  tiers: ReadonlySet<Tier>;
  /** Whether TIER3 was asked for, alone or beside other tiers. */
  asksTier3?: true;
  filters: Filters;
};

/** The `orthologTaxonId` for all organisms that old clients send, and that RDP 1.3 needs (rdp-protocol 11.1). */
export const EVERY_TAXON_ID = -99;

/**
 * Reads a gene search. `tier` wins over `tiers`; without either, tiers 1 and 2 are searched.
 *
 * @throws RegistryError `parameter-missing`, `parameter-invalid`, `unknown-tier`
 */
export function parseGeneQuery(params: URLSearchParams): GeneQuery {
  const symbol = textParameter(params, 'symbol');
  const taxonId = integerParameter(params, 'taxonId');
  if (symbol === undefined) throw missing('symbol', phrase('names-gene'));
  if (taxonId === undefined) throw missing('taxonId', phrase('names-organism'));
  const orthologTaxonId = integerParameter(params, 'orthologTaxonId');
  const filters = parseFilters(params);
  const tiers = legacyTiers(params) ?? wordSetParameter(params, ['tiers'], TIERS) ?? new Set(SEARCHABLE_TIERS);
  const query = { symbol, taxonId, orthologTaxonId, tiers: withoutTier3(tiers), filters };
  return tiers.has('TIER3') ? { ...query, asksTier3: true } : query;
}

function legacyTiers(params: URLSearchParams): ReadonlySet<Tier> | undefined {
  const tier = textParameter(params, 'tier');
  if (tier === undefined) return undefined;
  const tiers = tiersNamed(tier);
  if (tiers === undefined) throw new RegistryError('unknown-tier', { tier });
  return new Set(tiers);
}

function withoutTier3(tiers: ReadonlySet<Tier>): ReadonlySet<Tier> {
  return new Set(SEARCHABLE_TIERS.filter((tier) => tiers.has(tier)));
}

/** Whether the search is narrowed by tiers: some tier that registries show, or TIER3, is not searched although it may be meant. */
export function isNarrowedByTier({ tiers, asksTier3 }: GeneQuery): boolean {
  return asksTier3 === true || SEARCHABLE_TIERS.some((tier) => !tiers.has(tier));
}

/** Writes the parameters of what is searched, without TIER3; but for that the inverse of {@link parseGeneQuery}. */
export function geneQueryParams(query: GeneQuery): URLSearchParams {
  const params = new URLSearchParams({ symbol: query.symbol, taxonId: String(query.taxonId) });
  if (query.orthologTaxonId !== undefined) params.append('orthologTaxonId', String(query.orthologTaxonId));
  if (query.tiers.size === 0) params.append('tiers', '');
  for (const tier of query.tiers) params.append('tiers', tier);
  appendFilters(params, query.filters);
  return params;
}
