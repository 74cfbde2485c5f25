/** The table of a list of genes while its cells arrive. Changed rows are written again, at most once per frame. */

import type { GeneListCell, GeneListEnd, GeneListPlan } from '../../../client/answers.ts';
import { completenessSentenceIn } from '../../../domain/federation/completeness-sentence.ts';
import { mostPeopleFirst } from '../../../domain/gene-list/list-cell.ts';
import { type HeatTaxon, heatRow, heatTable, type ShownList } from '../../gene/heat-table.ts';
import { notUnderstoodList } from '../../gene/list-form.ts';
import type { WholeView } from '../../parts/view.ts';
import { byId, elementsOf } from '../page.ts';

type ListOnPage = {
  begin(plan: GeneListPlan): void;
  add(cell: GeneListCell): void;
  /** Shows all cells that have arrived, so that no row changes after the next announcement. */
  settle(): void;
  /** Puts the genes with most people first, unless the reader uses the table. */
  mostFirst(): void;
  hasPeople(): boolean;
  geneCount(): number;
  /** Ends the list, and returns the sentence of completeness. */
  end(line: GeneListEnd): string;
};

export function shownList(view: WholeView, taxa: readonly HeatTaxon[]): ListOnPage {
  const cells: GeneListCell[] = [];
  const changed = new Set<number>();
  let list: ShownList | undefined;
  let frame: number | undefined;

  function paint(): void {
    frame = undefined;
    if (list === undefined) return;
    for (const gene of changed) drawRow(list, gene);
    changed.clear();
    const waiting = document.querySelectorAll('#heat tr[data-waits]').length;
    const all = list.genes.length;
    byId('list-summary').textContent = view.words.geneList.progress(all - waiting, all);
  }

  function settle(): void {
    if (frame !== undefined) cancelAnimationFrame(frame);
    paint();
  }

  /** Writes a row again; a focused link keeps the focus. */
  function drawRow(drawn: ShownList, gene: number): void {
    const row = document.querySelector(`#heat tr[data-gene="${gene}"]`);
    const links = [...(row?.querySelectorAll('a') ?? [])];
    const focused = links.find((link) => link === document.activeElement)?.getAttribute('href');
    const [next] = rowsOf(heatRow(view, drawn, gene, taxa).html);
    if (row === null || next === undefined) return;
    row.replaceWith(next);
    if (focused !== undefined && focused !== null) {
      [...next.querySelectorAll('a')].find((link) => link.getAttribute('href') === focused)?.focus();
    }
  }

  return {
    begin({ genes, notUnderstood, origins }) {
      list = { genes, notUnderstood, origins, cells };
      const missing = notUnderstoodList(view, notUnderstood);
      byId('list-not-understood').replaceChildren(...(missing === undefined ? [] : elementsOf([missing])));
      byId('list-table').replaceChildren(...(genes.length === 0 ? [] : elementsOf([heatTable(view, list, taxa)])));
    },
    add(cell) {
      cells.push(cell);
      changed.add(cell.gene);
      frame ??= requestAnimationFrame(paint);
    },
    settle,
    mostFirst() {
      const body = document.querySelector('#heat tbody');
      if (list === undefined || body === null || body.contains(document.activeElement) || body.matches(':hover'))
        return;
      const rows = new Map([...body.children].map((row) => [row.getAttribute('data-gene'), row]));
      body.append(...mostPeopleFirst(cells, list.genes.length).flatMap((gene) => rows.get(String(gene)) ?? []));
    },
    hasPeople: () => cells.some(({ count }) => count > 0),
    geneCount: () => list?.genes.length ?? 0,
    end(line) {
      settle();
      return completenessSentenceIn(view.words, line.origins);
    },
  };
}

/** Parses rows within a table, because browsers drop them elsewhere. */
function rowsOf(markup: string): Element[] {
  const template = document.createElement('template');
  template.innerHTML = `<table><tbody>${markup}</tbody></table>`;
  return [...template.content.querySelectorAll('tr')];
}
