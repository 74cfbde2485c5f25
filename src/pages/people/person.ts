/** Short texts about a researcher, the same on every page. */

import type { FederatedPerson } from '../../client/answers.ts';
import { ownMember } from '../../domain/own-member.ts';
import { orcidUrl, rorUrl } from '../../domain/record/identifiers.ts';
import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../parts/html.ts';
import { linkOut } from '../parts/link-out.ts';
import { organOfRecord } from '../parts/record-names.ts';
import type { Words } from '../words/words.ts';

/** Returns `Principal investigator at University of Example`, or the part that exists. */
export function placeOf(user: FederatedPerson, words: Words): string {
  const position = positionOf(user.researcherPosition, words);
  const { organization } = user;
  if (position === '' || !organization) return position || organization || '';
  return words.atPlace(position, organization);
}

/** Returns the position in words; an unknown value is shown as it is. */
export function positionOf(position: string | null | undefined, words: Words): string {
  return wordOf(words.positions, position ?? '');
}

export function categoriesOf(user: FederatedPerson, words: Words): string[] {
  return categoriesIn(user).map((category) => shownText(wordOf(words.categories, category)));
}

/** Returns the text of a value; an unknown value is shown as it is. */
export function wordOf(known: Readonly<Record<string, string>>, word: string): string {
  return ownMember(known, word) ?? word;
}

/** The limit of list entries on a card, because a record may have any number; the profile shows all. */
export const MOST_LISTED = 10;

/** Returns the first entries, and the number of the rest. */
export function firstOf<Entry>(
  all: readonly Entry[],
  { people }: Words,
  most: number,
  shown: (entry: Entry) => Html,
): Html[] {
  const others = all.length - most;
  return [
    ...all.slice(0, most).map(shown),
    ...(others > 0 ? [html`<span class="others">${people.others(others)}</span>`] : []),
  ];
}

/** Returns the categories with the values of the record. */
export function categoriesIn({ researcherCategories }: FederatedPerson): string[] {
  return (researcherCategories ?? []).flatMap((category) => category || []);
}

/** Returns the names of the person's organ systems. */
export function organNamesOf({ userOrgans }: FederatedPerson, words: Words): string[] {
  return Object.entries(userOrgans ?? {}).map(([id, organ]) => organOfRecord(words, id, organ?.name));
}

/** Returns the links for a list. Their texts are the names of the registers, which are the same in every language. */
export function identifierLinks({ orcid, ror }: FederatedPerson): Html | undefined {
  const links = [orcid && linkOut(orcidUrl(orcid), 'ORCID'), ror && linkOut(rorUrl(ror), 'ROR')].filter(Boolean);
  return links.length === 0
    ? undefined
    : html` <span class="identifiers">${links.map((link) => html`${link} `)}</span>`;
}
