/** Lists of genes as they are sent, and the answers to them (docs/api.md). */

import type { ListAnswer, ListEnd, ListOrigin } from '../domain/gene-list/list-answer.ts';
import type { ListCell } from '../domain/gene-list/list-cell.ts';
import type { ListedGene, NotUnderstood } from '../domain/gene-list/listed-genes.ts';
import type { Signature } from '../domain/record/model.ts';

/** At most 50: by symbol and organism, or each by any text that names it. */
export type GeneList =
  | { genes: readonly { symbol: string; taxonId: number }[]; text?: undefined }
  | { text: readonly string[]; genes?: undefined };

export type GeneListAnswer = ListAnswer;
/** The first line: the list as it was understood, and who is asked. */
export type GeneListPlan = {
  type: 'plan';
  genes: ListedGene[];
  notUnderstood: NotUnderstood[];
  origins: ({ key: string } & Signature)[];
};
/** What one registry says of one gene, in order of arrival. */
export type GeneListCell = { type: 'cell' } & ListCell;
/** The last line. */
export type GeneListEnd = { type: 'end' } & ListEnd;
export type GeneListLine = GeneListPlan | GeneListCell | GeneListEnd;

export type { ListCell, ListedGene, ListOrigin, NotUnderstood };
