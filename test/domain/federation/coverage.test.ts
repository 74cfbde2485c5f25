/** The table of who works on a gene: a zero in it is certain, and no failure looks like one. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CoverageRow,
  cellOf,
  cellQuery,
  coverageAnswer,
  coverageRows,
} from '../../../src/domain/federation/coverage.ts';
import { ORIGIN_STATES, type OriginState } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import type { FoundRecord, SourceAnswer } from '../../../src/domain/federation/source.ts';
import type { KnownGene } from '../../../src/domain/query/gene-names.ts';
import { geneQueryParams } from '../../../src/domain/query/gene-query.ts';
import type { GeneFacts } from '../../../src/domain/record/records.ts';
import { titleIn } from '../../support/partners/saying.ts';

const ASKED = { symbol: 'PARK2', taxonId: 9606 };
const gene = (geneId: number, symbol: string, taxonId: number, commonName: string): GeneFacts => ({
  geneId,
  taxon: { id: taxonId, scientificName: null, commonName },
  symbol,
  name: null,
  aliases: null,
});
const HUMAN = gene(5071, 'PRKN', 9606, 'human');
const MOUSE = gene(50873, 'Prkn', 10090, 'mouse');
const FLY = gene(40336, 'park', 7227, 'fruit fly');
const KNOWN: KnownGene = { gene: HUMAN, orthologs: [MOUSE, FLY] };
const ROWS = coverageRows([KNOWN], ASKED);

const found = (count: number, hidden = 0): FoundRecord[] =>
  Array.from({ length: count }, (_, index) => ({
    json: '{}',
    order: undefined,
    isAnonymised: index < hidden,
    geneId: undefined,
  }));

function answer(state: OriginState, records: readonly FoundRecord[] = []): SourceAnswer {
  const isWhole = state === 'answered' || state === 'empty';
  const because = reason(state === 'unknown-term' ? 'no-symbol' : state === 'limited' ? 'cut-by-size' : 'failed');
  return {
    state,
    records,
    total: undefined,
    isExact: isWhole,
    version: '1.5.10',
    elapsedMs: 10,
    retrievedAt: undefined,
    cache: { status: 'miss', ageSeconds: 0 },
    filters: [],
    askedAs: [],
    dropped: 0,
    shortened: 0,
    problem: isWhole ? undefined : { reason: because, error: undefined, status: undefined, nextTryAt: undefined },
  };
}

describe('the rows are', () => {
  test('the gene under its present symbol, and its orthologs', () => {
    expect(ROWS).toEqual([
      { geneId: 5071, symbol: 'PRKN', taxon: { id: 9606, commonName: 'human' }, relation: 'gene' },
      { geneId: 50873, symbol: 'Prkn', taxon: { id: 10090, commonName: 'mouse' }, relation: 'ortholog' },
      { geneId: 40336, symbol: 'park', taxon: { id: 7227, commonName: 'fruit fly' }, relation: 'ortholog' },
    ]);
  });

  test.each([
    ['nobody here knows the gene', []],
    ['nobody knows which gene is meant', [KNOWN, { gene: FLY, orthologs: [] }]],
  ])('the gene alone, as it was asked for, when %s', (_, known) => {
    expect(coverageRows(known, ASKED)).toEqual([
      { geneId: null, symbol: 'PARK2', taxon: { id: 9606, commonName: null }, relation: 'gene' },
    ]);
  });
});

test('a cell asks for its gene alone, in its own organism, with no filter', () => {
  expect(ROWS.map((row) => String(geneQueryParams(cellQuery(row))))).toEqual([
    'symbol=PRKN&taxonId=9606&orthologTaxonId=9606&tiers=TIER1&tiers=TIER2',
    'symbol=Prkn&taxonId=10090&orthologTaxonId=10090&tiers=TIER1&tiers=TIER2',
    'symbol=park&taxonId=7227&orthologTaxonId=7227&tiers=TIER1&tiers=TIER2',
  ]);
});

test('a cell counts researchers, and how many of them are hidden', () => {
  expect(cellOf(ROWS[1] as CoverageRow, answer('limited', found(5, 2)))).toEqual({
    geneId: 50873,
    symbol: 'Prkn',
    taxonId: 10090,
    state: 'limited',
    count: 5,
    anonymized: 2,
    exact: false,
    retrievedAt: null,
  });
});

test('a researcher who is in two records of a gene counts once in its cell', () => {
  const [one, other, hidden] = found(3);
  const order = { id: 7 } as FoundRecord['order'];
  const records = [{ ...one, order }, { ...other, order }, hidden] as FoundRecord[];
  expect(cellOf(ROWS[0] as CoverageRow, answer('answered', records)).count).toBe(2);
});

describe('what a registry says of all rows', () => {
  test.each<[states: OriginState[], state: OriginState, problem: string | undefined]>([
    [['answered', 'answered', 'answered'], 'answered', undefined],
    [['empty', 'answered', 'empty'], 'answered', undefined],
    [['empty', 'empty', 'empty'], 'empty', undefined],
    [['unknown-term', 'unknown-term', 'unknown-term'], 'unknown-term', 'knows no gene without a symbol'],
    [
      ['answered', 'unknown-term', 'unknown-term'],
      'limited',
      'does not know the symbols Prkn of mouse and park of fruit fly',
    ],
    [['empty', 'empty', 'unknown-term'], 'limited', 'does not know the symbol park of fruit fly'],
    [
      ['unknown-term', 'answered', 'limited'],
      'limited',
      'gave more than is read of one answer, so its last records are missing',
    ],
    [['answered', 'timed-out', 'answered'], 'timed-out', 'failed'],
    [['unknown-term', 'limited', 'resting'], 'resting', 'failed'],
    [['stale', 'answered', 'limited'], 'stale', 'failed'],
  ])('%j is %s', (states, state, problem) => {
    const answers = states.map((one) => answer(one, one === 'answered' ? found(2) : []));
    const whole = coverageAnswer(ROWS, answers);
    expect([whole.state, titleIn(whole.problem)]).toEqual([state, problem]);
  });

  test('is as whole as its least whole cell: a zero is certain only when every cell is', () => {
    const states = fc.tuple(...ROWS.map(() => fc.constantFrom(...ORIGIN_STATES.filter((one) => one !== 'not-asked'))));
    fc.assert(
      fc.property(states, (cells) => {
        const answers = cells.map((one) => answer(one, one === 'answered' ? found(1) : []));
        const { state, isExact } = coverageAnswer(ROWS, answers);
        const isWhole = cells.every((one) => one === 'answered' || one === 'empty');
        expect(['answered', 'empty'].includes(state)).toBe(isWhole);
        expect(isExact).toBe(isWhole);
        expect(state === 'empty').toBe(cells.every((one) => one === 'empty'));
      }),
    );
  });

  test('holds a cell for every row, in the order of the rows, each with its own state', () => {
    const answers = [answer('answered', found(3, 1)), answer('empty'), answer('failed')];
    const { records, counted } = coverageAnswer(ROWS, answers);
    expect(records).toEqual([]);
    expect(counted?.cells.map((cell) => [cell.geneId, cell])).toEqual([
      [5071, expect.objectContaining({ symbol: 'PRKN', state: 'answered', count: 3, anonymized: 1, exact: true })],
      [50873, expect.objectContaining({ symbol: 'Prkn', state: 'empty', count: 0, exact: true })],
      [40336, expect.objectContaining({ symbol: 'park', state: 'failed', count: 0, exact: false })],
    ]);
  });

  test('took as long as its slowest cell, is as old as its newest, and counts researchers of all cells together', () => {
    const early = { ...answer('answered', found(1)), retrievedAt: new Date('2026-03-01T10:00:00Z') };
    const slow = { ...answer('answered', found(2, 1)), elapsedMs: 50, retrievedAt: new Date('2026-03-01T10:05:00Z') };
    expect(coverageAnswer(ROWS, [slow, early, answer('failed')])).toMatchObject({
      elapsedMs: 50,
      retrievedAt: slow.retrievedAt,
      counted: { count: 3, anonymized: 1 },
    });
  });

  test('with stale cells is as old as the oldest of these, and each cell has its own time', () => {
    const [before, then, now] = ['09:00', '09:30', '10:00'].map((time) => new Date(`2026-03-01T${time}:00Z`));
    const merged = coverageAnswer(ROWS, [
      { ...answer('stale', found(1)), retrievedAt: then },
      { ...answer('stale'), retrievedAt: before },
      { ...answer('answered', found(1)), retrievedAt: now },
    ]);
    expect([merged.state, merged.retrievedAt]).toEqual(['stale', before]);
    expect(merged.counted?.cells.map(({ retrievedAt }) => retrievedAt)).toEqual(
      [then, before, now].map((time) => time?.toISOString()),
    );
  });

  test('has no time when no cell was answered', () => {
    const failed = answer('failed');
    expect(coverageAnswer(ROWS, [failed, failed, failed])).toMatchObject({ retrievedAt: undefined });
  });
});
