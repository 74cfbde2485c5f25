/** The tables of docs/privacy.md about what the union tells, as they are measured on the middle one of the networks. */

import { byDetail, byGuard, byMeans } from './measures.ts';
import type { Spied } from './spied-network.ts';

/** Cells by the heading that a table stands under. */
type PageTables = Record<'Whom they name' | 'What tells most' | 'What a minimum would cost', string[][]>;

const KS = [3, 5, 10];

const MEANS: Record<string, string> = {
  'a  one registry, its lists alone': 'One registry, its lists alone',
  'a  one registry, crossing filters': 'One registry, with crossed filters',
  'b  the union': 'All registries',
  'c  two days of one registry': 'One registry on two days',
  'b+c  the union on two days': 'All registries on two days',
  'd  with an account at one registry': 'The same, with an account of one',
  'd  with the token of a partner': 'The same, with the token of a partner',
  'b+c with publications': 'The same, with publications',
};

export function pageTables(spied: Spied): PageTables {
  const genesOf = ({ named, all }: { named: number; all: number }) => (all === 0 ? '' : `${named} of ${all}`);
  const percent = (part: number, whole: number) => `${Math.round((100 * part) / whole)} %`;
  return {
    'Whom they name': byMeans(spied).map(({ what, score }) => {
      const counts = [score.withheld, score.named, score.wrong, score.alone];
      return [MEANS[what] ?? what, ...counts.map(String), genesOf(score.privateGenes)];
    }),
    'What tells most': byDetail(spied).map(({ what, score }) => {
      return [what, String(score.named), String(score.alone), genesOf(score.privateGenes)];
    }),
    'What a minimum would cost': byGuard(spied, KS)
      .filter(({ isBlind }) => isBlind)
      .map(({ guard, k, score, oneDay, cost }) => [
        guard,
        k === 1 ? '' : String(k),
        ...[score.named, oneDay.named, score.alone, score.privateGenes.named].map(String),
        percent(cost.peopleWithoutDetails, cost.people),
        percent(cost.genesWithoutDetails, cost.genes),
        percent(cost.genesHidden, cost.genes),
        k === 1 ? '' : percent(cost.countsBelow, cost.counts),
      ]),
  };
}
