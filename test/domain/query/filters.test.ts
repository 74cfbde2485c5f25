/** The filters that narrow a search (rdp-protocol 2.8, 3.4): AND between them, OR inside one. */

import { describe, expect, test } from 'vitest';
import {
  anonymously,
  type FilteredFacts,
  type Filters,
  matchesFilters,
  pairedTerms,
  parseFilters,
  type ResolvedFilters,
} from '../../../src/domain/query/filters.ts';

const IN_VITRO = ['IN_VITRO_BIOCHEMICAL', 'IN_VITRO_CELLS', 'IN_VITRO_STRUCTURAL'];
const parsed = (query: string): Filters => parseFilters(new URLSearchParams(query));
const NONE: ResolvedFilters = {
  researcherPositions: undefined,
  researcherCategories: undefined,
  organs: undefined,
  termsByOntology: undefined,
};
const BLANK: FilteredFacts = { researcherPosition: null, researcherCategories: [], organs: [], termsWithAncestors: [] };
const ADA: FilteredFacts = {
  researcherPosition: 'PRINCIPAL_INVESTIGATOR',
  researcherCategories: ['IN_VIVO', 'OTHER'],
  organs: ['uberon:0000955', 'uberon:0000948'],
  // Term 12 is a kind of 11, which is a kind of 10; term 20 is of another ontology.
  termsWithAncestors: [new Set([12, 11, 10]), new Set([20])],
};

describe('what is asked', () => {
  test.each([
    ['', undefined, undefined, undefined],
    ['researcherPositions=PRINCIPAL_INVESTIGATOR', ['PRINCIPAL_INVESTIGATOR'], undefined, undefined],
    ['researcherPosition=PRINCIPAL_INVESTIGATOR', ['PRINCIPAL_INVESTIGATOR'], undefined, undefined],
    ['researcherPositions=', [], undefined, undefined],
    ['researcherCategories=IN_VIVO,IN_SILICO', undefined, ['IN_VIVO', 'IN_SILICO'], undefined],
    ['researcherCategory=OTHER&researcherCategories=IN_VIVO', undefined, ['IN_VIVO', 'OTHER'], undefined],
    ['researcherCategory=', undefined, [], undefined],
    ['researcherCategories=IN_VITRO', undefined, IN_VITRO, undefined],
    ['researcherCategory=IN_VIVO,IN_VITRO', undefined, ['IN_VIVO', ...IN_VITRO], undefined],
    ['organUberonIds=UBERON:1&organUberonIds=UBERON:2', undefined, undefined, ['UBERON:1', 'UBERON:2']],
    ['organUberonIds=', undefined, undefined, []],
  ])('%j', (query, positions, categories, organs) => {
    const { researcherPositions, researcherCategories, organUberonIds } = parsed(query);
    expect(researcherPositions && [...researcherPositions]).toEqual(positions);
    expect(researcherCategories && [...researcherCategories]).toEqual(categories);
    expect(organUberonIds).toEqual(organs);
  });

  test.each(['IN_SILICO', 'IN_VITRO_BIOCHEMICAL', 'IN_VITRO_CELLS', 'IN_VITRO_STRUCTURAL', 'IN_VIVO', 'OTHER'])(
    '%s is a category',
    (category) => {
      expect(parsed(`researcherCategories=${category}`).researcherCategories).toEqual(new Set([category]));
    },
  );

  const term = (ontologyName: string, termId: string) => ({ ontologyName, termId });
  test.each([
    ['neither list', '', undefined],
    ['names only', 'ontologyNames=mondo', undefined],
    ['names only, empty', 'ontologyNames=', undefined],
    ['term ids only', 'ontologyTermIds=MONDO:1', undefined],
    ['a pair', 'ontologyNames=mondo&ontologyTermIds=MONDO:1', [term('mondo', 'MONDO:1')]],
    [
      'pairs by position',
      'ontologyNames=mondo,uberon&ontologyTermIds=M:1&ontologyTermIds=U:1',
      [term('mondo', 'M:1'), term('uberon', 'U:1')],
    ],
    [
      'two terms of one ontology',
      'ontologyNames=mondo,mondo&ontologyTermIds=M:1,M:2',
      [term('mondo', 'M:1'), term('mondo', 'M:2')],
    ],
    [
      'a comma within a repeated id',
      'ontologyNames=a,b&ontologyTermIds=x,y&ontologyTermIds=z',
      [term('a', 'x,y'), term('b', 'z')],
    ],
    ['both empty', 'ontologyNames=&ontologyTermIds=', []],
  ])('terms: %s', (_, query, terms) => {
    expect(pairedTerms(parsed(query))).toEqual(terms);
  });

  test.each([
    ['', undefined],
    ['ontologyNames=mondo', ['mondo']],
    ['ontologyNames=mondo,hp', ['mondo', 'hp']],
    ['ontologyNames=', []],
    ['ontologyTermIds=MONDO:1', undefined],
    ['ontologyNames=mondo&ontologyTermIds=MONDO:1', undefined],
  ])('%j names these ontologies without terms: %j', (query, names) => {
    expect(parsed(query).ontologiesAlone).toEqual(names);
  });

  test.each([
    ['a name more', 'ontologyNames=a,b&ontologyTermIds=x'],
    ['an id more', 'ontologyNames=a&ontologyTermIds=x,y'],
    ['names but empty ids', 'ontologyNames=a&ontologyTermIds='],
    ['ids but empty names', 'ontologyNames=&ontologyTermIds=x'],
  ])('terms: %s is refused in the words partners know', (_, query) => {
    expect(() => pairedTerms(parsed(query))).toThrow(
      expect.objectContaining({
        code: 'ontology-lists-differ',
        status: 400,
        form: 'text',
        message: "The 'ontologyNames' and 'ontologyTermIds' lists must have the same size.",
      }),
    );
  });
});

describe('who passes', () => {
  const position = (...values: 'PRINCIPAL_INVESTIGATOR'[]) => ({ researcherPositions: new Set(values) });
  const categories = (...values: ('IN_VIVO' | 'IN_SILICO' | 'OTHER')[]) => ({ researcherCategories: new Set(values) });
  const organs = (...values: string[]) => ({ organs: new Set(values) });
  const terms = (...values: number[][]) => ({ termsByOntology: values.map((numbers) => new Set(numbers)) });

  test.each<[string, Partial<ResolvedFilters>, ada: boolean, blank: boolean]>([
    ['no filter', {}, true, true],
    ['a position', position('PRINCIPAL_INVESTIGATOR'), true, false],
    ['an empty set of positions: nobody', position(), false, false],
    ['one of their categories', categories('OTHER'), true, false],
    ['one of their categories or another', categories('IN_SILICO', 'IN_VIVO'), true, false],
    ['a category they have not', categories('IN_SILICO'), false, false],
    ['an empty set of categories: nobody', categories(), false, false],
    ['one of their organs', organs('uberon:0000948'), true, false],
    ['one of their organs or another', organs('uberon:1', 'uberon:0000955'), true, false],
    ['an organ they have not', organs('uberon:1'), false, false],
    ['an empty set of organs: nobody', organs(), false, false],
    ['no ontology: no restriction', terms(), true, true],
    ['their term', terms([12]), true, false],
    ['what their term is a kind of', terms([10]), true, false],
    ['a term they have not', terms([13]), false, false],
    ['their term or another of the ontology', terms([13, 12]), true, false],
    ['terms of two ontologies, both theirs', terms([11], [20]), true, false],
    ['terms of two ontologies, one not theirs', terms([11], [21]), false, false],
    ['an ontology without any of the terms: nobody', terms([]), false, false],
    ['an ontology without any of the terms beside one of theirs: nobody', terms([12], []), false, false],
    [
      'all of it',
      { ...position('PRINCIPAL_INVESTIGATOR'), ...categories('OTHER'), ...organs('uberon:0000955'), ...terms([10]) },
      true,
      false,
    ],
    [
      'all of it but the position',
      { ...position(), ...categories('OTHER'), ...organs('uberon:0000955'), ...terms([10]) },
      false,
      false,
    ],
    [
      'all of it but the category',
      { ...position('PRINCIPAL_INVESTIGATOR'), ...categories('IN_SILICO'), ...organs('uberon:0000955') },
      false,
      false,
    ],
    ['all of it but the organ', { ...categories('OTHER'), ...organs('uberon:1'), ...terms([10]) }, false, false],
    ['all of it but the term', { ...categories('OTHER'), ...organs('uberon:0000955'), ...terms([13]) }, false, false],
  ])('%s', (_, filter, ada, blank) => {
    expect(matchesFilters(ADA, { ...NONE, ...filter })).toBe(ada);
    expect(matchesFilters(BLANK, { ...NONE, ...filter })).toBe(blank);
  });

  test.each<[string, Partial<ResolvedFilters>, boolean]>([
    ['no filter', {}, true],
    ['one of their categories', categories('IN_VIVO'), true],
    ['one of their organs', organs('uberon:0000955'), true],
    ['an organ they have not', organs('uberon:1'), false],
    ['their position, which is hidden', position('PRINCIPAL_INVESTIGATOR'), false],
    ['their term, which is hidden', terms([12]), false],
    ['no ontology', terms(), true],
  ])('a hidden person, %s: %j', (_, filter, expected) => {
    expect(matchesFilters(anonymously(ADA), { ...NONE, ...filter })).toBe(expected);
  });

  test('hiding a person changes nothing about them', () => {
    const before = structuredClone(ADA);
    anonymously(ADA);
    expect(ADA).toEqual(before);
  });
});
