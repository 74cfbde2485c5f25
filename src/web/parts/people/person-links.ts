/** Where a person of a list leads to. */

import type { CarriedGene } from '../../../domain/contact/carried-gene.ts';
import { accessLink, profileLink } from '../message/contact-links.ts';
import { taxonOfRecord } from '../record-names.ts';
import type { View } from '../view.ts';
import type { FoundPerson } from './found-people.ts';

/** Their profile, or the form that asks for access to them; undefined where the record gives no way. */
function linkOf(view: View, person: FoundPerson, about?: CarriedGene): string | undefined {
  const { owner, anonymousId, originKey } = person;
  if (anonymousId !== undefined) return accessLink(view, anonymousId, originKey, about);
  return typeof owner.id === 'number' ? profileLink(view, owner.id, originKey, about) : undefined;
}

/** The same for whoever writes or asks: without scripts, the page that it leads to knows what about. */
export function linkToAsk(view: View, person: FoundPerson): string | undefined {
  const [gene] = person.genes;
  if (gene === undefined) return linkOf(view, person);
  return linkOf(view, person, { gene: gene.symbol, organism: taxonOfRecord(view.words, gene.taxon) });
}
