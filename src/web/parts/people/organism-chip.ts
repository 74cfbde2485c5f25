/** An organism as a chip: its picture, its letters and its colour, and what it is called for whoever sees none of them. */

import { shownText } from '../../../domain/shown-text.ts';
import { type Html, html } from '../../html.ts';
import { type AssetBase, drawn } from '../icons.ts';
import { taxonLabel } from '../labels.ts';
import { taxonOfRecord } from '../record-names.ts';
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
 * Of an organism that this registry names.
 *
 * @param symbol of a gene of the organism; without one, the name of the organism stands there
 */
export function organismChip(view: ChipView, taxon: Taxon, symbol?: string): Html {
  return chip(view, taxon, taxonLabel(view.words, taxon), { symbol });
}

/** The same of a record, which may name an organism as it likes. @param work of the person of the record on the gene */
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

/** Undefined for an organism that is not drawn. */
export function organismIcon(view: AssetBase, taxonId: number | string): Html | undefined {
  const [, colour, picture = colour] = KNOWN.get(String(taxonId)) ?? [];
  return picture === undefined ? undefined : drawn(view, 'organisms', picture);
}

function lettersOf(name: string): string {
  return [...shownText(name)].slice(0, 2).join('');
}
