/** What the gene table of this registry knows of the gene that was asked for: which one it is, and its orthologs. */

import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { HUMAN_TAXON_ID, type TaxonChoice, taxonLabel, taxonName } from '../choices.ts';
import { linkTo, type View } from '../view.ts';
import { geneLink } from './external-links.ts';

type Gene = { geneId: number; symbol: string; name?: string | null; taxon: { id: number; commonName: string | null } };

export type KnownGenes = {
  asked: { symbol: string; taxonId: string };
  /** The one organism whose orthologs are searched; empty for all of them. */
  orthologTaxonId: string;
  /** Several where the symbol is that of several genes. */
  genes: readonly { gene: Gene; orthologs: readonly Gene[] }[];
};

/** @param taxa those that this registry offers */
export function geneLine(view: View, known: KnownGenes, taxa: readonly TaxonChoice[]): Html {
  const { words } = view;
  const { asked } = known;
  const coverage = linkTo(view, 'coverage', new URLSearchParams(asked));
  // Of several, most readers mean the one that has orthologs; the others are loci and names for a disease.
  const genes = known.genes.toSorted((a, b) => Number(b.orthologs.length > 0) - Number(a.orthologs.length > 0));
  const [first] = genes;
  return html`<div id="gene">
${first === undefined && html`<p>${unknown(asked.taxonId, words, taxa)}</p>`}
${genes.length > 1 && html`<p>${words.severalGenes(genes.length)}</p>`}
${genes.map(({ gene }) => html`<p>${geneLink(gene.geneId, gene.symbol)} <span dir="auto">${gene.name}</span></p>`)}
${first !== undefined && orthologLine(words, known, taxa)}
<p><a href="${coverage}">${words.coverageLink}</a></p>
</div>`;
}

function unknown(taxonId: string, words: Words, taxa: readonly TaxonChoice[]): string {
  return taxa.some(({ id }) => String(id) === taxonId) ? words.unknownGene : words.unknownTaxon(taxonId);
}

function orthologLine(
  words: Words,
  { asked, orthologTaxonId, genes }: KnownGenes,
  taxa: readonly TaxonChoice[],
): Html | undefined {
  const isOfOne = orthologTaxonId !== '' && orthologTaxonId !== asked.taxonId;
  const orthologs = genes
    .flatMap((one) => one.orthologs)
    .filter(({ taxon }) => !isOfOne || String(taxon.id) === orthologTaxonId);
  if (orthologs.length > 0) {
    return html`<p>${words.orthologs} ${orthologs.map((ortholog, index) => html`${index > 0 && ', '}${named(ortholog, words)}`)}</p>`;
  }
  if (isOfOne) return html`<p>${words.noOrthologsIn(taxonName(words, taxa, orthologTaxonId))}</p>`;
  return asked.taxonId === HUMAN_TAXON_ID ? html`<p>${words.noOrthologs}</p>` : undefined;
}

function named({ geneId, symbol, taxon }: Gene, words: Words): Html {
  return html`<bdi>${taxonLabel(words, taxon)}</bdi> ${geneLink(geneId, symbol)}`;
}
