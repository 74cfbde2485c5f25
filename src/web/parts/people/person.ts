/** A researcher in a few words, as every page shows them. */

import type { AnyFederatedUser } from '../../../client/federated-answers.ts';
import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { organLabel } from '../choices.ts';
import { icon, researchIcon } from '../icons.ts';
import type { View } from '../view.ts';
import { shortened } from './short-text.ts';

/** `Principal investigator at University of Example`, or what there is of it. */
export function placeOf(user: AnyFederatedUser, words: Words): string {
  const position = positionOf(user.researcherPosition, words);
  const { organization } = user;
  if (position === '' || !organization) return position || organization || '';
  return words.atPlace(position, organization);
}

/** A word that this version does not know is shown as it came. */
export function positionOf(position: string | null | undefined, words: Words): string {
  return wordOf(words.positions, position ?? '');
}

export function categoriesOf({ researcherCategories }: AnyFederatedUser, words: Words): string[] {
  return (researcherCategories ?? []).flatMap((category) => (category ? [wordOf(words.categories, category)] : []));
}

function wordOf(known: Readonly<Record<string, string>>, word: string): string {
  return Object.hasOwn(known, word) ? (known[word] ?? word) : word;
}

/** The kinds of research that they do, each with its icon. */
export function kindsOf({ researcherCategories }: AnyFederatedUser, view: View): readonly Html[] {
  const kinds = (researcherCategories ?? []).flatMap((category) => category ?? []);
  return kinds.map(
    (kind) => html`${researchIcon(view, kind)}<bdi>${shortened(wordOf(view.words.categories, kind))}</bdi>`,
  );
}

/** The organ systems that they work on, each with its icon. */
export function organsOf({ userOrgans }: AnyFederatedUser, view: View): readonly Html[] {
  return Object.entries(userOrgans ?? {}).map(
    ([id, organ]) => html`${icon(view, id)}<bdi>${organLabel(view.words, id, organ?.name)}</bdi>`,
  );
}

/** The same as text. */
export function organNamesOf({ userOrgans }: AnyFederatedUser, words: Words): string[] {
  return Object.entries(userOrgans ?? {}).map(([id, organ]) => organLabel(words, id, organ?.name));
}

/** Badges, one for each. */
export function badges(all: readonly (Html | string)[]): Html | undefined {
  return all.length === 0
    ? undefined
    : html`<ul class="badges">${all.map((one) => html`<li>${typeof one === 'string' ? html`<bdi>${one}</bdi>` : one}</li>`)}</ul>`;
}
