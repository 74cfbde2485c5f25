/** Where else a gene has a page: only at places that tell in which form their addresses take an identifier. */

import type { DescribedGene } from '../../../domain/resolve/described-gene.ts';
import type { Html } from '../../html.ts';
import { HUMAN_TAXON_ID } from '../choices.ts';
import { linkOut } from '../link-out.ts';

/** Of one kind; a gene with more is one of several places in the genome. */
const MOST_IDENTIFIERS = 2;

/**
 * Identifiers first, as they are written there, then collections that say more. What does not have the form of an
 * identifier leads nowhere, and is left out.
 */
export function geneLinks({ geneId, taxonId, hgncId, ensemblIds, omimIds }: DescribedGene): Html[] {
  const hgnc = hgncId !== null && /^HGNC:\d+$/.test(hgncId) ? hgncId : undefined;
  const ensembl = ensemblIds.filter((id) => /^ENS[A-Z]*G\d{11}$/.test(id)).slice(0, MOST_IDENTIFIERS);
  const omim = omimIds.filter((id) => /^\d{6}$/.test(id)).slice(0, MOST_IDENTIFIERS);
  const isHuman = String(taxonId) === HUMAN_TAXON_ID;
  const links: [address: string, text: string][] = [
    [`https://www.ncbi.nlm.nih.gov/gene/${geneId}`, `NCBI ${geneId}`],
    ...(hgnc ? [one(`https://www.genenames.org/data/gene-symbol-report/#!/hgnc_id/${hgnc}`, hgnc)] : []),
    ...ensembl.map((id) => one(`https://www.ensembl.org/id/${id}`, id)),
    ...omim.map((id) => one(`https://www.omim.org/entry/${id}`, `OMIM ${id}`)),
    ...(hgnc ? [one(`https://www.alliancegenome.org/gene/${hgnc}`, 'Alliance')] : []),
    ...(isHuman ? [one(`https://marrvel.org/human/gene/${geneId}`, 'MARRVEL')] : []),
  ];
  return links.map(([address, text]) => linkOut(address, text));
}

function one(address: string, text: string): [string, string] {
  return [address, text];
}
