/** An organism as a chip: its picture, its letters and its colour, and what it is called for whoever sees none of them. */

import { shownText } from '../../../domain/shown-text.ts';
import { type Html, html } from '../../html.ts';
import { type AssetBase, drawn } from '../icons.ts';
import { taxonLabel } from '../labels.ts';
import type { View } from '../view.ts';

/** By taxon id: the letters of the scientific name, the name of the colour in the style, and that of the picture. */
const KNOWN: ReadonlyMap<string, readonly [letters: string, colour: string, picture?: string]> = new Map([
  ['9606', ['Hs', 'human']],
  ['10090', ['Mm', 'mouse']],
  ['10116', ['Rn', 'rat']],
  ['7955', ['Dr', 'zebrafish']],
  ['8364', ['Xt', 'frog']],
  ['7227', ['Dm', 'fly']],
  ['6239', ['Ce', 'worm']],
  ['559292', ['Sc', 'yeast']],
  ['4896', ['Sp', 'yeast', 'fission-yeast']],
  ['511145', ['Ec', 'bacterium']],
]);

type ChipView = Pick<View, 'words'> & AssetBase;

type Taxon = { id: number; commonName?: string | null };

/** What somebody has to do with a gene, and whether that is over. */
type Work = { text: string; isPast: boolean };

/**
 * @param symbol of a gene of the organism; without one, the name of the organism stands there
 * @param work of a person on that gene
 */
export function organismChip(view: ChipView, taxon: Taxon, symbol?: string, work?: Work): Html {
  const name = shownText(taxonLabel(view.words, taxon));
  const [letters, colour] = KNOWN.get(String(taxon.id)) ?? [lettersOf(name), 'organism'];
  const isPast = work?.isPast === true;
  return html`<span class="organism ${colour}${isPast && ' past'}"><b data-letters="${letters}" title="${name}">${organismIcon(view, taxon.id)}</b>${
    symbol === undefined
      ? html`<span><bdi>${name}</bdi></span>`
      : html`<span class="visually-hidden"><bdi>${name}</bdi> </span><i><bdi>${symbol}</bdi></i>`
  }${work !== undefined && html` <em>${work.text}</em>`}</span>`;
}

/** Undefined for an organism that is not drawn. */
export function organismIcon(view: AssetBase, taxonId: number | string): Html | undefined {
  const [, colour, picture = colour] = KNOWN.get(String(taxonId)) ?? [];
  return picture === undefined ? undefined : drawn(view, 'organisms', picture);
}

function lettersOf(name: string): string {
  return [...name].slice(0, 2).join('');
}
