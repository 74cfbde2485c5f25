/** Fills the map of people by organism and registry while answers arrive; its rows and columns stand on the page. */

import { type MatrixRow, type PlacedRecord, peopleMatrix } from '../../../domain/federation/people-matrix.ts';
import type { Html } from '../../html.ts';
import {
  type MatrixColumn,
  matrixCellOf,
  matrixLine,
  matrixRow,
  type MatrixView as PartView,
} from '../../parts/gene/matrix.ts';
import { placedRecord, taxaOf } from '../../parts/gene/placed-records.ts';
import { isNarrowed, type ListView } from '../../parts/people/list-view.ts';
import type { View } from '../../parts/view.ts';
import { byId, elementsOf } from '../page.ts';
import { gridKeys } from './grid-keys.ts';
import { keepingFocus } from './keep-focus.ts';
import type { Shown } from './run.ts';

export type MatrixView = {
  paint(arrivals: Shown): void;
  /** Another part of the answer is looked at: links lead elsewhere, and what is chosen is marked. */
  look(listView: ListView): void;
};

type Options = { view: View; listView: ListView; addressOf(listView: ListView): string };

/** Of every registry that answered, be its rows shown or offered. */
export function arrivedRecords({ shown, waiting }: Shown): PlacedRecord[] {
  return [...shown, ...[...waiting.values()].flat()].map(({ content, originKey }) => placedRecord(content, originKey));
}

/** Does nothing on a page without the map: that of a search for researchers. */
export function matrixView({ view, addressOf, ...options }: Options): MatrixView {
  let { listView } = options;
  let last: Shown | undefined;
  const map = document.getElementById('matrix');
  const askedTaxonId = Number(map?.dataset.askedTaxon);
  const columns = [...(map?.querySelectorAll<HTMLElement>('thead th') ?? [])].map(({ dataset }): MatrixColumn => {
    return { key: dataset.origin ?? '', name: dataset.name ?? '' };
  });
  const rowsWithSymbols = map?.querySelectorAll<HTMLElement>('tr[data-symbols]') ?? [];
  const symbols = new Map(
    [...rowsWithSymbols].map(({ dataset }) => [Number(dataset.taxon), dataset.symbols?.split(' ') ?? []]),
  );
  const keys = map === null ? undefined : gridKeys(map);
  /** The HTML of what stands in each place, so that only what is new is put there. */
  const written = new WeakMap<Element, string>();

  function put(place: Element | null | undefined, made: readonly Html[]): void {
    const text = made.map(({ html }) => html).join('');
    if (!place || written.get(place) === text) return;
    written.set(place, text);
    place.replaceChildren(...elementsOf(made));
  }

  function paintRow(body: HTMLElement, row: MatrixRow, part: PartView): void {
    const { taxonId, cells } = row;
    const known = body.querySelector(`tr[data-taxon="${taxonId}"]`);
    if (known === null) {
      // An organism that is found and was not expected.
      body.append(...elementsOf([matrixRow(part, row)]));
      return;
    }
    for (const [index, column] of columns.entries()) {
      const cell = cells[index];
      const place = known.children[index + 1];
      if (cell === undefined || place === undefined) continue;
      const made = matrixCellOf(part, taxonId, column, cell);
      if (written.get(place) === made.html) continue;
      const [element] = elementsOf([made]);
      if (element === undefined) continue;
      place.replaceWith(element);
      written.set(element, made.html);
    }
  }

  function paint(arrivals: Shown, body: HTMLElement): void {
    const known = [...body.querySelectorAll<HTMLElement>('tr[data-taxon]')].map(({ dataset }) => {
      return { id: Number(dataset.taxon), commonName: dataset.name ?? null };
    });
    const found = arrivals.shown.map(({ content }) => content);
    const part = { ...view, columns, symbols, taxa: [...known, ...taxaOf(found, view)], listView, addressOf };
    const frame = { taxonIds: known.map(({ id }) => id), keys: columns.map(({ key }) => key), askedTaxonId };
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
      const note = document.getElementById('matrix-of-all');
      if (note !== null) note.hidden = !isNarrowed(wanted);
      paintLast();
    },
  };
}
