/** A sample of `npm run reidentify`: the program names whom it can, is right, and finds weaknesses that are planted. */

import { expect, test } from 'vitest';
import { tableUnder } from '../../support/docs/privacy-tables.ts';
import { isSampled, sampleOf } from '../../support/machine/sample.ts';
import { attack } from './attack.ts';
import { judge, type Score } from './judge.ts';
import { byMeans, chainsOf, reachable, truthOf } from './measures.ts';
import { networks, plantings } from './plan.ts';
import { isFound } from './report.ts';
import { type Route, withheldCells } from './sight.ts';
import { type Spying, spyOn } from './spied-network.ts';

/** Means of an attack, in the words of docs/privacy.md. */
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
const SMALL: Spying = {
  size: { registries: 2, people: 60, seed: 1, withheldShare: 0.4, twiceShare: 0.2 },
  mostQuestions: 10,
};

test('whoever is public elsewhere, or was the day before, is named by the union, and nobody else', async () => {
  const spied = await spyOn(SMALL);
  const [lists, filters, union, days, both] = byMeans(spied).map(({ score }) => score);
  const { elsewhere, before } = reachable(spied);
  expect([lists?.named, filters?.named]).toEqual([0, 0]);
  expect(union?.named).toBeGreaterThan(0);
  expect(days?.named).toBeGreaterThan(0);
  expect(both?.named).toBeLessThanOrEqual(elsewhere + before);
  expect([lists, filters, union, days, both].map((score) => score?.wrong)).toEqual([0, 0, 0, 0, 0]);
  expect(both?.privateGenes.wrong).toBe(0);
  // One search of a gene over all registries is enough for some.
  expect(Math.min(...[...chainsOf(spied, 20).lengths.keys()].map((chain) => chain.split(', ').length))).toBe(1);
});

test.skipIf(isSampled)('all routes show the same withheld rows, and those without rows tell no more', async () => {
  const { sight, others } = await spyOn({ ...SMALL, comparesRoutes: true });
  const shown = (route: Route) => {
    const cells = [...withheldCells(sight, [route])].filter(([, { gene }]) => gene?.tier !== 'TIER3');
    return cells.map(([key, { count }]) => `${key} ${count}`).toSorted();
  };
  const [ofGenes, ofPeople] = [shown('/api/genes'), shown('/api/users')];
  expect(Math.min(ofGenes.length, ofPeople.length)).toBeGreaterThan(20);
  for (const route of [
    '/api/genes/search',
    '/api/federated/genes/search',
    '/api/federated/genes',
    '/export',
  ] as const) {
    expect(shown(route)).toEqual(ofGenes);
  }
  expect(shown('/api/federated/users')).toEqual(ofPeople);
  expect(others.length).toBeGreaterThan(8);
  expect(others.filter(({ more }) => more > 0).map(({ route }) => route)).toEqual([]);
});

/** Of networks without a weakness, by what was asked of them: some are beside several copies. */
const withoutWeakness = new Map<string, Promise<Score>>();

async function scoreOf(spying: Spying): Promise<Score> {
  const spied = await spyOn(spying);
  return judge(attack({ sight: spied.sight, comparesRegistries: true }), truthOf(spied));
}

/** The last one has all weaknesses, each of which is found alone. */
test.each(sampleOf(plantings(1).slice(0, -1), 0))(
  'a copy has a weakness, and is found out: $name',
  async ({ without, planted }) => {
    const key = JSON.stringify(without);
    const before = withoutWeakness.get(key) ?? scoreOf(without);
    withoutWeakness.set(key, before);
    const scores = { without: await before, planted: await scoreOf(planted) };
    expect(isFound(scores)).toBe(true);
    expect([scores.without.wrong, scores.planted.wrong]).toEqual([0, 0]);
  },
);

test.skipIf(isSampled)('docs/privacy.md says what is measured on the middle one of the networks', async () => {
  const middle = networks(1).find(({ name }) => name === 'middle');
  if (middle === undefined) throw new Error('One of the networks is the middle one.');
  const spied = await spyOn(middle);
  const rows = byMeans(spied).map(({ what, score }) => {
    const { named, all } = score.privateGenes;
    const counts = [score.withheld, score.named, score.wrong, score.alone];
    return [MEANS[what] ?? what, ...counts.map(String), all === 0 ? '' : `${named} of ${all}`];
  });
  expect(tableUnder('Whom they name').slice(1)).toEqual(rows);
  expect(reachable(spied)).toEqual({ elsewhere: 25, before: 12, nowhere: 180 });
  const chains = [...chainsOf(spied, 100).lengths].map(([chain, people]) => [chain.split(', ').length, people]);
  expect(chains).toContainEqual([1, 9]);
});
