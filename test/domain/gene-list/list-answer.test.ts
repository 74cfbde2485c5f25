/** How complete the answer to a list of genes is. */

import { expect, test } from 'vitest';
import type { OriginState } from '../../../src/domain/federation/origin.ts';
import { reason } from '../../../src/domain/federation/reasons.ts';
import { listEnd } from '../../../src/domain/gene-list/list-answer.ts';
import type { ListCell } from '../../../src/domain/gene-list/list-cell.ts';
import { problemOf } from '../../support/partners/saying.ts';

const ASKED = ['a', 'b'].map((key) => ({ key, name: `Registry ${key}`, url: `https://${key}.example.org` }));
const FACTS = { count: 0, anonymized: 0, exact: true, organisms: [], elapsedMs: 1, retrievedAt: null, askedAs: [] };
const problem = problemOf(reason('answer-broken-off', { cause: null }));

function cells(origin: string, states: readonly OriginState[]): ListCell[] {
  return states.map((state, gene) => ({
    ...FACTS,
    ...{ gene, origin, state },
    cache: { status: 'miss', ageSeconds: 0 },
    problem: state === 'unreachable' ? problem : null,
  }));
}

test('a registry that failed for some genes is not counted among those that answered', () => {
  const end = listEnd(ASKED, [...cells('a', ['empty', 'empty']), ...cells('b', ['empty', 'unreachable'])]);
  expect([end.complete, end.summary]).toEqual([
    false,
    '1 of 2 registries answered; Registry b broke off its answer for 1 of 2 genes.',
  ]);
});

test('a registry that does not know some of the symbols has answered', () => {
  const end = listEnd(ASKED, [...cells('a', ['empty', 'empty']), ...cells('b', ['empty', 'unknown-term'])]);
  expect(end.summary).toMatch(/^Both registries answered; /);
});
