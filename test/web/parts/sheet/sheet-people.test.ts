/** The sheet names five people, those first who can be written to. */

import { expect, test } from 'vitest';
import type { FederatedGene } from '../../../../src/client/federated-answers.ts';
import { ownerOf } from '../../../../src/web/parts/people/person.ts';
import { sheetPeople } from '../../../../src/web/parts/sheet/sheet-people.ts';
import { ADA, ADAS_GENE } from '../example-records.ts';

function geneOf(id: number, symbol = 'BRCA1'): FederatedGene {
  return { ...ADAS_GENE, symbol, remoteUser: { ...ADA, id } };
}

/** The id is one of this answer alone. */
function withheld(anonymousId: string): FederatedGene {
  const { id: _, ...rest } = ADA;
  return { ...ADAS_GENE, anonymousId, remoteUser: { ...rest, id: null, anonymousId } as FederatedGene['remoteUser'] };
}

const shown = (records: FederatedGene[]) => {
  const { people, others } = sheetPeople(records, () => 'b');
  return [people.map((one) => (one.isWithheld ? '?' : ownerOf(one.records[0] ?? geneOf(0)).id)), others];
};

test('a person with several genes stands once, at the place of the first', () => {
  const { people } = sheetPeople([geneOf(1), geneOf(2), geneOf(1, 'Brca1')], () => 'b');
  expect(people.map(({ records }) => records.length)).toEqual([2, 1]);
  expect(shown([geneOf(1), geneOf(2), geneOf(1, 'Brca1')])).toEqual([[1, 2], 0]);
});

test('people without a name come behind all with one, and are never taken for one person', () => {
  expect(shown([withheld('x'), withheld('y'), geneOf(1), withheld('z'), geneOf(2)])).toEqual([
    [1, 2, '?', '?', '?'],
    0,
  ]);
});

test('no more than five stand on it, and the others are counted', () => {
  const records = [withheld('x'), ...[1, 2, 3, 4, 5, 6].map((id) => geneOf(id))];
  expect(shown(records)).toEqual([[1, 2, 3, 4, 5], 2]);
  expect(shown([])).toEqual([[], 0]);
});

test('the same number in two registries is two people', () => {
  const records = [geneOf(1), geneOf(1)];
  const keys = ['b', 'c'];
  expect(sheetPeople(records, (record) => keys[records.indexOf(record as FederatedGene)] ?? '').people).toHaveLength(2);
});
