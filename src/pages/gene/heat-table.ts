/**
 * A table of genes by organism. More people give a deeper colour. Cells without people have different signs and words
 * for five cases: a certain zero, no ortholog, an unknown symbol, no answer, and a pending answer.
 */

import { hasAnswered, isFull } from '../../domain/federation/completeness.ts';
import { type HeatCell, type HeatKind, heatCell, heatOf } from '../../domain/gene-list/heat-map.ts';
import type { ListCell } from '../../domain/gene-list/list-cell.ts';
import type { ListedGene, UnderstoodList } from '../../domain/gene-list/list-question.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { type Html, html } from '../parts/html.ts';
import { taxonLabel } from '../parts/labels.ts';
import { organismChip } from '../parts/organism-chip.ts';
import { linkTo, type WholeView } from '../parts/view.ts';

/** The part of an answer that has arrived. */
export type ShownList = UnderstoodList & {
  cells: readonly ListCell[];
  /** The registries that are asked, in their order. */
  origins: readonly { key: string; origin: string }[];
};
export type HeatTaxon = Pick<TaxonChoice, 'id' | 'commonName'>;

const SIGNS: Record<HeatKind, string> = {
  people: '3',
  nobody: '0',
  'no-ortholog': '×',
  unknown: '?',
  silent: '–',
  waiting: '…',
};

export function heatTable(view: WholeView, list: ShownList, taxa: readonly HeatTaxon[]): Html {
  const { words } = view;
  return html`<div class="wide" tabindex="0" role="region" aria-labelledby="heat-caption"><table id="heat">
<caption id="heat-caption">${words.geneList.caption}</caption>
<thead><tr><th scope="col">${words.geneList.gene}</th>${taxa.map((taxon) => html`<th scope="col">${organismChip(view, taxon)}</th>`)}<th scope="col">${words.geneList.registries}</th></tr></thead>
<tbody>${list.genes.map((_, index) => heatRow(view, list, index, taxa))}</tbody></table></div>`;
}

/** Returns the row of the gene at an index of the list. */
export function heatRow(view: WholeView, list: ShownList, index: number, taxa: readonly HeatTaxon[]): Html {
  const gene = list.genes[index];
  if (gene === undefined) throw new Error(`The list has no gene ${index}.`);
  const cells = list.cells.filter((cell) => cell.gene === index);
  return html`<tr data-gene="${index}"${cells.length < list.origins.length && html` data-waits`}>${rowHead(view, gene)}${taxa.map(
    (taxon) => organismCell(view, { gene, taxon, cell: heatCell(gene, cells, list.origins.length, taxon.id) }),
  )}<td class="of-registries"><ul>${list.origins.map((origin) => registryItem(view, origin, cells))}</ul></td></tr>`;
}

function rowHead(view: WholeView, gene: ListedGene): Html {
  const { words } = view;
  const { symbol, taxonId, taxonName, given, others } = gene;
  const texts = given.filter((text) => text !== symbol);
  return html`<th scope="row"><a href="${searchLink(view, gene)}"><bdi>${symbol}</bdi></a> ${taxonId !== HUMAN && html`<span class="quiet">${taxonLabel(words, { id: taxonId, commonName: taxonName })}</span>`}
${texts.length > 0 && html`<span class="quiet">${words.geneList.given(texts.join(', '))}</span>`}
${others.length > 0 && html`<span class="quiet">${words.geneList.mayBe} ${others.map((other, place) => html`${place > 0 && ', '}<a href="${searchLink(view, other)}"><bdi>${other.symbol}</bdi></a>`)}</span>`}</th>`;
}

const HUMAN = 9606;

function searchLink(
  view: WholeView,
  { symbol, taxonId }: { symbol: string; taxonId: number },
  onlyOrganism?: number,
): string {
  const params = new URLSearchParams({ symbol, taxonId: String(taxonId) });
  if (onlyOrganism !== undefined) params.set('only-organism', String(onlyOrganism));
  return linkTo(view, 'search', params);
}

type OrganismCell = { gene: ListedGene; taxon: HeatTaxon; cell: HeatCell };

function organismCell(view: WholeView, { gene, taxon, cell }: OrganismCell): Html {
  const { kind, count, isAtLeast, isFromBefore } = cell;
  const { words } = view;
  const before = isFromBefore && kind === 'people';
  const sign = kind === 'people' ? `${count}${isAtLeast ? '+' : ''}` : SIGNS[kind];
  const shown = html`<span aria-hidden="true">${sign}${before && html`<i class="from-before">↶</i>`}</span>`;
  const where = `${gene.symbol}, ${taxonLabel(words, taxon)}`;
  const said = html`<span class="visually-hidden">${words.geneList.clause(where, cellWords(view, cell))}</span>`;
  const content =
    kind === 'people' ? html`<a href="${searchLink(view, gene, taxon.id)}">${shown}${said}</a>` : html`${shown}${said}`;
  return html`<td data-kind="${kind}" data-heat="${heatOf(count)}">${content}</td>`;
}

function cellWords({ words }: WholeView, { kind, count, anonymized, isAtLeast, isFromBefore }: HeatCell): string {
  const { geneList } = words;
  if (kind !== 'people') return isFromBefore ? `${geneList.short[kind]}, ${geneList.fromBefore}` : geneList.short[kind];
  const parts = [isAtLeast ? geneList.atLeast(count) : geneList.people(count)];
  if (anonymized > 0) parts.push(geneList.withheld(anonymized));
  if (isFromBefore) parts.push(geneList.fromBefore);
  return parts.join(', ');
}

function registryItem(
  view: WholeView,
  { key, origin }: ShownList['origins'][number],
  cells: readonly ListCell[],
): Html {
  const cell = cells.find((one) => one.origin === key);
  const { kind, sign, said } = registrySign(view, cell);
  return html`<li class="chip" data-kind="${kind}"><bdi>${origin}</bdi> <b aria-hidden="true">${sign}</b><span class="visually-hidden">${view.words.geneList.clause('', said)}</span></li>`;
}

type Sign = { kind: HeatKind; sign: string; said: string };

function registrySign({ words }: WholeView, cell: ListCell | undefined): Sign {
  const { geneList } = words;
  if (cell === undefined) return { kind: 'waiting', sign: SIGNS.waiting, said: geneList.short.waiting };
  const { state, count } = cell;
  if (state === 'unknown-term') return { kind: 'unknown', sign: SIGNS.unknown, said: geneList.originUnknown };
  if (state === 'stale') {
    const said = `${geneList.people(count)}, ${geneList.originBefore}`;
    return { kind: 'silent', sign: `${count}↶`, said };
  }
  if (!hasAnswered(state)) return { kind: 'silent', sign: SIGNS.silent, said: geneList.originSilent };
  if (!isFull(state)) return { kind: 'people', sign: `${count}+`, said: geneList.atLeast(count) };
  return { kind: count > 0 ? 'people' : 'nobody', sign: String(count), said: geneList.people(count) };
}

/** Returns the legend of the signs, with an example of each. */
export function heatLegend({ words }: WholeView): Html {
  const { kinds, legend, fromBefore, more } = words.geneList;
  const items: [kind: HeatKind, sign: string, meaning: string][] = [
    ['people', SIGNS.people, kinds.people],
    ['people', '3+', more],
    ['people', '3↶', fromBefore],
    ['nobody', SIGNS.nobody, kinds.nobody],
    ['no-ortholog', SIGNS['no-ortholog'], kinds['no-ortholog']],
    ['unknown', SIGNS.unknown, kinds.unknown],
    ['silent', SIGNS.silent, kinds.silent],
    ['waiting', SIGNS.waiting, kinds.waiting],
  ];
  return html`<details class="heat-legend"><summary>${legend}</summary><ul>${items.map(
    ([kind, sign, meaning]) =>
      html`<li><span class="sign" data-kind="${kind}" data-heat="${kind === 'people' ? 2 : 0}">${sign}</span> ${meaning}</li>`,
  )}</ul></details>`;
}
