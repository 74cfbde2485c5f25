/** How a gene search is asked (rdp-protocol 2.4, 2.7). */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GeneQuery, geneQueryParams, parseGeneQuery } from '../../../src/domain/query/gene-query.ts';
import { geneQueries, throughAnAddress } from './generated-queries.ts';

const parsed = (query: string): GeneQuery => parseGeneQuery(new URLSearchParams(query));
const GENE = 'symbol=BRCA1&taxonId=9606';

describe('the gene', () => {
  test('is a symbol in a taxon, with tiers 1 and 2 and no filter unless asked for', () => {
    expect(parsed(GENE)).toEqual({
      symbol: 'BRCA1',
      taxonId: 9606,
      orthologTaxonId: undefined,
      tiers: new Set(['TIER1', 'TIER2']),
      filters: {
        researcherPositions: undefined,
        researcherCategories: undefined,
        organUberonIds: undefined,
        terms: undefined,
        ontologiesAlone: undefined,
      },
    });
  });

  test.each<[string, Partial<GeneQuery>, string]>([
    ['symbol=&taxonId=9606', { symbol: '' }, 'an empty symbol is for the registry to refuse'],
    ['symbol=A&symbol=B&taxonId=1', { symbol: 'A,B' }, 'a symbol given twice is joined'],
    ['symbol=A&taxonId=1&taxonId=2', { taxonId: 1 }, 'of two taxa the first counts'],
    ['symbol=A&taxonId=0x2586', { taxonId: 9606 }, 'a hexadecimal taxon'],
    [`${GENE}&orthologTaxonId=10090`, { orthologTaxonId: 10090 }, 'an ortholog taxon'],
    [`${GENE}&orthologTaxonId=`, { orthologTaxonId: undefined }, 'an empty ortholog taxon is none'],
    [`${GENE}&unknown=1&auth=x`, { symbol: 'BRCA1' }, 'unknown parameters do not matter'],
  ])('%s: %j, %s', (query, expected) => {
    expect(parsed(query)).toMatchObject(expected);
  });

  test.each([
    ['taxonId=9606', 'parameter-missing', "The parameter 'symbol' is missing."],
    ['symbol=BRCA1', 'parameter-missing', "The parameter 'taxonId' is missing."],
    ['symbol=BRCA1&taxonId=', 'parameter-missing', "The parameter 'taxonId' is missing."],
    ['symbol=BRCA1&taxonId=human', 'parameter-invalid', "The parameter 'taxonId' cannot be 'human'."],
    [`${GENE}&orthologTaxonId=mouse`, 'parameter-invalid', "The parameter 'orthologTaxonId' cannot be 'mouse'."],
    [`${GENE}&tiers=TIER4`, 'parameter-invalid', "The parameter 'tiers' cannot be 'TIER4'."],
    [`${GENE}&researcherCategories=IN_SITU`, 'parameter-invalid', "'researcherCategories' cannot be 'IN_SITU'."],
    ['tier=TIER1', 'parameter-missing', "The parameter 'symbol' is missing."],
    ['tier=best&symbol=BRCA1', 'parameter-missing', "The parameter 'taxonId' is missing."],
  ])('%s is refused as %s', (query, code, sentence) => {
    expect(() => parsed(query)).toThrow(
      expect.objectContaining({ code, status: 400, message: expect.stringContaining(sentence) }),
    );
  });
});

describe('the tiers searched', () => {
  const both = ['TIER1', 'TIER2'];
  test.each([
    ['', both],
    ['tiers=', []],
    ['tiers=,', []],
    ['tiers=TIER1', ['TIER1']],
    ['tiers=TIER2', ['TIER2']],
    ['tiers=TIER3', []],
    ['tiers=TIER1,TIER3', ['TIER1']],
    ['tiers=TIER2&tiers=TIER1', both],
    ['tiers=TIER1,TIER2,TIER3', both],
    ['tier=ANY', both],
    ['tier=TIERS1_2', both],
    ['tier=TIER1', ['TIER1']],
    ['tier=TIER2', ['TIER2']],
    ['tier=TIER3', []],
    ['tier=TIER2&tiers=TIER1', ['TIER2']],
    ['tiers=TIER1&tier=TIER3', []],
    ['tier=TIER1&tiers=rubbish', ['TIER1']],
  ])('are, with %j, %j', (query, tiers) => {
    expect([...parsed(`${GENE}&${query}`).tiers].sort()).toEqual(tiers);
  });

  test.each([
    ['tier=', 'Unknown tier: .'],
    ['tier=tier1', 'Unknown tier: tier1.'],
    ['tier=TIER1,TIER2', 'Unknown tier: TIER1,TIER2.'],
    ['tier=TIER1&tier=TIER2', 'Unknown tier: TIER1,TIER2.'],
    ['tier=constructor', 'Unknown tier: constructor.'],
  ])('cannot be %s, which is refused in the words partners know: %s', (query, sentence) => {
    expect(() => parsed(`${GENE}&${query}`)).toThrow(
      expect.objectContaining({ code: 'unknown-tier', status: 400, form: 'text', message: sentence }),
    );
  });
});

describe('a gene search written as parameters', () => {
  test('is read as the same search', () => {
    fc.assert(
      fc.property(geneQueries, (query) => {
        expect(parseGeneQuery(geneQueryParams(query))).toEqual(query);
        expect(parseGeneQuery(throughAnAddress(geneQueryParams(query)))).toEqual(query);
      }),
    );
  });

  test('keeps the ortholog taxon 0', () => {
    expect(String(geneQueryParams(parsed(`${GENE}&orthologTaxonId=0`)))).toContain('orthologTaxonId=0');
  });

  test('repeats what has several values and says what is empty', () => {
    const query = parsed(`${GENE}&tiers=&organUberonIds=UBERON:1,UBERON:2&researcherPositions=`);
    expect(String(geneQueryParams(query))).toBe(
      'symbol=BRCA1&taxonId=9606&tiers=&researcherPositions=&organUberonIds=UBERON%3A1&organUberonIds=UBERON%3A2',
    );
  });

  test('is refused with ontology lists of different length', () => {
    const query = parsed(`${GENE}&ontologyNames=mondo&ontologyTermIds=`);
    expect(() => geneQueryParams(query)).toThrow(expect.objectContaining({ code: 'ontology-lists-differ' }));
  });
});
