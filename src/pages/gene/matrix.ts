/** The map of people by organism and registry, at the top of a search. Each number links to the people that it counts. */

import type { MatrixCell, MatrixRow, RecordOfOrganism } from '../../domain/federation/people-matrix.ts';
import { shortClock } from '../parts/dates.ts';
import { type Html, html } from '../parts/html.ts';
import { taxonLabel } from '../parts/labels.ts';
import type { ListView } from '../parts/list-view.ts';
import { organismChip } from '../parts/organism-chip.ts';
import { headingOf } from '../parts/record-names.ts';
import type { View } from '../parts/view.ts';
import { type AnsweredRecord, anonymousIdOf, isGeneRecord, ownerOf } from '../people/found-record.ts';
import type { Words } from '../words/words.ts';

/** Returns the short sign of a cell; the words of {@link cellText} accompany it. */
export function cellSign({ kind, count }: MatrixCell): string {
  switch (kind) {
    case 'people':
    case 'nobody':
    case 'none-found':
      return String(count);
    case 'earlier':
      return `${count}↶`;
    case 'at-least':
      return `${count}+`;
    case 'unknown':
      return '?';
    case 'silent':
      return '–';
    case 'outstanding':
      return '…';
    case 'not-asked':
      return '';
  }
}

/** Returns the words of a cell, such as `3 people` or `nobody, as of 14:03 UTC`. */
export function cellText({ kind, count, asOf }: MatrixCell, { gene }: Words): string {
  const people = count === 0 ? gene.nobody : gene.people(count);
  switch (kind) {
    case 'people':
    case 'nobody':
      return people;
    case 'none-found':
      return gene.noneFound;
    case 'at-least':
      return gene.atLeast(count);
    case 'earlier':
      return asOf === null ? people : gene.earlier(people, shortClock(asOf));
    case 'unknown':
      return gene.unknownThere;
    case 'silent':
      return gene.silent;
    case 'outstanding':
      return gene.outstanding;
    case 'not-asked':
      return gene.notAsked;
  }
}

/** The count at which each next level of {@link amountOf} begins. */
const STEPS = [1, 2, 4, 10];

/** Returns the depth of the colour of a cell, from 0 to 4. */
export function amountOf({ count }: MatrixCell): number {
  return STEPS.filter((step) => count >= step).length;
}

export type MatrixColumn = { key: string; name: string };
export type MatrixView = View & {
  columns: readonly MatrixColumn[];
  taxa: readonly { id: number; commonName: string | null }[];
  /** The symbols of the gene and its orthologs, by organism. */
  symbols: ReadonlyMap<number, readonly string[]>;
  /** The current view of the answer; `addressOf` returns the address of another view. */
  listView: ListView;
  addressOf(listView: ListView): string;
};

export function matrixRow(view: MatrixView, row: MatrixRow): Html {
  const { taxonId } = row;
  const symbols = (view.symbols.get(taxonId) ?? []).join(' ');
  return html`<tr data-taxon="${taxonId}" data-name="${nameOf(view, taxonId)}"${symbols !== '' && html` data-symbols="${symbols}"`}>${matrixCells(view, row)}</tr>`;
}

/** Returns the organism of a row and its cells. */
export function matrixCells(view: MatrixView, row: MatrixRow): Html[] {
  const { taxonId, cells } = row;
  return [
    rowHead(view, row),
    ...view.columns.flatMap((column, index) => {
      const cell = cells[index];
      return cell === undefined ? [] : matrixCellOf(view, taxonId, column, cell);
    }),
  ];
}

/** Returns the organism with the symbol of its gene, which leads to its people. */
function rowHead(view: MatrixView, { taxonId, total }: MatrixRow): Html {
  const [symbol, ...others] = view.symbols.get(taxonId) ?? [];
  const named = others.length > 0 ? `${symbol} +${others.length}` : symbol;
  const tag = organismChip(view, taxonOf(view, taxonId), named);
  return html`<th scope="row">${total > 0 ? narrowLink(view, { organism: taxonId }, tag, view.words.gene.only) : tag}</th>`;
}

function matrixCellOf(view: MatrixView, taxonId: number, { key, name }: MatrixColumn, cell: MatrixCell): Html {
  const { words } = view;
  const text = cellText(cell, words);
  const content = html`<span aria-hidden="true">${cellSign(cell)}</span>`;
  const about = html`<td data-kind="${cell.kind}" data-amount="${amountOf(cell)}" data-registry="${name}" title="${text}">`;
  if (cell.count === 0) return html`${about}${content}<span class="visually-hidden">${text}</span></td>`;
  const label = words.gene.cell(text, nameOf(view, taxonId), name);
  return html`${about}${narrowLink(view, { organism: taxonId, registry: key }, content, label)}</td>`;
}

/** Returns the organisms with people in one line: `mouse 4 · zebrafish 3`. */
export function matrixLine(view: MatrixView, rows: readonly MatrixRow[]): Html[] {
  const withPeople = rows.filter(({ total }) => total > 0);
  return withPeople.map(({ taxonId, total }) => {
    const name = nameOf(view, taxonId);
    const text = view.words.gene.total(name, total);
    return html`<li>${narrowLink(view, { organism: taxonId }, text, view.words.gene.only, 'line')}</li>`;
  });
}

type Part = { organism?: number; registry?: string };

/**
 * Returns a link that narrows the list to a part. If that part is chosen already, the link undoes the choice.
 *
 * @param label the text behind the content, for screen readers
 * @param place distinguishes the ids of two links to the same part; scripts keep the focus by id
 */
function narrowLink(view: MatrixView, part: Part, content: Html | string, label: string, place = 'map'): Html {
  const { listView, addressOf } = view;
  const { organism = [], registry = [] } = listView.choice;
  const wanted = { organism: chosenValue(part.organism), registry: chosenValue(part.registry) };
  const isChosen = isSame(organism, wanted.organism) && isSame(registry, wanted.registry);
  const address = addressOf({ ...listView, choice: { ...listView.choice, ...(isChosen ? NONE : wanted) } });
  return html`<a data-list id="${place}-${part.organism ?? 'all'}-${part.registry ?? 'all'}" href="${address}"${isChosen && html` aria-current="true"`}>${content}<span class="visually-hidden"> ${label}</span></a>`;
}

const NONE = { organism: [], registry: [] };

function chosenValue(value: number | string | undefined): string[] {
  return value === undefined ? [] : [String(value)];
}

function isSame(chosen: readonly string[], wanted: readonly string[]): boolean {
  return chosen.length === wanted.length && wanted.every((value) => chosen.includes(value));
}

function taxonOf({ taxa }: MatrixView, taxonId: number): { id: number; commonName: string | null } {
  return { id: taxonId, commonName: taxa.find(({ id }) => id === taxonId)?.commonName ?? null };
}

function nameOf(view: MatrixView, taxonId: number): string {
  return taxonLabel(view.words, taxonOf(view, taxonId));
}

/** Returns the registry, person and organism of a record. A researcher who was found by name has taxon 0. */
export function placedRecord(record: AnsweredRecord, originKey: string): RecordOfOrganism {
  const { id } = ownerOf(record);
  const isWithheld = anonymousIdOf(record) !== undefined;
  const userId = isWithheld || typeof id !== 'number' ? undefined : id;
  return { originKey, userId, taxonId: isGeneRecord(record) ? record.taxon.id : 0 };
}

/** Returns the organisms of genes, each once, with headings for people of several registries. */
export function taxaOf(
  records: readonly AnsweredRecord[],
  { words }: Pick<View, 'words'>,
): { id: number; commonName: string }[] {
  const given = new Map(records.filter(isGeneRecord).map(({ taxon }) => [taxon.id, taxon.commonName]));
  return [...given].map(([id, name]) => ({ id, commonName: headingOf(words, 'taxa', String(id), name) }));
}
