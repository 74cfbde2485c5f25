/** The types of gene lists as they are sent, and of the answers to them (docs/api.md). */

import type { ListAnswer, ListEnd, ListOrigin } from '../domain/gene-list/list-answer.ts';
import type { ListCell } from '../domain/gene-list/list-cell.ts';
import type { ListedGene, NotUnderstood } from '../domain/gene-list/listed-genes.ts';
import type { Signature } from '../domain/record/model.ts';
import type { FederatedGeneRow } from './federated-answers.ts';

/** At most 50 genes: by symbol and organism, or each as a text that names it. */
export type GeneList =
  | { genes: readonly { symbol: string; taxonId: number }[]; text?: undefined }
  | { text: readonly string[]; genes?: undefined };

/** With `fields: 'row'`: the people whom a cell counts, a row for each of them and each of their genes. */
type WithPeople = { content?: FederatedGeneRow[] };
export type GeneListAnswer = Omit<ListAnswer, 'cells'> & { cells: (ListCell & WithPeople)[] };
/** The first line: the list as the registry understood it, and the origins that are asked. */
export type GeneListPlan = {
  type: 'plan';
  genes: ListedGene[];
  notUnderstood: NotUnderstood[];
  origins: ({ key: string } & Signature)[];
};
/** The answer of one registry for one gene. Cells come in order of arrival. */
export type GeneListCell = { type: 'cell' } & ListCell & WithPeople;
/** With `fields: 'row'`: what became of the whole list at one registry, behind its last cell. */
export type GeneListOrigin = { type: 'origin' } & ListOrigin;
/** The last line. */
export type GeneListEnd = { type: 'end' } & ListEnd;
export type GeneListLine = GeneListPlan | GeneListCell | GeneListOrigin | GeneListEnd;

export type { ListCell, ListedGene, ListOrigin, NotUnderstood };
