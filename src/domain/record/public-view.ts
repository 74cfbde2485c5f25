/** Lists what the public may see of a person: whether they are shown, in which form, and with which genes. */

import { type Owner, type PrivacyLevel, PUBLIC_VIEWER, type Tier } from './model.ts';
import { effectiveLevel, geneListFloor, profileLevel, sightOf } from './privacy.ts';
import { shownTier } from './records.ts';

/** A gene that a person registered. */
export type OwnedGeneFacts = { geneId: number; tier: Tier | null; ownLevel: PrivacyLevel | null };

/**
 * Returns one text for each thing that the public sees of a person; none for a person whom it does not see. The texts of
 * anonymised things do not show whose they are. Equal people give equal texts, in whatever order their genes are given.
 *
 * @param anonymises whether the registry shows records without their person if the public may not read them
 */
export function publicViewOf(owner: Owner, genes: readonly OwnedGeneFacts[], anonymises: boolean): readonly string[] {
  const seen: string[] = [];
  const named: string[] = [];
  for (const { geneId, tier: ownTier, ownLevel } of genes) {
    const tier = shownTier(ownTier);
    const sight = sightOf(PUBLIC_VIEWER, owner, effectiveLevel(ownLevel, owner), anonymises);
    if (sight === 'anonymous') seen.push(`gene ${geneId} ${tier}`);
    if (sight === 'full') named.push(`${geneId} ${tier}`);
  }
  const sight = sightOf(PUBLIC_VIEWER, owner, profileLevel(owner), anonymises);
  if (sight === 'anonymous') seen.push('person');
  if (sight === 'full') {
    const isListed = named.length > 0 && geneListFloor(PUBLIC_VIEWER, owner) !== undefined;
    seen.push(`person ${owner.id} ${isListed ? 'listed' : 'apart'} ${named.sort().join()}`);
  }
  return seen;
}
