/** The card of the queried gene: its names, links to other databases, its diseases and orthologs. */

import { ownMember } from '../../domain/own-member.ts';
import type { DescribedGene, GeneDiseases, NamedGene } from '../../domain/resolve/described-gene.ts';
import { idInPath } from '../parts/box-links.ts';
import { sourceText } from '../parts/candidate-words.ts';
import { HUMAN_TAXON_ID, type TaxonChoice, taxonName } from '../parts/choices.ts';
import { type Html, html } from '../parts/html.ts';
import { linkOut } from '../parts/link-out.ts';
import { facetParameter } from '../parts/list-view.ts';
import { organismChip } from '../parts/organism-chip.ts';
import { symbolInSentence } from '../parts/record-names.ts';
import { linkTo, type WholeView } from '../parts/view.ts';
import type { AllWords } from '../words/words.ts';
import { geneMeant, type KnownGenes } from './known-genes.ts';

/** The word of HPO for an unknown kind. */
const NOT_KNOWN = 'UNKNOWN';

/** @param kind the word of the source, such as `MENDELIAN`; an unknown word is shown as it is */
export function associationText({ disease }: AllWords, kind: string): string {
  const { kinds } = disease;
  return Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind.toLowerCase();
}

/** Returns the kinds of several sources. "Unknown" is omitted if another source gives a kind. */
function kindsText(words: AllWords, kinds: readonly string[]): string {
  const known = kinds.filter((kind) => kind !== NOT_KNOWN);
  return (known.length > 0 ? known : kinds).map((kind) => associationText(words, kind)).join(', ');
}

const MOST_DISEASES = 2;
/** The number of links to other databases that are shown at once. */
const MOST_LINKS = 2;

/** Whether the queried symbol is not the current one; letter case is ignored. */
function isOtherName(searched: string, symbol: string): boolean {
  return searched.trim().toLowerCase() !== symbol.toLowerCase();
}

/** @param taxa the organisms that this registry offers */
export function geneCard(view: WholeView, known: KnownGenes, taxa: readonly TaxonChoice[]): Html {
  const { words } = view;
  const { searched, genes } = known;
  const gene = geneMeant(known);
  const taxon = { id: Number(searched.taxonId), commonName: taxonName(words, taxa, searched.taxonId) };
  const others = genes.filter((one) => one !== gene);
  const coverage = linkTo(view, 'coverage', new URLSearchParams(searched));
  const toCoverage = html`<a href="${coverage}">${words.gene.toCoverage}</a>`;
  return html`<div id="gene">
<h1 id="gene-name"><bdi>${gene?.symbol ?? symbolInSentence(words, searched.symbol)}</bdi>${gene?.name && html` <small dir="auto">${gene.name}</small>`}</h1>
<p class="gene-of">${organismChip(view, taxon)}${
    gene !== undefined &&
    isOtherName(searched.symbol, gene.symbol) &&
    html` <span dir="auto">${words.gene.searchedAs(symbolInSentence(words, searched.symbol))}</span>`
  }</p>
${gene === undefined && html`<p class="remark">${unknown(view, known, taxa)}</p>`}
${others.length > 0 && otherGenes(view, known, others)}
<details class="phone-more"><summary>${words.gene.more}</summary></details>
<div class="gene-facts">${
    gene !== undefined &&
    html`${identifiers(view, gene, toCoverage)}
${gene.diseases !== null && gene.diseases.diseases.length > 0 && diseaseChips(view, gene.diseases)}
${humanGene(view, gene)}
${missingOrthologs(view, known, gene, taxa)}`
  }${gene === undefined && html`<p class="gene-coverage">${toCoverage}</p>`}</div>
</div>`;
}

function unknown({ words }: WholeView, { searched }: KnownGenes, taxa: readonly TaxonChoice[]): string {
  const isOffered = taxa.some(({ id }) => String(id) === searched.taxonId);
  return isOffered ? words.gene.unknown : words.gene.unknownTaxon(searched.taxonId);
}

/** Lists genes with the same symbol, each with what distinguishes it: its name, kind and number. */
function otherGenes(view: WholeView, { searched, genes }: KnownGenes, others: readonly DescribedGene[]): Html {
  const { gene: labels } = view.words;
  return html`<div class="remark"><p>${labels.several(genes.length)} ${labels.other}</p>
<ul>${others.map(({ geneId, symbol, name, geneKind }) => {
    const params = new URLSearchParams({ ...searched, [facetParameter('gene')]: String(geneId) });
    const kind = geneKind === null ? undefined : (ownMember(labels.kind, geneKind) ?? geneKind);
    return html`<li><a href="${linkTo(view, 'search', params)}"><bdi>${name ?? symbol}</bdi></a> (${kind !== undefined && `${kind}, `}NCBI ${geneId})</li>`;
  })}</ul></div>`;
}

/** Returns the first links, and the rest in a menu. */
function identifiers({ words }: WholeView, gene: DescribedGene, toCoverage: Html): Html {
  const item = (link: Html) => html`<li>${link}</li>`;
  const links = geneLinks(gene);
  const rest = links.slice(MOST_LINKS);
  return html`<ul class="ids" aria-label="${words.gene.identifiers}">${links.slice(0, MOST_LINKS).map(item)}<li><details class="menu"><summary>${words.gene.moreLinks}</summary><ul>${[...rest, toCoverage].map(item)}</ul></details></li></ul>`;
}

/** Returns the diseases with their source and its release, as the source asks for. */
function diseaseChips(view: WholeView, { sources, diseases }: GeneDiseases): Html {
  const { words } = view;
  const from = sources.map(sourceText).join(', ');
  const chips = diseases.map(
    ({ diseaseId, name, kinds }) =>
      html`<li><a class="chip" href="${linkTo(view, `diseases/${idInPath(diseaseId)}`)}" title="${diseaseId}"><bdi>${name ?? diseaseId}</bdi>${kinds.length > 0 && html` <span class="quiet">${kindsText(words, kinds)}</span>`}</a></li>`,
  );
  const rest = chips.length - MOST_DISEASES;
  return html`<div class="gene-list"><h2 class="visually-hidden">${words.gene.diseases}</h2><ul>${chips.slice(0, MOST_DISEASES)}</ul>${
    rest > 0
      ? html`<details><summary>${words.gene.moreDiseases(rest, from)}</summary><ul>${chips.slice(MOST_DISEASES)}</ul></details>`
      : html`<span class="source">${words.gene.diseasesBy(from)}</span>`
  }</div>`;
}

/** Returns the human gene of a gene of a model organism; the map names the other orthologs. */
function humanGene(view: WholeView, { taxonId, orthologs }: DescribedGene): Html | undefined {
  const { words } = view;
  const human = orthologs.filter((one) => String(one.taxonId) === HUMAN_TAXON_ID);
  if (human.length > 0) {
    return html`<div class="gene-list human-gene"><h2>${words.gene.human}</h2><ul>${human.map((one) => orthologChip(view, one))}</ul></div>`;
  }
  const hasNone = orthologs.length === 0 && String(taxonId) === HUMAN_TAXON_ID;
  return hasNone ? html`<p class="remark">${words.gene.noOrthologs}</p>` : undefined;
}

/** Returns the searched organisms that have no ortholog of the gene, so that nobody can be found there. */
function missingOrthologs(
  { words }: WholeView,
  { searchedTaxonIds }: KnownGenes,
  { taxonId, orthologs }: DescribedGene,
  taxa: readonly TaxonChoice[],
): Html[] {
  const known = new Set([taxonId, ...orthologs.map((one) => one.taxonId)]);
  return searchedTaxonIds
    .filter((id) => !known.has(id))
    .map((id) => html`<p class="remark">${words.gene.noOrthologsIn(taxonName(words, taxa, String(id)))}</p>`);
}

function orthologChip(view: WholeView, { symbol, taxonId, taxonName: commonName }: NamedGene): Html {
  const params = new URLSearchParams({ symbol, taxonId: String(taxonId) });
  const chip = organismChip(view, { id: taxonId, commonName }, symbol);
  return html`<li><a href="${linkTo(view, 'search', params)}">${chip}</a></li>`;
}

/** The limit for identifiers of one kind; a gene with more is at several places of the genome. */
const MOST_IDENTIFIERS = 2;

/**
 * Returns links: first identifiers in their usual form, then databases about the gene. Malformed identifiers are
 * omitted, because their links would lead nowhere.
 */
function geneLinks({ geneId, taxonId, hgncId, ensemblIds, omimIds }: DescribedGene): Html[] {
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
