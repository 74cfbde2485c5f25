/** Fills the map of people by organism and registry while answers arrive; its rows and columns stand on the page. */

import { type MatrixRow, type PlacedRecord, peopleMatrix } from '../../../domain/federation/people-matrix.ts';
import { matrixCellOf, matrixLine, matrixRow, type MatrixView as PartView } from '../../parts/gene/matrix.ts';
import { placedRecord } from '../../parts/gene/placed-records.ts';
import { isGeneRecord } from '../../parts/people/person.ts';
import type { View } from '../../parts/view.ts';
import { byId, elementsOf } from '../page.ts';
import type { Shown } from './run.ts';

export type MatrixView = { paint(arrivals: Shown): void };

/** Of every registry that answered, be its rows shown or offered. */
export function arrivedRecords({ shown, waiting }: Shown): PlacedRecord[] {
  return [...shown, ...[...waiting.values()].flat()].map(({ content, originKey }) => placedRecord(content, originKey));
}

export function matrixView(view: View): MatrixView {
  const body = document.getElementById('matrix-rows');
  if (body === null) return { paint: () => undefined };
  const heads = [...document.querySelectorAll<HTMLElement>('#matrix thead th[data-origin]')];
  const askedTaxonId = Number(byId('matrix').dataset.askedTaxon);
  const columns = heads.map((head) => ({ key: head.dataset.origin ?? '', name: head.textContent }));
  /** The HTML of what stands there, so that only what is new is put there. */
  const written = new Map<string, string>();

  function put(place: string, made: ReturnType<typeof matrixRow>, replace: (element: HTMLElement) => void): void {
    if (written.get(place) === made.html) return;
    written.set(place, made.html);
    for (const element of elementsOf([made])) replace(element);
  }

  function paintRow(row: MatrixRow, part: PartView): void {
    const { taxonId, cells } = row;
    const known = body?.querySelector(`tr[data-taxon="${taxonId}"]`);
    if (!known) {
      // An organism that is found and was not expected.
      put(`row ${taxonId}`, matrixRow(part, row), (element) => body?.append(element));
      return;
    }
    for (const [index, cell] of cells.entries()) {
      const column = columns[index];
      if (column === undefined) continue;
      const made = matrixCellOf(part, taxonId, column, cell);
      put(`cell ${taxonId} ${column.key}`, made, (element) => known.children[index + 1]?.replaceWith(element));
    }
  }

  return {
    paint(arrivals) {
      const known = [...body.querySelectorAll<HTMLElement>('tr[data-taxon]')].map(({ dataset }) => {
        return { id: Number(dataset.taxon), commonName: dataset.name ?? null };
      });
      const taxa = [...known, ...taxaOf(arrivals)];
      const part = { ...view, columns, taxa, params: new URLSearchParams(location.search) };
      const taxonIds = known.map(({ id }) => id);
      const keys = columns.map(({ key }) => key);
      const rows = peopleMatrix(arrivedRecords(arrivals), arrivals.origins, { taxonIds, keys, askedTaxonId });
      for (const row of rows) paintRow(row, part);
      const line = matrixLine(part, rows);
      const text = line.map(({ html }) => html).join('');
      if (written.get('line') === text) return;
      written.set('line', text);
      byId('matrix-line').replaceChildren(...elementsOf(line));
    },
  };
}

/** Organisms by the names that records give them. */
function taxaOf({ shown }: Shown): PartView['taxa'] {
  return shown.flatMap(({ content }) => {
    if (!isGeneRecord(content)) return [];
    const { id, commonName = null } = content.taxon;
    return [{ id, commonName }];
  });
}
