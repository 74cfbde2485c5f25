/** An organism as a chip: its letters and its colour, and what it is called for whoever sees neither. */

import { type Html, html } from '../../html.ts';
import type { Words } from '../../words/words.ts';
import { taxonLabel } from '../choices.ts';

/** By taxon id: the letters of the scientific name, and the name of the colour in the style. */
const DRAWN: Readonly<Record<string, readonly [letters: string, colour: string]>> = {
  9606: ['Hs', 'human'],
  10090: ['Mm', 'mouse'],
  10116: ['Rn', 'rat'],
  7955: ['Dr', 'zebrafish'],
  8364: ['Xt', 'frog'],
  7227: ['Dm', 'fly'],
  6239: ['Ce', 'worm'],
  559292: ['Sc', 'yeast'],
  4896: ['Sp', 'yeast'],
  511145: ['Ec', 'bacterium'],
};

type Taxon = { id: number; commonName?: string | null };

/** What somebody has to do with a gene, and whether that is over. */
type Work = { text: string; isPast: boolean };

/**
 * @param symbol of a gene of the organism; without one, the name of the organism stands there
 * @param work of a person on that gene
 */
export function organismChip(words: Words, taxon: Taxon, symbol?: string, work?: Work): Html {
  const name = taxonLabel(words, taxon);
  const [letters, colour] = DRAWN[String(taxon.id)] ?? [lettersOf(name), 'organism'];
  return html`<span class="organism ${colour}${work?.isPast === true && ' past'}"><b data-letters="${letters}" title="${name}"></b>${
    symbol === undefined
      ? html`<span><bdi>${name}</bdi></span>`
      : html`<span class="visually-hidden"><bdi>${name}</bdi> </span><i><bdi>${symbol}</bdi></i>`
  }${work !== undefined && html` <em>${work.text}</em>`}</span>`;
}

function lettersOf(name: string): string {
  return [...name].slice(0, 2).join('');
}
