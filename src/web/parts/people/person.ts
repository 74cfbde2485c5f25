/** A researcher in a few words, as every page shows them. */

import type { FederatedPerson } from '../../../client/federated-answers.ts';
import { shownText } from '../../../domain/shown-text.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { organOfRecord } from '../record-names.ts';

/** `Principal investigator at University of Example`, or what there is of it. */
export function placeOf(user: FederatedPerson, words: Words): string {
  const position = positionOf(user.researcherPosition, words);
  const { organization } = user;
  if (position === '' || !organization) return position || organization || '';
  return words.atPlace(position, organization);
}

/** A word that this version does not know is shown as it came. */
export function positionOf(position: string | null | undefined, words: Words): string {
  return wordOf(words.positions, position ?? '');
}

export function categoriesOf(user: FederatedPerson, words: Words): string[] {
  return categoriesIn(user).map((category) => shownText(wordOf(words.categories, category)));
}

/** A word that this version does not know is shown as it came. */
export function wordOf(known: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(known, word) ? (known[word] ?? word) : word;
}

/** Of a list that a record may make as long as it likes, what a card shows; the profile has all. */
export const MOST_LISTED = 10;

/** The first entries, and how many others there are. */
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

/** As the record names them. */
export function categoriesIn({ researcherCategories }: FederatedPerson): string[] {
  return (researcherCategories ?? []).flatMap((category) => category || []);
}

/** What the organ systems are called that they work on. */
export function organNamesOf({ userOrgans }: FederatedPerson, words: Words): string[] {
  return Object.entries(userOrgans ?? {}).map(([id, organ]) => organOfRecord(words, id, organ?.name));
}
