/** A gene has had many names: which of them are asked for where one is not known, and what counts as found then. */

import { describe, expect, test } from 'vitest';
import { aliasesOf, identifiersOf, isAbout, type KnownGene, otherNames } from '../../../src/domain/query/gene-names.ts';
import type { GeneFacts } from '../../../src/domain/record/records.ts';

const HUMAN = { id: 9606, scientificName: 'Homo sapiens', commonName: 'human' };

function known(symbol: string, aliases: string | null, orthologs: readonly number[] = []): KnownGene {
  const facts = (geneId: number): GeneFacts => ({ geneId, taxon: HUMAN, symbol, name: null, aliases });
  return { gene: facts(5071), orthologs: orthologs.map(facts) };
}

describe('aliases', () => {
  test.each<[text: string | null, aliases: string[]]>([
    [null, []],
    ['-', []],
    ['', []],
    ['PARK2', ['PARK2']],
    ['AR-JP|LPRS2|PARK2', ['AR-JP', 'LPRS2', 'PARK2']],
    [' PARK2 | | PDJ |', ['PARK2', 'PDJ']],
    ['PARK2|-', ['PARK2']],
    ['10q23del|MLN 19', ['10q23del', 'MLN 19']],
  ])('of %j are %j', (text, aliases) => {
    expect(aliasesOf(text)).toEqual(aliases);
  });
});

test.each([
  ['a gene of humans', { hgncId: 'HGNC:1' }, ['HGNC:1', 'ENSG1', 'OMIM:2']],
  ['one without a number of HGNC', {}, ['ENSG1', 'OMIM:2']],
  ['one of flies', { organismIds: ['FBgn1'] }, ['ENSG1', 'OMIM:2', 'FBgn1']],
])('%s has its identifiers in other databases', (_, change, identifiers) => {
  const identity = { hgncId: null, ensemblIds: ['ENSG1'], omimIds: ['2'], ...change };
  expect(identifiersOf(identity as never)).toEqual(identifiers);
});

describe('where a symbol is not known, the gene is asked for', () => {
  test.each<[asked: string, symbol: string, aliases: string | null, names: string[]]>([
    ['PARK2', 'PRKN', 'PARK2|PDJ', ['PRKN', 'PDJ']],
    ['PRKN', 'PRKN', 'PARK2|PDJ', ['PARK2', 'PDJ']],
    ['prkn', 'PRKN', 'Prkn|PARK2', ['PARK2']],
    ['PRKN', 'PRKN', null, []],
    ['PRKN', 'PRKN', '-', []],
    ['X', 'PRKN', 'A|B|C|D|E|F', ['PRKN', 'A', 'B', 'C']],
    ['PRKN', 'PRKN', 'A|B|C|D|E|F', ['A', 'B', 'C', 'D']],
  ])('that is %s, by the present symbol %s first and then aliases of %j: %j', (searched, symbol, aliases, names) => {
    expect(otherNames(known(symbol, aliases), searched)).toEqual(names);
  });

  test('never under the name that is not known, however it is written', () => {
    expect(otherNames(known('MÜLL', 'mull|Mu\u0308ll|MULL'), 'müll')).toEqual([]);
  });
});

describe('what is found under another name counts', () => {
  const gene = known('PRKN', 'PARK2', [40336, 50873]);

  test.each<[geneId: number | undefined, counts: boolean]>([
    [5071, true],
    [40336, true],
    [50873, true],
    [672, false],
    // Nobody knows which gene it is about, and an alias may be the symbol of another one.
    [undefined, false],
  ])('when it is about gene %s: %s', (geneId, counts) => {
    expect(isAbout(gene, geneId)).toBe(counts);
  });
});
