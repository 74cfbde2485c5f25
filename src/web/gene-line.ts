/** What the gene table of this registry knows of the gene that was asked for: which one it is, and its orthologs. */

import { taxonLabel } from './choices.ts';
import { type Html, html } from './html.ts';
import { geneLink } from './links-out.ts';
import { linkTo, type View } from './view.ts';
import type { Words } from './words/words.ts';

type Gene = { geneId: number; symbol: string; name?: string | null; taxon: { id: number; commonName: string | null } };

export type KnownGenes = {
  asked: { symbol: string; taxonId: string };
  /** Several where the symbol is that of several genes. */
  genes: readonly { gene: Gene; orthologs: readonly Gene[] }[];
};

export function geneLine(view: View, { asked, genes }: KnownGenes): Html {
  const { words } = view;
  const coverage = linkTo(view, 'coverage', new URLSearchParams(asked));
  const [first] = genes;
  const orthologs = genes.flatMap((one) => one.orthologs);
  return html`<div id="gene">
${first === undefined && html`<p>${words.unknownGene}</p>`}
${genes.length > 1 && html`<p>${words.severalGenes(genes.length)}</p>`}
${genes.map(({ gene }) => html`<p>${geneLink(gene.geneId, gene.symbol)} <span dir="auto">${gene.name}</span></p>`)}
${first !== undefined && html`<p>${orthologs.length === 0 ? words.noOrthologs : html`${words.orthologs} ${orthologs.map((ortholog, index) => html`${index > 0 && ', '}${named(ortholog, words)}`)}`}</p>`}
<p><a href="${coverage}">${words.coverageLink}</a></p>
</div>`;
}

function named({ geneId, symbol, taxon }: Gene, words: Words): Html {
  return html`<bdi>${taxonLabel(words, taxon)}</bdi> ${geneLink(geneId, symbol)}`;
}
