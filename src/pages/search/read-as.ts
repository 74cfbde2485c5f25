/** What the page of a search says of the text that led to it: how it was read, what was not searched for, and what else it may mean. */

import type { GeneCandidate, OfferedSearch, ResolvedGene } from '../../domain/resolve/candidate.ts';
import { searchOfGene, searchOfText } from '../parts/box-links.ts';
import { identifierText, searchText } from '../parts/candidate-words.ts';
import type { Choices } from '../parts/choices.ts';
import { type Html, html } from '../parts/html.ts';
import { taxonLabel } from '../parts/labels.ts';
import { linkOut } from '../parts/link-out.ts';
import { organismChip } from '../parts/organism-chip.ts';
import type { WholeView } from '../parts/view.ts';
import type { PageSearch } from './search-query.ts';

export type Understood = UnderstoodGene | UnderstoodText;

/** A text that is no gene, disease or term, so that one of the two searches for people was made. */
type UnderstoodText = {
  searched: OfferedSearch['kind'];
  other: OfferedSearch;
  /** How many people the other search finds here and in cached answers. */
  count: number;
  /** The gene that is called so, too. */
  gene: GeneCandidate | undefined;
};

type UnderstoodGene = {
  gene: ResolvedGene;
  /** The name that was found, if it is not the symbol. */
  called: string | undefined;
  /** Whether the text had other words, which were not searched for. */
  isShortened: boolean;
  /** These words; empty where only the address is known, which never holds them. */
  leftOut: readonly string[];
  /** The people who are called so, if there are any. */
  people: (OfferedSearch & { count: number }) | undefined;
  /** Other genes with the same name, and genes of other organisms. */
  others: readonly ResolvedGene[];
  searches: readonly OfferedSearch[];
};

export function understoodLine(view: WholeView, understood: Understood): Html {
  return 'others' in understood ? geneLine(view, understood) : textLine(view, understood);
}

function textLine(view: WholeView, { searched, other, count, gene }: UnderstoodText): Html {
  const { words } = view;
  const link = html`<a data-search="${other.kind}" href="${searchOfText(view, other, { offersOther: true })}">${searchText(words, other)}</a>`;
  return html`<p id="understood"><span>${words.typedText.searched[searched]}</span> ${link}${count > 0 && html` <span id="other-count">${words.typedText.finds(count)}</span>`}${gene !== undefined && html` · ${geneCalledSo(view, gene)}`}</p>`;
}

function geneCalledSo(view: WholeView, { gene, reason }: GeneCandidate): Html {
  const address = searchOfGene(view, gene, { as: reason.kind, called: reason.matched, beside: [gene] });
  return html`<a id="gene-called-so" href="${address}">${organismChip(view, taxonOf(gene), gene.symbol)}</a>`;
}

function geneLine(view: WholeView, { gene, called, others, searches }: UnderstoodGene): Html {
  const { words } = view;
  return html`<details id="understood"><summary>${called !== undefined && html`<span id="typed" dir="auto">${words.typedText.typed(called)}</span> `}${words.box.somethingElse}</summary>
<p dir="auto">${words.box.understood(gene.symbol, organismName(view, gene), identifierText(gene))}</p>
<ul>${others.map((other) => html`<li><a href="${searchOfGene(view, other, { as: 'symbol', beside: [gene, ...others] })}">${organismChip(view, taxonOf(other), other.symbol)}</a> <span class="id">${identifierText(other)}</span></li>`)}
${searches.map((search) => html`<li><a data-search="${search.kind}" href="${searchOfText(view, search)}">${searchText(words, search)}</a></li>`)}</ul>
</details>`;
}

function taxonOf({ taxonId, taxonName }: ResolvedGene) {
  return { id: taxonId, commonName: taxonName };
}

function organismName({ words }: WholeView, gene: ResolvedGene): string {
  return taxonLabel(words, taxonOf(gene));
}

/** Returns what was read and what was not searched for, and who is called so; nothing where the text was the gene alone. */
export function readAs(
  view: WholeView,
  understood: Understood | undefined,
  { search, choices }: { search: PageSearch; choices: Choices },
): Html | undefined {
  if (understood === undefined || !('others' in understood)) return undefined;
  const { gene, isShortened, leftOut, people } = understood;
  const { typedText, lang } = view.words;
  const narrowed = search.params.getAll('orthologTaxonId');
  if (!isShortened && people === undefined && narrowed.length === 0) return undefined;
  const organisms = choices.taxa.filter(({ id }) => narrowed.includes(String(id)));
  const inOrganisms = new Intl.ListFormat(lang).format(organisms.map((taxon) => taxonLabel(view.words, taxon)));
  const own = organismName(view, gene);
  const read =
    inOrganisms === '' ? typedText.readAs(gene.symbol, own) : typedText.readIn(gene.symbol, own, inOrganisms);
  const others = leftOut.map((piece, at) => html`${at > 0 && ', '}${leftOutPiece(gene.symbol, piece)}`);
  return html`<p id="read-as" dir="auto"><span>${read}</span>${
    leftOut.length > 0 &&
    html` <span id="left-out" data-about="${typedText.about(leftOut.join(', '))}" data-add="${typedText.mention}">${typedText.notSearched} ${others}.</span>`
  }${isShortened && leftOut.length === 0 && html` <span id="left-out">${typedText.omitted}</span>`}${
    people !== undefined &&
    html` <a id="called-so" data-search="people" href="${searchOfText(view, people, { offersOther: true })}">${typedText.calledSo(people.count, people.text)}</a>`
  }</p>`;
}

/** Returns words that were not searched for; a variant as a link to ClinVar, which reads it beside its gene. */
function leftOutPiece(symbol: string, piece: string): Html {
  return clinVarLink(piece, isWhole(piece) ? piece : `${symbol}[gene] AND "${piece}"`) ?? html`<bdi>${piece}</bdi>`;
}

/** Returns a link to a variant at ClinVar; undefined for a text that ClinVar does not read without its gene. */
export function variantAtClinVar(variant: string): Html | undefined {
  return isWhole(variant) ? clinVarLink(variant, variant) : undefined;
}

function clinVarLink(piece: string, term: string): Html | undefined {
  if (!isClinVarForm(piece)) return undefined;
  return linkOut(`https://www.ncbi.nlm.nih.gov/clinvar/?term=${encodeURIComponent(term)}`, html`<bdi>${piece}</bdi>`);
}

/** Whether a variant needs no gene beside it. */
function isWhole(piece: string): boolean {
  return /^(?:rs\d+|[VRS]CV\d+(?:\.\d+)?)$|^[NX][CGMR]_/i.test(piece);
}

function isClinVarForm(piece: string): boolean {
  return /^(?:rs\d{3,12}|[VRS]CV\d{6,12}(?:\.\d{1,3})?|(?:[NX][CGMR]_\d{1,12}(?:\.\d{1,3})?(?:\([A-Z0-9-]{2,15}\))?:)?[cgmnp]\.[^\s]{2,80})$/i.test(
    piece,
  );
}
