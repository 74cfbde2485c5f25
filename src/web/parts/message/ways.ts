/** Where a chosen person can be reached on this site, and what the addresses carry on: the gene, and the organism. */

import { askedAboutParams } from '../../../domain/message/asked-about.ts';
import type { Chosen } from '../../../domain/message/shortlist.ts';
import type { Words } from '../../words/words.ts';
import { linkTo, type View } from '../view.ts';

/** The form that asks for access, where the name is withheld; else the profile. */
export function wayTo(view: View, one: Pick<Chosen, 'person' | 'origin' | 'expires' | 'gene' | 'organism'>): string {
  const { person, origin, expires } = one;
  const own = encodeURIComponent(person);
  const path = expires === '' ? `userView/${own}` : `search/gene/by-anonymous-id/${own}/request-access`;
  const params = { ...(origin === 'local' ? {} : { origin }), ...askedAboutParams(one) };
  return linkTo(view, path, new URLSearchParams(params));
}

/** What they are called in a sentence. */
export function calledOf({ name, registry }: Pick<Chosen, 'name' | 'registry'>, { message }: Words): string {
  return name === '' ? message.withheld(registry) : name;
}
