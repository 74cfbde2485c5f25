/** What all registries together say of a gene in an organism: five kinds of nothing are distinguished. */

import { describe, expect, test } from 'vitest';
import type { OriginState } from '../../../src/domain/federation/origin.ts';
import { heatCell, heatOf } from '../../../src/domain/gene-list/heat-map.ts';
import type { ListCell } from '../../../src/domain/gene-list/list-cell.ts';

const HUMAN = 9606;
const MOUSE = 10090;
const FLY = 7227;
/** Of which an ortholog is known in the mouse alone. */
const GENE = { taxonId: HUMAN, orthologTaxonIds: [MOUSE] };

function cell(origin: string, state: OriginState, people: Record<number, number> = {}): ListCell {
  const organisms = Object.entries(people).map(([id, count]) => ({ taxonId: Number(id), count, anonymized: 0 }));
  const count = Math.max(0, ...organisms.map((one) => one.count));
  const about = { elapsedMs: 1, retrievedAt: null, askedAs: [], problem: null };
  const cache = { status: 'miss', ageSeconds: 0 } as const;
  return { gene: 0, origin, state, exact: true, count, anonymized: 0, organisms, cache, ...about };
}

describe('a cell', () => {
  test.each<[string, ListCell[], number, string]>([
    ['a number as soon as one registry has people', [cell('a', 'answered', { [HUMAN]: 2 })], 2, 'people'],
    ['waiting while a registry is outstanding', [cell('a', 'empty')], 2, 'waiting'],
    [
      'a certain zero when all answered in full',
      [cell('a', 'empty'), cell('b', 'answered', { [MOUSE]: 1 })],
      2,
      'nobody',
    ],
    ['a certain zero of those who know the gene', [cell('a', 'empty'), cell('b', 'unknown-term')], 2, 'nobody'],
    ['unknown when nobody knows the symbol', [cell('a', 'unknown-term'), cell('b', 'unknown-term')], 2, 'unknown'],
    ['silent when one gave no answer', [cell('a', 'empty'), cell('b', 'timed-out')], 2, 'silent'],
    ['silent when one answered in part', [cell('a', 'empty'), cell('b', 'limited')], 2, 'silent'],
    ['silent when one is shown from before', [cell('a', 'empty'), cell('b', 'stale')], 2, 'silent'],
  ])('is %s', (_, cells, registries, kind) => {
    expect(heatCell(GENE, cells, registries, HUMAN).kind).toBe(kind);
  });

  test('is no certain zero where no ortholog of the gene is known, and one where the gene itself is not known here', () => {
    const empty = [cell('a', 'empty'), cell('b', 'unknown-term')];
    const unknownHere = { taxonId: HUMAN, orthologTaxonIds: null };
    expect(heatCell(GENE, empty, 2, FLY).kind).toBe('no-ortholog');
    expect(heatCell(GENE, empty, 2, MOUSE).kind).toBe('nobody');
    expect(heatCell(unknownHere, empty, 2, FLY).kind).toBe('nobody');
    expect(heatCell(GENE, [cell('a', 'answered', { [FLY]: 1 })], 1, FLY).kind).toBe('people');
    expect(heatCell(GENE, [cell('a', 'empty')], 2, FLY).kind).toBe('waiting');
  });

  test('adds up the people of all registries, and says when there may be more or some are from before', () => {
    const cells = [cell('a', 'answered', { [HUMAN]: 2, [MOUSE]: 1 }), cell('b', 'stale', { [HUMAN]: 3 })];
    expect(heatCell(GENE, cells, 2, HUMAN)).toMatchObject({ count: 5, isAtLeast: true, isFromBefore: true });
    expect(heatCell(GENE, cells, 2, MOUSE)).toMatchObject({ count: 1, byOrigin: [{ key: 'a', count: 1 }] });
    expect(heatCell(GENE, [cell('a', 'answered', { [HUMAN]: 2 })], 1, HUMAN)).toMatchObject({
      count: 2,
      isAtLeast: false,
    });
  });
});

test('more people have more colour', () => {
  const heats = [0, 1, 2, 3, 4, 9, 10, 500].map(heatOf);
  expect(heats).toEqual([0, 1, 2, 2, 3, 3, 4, 4]);
});
