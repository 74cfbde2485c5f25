/** The words of the deprecated `tier` (rdp-protocol 2.7). */

import { TIERS, type Tier } from '../record/model.ts';

/** The tiers that searches look in. */
export const SEARCHABLE_TIERS: readonly Tier[] = ['TIER1', 'TIER2'];

/** Returns the tiers of a value of the deprecated `tier`; undefined for an unknown value. */
export function tiersNamed(tier: string): readonly Tier[] | undefined {
  if (tier === 'ANY' || tier === 'TIERS1_2') return SEARCHABLE_TIERS;
  const named = TIERS.find((one) => one === tier);
  return named && [named];
}
