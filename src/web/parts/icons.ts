/** Small pictures beside the names of organ systems and terms, which say nothing that the name does not say. */

import { type Html, html } from '../html.ts';
import type { View } from './view.ts';

/** What assets/web/icons/organs.svg holds a symbol of, by Uberon id. */
const DRAWN: ReadonlySet<string> = new Set([
  'UBERON_0000026',
  'UBERON_0000033',
  'UBERON_0000178',
  'UBERON_0000949',
  'UBERON_0000970',
  'UBERON_0001004',
  'UBERON_0001007',
  'UBERON_0001015',
  'UBERON_0001016',
  'UBERON_0002199',
  'UBERON_0004122',
  'UBERON_0004535',
  'UBERON_0004755',
]);

/** The icon of a term or organ: the operator's, or the one that is drawn here; undefined where there is none. */
export function icon({ root, icons }: Pick<View, 'root' | 'icons'>, id: string): Html | undefined {
  const name = id.replaceAll(':', '_');
  const file = [`${name}.svg`, `${name}.png`].find((one) => icons.has(one));
  if (file !== undefined) {
    return html`<img class="icon" src="${root}icons/${file}" alt="" width="24" height="24" loading="lazy"> `;
  }
  if (!DRAWN.has(name)) return undefined;
  return html`<svg class="icon" aria-hidden="true" focusable="false"><use href="${root}assets/web/icons/organs.svg#${name}"/></svg> `;
}
