/** The links of a person in a list. */

import type { CarriedGene } from '../../../domain/contact/carried-gene.ts';
import { accessLink, profileLink } from '../message/contact-links.ts';
import { taxonOfRecord } from '../record-names.ts';
import type { View } from '../view.ts';
import type { FoundPerson } from './found-people.ts';

/** Returns the address of the profile, or of the form that requests access; undefined if the record has no id. */
function linkOf(view: View, person: FoundPerson, about?: CarriedGene): string | undefined {
  const { owner, anonymousId, originKey } = person;
  if (anonymousId !== undefined) return accessLink(view, anonymousId, originKey, about);
  return typeof owner.id === 'number' ? profileLink(view, owner.id, originKey, about) : undefined;
}

/** Returns the same with the person's first gene, so that the page works without scripts and can mention the gene. */
export function linkToAsk(view: View, person: FoundPerson): string | undefined {
  const [gene] = person.genes;
  if (gene === undefined) return linkOf(view, person);
  return linkOf(view, person, { gene: gene.symbol, organism: taxonOfRecord(view.words, gene.taxon) });
}
