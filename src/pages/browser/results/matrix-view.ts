/** Fills the map of people by organism and registry while answers arrive. The server wrote its rows and columns. */

import { type MatrixRow, peopleMatrix, type RecordOfOrganism } from '../../../domain/federation/people-matrix.ts';
import { ownMember } from '../../../domain/own-member.ts';
import {
  type MatrixColumn,
  type MatrixView,
  matrixCells,
  matrixLine,
  matrixRow,
  placedRecord,
  taxaOf,
} from '../../gene/matrix.ts';
import type { Html } from '../../parts/html.ts';
import type { ListView } from '../../parts/list-view.ts';
import type { View } from '../../parts/view.ts';
import { byId, elementsOf } from '../page.ts';
import { keepingFocus } from './keep-place.ts';
import type { ShownSearch } from './run.ts';

export type MatrixRegion = {
  paint(arrivals: ShownSearch): void;
  /** Updates the links and marks of the map for another list view. */
  look(listView: ListView): void;
};

type Options = { view: View; listView: ListView; addressOf(listView: ListView): string };

/** Returns the records of every registry that answered, shown or waiting. */
export function arrivedRecords({ shown, waiting }: ShownSearch): RecordOfOrganism[] {
  return [...shown, ...[...waiting.values()].flat()].map(({ content, originKey }) => placedRecord(content, originKey));
}

/** Returns the map; it does nothing on a page without one, as after a search for researchers. */
export function matrixView({ view, addressOf, ...options }: Options): MatrixRegion {
  let { listView } = options;
  let last: ShownSearch | undefined;
  const map = document.getElementById('matrix');
  const queryTaxonId = Number(map?.dataset.askedTaxon);
  const columns = [...(map?.querySelectorAll<HTMLElement>('thead th') ?? [])].map(({ dataset }): MatrixColumn => {
    return { key: dataset.origin ?? '', name: dataset.name ?? '' };
  });
  const rowsWithSymbols = map?.querySelectorAll<HTMLElement>('tr[data-symbols]') ?? [];
  const symbols = new Map(
    [...rowsWithSymbols].map(({ dataset }) => [Number(dataset.taxon), dataset.symbols?.split(' ') ?? []]),
  );
  const keys = map === null ? undefined : gridKeys(map);
  /** The HTML in each place, so that only changes are written. */
  const written = new WeakMap<Element, string>();

  function put(place: Element | null | undefined, made: readonly Html[]): void {
    const text = made.map(({ html }) => html).join('');
    if (!place || written.get(place) === text) return;
    written.set(place, text);
    place.replaceChildren(...elementsOf(made));
  }

  function paintRow(body: HTMLElement, row: MatrixRow, part: MatrixView): void {
    const known = body.querySelector(`tr[data-taxon="${row.taxonId}"]`);
    if (known === null) {
      // The row of an organism that was not expected.
      body.append(...elementsOf([matrixRow(part, row)]));
      return;
    }
    for (const [index, made] of matrixCells(part, row).entries()) {
      const place = known.children[index];
      if (place === undefined || written.get(place) === made.html) continue;
      const [element] = elementsOf([made]);
      if (element === undefined) continue;
      place.replaceWith(element);
      written.set(element, made.html);
    }
  }

  function paint(arrivals: ShownSearch, body: HTMLElement): void {
    const known = [...body.querySelectorAll<HTMLElement>('tr[data-taxon]')].map(({ dataset }) => {
      return { id: Number(dataset.taxon), commonName: dataset.name ?? null };
    });
    const found = arrivals.shown.map(({ content }) => content);
    const part = { ...view, columns, symbols, taxa: [...known, ...taxaOf(found, view)], listView, addressOf };
    const frame = { taxonIds: known.map(({ id }) => id), keys: columns.map(({ key }) => key), queryTaxonId };
    const rows = peopleMatrix(arrivedRecords(arrivals), arrivals.origins, frame);
    for (const row of rows) paintRow(body, row, part);
    put(byId('matrix-line'), matrixLine(part, rows));
  }

  function paintLast(): void {
    const body = document.getElementById('matrix-rows');
    if (map === null || body === null || last === undefined) return;
    const arrivals = last;
    keepingFocus(map, () => paint(arrivals, body));
    keys?.refresh();
  }

  return {
    paint(arrivals) {
      last = arrivals;
      paintLast();
    },
    look(wanted) {
      listView = wanted;
      paintLast();
    },
  };
}

const STEPS: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
};

/** Adds arrow keys to the map. The caller calls `refresh` when cells were written. */
function gridKeys(map: HTMLElement): { refresh(): void } {
  /** The id of the link that the Tab key reaches: the one that the reader used last. */
  let stop: string | undefined;

  function refresh(): void {
    const links = [...map.querySelectorAll<HTMLElement>('.map a')];
    const entered = links.find(({ id }) => id === stop) ?? links[0];
    for (const link of links) link.tabIndex = link === entered ? 0 : -1;
  }

  map.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches('.map a')) return;
    stop = target.id;
    refresh();
  });
  map.addEventListener('keydown', (event) => {
    const step = ownMember(STEPS, event.key);
    const cell = event.target instanceof Element ? event.target.closest('.map :is(th, td)') : null;
    if (step === undefined || cell === null || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    linkBehind(map, cell, step)?.focus();
  });
  refresh();
  return { refresh };
}

/** Returns the next link in a direction; cells without people have no link. */
function linkBehind(
  map: HTMLElement,
  from: Element,
  [down, right]: readonly [number, number],
): HTMLElement | undefined {
  const rows = [...map.querySelectorAll('.map tr')].map((row) => [...row.children]);
  let row = rows.findIndex((cells) => cells.includes(from));
  let at = rows[row]?.indexOf(from) ?? -1;
  for (;;) {
    row += down;
    at += right;
    const cell = rows[row]?.[at];
    if (cell === undefined) return undefined;
    const link = cell.querySelector<HTMLElement>('a');
    if (link !== null) return link;
  }
}
