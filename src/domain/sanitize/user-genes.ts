/** The genes inside a partner's researcher: those that this reader may see, made anew of the members that are known. */

import { PUBLIC } from '../record/model.ts';

type Text = string | null;

export type PartnerTaxon = { id?: number | null; scientificName?: Text; commonName?: Text };

/** A registered gene as checked, without its owner (rdp-protocol 1.3). */
export type PartnerUserGene = {
  anonymousId?: Text;
  geneId?: number | null;
  taxon?: PartnerTaxon | null;
  symbol?: Text;
  name?: Text;
  aliases?: Text;
  tier?: Text;
  privacyLevel?: 0 | 1 | 2 | null;
};

/**
 * Genes of tier 1 and 2. For a public answer without those of a level below PUBLIC, which RDP 1.5 shows everybody
 * (quirk 5); 1.3 and 1.4 know no levels of genes, so a gene without one stays.
 */
export function trustedUserGenes(
  genes: Readonly<Record<string, PartnerUserGene | null>> | null | undefined,
  isPublicAnswer: boolean,
) {
  if (!genes) return undefined;
  const kept: Record<string, ReturnType<typeof trustedGeneFacts>> = {};
  for (const [key, gene] of Object.entries(genes)) {
    if (gene !== null && mayBeSeen(gene, isPublicAnswer)) kept[key] = trustedGeneFacts(gene);
  }
  return kept;
}

function mayBeSeen({ tier, privacyLevel }: PartnerUserGene, isPublicAnswer: boolean): boolean {
  // Also what is of no known tier: nobody has said that it is not TIER3.
  if (tier !== 'TIER1' && tier !== 'TIER2') return false;
  return !isPublicAnswer || privacyLevel === undefined || privacyLevel === PUBLIC;
}

/** The members of rdp-protocol 1.3 but `remoteUser`; dates and what else older versions send are left out. */
export function trustedGeneFacts(gene: PartnerUserGene) {
  return {
    anonymousId: gene.anonymousId ?? undefined,
    geneId: gene.geneId,
    taxon: gene.taxon && trustedTaxon(gene.taxon),
    symbol: gene.symbol,
    name: gene.name,
    aliases: gene.aliases,
    tier: gene.tier,
    privacyLevel: gene.privacyLevel,
  };
}

export function trustedTaxon({ id, scientificName, commonName }: PartnerTaxon) {
  return { id, scientificName, commonName };
}
