/** Genes by symbol and organism are asked about as they stand. */

import { expect, test } from 'vitest';
import { questionOfGene, understoodGenes } from '../../../src/domain/gene-list/list-question.ts';
import type { KnownGene } from '../../../src/domain/query/gene-names.ts';

const HUMAN = { id: 9606, commonName: 'human', scientificName: 'Homo sapiens' };
const KNOWN = {
  gene: { geneId: 16, symbol: 'AARS1', name: 'alanyl-tRNA synthetase 1', aliases: 'AARS', taxon: HUMAN },
  orthologs: [],
} as unknown as KnownGene;

test('a gene that is known here by another symbol is asked about by the symbol that was sent', () => {
  const { genes } = understoodGenes([{ symbol: 'AARS', taxonId: 9606 }], [[KNOWN]]);
  expect(genes).toMatchObject([{ symbol: 'AARS', geneId: 16, name: 'alanyl-tRNA synthetase 1', given: ['AARS'] }]);
  expect(genes.map(questionOfGene)).toMatchObject([{ query: { symbol: 'AARS', taxonId: 9606 } }]);
});

test('one gene under two symbols is two questions, and one symbol in two spellings is one', () => {
  const named = ['AARS', 'AARS1', 'aars'].map((symbol) => ({ symbol, taxonId: 9606 }));
  const { genes } = understoodGenes(named, [[KNOWN], [KNOWN], [KNOWN]]);
  expect(genes.map(({ symbol, given }) => [symbol, given])).toEqual([
    ['AARS', ['AARS', 'aars']],
    ['AARS1', ['AARS1']],
  ]);
});
