/** An organism as a chip: picture, letters and colour, and its name as text for readers who see none of these. */

import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from './html.ts';
import { type AssetBase, drawn } from './icons.ts';
import { taxonLabel } from './labels.ts';
import { taxonOfRecord } from './record-names.ts';
import type { View } from './view.ts';

/** By taxon id: the letters of the scientific name, the name of the colour in the style, and the name of the picture. */
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

/** A person's relation to a gene, and whether it is past. */
type Work = { text: string; isPast: boolean };

/**
 * Returns the chip of an organism of this registry.
 *
 * @param symbol the symbol of a gene; without it, the chip shows the name of the organism
 */
export function organismChip(view: ChipView, taxon: Taxon, symbol?: string): Html {
  return chip(view, taxon, taxonLabel(view.words, taxon), { symbol });
}

/**
 * Returns the chip of an organism of a record, which may have any name.
 *
 * @param work the relation of the person of the record to the gene
 */
export function recordChip(view: ChipView, taxon: Taxon, symbol?: string, work?: Work): Html {
  return chip(view, taxon, taxonOfRecord(view.words, taxon), { symbol, work });
}

type Shown = { symbol: string | undefined; work?: Work | undefined };

function chip(view: ChipView, taxon: Taxon, name: string, { symbol, work }: Shown): Html {
  const [letters, colour] = KNOWN.get(String(taxon.id)) ?? [lettersOf(taxon.commonName || name), 'organism'];
  const isPast = work?.isPast === true;
  return html`<span class="organism ${colour}${isPast && ' past'}"><b data-letters="${letters}" title="${name}">${organismIcon(view, taxon.id)}</b>${
    symbol === undefined
      ? html`<span><bdi>${name}</bdi></span>`
      : html`<span class="visually-hidden"><bdi>${name}</bdi> </span><i><bdi>${symbol}</bdi></i>`
  }${work !== undefined && html` <em>${work.text}</em>`}</span>`;
}

/** Returns the picture of an organism; undefined if there is none. */
export function organismIcon(view: AssetBase, taxonId: number | string): Html | undefined {
  const [, colour, picture = colour] = KNOWN.get(String(taxonId)) ?? [];
  return picture === undefined ? undefined : drawn(view, 'organisms', picture);
}

function lettersOf(name: string): string {
  return [...shownText(name)].slice(0, 2).join('');
}
