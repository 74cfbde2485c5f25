/** The suggestions for an answer without people. */

import { LOCAL_ORIGIN } from '../../domain/federation/origin.ts';
import { mailtoAddress } from '../../domain/mail-address.ts';
import type { Candidate, GeneName, OfferedSearch } from '../../domain/resolve/candidate.ts';
import type { NamedGene } from '../../domain/resolve/described-gene.ts';
import { isWebAddress } from '../../domain/web-address.ts';
import { geneMeant, type KnownGenes } from '../gene/known-genes.ts';
import { idInPath, searchOfGene, searchOfText } from '../parts/box-links.ts';
import { candidateItem } from '../parts/candidate-item.ts';
import { searchText } from '../parts/candidate-words.ts';
import { type Html, html } from '../parts/html.ts';
import { linkOut } from '../parts/link-out.ts';
import { organismChip } from '../parts/organism-chip.ts';
import { linkTo, type WholeView } from '../parts/view.ts';
import { type CellsOfGenes, countKey, countPlace, peopleCounted } from '../people/people-counted.ts';

export type Suggestions = {
  params: URLSearchParams;
  genes: KnownGenes | undefined;
  /** What else the symbol may mean, if no gene has it. */
  alike: readonly Candidate[];
  /** Other genes of the gene's diseases. */
  ofDiseases: readonly GenesOfDisease[];
  /** The cached counts of the suggested genes; undefined if they are not counted yet. */
  cells: CellsOfGenes | undefined;
  /** How many people the other search of the text finds, as far as known. */
  found?: number | undefined;
  /** The people who are called as the gene is. */
  called?: (OfferedSearch & { count: number }) | undefined;
  /** The registries that were asked. */
  registries: readonly Registry[];
};
export type GenesOfDisease = { diseaseId: string; name: string | null; genes: readonly GeneName[] };
type Registry = { key: string; name: string; url?: string; contactEmail?: string | undefined };

const MOST_ALIKE = 5;
const MOST_ORTHOLOGS = 6;
const MOST_REGISTRIES = 5;

/** Returns the suggested genes, each once. */
export function offeredGenes({ params, genes, alike, ofDiseases }: Offered): GeneName[] {
  const spelled = alike.slice(0, MOST_ALIKE).flatMap((one) => (one.kind === 'gene' ? [one.gene] : []));
  const all = [...spelled, ...sameGene(params, genes), ...ofDiseases.flatMap((one) => one.genes)];
  return [...new Map(all.map((gene) => [countKey(gene), gene])).values()];
}

type Offered = Pick<Suggestions, 'params' | 'genes' | 'alike' | 'ofDiseases'>;

/** Returns the orthologs; if the search was limited to some organisms, also the gene itself, whose search covers them all. */
function sameGene(params: URLSearchParams, genes: KnownGenes | undefined): readonly NamedGene[] {
  const gene = genes && geneMeant(genes);
  if (gene === undefined) return [];
  const orthologs = gene.orthologs.slice(0, MOST_ORTHOLOGS);
  return params.has('orthologTaxonId') ? [gene, ...orthologs] : orthologs;
}

/** Returns the suggestions: other spellings, the same gene in other organisms, genes of the same diseases, people who mention it, and contacts. */
export function suggestionsOf(
  view: WholeView & { site: { contactEmail: string | undefined; shortname: string } },
  suggestions: Suggestions,
): Html {
  const { words } = view;
  const { params, genes, alike, ofDiseases } = suggestions;
  const peopleOf = (gene: GeneName) => countPlace(gene, countOf(view, suggestions, gene));
  const spelled = alike
    .slice(0, MOST_ALIKE)
    .map((one) => candidateItem(view, one, alike, one.kind === 'gene' ? peopleOf : undefined));
  const chips = sameGene(params, genes).map(
    (gene) =>
      html`<li><a href="${searchOfGene(view, gene)}">${organismChip(view, { id: gene.taxonId, commonName: gene.taxonName }, gene.symbol)}</a>${peopleOf(gene)}</li>`,
  );
  return html`${spelled.length > 0 && html`<h2>${words.box.didYouMean}</h2><ul class="candidate-list">${spelled}</ul>`}
${chips.length > 0 && html`<h2>${words.sameGeneElsewhere}</h2><ul class="next-genes">${chips}</ul>`}
${ofDiseases.map((one) => otherGenes(view, one, peopleOf))}
<h2>${words.nextSteps}</h2><ul class="next-steps">${linksOf(view, suggestions).map((link) => html`<li>${link}</li>`)}</ul>`;
}

function countOf({ words }: WholeView, { cells, registries }: Suggestions, gene: GeneName): string | undefined {
  const own = cells?.get(countKey(gene));
  if (own === undefined) return undefined;
  const isWhole = own.length >= registries.length;
  // A zero is not shown if it only comes from cached answers.
  if (!isWhole && own.every(({ count }) => count === 0)) return undefined;
  return peopleCounted(words, own, { registries: registries.length, isOver: true });
}

function otherGenes(
  view: WholeView,
  { diseaseId, name, genes }: GenesOfDisease,
  peopleOf: (gene: GeneName) => Html,
): Html {
  const items = genes.map(
    (gene) => html`<li><a href="${searchOfGene(view, gene)}"><bdi>${gene.symbol}</bdi></a>${peopleOf(gene)}</li>`,
  );
  const title = html`<a href="${linkTo(view, `diseases/${idInPath(diseaseId)}`)}">${view.words.otherGenesOf(name ?? diseaseId)}</a>`;
  return html`<h2>${title}</h2><ul class="next-genes">${items}</ul>`;
}

function linksOf(
  view: Parameters<typeof suggestionsOf>[0],
  { params, genes, registries, found = 0, called }: Suggestions,
): Html[] {
  const { words, site } = view;
  const text = params.get('symbol') ?? params.get('nameLike') ?? params.get('descriptionLike') ?? '';
  const kind = params.has('descriptionLike') ? 'people' : 'interests';
  const partners = registries.filter(({ key }) => key !== LOCAL_ORIGIN).slice(0, MOST_REGISTRIES);
  const toCoverage = linkTo(view, 'coverage', new URLSearchParams(genes?.searched));
  return [
    genes && geneMeant(genes) !== undefined && html`<a href="${toCoverage}">${words.gene.toCoverage}</a>`,
    text !== '' &&
      html`<a href="${searchOfText(view, { kind, text })}">${searchText(words, { kind, text })}</a>${found > 0 && html` <span class="people-of">${words.typedText.finds(found)}</span>`}`,
    called &&
      html`<a href="${searchOfText(view, called)}">${searchText(words, called)}</a> <span class="people-of">${words.typedText.finds(called.count)}</span>`,
    whomToAsk(view, { name: site.shortname, contactEmail: site.contactEmail }),
    ...partners.map((partner) => whomToAsk(view, partner)),
  ].filter((link) => link !== undefined && link !== false);
}

/** Returns a link to write to the registry, or else to its website; undefined if there is neither. */
export function whomToAsk(
  { words }: WholeView,
  { name, url = '', contactEmail = '' }: Omit<Registry, 'key'>,
): Html | undefined {
  const mail = mailtoAddress({ to: contactEmail });
  if (mail !== undefined) return html`<a href="${mail}">${words.askTheRegistry(name)}</a>`;
  return isWebAddress(url) ? linkOut(url, words.visitTheRegistry(name)) : undefined;
}
