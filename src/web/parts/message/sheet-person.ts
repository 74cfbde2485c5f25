/** A person on the printed sheet: name, organisation, genes, and how to contact them. */

import { openAddress } from '../../../domain/contact/mailto.ts';
import { shownText } from '../../../domain/shown-text.ts';
import { type Html, html } from '../../html.ts';
import type { FoundPerson } from '../people/found-people.ts';
import { nameOf } from '../people/found-record.ts';
import { recordChip } from '../people/organism-chip.ts';
import { placeOf } from '../people/person.ts';
import type { WholeView } from '../view.ts';

/** The limits of texts on the printed sheet, in characters, so that it is always one page. */

export const MOST_OF_SYMBOL = 16;
export const MOST_OF_LINE = 60;

const MOST_GENES = 3;
const MOST_OF_NAME = 48;
const MOST_OF_PLACE = 90;

export function sheetPerson({ owner, genes, facts }: FoundPerson, view: WholeView): Html {
  const { words } = view;
  const { isWithheld } = facts;
  const { people } = words;
  const email = openAddress(owner.email);
  // A long address is omitted, because a cut one is useless.
  const isShort = email !== undefined && email.length <= MOST_OF_LINE;
  const place = shownText(placeOf(owner, words), MOST_OF_PLACE);
  const contact = [shownText(owner.origin, MOST_OF_LINE), ...(isShort ? [email] : [])];
  return html`<li><p class="who">${
    isWithheld
      ? html`<b><bdi>${shownText(words.sheet.withheld(owner.origin), MOST_OF_LINE)}</bdi></b>`
      : html`<b><bdi>${shownText(nameOf(owner, words), MOST_OF_NAME)}</bdi></b>${place !== '' && html` · <bdi>${place}</bdi>`}`
  }</p>
<p class="does">${genes.slice(0, MOST_GENES).map((gene) => html`<span>${recordChip(view, gene.taxon)} <i><bdi>${shownText(gene.symbol, MOST_OF_SYMBOL)}</bdi></i> ${gene.tier === 'TIER1' ? people.worksNow : people.workedBefore}</span>`)}${!isWithheld && html`<span class="reach">${contact.map((one, index) => html`${index > 0 && ' · '}<bdi>${one}</bdi>`)}</span>`}</p></li>`;
}
