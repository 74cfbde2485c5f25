/** How a text was understood that led directly to a search, with links to its other meanings. */

import type { OfferedSearch, ResolvedGene } from '../../domain/resolve/candidate.ts';
import { searchOfGene, searchOfText } from '../parts/box-links.ts';
import { identifierText, searchText } from '../parts/candidate-words.ts';
import { type Html, html } from '../parts/html.ts';
import { taxonLabel } from '../parts/labels.ts';
import { organismChip } from '../parts/organism-chip.ts';
import type { WholeView } from '../parts/view.ts';

export type Understood = UnderstoodGene | UnderstoodText;

/** A text that is no gene, disease or term, so that one of the two searches for people was made. */
type UnderstoodText = { searched: OfferedSearch['kind']; other: OfferedSearch };

type UnderstoodGene = {
  gene: ResolvedGene;
  /** The name that was found, if it is not the symbol. */
  called: string | undefined;
  /** Whether the text had other words, which were ignored. */
  isShortened: boolean;
  /** Other genes with the same name, and genes of other organisms. */
  others: readonly ResolvedGene[];
  searches: readonly OfferedSearch[];
};

export function understoodLine(view: WholeView, understood: Understood): Html {
  return 'gene' in understood ? geneLine(view, understood) : textLine(view, understood);
}

function textLine(view: WholeView, { searched, other }: UnderstoodText): Html {
  const { words } = view;
  const link = html`<a data-search="${other.kind}" href="${searchOfText(view, other, { offersOther: true })}">${searchText(words, other)}</a>`;
  return html`<p id="understood"><span>${words.typedText.searched[searched]}</span> ${link}</p>`;
}

function geneLine(view: WholeView, { gene, called, isShortened, others, searches }: UnderstoodGene): Html {
  const { words } = view;
  const taxon = ({ taxonId, taxonName }: ResolvedGene) => ({ id: taxonId, commonName: taxonName });
  return html`<details id="understood"><summary>${called !== undefined && html`<span id="typed" dir="auto">${words.typedText.typed(called)}</span> `}${words.box.somethingElse}</summary>
<p dir="auto">${words.box.understood(gene.symbol, taxonLabel(words, taxon(gene)), identifierText(gene))}${isShortened && html` <span id="left-out">${words.typedText.omitted}</span>`}</p>
<ul>${others.map((other) => html`<li><a href="${searchOfGene(view, other, { as: 'symbol', beside: [gene, ...others] })}">${organismChip(view, taxon(other), other.symbol)}</a> <span class="id">${identifierText(other)}</span></li>`)}
${searches.map((search) => html`<li><a data-search="${search.kind}" href="${searchOfText(view, search)}">${searchText(words, search)}</a></li>`)}</ul>
</details>`;
}
