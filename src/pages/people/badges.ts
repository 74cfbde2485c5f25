/** Kinds of research and organ systems as badges with pictures, for pages about one person. */

import type { FederatedPerson } from '../../client/answers.ts';
import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../parts/html.ts';
import { icon, researchIcon } from '../parts/icons.ts';
import { organOfRecord } from '../parts/record-names.ts';
import type { View } from '../parts/view.ts';
import { categoriesIn, firstOf, wordOf } from './person.ts';

/** Returns the person's kinds of research, each with its icon. @param most the limit; infinite on the profile */
export function kindsOf(user: FederatedPerson, view: View, most: number): readonly Html[] {
  const { words } = view;
  return firstOf(categoriesIn(user), words, most, (kind) => {
    return html`${researchIcon(view, kind)}<bdi>${shownText(wordOf(words.categories, kind))}</bdi>`;
  });
}

/** Returns the person's organ systems, each with its icon. @param most the limit; infinite on the profile */
export function organsOf({ userOrgans }: FederatedPerson, view: View, most: number): readonly Html[] {
  const { words } = view;
  return firstOf(Object.entries(userOrgans ?? {}), words, most, ([id, organ]) => {
    return html`${icon(view, id)}<bdi>${organOfRecord(words, id, organ?.name)}</bdi>`;
  });
}

/** Returns one badge for each entry. */
export function badges(all: readonly (Html | string)[]): Html | undefined {
  return all.length === 0
    ? undefined
    : html`<ul class="badges">${all.map((one) => html`<li>${typeof one === 'string' ? html`<bdi>${one}</bdi>` : one}</li>`)}</ul>`;
}
