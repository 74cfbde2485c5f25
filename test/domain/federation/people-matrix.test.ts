/** People by organism and registry: who is counted, and what a zero or a gap means. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ORIGIN_STATES, type Origin } from '../../../src/domain/federation/origin.ts';
import {
  CELL_KINDS,
  matrixCell,
  peopleIn,
  peopleMatrix,
  type RecordOfOrganism,
} from '../../../src/domain/federation/people-matrix.ts';
import { anOrigin } from './generated-parts.ts';

const HUMAN = 9606;
const MOUSE = 10090;
const FLY = 7227;
const KEYS = ['local', 'a', 'b'];

function originsOf(states: Partial<Record<string, Origin['state']>>): Map<string, Origin> {
  return new Map(Object.entries(states).map(([key, state]) => [key, anOrigin(key, state ?? 'answered')]));
}

function matrixOf(records: readonly RecordOfOrganism[], origins: Map<string, Origin>, taxonIds = [HUMAN, MOUSE]) {
  return peopleMatrix(records, origins, { taxonIds, keys: KEYS, queryTaxonId: HUMAN });
}

const kindsOf = (rows: ReturnType<typeof matrixOf>) => rows.map(({ cells }) => cells.map(({ kind }) => kind).join(' '));
const record = (originKey: string, taxonId: number, userId?: number): RecordOfOrganism => ({
  originKey,
  taxonId,
  userId,
});

describe('a cell counts', () => {
  test('a person of a registry once for each organism, however many genes brought them there', () => {
    const records = [record('a', HUMAN, 1), record('a', HUMAN, 1), record('a', MOUSE, 1), record('b', HUMAN, 1)];
    const rows = matrixOf(records, originsOf({ local: 'empty', a: 'answered', b: 'answered' }));
    expect(rows.map(({ cells }) => cells.map(({ count }) => count))).toEqual([
      [0, 1, 1],
      [0, 1, 0],
    ]);
    expect(rows.map(({ total }) => total)).toEqual([2, 1]);
  });

  test('everybody whose name is withheld, as nobody knows whether two of them are one', () => {
    expect(peopleIn([{ userId: undefined }, { userId: undefined }, { userId: 3 }, { userId: 3 }])).toBe(3);
  });
});

describe('a row', () => {
  test('stands for each organism that is searched from the beginning, and for whatever else is found', () => {
    const nothing = matrixOf([], new Map());
    expect(nothing.map(({ taxonId }) => taxonId)).toEqual([HUMAN, MOUSE]);
    expect(kindsOf(nothing)).toEqual(Array(2).fill('outstanding outstanding outstanding'));
    const rows = matrixOf([record('a', FLY, 1)], originsOf({ a: 'answered' }));
    expect(rows.map(({ taxonId }) => taxonId)).toEqual([HUMAN, MOUSE, FLY]);
  });
});

describe('a zero', () => {
  test('of the gene asked for is certain where a registry answered in full', () => {
    expect(kindsOf(matrixOf([], originsOf({ local: 'empty', a: 'answered', b: 'failed' })))[0]).toBe(
      'nobody nobody silent',
    );
  });

  test('of an ortholog is certain here alone: another registry may know other orthologs', () => {
    expect(kindsOf(matrixOf([], originsOf({ local: 'empty', a: 'answered', b: 'empty' })))[1]).toBe(
      'nobody none-found none-found',
    );
  });

  test('of a question of its own is certain in these two states alone, and only where the answer is exact', () => {
    const certain = ORIGIN_STATES.filter((state) => matrixCell(anOrigin('a', state), 0).kind === 'nobody');
    expect(certain).toEqual(['answered', 'empty']);
    expect(matrixCell(anOrigin('a', 'answered', { exact: false }), 0).kind).toBe('at-least');
  });
});

test('a stale number has its time, a zero too; nothing else has one', () => {
  const cells = ORIGIN_STATES.flatMap((state) => [0, 2].map((count) => matrixCell(anOrigin('a', state), count)));
  expect(new Set(cells.filter(({ asOf }) => asOf !== null).map(({ kind }) => kind))).toEqual(new Set(['earlier']));
  expect(matrixCell(anOrigin('a', 'stale'), 0)).toEqual({
    kind: 'earlier',
    count: 0,
    asOf: '2026-03-01T10:20:30.000Z',
  });
});

test('every state and count is a cell of a known kind, and nobody who arrived is left out', () => {
  const records = fc.array(
    fc.record({
      originKey: fc.constantFrom(...KEYS),
      taxonId: fc.constantFrom(HUMAN, MOUSE, FLY),
      userId: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }),
    }),
  );
  const states = fc.dictionary(fc.constantFrom(...KEYS), fc.constantFrom(...ORIGIN_STATES));
  fc.assert(
    fc.property(records, states, (found, origins) => {
      const rows = matrixOf(found, originsOf(origins));
      for (const { taxonId, cells } of rows) {
        for (const [index, { kind, count }] of cells.entries()) {
          expect(CELL_KINDS).toContain(kind);
          expect(['nobody', 'none-found', 'unknown', 'silent', 'not-asked'].includes(kind) && count > 0).toBe(false);
          const here = found.filter((one) => one.taxonId === taxonId && one.originKey === KEYS[index]);
          expect(count).toBe(peopleIn(here));
        }
      }
      // The order of arrival does not matter.
      expect(matrixOf(found.toReversed(), originsOf(origins)).toSorted((a, b) => a.taxonId - b.taxonId)).toEqual(
        rows.toSorted((a, b) => a.taxonId - b.taxonId),
      );
    }),
  );
});
