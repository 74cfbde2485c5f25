/** Small pictures beside names of organisms, kinds of research, organ systems and terms. They are decoration: the name beside them says the same. */

import type { ResearcherCategory } from '../../domain/record/model.ts';
import { type Html, html } from './html.ts';
import type { View } from './view.ts';

/** The address of the pictures. */
export type AssetBase = Pick<View, 'root' | 'assets'>;

/** The symbols in assets/pages/icons/research.svg. */
const RESEARCH: ReadonlySet<string> = new Set<ResearcherCategory>([
  'IN_SILICO',
  'IN_VITRO_BIOCHEMICAL',
  'IN_VITRO_CELLS',
  'IN_VITRO_STRUCTURAL',
  'IN_VIVO',
  'OTHER',
]);

/** The symbols in assets/pages/icons/organs.svg, by Uberon id. */
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

/** Returns the icon of a term or organ: the operator's file, or else the symbol of the product; undefined if there is neither. */
export function icon(view: Pick<View, 'root' | 'assets' | 'icons'>, id: string): Html | undefined {
  const { root, icons } = view;
  const name = id.replaceAll(':', '_');
  const file = [`${name}.svg`, `${name}.png`].find((one) => icons.has(one));
  if (file !== undefined) {
    return html`<img class="icon" src="${root}icons/${file}" alt="" width="24" height="24" loading="lazy"> `;
  }
  return DRAWN.has(name) ? html`${drawn(view, 'organs', name)} ` : undefined;
}

/** Returns the icon of a kind of research, by its word in records. */
export function researchIcon(view: AssetBase, category: string): Html | undefined {
  return RESEARCH.has(category) ? html`${drawn(view, 'research', category)} ` : undefined;
}

/** Returns a symbol of assets/pages/icons, in which each file holds a set of symbols. */
export function drawn({ root, assets }: AssetBase, set: 'organisms' | 'organs' | 'research', name: string): Html {
  return html`<svg class="icon" aria-hidden="true" focusable="false"><use href="${root}${assets}pages/icons/${set}.svg#${name}"/></svg>`;
}
