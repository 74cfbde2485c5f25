/** The people of a list of genes are as many rows as pairs of somebody and a gene; few of them are looked into. */

import { expect, test } from 'vitest';
import { geneRecord, userRecord } from '../../../src/demo/mock-people.ts';
import type { FoundForGene } from '../../../src/domain/people/genes-covered.ts';
import { peopleOfGenes } from '../../../src/pages/gene/people-of-genes.ts';
import type { AnsweredRecord } from '../../../src/pages/people/found-record.ts';
import { orderOf, type Row } from '../../../src/pages/people/order.ts';

const GENES = 20;
const PEOPLE = 600;
const SHOWN = 200;
const HUMAN = 9606;

/** Somebody with a higher number works on more of the genes, but for the last, whom another registry has, too. */
function answers(): FoundForGene<Row<string>>[] {
  const rowOf = (originKey: string, gene: number, id: number, place: number): Row<string> => {
    const remoteUser = userRecord(id, { name: 'Zoë', lastName: `Nobody ${id}`, origin: originKey });
    const record = geneRecord(1, { geneId: gene + 1, symbol: `GENE${gene}`, remoteUser }) as AnsweredRecord;
    const order = orderOf(record, () => 1, HUMAN);
    return { id: `${originKey}-${gene}-${place}`, originKey, place, content: JSON.stringify(record), order };
  };
  const here = Array.from({ length: GENES }, (_, gene) => ({
    gene,
    records: Array.from({ length: PEOPLE }, (_, index) => index + 1)
      .filter((id) => (id * GENES) / PEOPLE > gene)
      .map((id, place) => rowOf('here', gene, id, place)),
  }));
  return [...here, { gene: 0, records: [rowOf('there', 0, PEOPLE, 0)] }];
}

test('an object is made of a row where it is shown, and of one row of everybody else', () => {
  let read = 0;
  const all = answers();
  const steps = peopleOfGenes(all, (row) => {
    read++;
    return { ...row, content: JSON.parse(row.content) as AnsweredRecord };
  });
  let step = steps.next();
  while (step.done !== true) step = steps.next();
  const { shown, count } = step.value;
  expect(count).toBe(PEOPLE + 1);
  expect(shown).toHaveLength(SHOWN);
  const rowsShown = shown.reduce((sum, { person }) => sum + person.rows.length, 0);
  expect(read).toBe(rowsShown + count - SHOWN);
  expect(shown.map(({ covered }) => covered)).toEqual(shown.map(({ person }) => person.genes.length));
  expect(shown.map(({ covered }) => covered)).toEqual(shown.map(({ covered }) => covered).toSorted((a, b) => b - a));
  // Compared with everybody, shown or not.
  const last = shown.find(({ person }) => person.owner.lastName === `Nobody ${PEOPLE}`);
  expect(last?.namesakes.map(({ originKey }) => originKey)).toEqual(['there']);
});
