/**
 * People by organism and registry, in the head of a search: a map of the answer, and the way to a part of it. A click shows
 * the people of one organism, of one registry, or of one cell.
 */

import type { MatrixCell, MatrixRow } from '../../../domain/federation/people-matrix.ts';
import { type Html, html } from '../../html.ts';
import { taxonLabel } from '../choices.ts';
import { organismChip } from '../people/organism-chip.ts';
import { linkTo, type View } from '../view.ts';
import { amountOf, cellSign, toldCell } from './people-cell.ts';

export type MatrixColumn = { key: string; name: string };
export type MatrixView = View & {
  columns: readonly MatrixColumn[];
  taxa: readonly { id: number; commonName: string | null }[];
  /** The parameters of the page, which links keep. */
  params: URLSearchParams;
};

/** What narrows the page to some organisms, and to some registries. */
const ORGANISM = 'only-organism';
const REGISTRY = 'only-registry';
/** What a link to a part of the answer leaves behind. */
const NOT_KEPT = [ORGANISM, REGISTRY, 'cursor', 'lang'];

/** Every row is there from the beginning, so that nothing moves while the cells fill. */
export function peopleTable(view: MatrixView, rows: readonly MatrixRow[]): Html {
  const { words, columns } = view;
  return html`<ul id="matrix-line">${matrixLine(view, rows)}</ul>
<div class="wide"><table class="map"><caption class="visually-hidden">${words.gene.matrix}. ${words.gene.matrixHelp}</caption>
<thead><tr><td></td>${columns.map((column) => columnHead(view, column))}</tr></thead>
<tbody id="matrix-rows">${rows.map((row) => matrixRow(view, row))}</tbody></table></div>`;
}

function columnHead(view: MatrixView, { key, name }: MatrixColumn): Html {
  const label = view.words.gene.onlyRegistry(name);
  return html`<th scope="col" data-origin="${key}">${narrowLink(view, { registry: key }, html`<bdi>${name}</bdi>`, label)}</th>`;
}

export function matrixRow(view: MatrixView, row: MatrixRow): Html {
  const { words, columns } = view;
  const { taxonId, cells } = row;
  const label = words.gene.onlyOrganism(nameOf(view, taxonId));
  const chip = organismChip(words, taxonOf(view, taxonId));
  return html`<tr data-taxon="${taxonId}" data-name="${nameOf(view, taxonId)}"><th scope="row">${narrowLink(view, { organism: taxonId }, chip, label)}</th>${columns.map(
    (column, index) => {
      const cell = cells[index];
      return cell && matrixCellOf(view, taxonId, column, cell);
    },
  )}</tr>`;
}

export function matrixCellOf(view: MatrixView, taxonId: number, { key, name }: MatrixColumn, cell: MatrixCell): Html {
  const { words } = view;
  const told = toldCell(cell, words);
  const content = html`<span aria-hidden="true">${cellSign(cell)}</span>`;
  const about = html`<td data-kind="${cell.kind}" data-amount="${amountOf(cell)}" title="${told}">`;
  if (cell.count === 0) return html`${about}${content}<span class="visually-hidden">${told}</span></td>`;
  const label = words.gene.cell(told, nameOf(view, taxonId), name);
  return html`${about}${narrowLink(view, { organism: taxonId, registry: key }, content, label)}</td>`;
}

/** In one line, who has somebody: `mouse 4 · zebrafish 3`. */
export function matrixLine(view: MatrixView, rows: readonly MatrixRow[]): Html[] {
  const withPeople = rows.filter(({ total }) => total > 0);
  return withPeople.map(({ taxonId, total }) => {
    const name = nameOf(view, taxonId);
    const text = view.words.gene.total(name, total);
    const label = `${text}. ${view.words.gene.onlyOrganism(name)}`;
    return html`<li>${narrowLink(view, { organism: taxonId }, text, label)}</li>`;
  });
}

type Part = { organism?: number; registry?: string };

/** What is chosen already is left again by the same link. */
function narrowLink(view: MatrixView, part: Part, content: Html | string, label: string): Html {
  const params = new URLSearchParams([...view.params].filter(([name]) => !NOT_KEPT.includes(name)));
  const isChosen = isShown(view, ORGANISM, part.organism) && isShown(view, REGISTRY, part.registry);
  if (!isChosen && part.organism !== undefined) params.append(ORGANISM, String(part.organism));
  if (!isChosen && part.registry !== undefined) params.append(REGISTRY, part.registry);
  return html`<a data-narrow href="${linkTo(view, 'search', params)}" aria-label="${label}"${isChosen && html` aria-current="true"`}>${content}</a>`;
}

function isShown({ params }: MatrixView, name: string, value: number | string | undefined): boolean {
  const chosen = params.getAll(name);
  return value === undefined ? chosen.length === 0 : chosen.length === 1 && chosen[0] === String(value);
}

function taxonOf({ taxa }: MatrixView, taxonId: number): { id: number; commonName: string | null } {
  return { id: taxonId, commonName: taxa.find(({ id }) => id === taxonId)?.commonName ?? null };
}

function nameOf(view: MatrixView, taxonId: number): string {
  return taxonLabel(view.words, taxonOf(view, taxonId));
}
