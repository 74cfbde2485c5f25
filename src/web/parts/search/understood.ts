/** How a text was understood that led straight to a search, with the way to everything else it may have meant. */

import type { OfferedSearch, ResolvedGene } from '../../../domain/resolve/candidate.ts';
import { type Html, html } from '../../html.ts';
import { taxonLabel } from '../labels.ts';
import { organismChip } from '../people/organism-chip.ts';
import type { WholeView } from '../view.ts';
import { searchOfGene, searchOfText } from './box-links.ts';
import { identifierText, searchText } from './candidate-words.ts';

export type Understood = UnderstoodGene | UnderstoodText;

/** A text that is no gene, disease or term, put to one of the two searches for people. */
type UnderstoodText = { searched: OfferedSearch['kind']; other: OfferedSearch };

type UnderstoodGene = {
  gene: ResolvedGene;
  /** The name by which it was met, where that is another one than its symbol. */
  called: string | undefined;
  /** Whether other words stood in the text, which were put to nobody. */
  isShortened: boolean;
  /** Genes of the same name, and those of other organisms. */
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
