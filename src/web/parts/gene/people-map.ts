/** The map of people with its frame and legend, written by the server; scripts fill its rows. */

import type { MatrixRow } from '../../../domain/federation/people-matrix.ts';
import { type Html, html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';
import { isNarrowed } from '../people/list-view.ts';
import type { WholeView } from '../view.ts';
import { type MatrixView, matrixLine, matrixRow } from './matrix.ts';

/** Returns the table. It has every row from the start, so that nothing moves while cells fill. */
export function peopleMapTable(view: MatrixView & WholeView, rows: readonly MatrixRow[]): Html {
  const { words, columns } = view;
  return html`<ul id="matrix-line">${matrixLine(view, rows)}</ul>
<div class="wide"><table class="map"><caption class="visually-hidden">${words.gene.matrix}. ${words.gene.matrixHelp}</caption>
<thead><tr><td></td>${columns.map((column) => html`<th scope="col" data-origin="${column.key}" data-name="${column.name}"><bdi>${column.name}</bdi></th>`)}</tr></thead>
<tbody id="matrix-rows">${rows.map((row) => matrixRow(view, row))}</tbody></table></div>
${mapLegend(words)}
<p id="matrix-of-all" class="help"${!isNarrowed(view.listView) && html` hidden`}>${words.gene.matrixOfAll}</p>`;
}

/** Returns the legend of the map, folded. */
function mapLegend({ gene }: AllWords): Html {
  const signs = { '?': gene.unknownThere, '–': gene.silent, '2+': gene.legendAtLeast, '…': gene.outstanding };
  return html`<details id="map-legend"><summary>${gene.legend}</summary><dl>${Object.entries(signs).map(
    ([sign, meaning]) => html`<div><dt>${sign}</dt><dd>${meaning}</dd></div>`,
  )}</dl></details>`;
}
