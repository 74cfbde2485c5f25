/** Terms that a registry does not know: whether its answer is none, or only lacks something. */

import { expect, test } from 'vitest';
import { stateWithout } from '../../../src/domain/federation/unknown-terms.ts';

const asked = (...terms: string[][]) =>
  terms.map((termIds) => ({ kind: 'terms', ontologyName: 'HPO', termIds }) as const);
const unknown = (...terms: string[][]) => terms.map((termIds) => ({ termIds }));

test.each([
  ['it knows them all', [['a'], ['b']], [[], []], 0, undefined],
  ['it knows none of one ontology', [['a', 'b'], ['c']], [['a', 'b'], []], 0, 'unknown-term'],
  ['it knows one of them', [['a', 'b']], [['a']], 0, 'limited'],
  ['it knows none and finds somebody all the same', [['a']], [['a']], 1, 'limited'],
  ['no term is asked of the other ontology', [['a', 'b'], []], [['a'], []], 0, 'limited'],
])('where %s, the answer is %4$j', (_, terms, lacking, found, state) => {
  expect(stateWithout(asked(...terms), unknown(...lacking), found)).toBe(state);
});
