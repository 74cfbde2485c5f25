/** A link to somebody says which gene it is about, and nothing longer than that. */

import { expect, test } from 'vitest';
import { carriedGeneParams, readCarriedGene } from '../../../src/domain/contact/carried-gene.ts';

test('gene and organism are read as they were written', () => {
  const about = { gene: 'Kcnq2', organism: 'poisson-zèbre' };
  expect(readCarriedGene(new URLSearchParams(carriedGeneParams(about)))).toEqual(about);
  expect(carriedGeneParams({ gene: '', organism: 'mouse' })).toEqual({});
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
  expect(readCarriedGene(new URLSearchParams(params))).toEqual(about);
});
