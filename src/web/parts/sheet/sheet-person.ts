/** One of the people on the sheet for the clinic: who, where, what they work on, and how to reach them. */

import { openAddress } from '../../../domain/message/mailto.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import type { FoundPerson } from '../people/found-people.ts';
import { organismChip } from '../people/organism-chip.ts';
import { nameOf, placeOf } from '../people/person.ts';

const MOST_GENES = 4;
/** Of any text: the sheet is one page, whatever a registry writes. */
const MOST_CHARACTERS = 90;

export function sheetPerson({ owner, genes, facts }: FoundPerson, words: Words): Html {
  const { isWithheld } = facts;
  const { people } = words;
  const email = openAddress(owner.email);
  const place = shortened(placeOf(owner, words));
  const contact = [shortened(owner.origin), ...(email === undefined ? [] : [shortened(email)])];
  return html`<li><p class="who">${
    isWithheld
      ? html`<b><bdi>${shortened(words.sheet.withheld(owner.origin))}</bdi></b>`
      : html`<b><bdi>${shortened(nameOf(owner, words))}</bdi></b>${place !== '' && html` · <bdi>${place}</bdi>`}`
  }</p>
<p class="does">${genes.slice(0, MOST_GENES).map((gene) => html`<span>${organismChip(words, gene.taxon)} <i><bdi>${shortened(gene.symbol)}</bdi></i> ${gene.tier === 'TIER1' ? people.worksNow : people.workedBefore}</span>`)}</p>
${!isWithheld && html`<p class="reach">${contact.map((one, index) => html`${index > 0 && ' · '}<bdi>${one}</bdi>`)}</p>`}</li>`;
}

function shortened(text: string): string {
  const characters = [...text.replace(/\p{M}{3,}/gu, '')];
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
}
