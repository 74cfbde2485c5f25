/** The map of people with its frame, and its legend, written by the server; scripts fill its rows. */

import type { MatrixCell, MatrixRow } from '../../../domain/federation/people-matrix.ts';
import { type Html, html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';
import { isNarrowed } from '../people/list-view.ts';
import type { WholeView } from '../view.ts';
import { type MatrixView, matrixLine, matrixRow } from './matrix.ts';
import { cellSign } from './people-cell.ts';

/** Returns the table. It has every row from the start, so that nothing moves while cells fill. */
export function peopleMapTable(view: MatrixView & WholeView, rows: readonly MatrixRow[]): Html {
  const { words, columns } = view;
  return html`<ul id="matrix-line">${matrixLine(view, rows)}</ul>
<div class="wide"><table class="map"><caption class="visually-hidden">${words.gene.matrix}. ${words.gene.matrixHelp}</caption>
<thead><tr><td></td>${columns.map((column) => html`<th scope="col" data-origin="${column.key}" data-name="${column.name}"><bdi>${column.name}</bdi></th>`)}</tr></thead>
<tbody id="matrix-rows">${rows.map((row) => matrixRow(view, row))}</tbody></table></div>
<p id="matrix-of-all" class="help of-all"${!isNarrowed(view.listView) && html` hidden`}>${words.gene.matrixOfAll}</p>`;
}

/** Returns the legend of the map, whose style shows the signs that the map has. Each has the frame and the filling of its cells. */
export function mapLegend({ gene }: AllWords): Html {
  const samples: [kind: MatrixCell['kind'], count: number, meaning: string][] = [
    ['nobody', 0, gene.legendNobody],
    ['none-found', 0, gene.legendNoneFound],
    ['earlier', 2, gene.legendEarlier],
    ['at-least', 2, gene.legendAtLeast],
    ['unknown', 0, gene.unknownThere],
    ['silent', 0, gene.silent],
    ['outstanding', 0, gene.outstanding],
  ];
  return html`<ul class="legend" id="map-legend" aria-label="${gene.legend}">${samples.map(
    ([kind, count, meaning]) =>
      html`<li data-of="${kind}"><span class="sample" aria-hidden="true" data-kind="${kind}"><span>${cellSign({ kind, count, asOf: null })}</span></span> ${meaning}</li>`,
  )}</ul>`;
}
