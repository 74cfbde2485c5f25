/** What was measured, as plain text. */

import { textTable } from '../bench/text-table.ts';
import { NARROW, type Score } from './judge.ts';
import type { Measured } from './measures.ts';
import type { Told } from './other-routes.ts';
import type { Spied } from './spied-network.ts';

const KS = [1, 2, 5, 10] as const;

const SCORE_HEAD = [
  'withheld',
  'named',
  'wrong',
  ...NARROW.map((most) => `in ${most}`),
  ...KS.map((k) => `rows of ${k}`),
  'genes',
];

function scoreCells({ withheld, named, wrong, narrowed, alone, fewOf, privateGenes }: Score): string[] {
  return [
    ...[withheld, named, wrong].map(String),
    ...NARROW.map((most) => String(narrowed[most])),
    ...[alone, ...NARROW.map((most) => fewOf[most])].map(String),
    privateGenes.all === 0 ? '-' : `${privateGenes.named}/${privateGenes.all}`,
  ];
}

export const LEGEND = [
  'named: the right name, said with nine tenths certainty; wrong: a name said so that is not withheld there.',
  'in 2: the right name is among two, with the same certainty. rows of 1: all her rows are known to be of one withheld person.',
  'genes: private genes of people who are public, told with their names, of all there are.',
].join('\n');

export function measuredTable(title: string, rows: readonly Measured[]): string {
  return textTable(
    [title, ...SCORE_HEAD],
    rows.map(({ what, score }) => [what, ...scoreCells(score)]),
  );
}

/** @param withheld who is withheld, `registry name` */
export function othersTable(told: readonly Told[], withheld: ReadonlySet<string>): string {
  return textTable(
    ['Route without rows', 'questions', 'tells more', 'named', 'wrong'],
    told.map(({ route, questions, more, names }) => {
      const named = [...names].filter((name) => withheld.has(name)).length;
      return [route, ...[questions, more, named, names.size - named].map(String)];
    }),
  );
}

export function chainsTable({ lengths, tried }: { lengths: ReadonlyMap<string, number>; tried: number }): string {
  const rows = [...lengths].toSorted(([, a], [, b]) => b - a).map(([chain, count]) => [chain, String(count)]);
  return textTable([`Fewest questions that name (${tried} people tried)`, 'people'], rows);
}

export function costLine({ cost }: Spied): string {
  const { questions, bytes, startSeconds, askSeconds } = cost;
  const megabytes = Math.round(bytes / 1e6);
  return `${questions} questions, ${megabytes} MB; started in ${startSeconds.toFixed(1)} s, asked in ${askSeconds.toFixed(1)} s.`;
}

export type Planted = { name: string; elsewhere: number; without: Score; planted: Score };

/** Whether the attacker has more of a copy with a weakness than without. */
export function isFound({ without, planted }: { without: Score; planted: Score }): boolean {
  return planted.named > without.named;
}

/** @param rows with how many withheld people are public elsewhere, and so could be named */
export function plantedTable(rows: readonly Planted[]): string {
  return textTable(
    ['Weakness', 'public elsewhere', 'named without', 'named with', 'rows of 1 without', 'rows of 1 with', 'found'],
    rows.map((row) => {
      const { elsewhere, without, planted } = row;
      const counts = [elsewhere, without.named, planted.named, without.alone, planted.alone];
      return [row.name, ...counts.map(String), isFound(row) ? 'yes' : 'no'];
    }),
  );
}
