/** A link to somebody says which gene it is about, and nothing longer than that. */

import { expect, test } from 'vitest';
import { readSearchedGene } from '../../../src/domain/contact/read-searched-gene.ts';
import { searchedGeneParams } from '../../../src/domain/contact/searched-gene.ts';

test('gene and organism are read as they were written', () => {
  const about = { gene: 'Kcnq2', organism: 'poisson-zèbre' };
  expect(readSearchedGene(new URLSearchParams(searchedGeneParams(about)))).toEqual(about);
  expect(searchedGeneParams({ gene: '', organism: 'mouse' })).toEqual({});
});

test.each([
  ['', undefined],
  ['organism=mouse', undefined],
  ['gene=%20', undefined],
  [`gene=${'x'.repeat(61)}`, undefined],
  [`gene=KCNQ2&organism=${'x'.repeat(61)}`, undefined],
  ['gene=KCNQ2', { gene: 'KCNQ2', organism: '' }],
  ['gene=KC%0D%0ANQ2&organism=%09mouse', { gene: 'KC NQ2', organism: 'mouse' }],
])('%j is read as %j', (params, about) => {
  expect(readSearchedGene(new URLSearchParams(params))).toEqual(about);
});
