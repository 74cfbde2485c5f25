/** One of the people on the sheet for the clinic: who, where, what they work on, and how to reach them. */

import type { FederatedGene } from '../../../client/federated-answers.ts';
import { openAddress } from '../../../domain/message/mailto.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { organismChip } from '../people/organism-chip.ts';
import { type FoundRecord, isGeneRecord, nameOf, ownerOf, placeOf } from '../people/person.ts';

/** A person of one registry with all their records of an answer; somebody whose name is withheld has one. */
export type SheetPerson = { records: readonly FoundRecord[]; isWithheld: boolean };

const MOST_GENES = 4;
/** Of any text: the sheet is one page, whatever a registry writes. */
const MOST_CHARACTERS = 90;

export function sheetPerson({ records, isWithheld }: SheetPerson, words: Words): Html | undefined {
  const [first] = records;
  if (first === undefined) return undefined;
  const owner = ownerOf(first);
  const genes = records.filter(isGeneRecord).slice(0, MOST_GENES);
  const email = openAddress(owner.email);
  const place = shortened(placeOf(owner, words));
  const contact = [shortened(owner.origin), ...(email === undefined ? [] : [shortened(email)])];
  return html`<li><p class="who">${
    isWithheld
      ? html`<b><bdi>${shortened(words.sheet.withheld(owner.origin))}</bdi></b>`
      : html`<b><bdi>${shortened(nameOf(owner, words))}</bdi></b>${place !== '' && html` · <bdi>${place}</bdi>`}`
  }</p>
<p class="does">${genes.map((gene) => html`<span>${organismChip(words, gene.taxon)} <i><bdi>${shortened(gene.symbol)}</bdi></i> ${workOf(gene, words)}</span>`)}</p>
${!isWithheld && html`<p class="reach">${contact.map((one, index) => html`${index > 0 && ' · '}<bdi>${one}</bdi>`)}</p>`}</li>`;
}

function workOf({ tier }: FederatedGene, { sheet }: Words): string {
  return tier === 'TIER1' ? sheet.worksNow : sheet.workedBefore;
}

function shortened(text: string): string {
  const characters = [...text.replace(/\p{M}{3,}/gu, '')];
  return characters.length > MOST_CHARACTERS ? `${characters.slice(0, MOST_CHARACTERS).join('')}…` : text;
}
