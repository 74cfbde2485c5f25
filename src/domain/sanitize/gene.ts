/** The record of a gene that a partner's researcher registered, made anew with its owner. */

import type { RecordStamp } from '../federation/record-links.ts';
import { type Audience, type PartnerUser, trustedUser } from './user.ts';
import { type PartnerUserGene, trustedGeneFacts } from './user-genes.ts';

/** A gene as checked: what order and readers need is there (rdp-protocol 1.3, 7.9). */
export type PartnerGene = PartnerUserGene & {
  taxon: { id: number; commonName?: string | null };
  symbol: string;
  tier: 'TIER1' | 'TIER2';
  remoteUser: PartnerUser;
};

/**
 * Behind the stamp the members of rdp-protocol 1.3 that the partner sent, and no others, below `remoteUser` too. Each is
 * named, as an object that is put together of others by `...` is written member by member.
 */
export function trustedGene(
  { originKey, links }: RecordStamp,
  gene: PartnerGene,
  isAnonymised: boolean,
  audience: Audience,
) {
  const { anonymousId, geneId, taxon, symbol, name, aliases, tier, privacyLevel } = trustedGeneFacts(gene);
  const remoteUser = trustedUser(gene.remoteUser, isAnonymised, audience);
  return { originKey, links, anonymousId, geneId, taxon, symbol, name, aliases, tier, privacyLevel, remoteUser };
}
