/** The table of who works on a gene and its orthologs, gene by registry; its cells are those of the map, in words. */

import type { Coverage } from '../../../client/answers.ts';
import { type MatrixCell, matrixCell } from '../../../domain/federation/people-matrix.ts';
import { shownText } from '../../../domain/shown-text.ts';
import { type Html, html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';
import { recordChip } from '../people/organism-chip.ts';
import { linkTo, type WholeView } from '../view.ts';
import { geneLink } from './external-links.ts';
import { amountOf, cellSign, cellText } from './people-cell.ts';

type Row = Coverage['rows'][number];

export function coverageTable(view: WholeView, { rows, origins }: Pick<Coverage, 'rows' | 'origins'>): Html {
  const { coverage } = view.words;
  return html`<div class="wide"><table id="coverage"><caption class="visually-hidden">${coverage.caption}</caption>
<thead><tr><th scope="col">${coverage.gene}</th>${origins.map(({ origin }) => html`<th scope="col"><bdi>${origin}</bdi></th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${rowHead(view, row)}${origins.map((origin) => coverageCell(view, row, origin))}</tr>`)}</tbody></table></div>`;
}

/** Returns the head of a row, with links to the search of the gene and to its page at NCBI. */
function rowHead(view: WholeView, { geneId, symbol, taxon }: Row): Html {
  const href = linkTo(view, 'search', new URLSearchParams({ symbol, taxonId: String(taxon.id) }));
  return html`<th scope="row"><a href="${href}">${recordChip(view, taxon, shownText(symbol))}</a>${
    geneId !== null && html` <span class="ncbi">${geneLink(geneId, `NCBI ${geneId}`)}</span>`
  }</th>`;
}

/** Returns a cell; its number links to the people that it counts. */
function coverageCell(
  view: WholeView,
  { cells, symbol, taxon }: Row,
  { key, origin }: Coverage['origins'][number],
): Html {
  const given = cells.find((one) => one.key === key);
  const cell = matrixCell(given ?? NOT_ASKED, given?.count ?? 0);
  const text = cellText(cell, view.words);
  const about = html`<td data-kind="${cell.kind}" data-amount="${amountOf(cell)}" data-state="${given?.state ?? 'not-asked'}" data-registry="${origin}">`;
  if (cell.count === 0) return html`${about}${text}</td>`;
  const taxonId = String(taxon.id);
  const params = new URLSearchParams({ symbol, taxonId, orthologTaxonId: taxonId, origins: key });
  return html`${about}<a href="${linkTo(view, 'search', params)}">${text}</a></td>`;
}

const NOT_ASKED = { state: 'not-asked', exact: false, retrievedAt: null } as const;

/** Returns the legend of the cells. */
export function coverageLegend({ coverage }: AllWords): Html {
  const samples: [cell: Pick<MatrixCell, 'kind' | 'count'>, meaning: string][] = [
    [{ kind: 'people', count: 4 }, coverage.many],
    [{ kind: 'nobody', count: 0 }, coverage.nobody],
    [{ kind: 'at-least', count: 1 }, coverage.atLeast],
    [{ kind: 'earlier', count: 1 }, coverage.earlier],
    [{ kind: 'unknown', count: 0 }, coverage.unknown],
    [{ kind: 'silent', count: 0 }, coverage.silent],
  ];
  return html`<h2 id="legend">${coverage.legend}</h2>
<ul class="legend" aria-labelledby="legend">${samples.map(([sample, meaning]) => {
    const cell = { ...sample, asOf: null };
    return html`<li><span class="sample" aria-hidden="true" data-kind="${cell.kind}" data-amount="${amountOf(cell)}"><span>${cellSign(cell)}</span></span> ${meaning}</li>`;
  })}</ul>`;
}
