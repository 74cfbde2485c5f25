/** Terms that a registry does not know: whether its answer is none, or only lacks something. */

import { expect, test } from 'vitest';
import { reason } from '../../../src/domain/federation/reasons.ts';
import {
  stateWithout,
  termsQuestions,
  type Unknown,
  unknownAmong,
  unknownTermsReason,
} from '../../../src/domain/federation/unknown-terms.ts';

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

test('a search is asked about term by term of each ontology, once', () => {
  const terms = ['HPO a', 'hpo b', 'Mondo c', 'HPO a'].map((text) => {
    const [ontologyName = '', termId = ''] = text.split(' ');
    return { ontologyName, termId };
  });
  const questions = termsQuestions({ kind: 'users-search', query: { filters: { terms } } } as never);
  expect(questions).toEqual([
    { kind: 'terms', ontologyName: 'HPO', termIds: ['a', 'b'] },
    { kind: 'terms', ontologyName: 'Mondo', termIds: ['c'] },
  ]);
  expect(termsQuestions({ kind: 'stats' })).toEqual([]);
  const known = { json: JSON.stringify({ termId: 'A' }), order: undefined, isAnonymised: false, geneId: undefined };
  expect(questions.map((question) => unknownAmong(question, [known]))).toEqual([['b'], ['c']]);
});

test.each<[Unknown[], unknown]>([
  [
    [{ termIds: ['a'] }, { termIds: ['b'] }],
    reason('unknown-terms', { names: ['a', 'b'], more: 0, findsNobody: true }),
  ],
  [
    [{ termIds: ['a'] }, { termIds: ['b'], unusedOntology: 'Mondo' }],
    reason('unused-ontologies', { names: ['Mondo'], more: 0, findsNobody: true }),
  ],
])('of %j is said what is unknown', (unknown, expected) => {
  expect(unknownTermsReason(unknown, true)).toEqual(expected);
});
