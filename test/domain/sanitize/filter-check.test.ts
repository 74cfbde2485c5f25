/** What the answer says of each filter of a search at a partner: applied there, re-applied here, or not checkable. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILTERS, type Filter } from '../../../src/domain/federation/origin.ts';
import { parseFilters } from '../../../src/domain/query/filters.ts';
import type { Checked } from '../../../src/domain/sanitize/records.ts';
import { ANONYMOUS_ID, anonymisedUser, checkFilters, gene, user, validateRecords } from './example-partner-records.ts';

const filtersOf = (query: string) => parseFilters(new URLSearchParams(query));
const EVERY = new Set(FILTERS);
const NONE = new Set<Filter>();
const POSITION = 'researcherPositions=PRINCIPAL_INVESTIGATOR';
const CATEGORY = 'researcherCategories=IN_VIVO';
const ORGAN = 'organUberonIds=UBERON:0000955';
const TERM = 'ontologyNames=mondo&ontologyTermIds=MONDO:1';

const checked = (...users: object[]): Checked[] => validateRecords('user', users).checked;

/** Which of the users stay, by id, and the word for each filter. */
function outcome(users: object[], query: string, appliedThere: ReadonlySet<Filter>) {
  const { kept, filters } = checkFilters('user', checked(...users), filtersOf(query), appliedThere);
  return [kept.map(({ record }) => record.id ?? 'hidden'), ...filters.map(({ applied }) => applied)];
}

const term = (ontologyName: string, termId: string) => ({ ontology: { name: ontologyName }, termId });
const fitting = user({ id: 1 });
const misfit = user({
  id: 2,
  researcherPosition: null,
  researcherCategories: [],
  userOrgans: {},
  userOntologyTerms: [],
});
/** As RDP 1.3 sends a researcher. */
const old = { id: 3, email: 'ada@example.org', userGenes: {} };
const hidden = anonymisedUser();

describe.each([
  ['researcherPositions', POSITION],
  ['researcherCategories', CATEGORY],
  ['organUberonIds', ORGAN],
  ['ontologyTermIds', TERM],
] as const)('the filter %s', (filter, query) => {
  test('counts as applied there where the partner applied it', () => {
    expect(outcome([fitting], query, EVERY)).toEqual([[1], 'applied-there']);
  });

  test('is applied here where the partner ignores it, even if the partner says that it applies it', () => {
    expect(outcome([fitting, misfit], query, EVERY)).toEqual([[1], 're-applied-here']);
    expect(outcome([fitting, misfit], query, NONE)).toEqual([[1], 're-applied-here']);
  });

  test('counts as applied here where the partner does not know it, though everybody fits', () => {
    expect(outcome([fitting], query, NONE)).toEqual([[1], 're-applied-here']);
  });

  test('cannot be checked on records that do not show what it is about', () => {
    expect(outcome([fitting, old], query, NONE)).toEqual([[1, 3], 'not-checkable']);
    expect(outcome([fitting, old], query, EVERY)).toEqual([[1, 3], 'not-checkable']);
  });

  test('counts as applied where nobody was found', () => {
    expect(outcome([], query, EVERY)).toEqual([[], 'applied-there']);
    expect(outcome([], query, NONE)).toEqual([[], 're-applied-here']);
  });

  test('leaves nobody where nobody fits', () => {
    expect(outcome([misfit], query, EVERY)).toEqual([[], 're-applied-here']);
  });

  test('is looked at in the owner of a gene', () => {
    const genes = [gene({ symbol: 'A', remoteUser: fitting }), gene({ symbol: 'B', remoteUser: misfit })];
    const records = validateRecords('gene', genes).checked;
    const { kept, filters } = checkFilters('gene', records, filtersOf(query), NONE);
    expect(kept).toEqual(records.slice(0, 1));
    expect(filters).toEqual([{ filter, applied: 're-applied-here' }]);
  });
});

describe('an anonymised record', () => {
  test.each([
    ['a category it shows', CATEGORY, 'applied-there', 're-applied-here'],
    ['an organ it shows', ORGAN, 'applied-there', 're-applied-here'],
    ['a position, which is hidden', POSITION, 'applied-there', 'not-checkable'],
    ['a term, which is hidden', TERM, 'applied-there', 'not-checkable'],
  ])('stays for %s', (_, query, known, unknown) => {
    expect(outcome([hidden], query, EVERY)).toEqual([['hidden'], known]);
    expect(outcome([hidden], query, NONE)).toEqual([['hidden'], unknown]);
  });

  test('goes for a category or an organ that it does not show', () => {
    expect(outcome([hidden], 'researcherCategories=IN_SILICO', EVERY)).toEqual([[], 're-applied-here']);
    expect(outcome([hidden], 'organUberonIds=UBERON:1', EVERY)).toEqual([[], 're-applied-here']);
  });

  test('is not judged by a position or a term, even if its partner shows them', () => {
    const careless = anonymisedUser({ researcherPosition: null, userOntologyTerms: [term('mondo', 'MONDO:9')] });
    expect(outcome([careless], `${POSITION}&${TERM}`, EVERY)).toEqual([['hidden'], 'applied-there', 'applied-there']);
  });

  test('without categories stays, as nobody knows', () => {
    expect(outcome([anonymisedUser({ researcherCategories: null })], CATEGORY, EVERY)).toEqual([
      ['hidden'],
      'applied-there',
    ]);
  });

  test('makes a filter that the partner ignores not checkable', () => {
    expect(outcome([fitting, misfit, hidden], POSITION, EVERY)).toEqual([[1, 'hidden'], 'not-checkable']);
  });

  test('of a gene is one by its own id or its owner’s', () => {
    const genes = [gene({ anonymousId: ANONYMOUS_ID, remoteUser: misfit }), gene({ remoteUser: hidden })];
    const records = validateRecords('gene', genes).checked;
    expect(checkFilters('gene', records, filtersOf(POSITION), EVERY).kept).toEqual(records);
  });
});

describe('organs', () => {
  test('are the same in any letters, and an organ that is null is none', () => {
    expect(outcome([user({ id: 1, userOrgans: { 'uberon:0000955': {} } })], ORGAN, NONE)).toEqual([
      [1],
      're-applied-here',
    ]);
    expect(outcome([user({ id: 1, userOrgans: { 'UBERON:0000955': null } })], ORGAN, NONE)).toEqual([
      [],
      're-applied-here',
    ]);
  });
});

describe('terms', () => {
  const withTerms = (...terms: object[]) => user({ id: 1, userOntologyTerms: terms });

  test.each<[string, object, string, number[], string, string]>([
    ['the very term', withTerms(term('mondo', 'MONDO:1')), TERM, [1], 'applied-there', 're-applied-here'],
    ['the term in other letters', withTerms(term('MONDO', 'mondo:1')), TERM, [1], 'applied-there', 're-applied-here'],
    [
      'another term of the ontology, maybe a kind of it',
      withTerms(term('mondo', 'MONDO:9')),
      TERM,
      [1],
      'applied-there',
      'not-checkable',
    ],
    ['no term of the ontology', withTerms(term('hp', 'MONDO:1')), TERM, [], 're-applied-here', 're-applied-here'],
    [
      'one of two terms of the ontology',
      withTerms(term('mondo', 'MONDO:2')),
      'ontologyNames=mondo,mondo&ontologyTermIds=MONDO:1,MONDO:2',
      [1],
      'applied-there',
      're-applied-here',
    ],
    [
      'a term of one of two ontologies',
      withTerms(term('mondo', 'MONDO:1')),
      'ontologyNames=mondo,hp&ontologyTermIds=MONDO:1,HP:1',
      [],
      're-applied-here',
      're-applied-here',
    ],
    [
      'the term of one of two ontologies, another of the second',
      withTerms(term('mondo', 'MONDO:1'), null as never, term('hp', 'HP:9')),
      'ontologyNames=mondo,hp&ontologyTermIds=MONDO:1,HP:1',
      [1],
      'applied-there',
      'not-checkable',
    ],
    ['no term, none asked', misfit, 'ontologyNames=&ontologyTermIds=', [2], 'applied-there', 're-applied-here'],
    ['nothing to show, no term asked', old, 'ontologyNames=&ontologyTermIds=', [3], 'applied-there', 're-applied-here'],
  ])('%s', (_, record, query, ids, known, unknown) => {
    expect(outcome([record], query, EVERY)).toEqual([ids, known]);
    expect(outcome([record], query, NONE)).toEqual([ids, unknown]);
  });

  test('that cannot be judged make the filter of a partner that ignores it not checkable', () => {
    const maybe = { ...withTerms(term('mondo', 'MONDO:9')), id: 9 };
    expect(outcome([maybe, misfit], TERM, EVERY)).toEqual([[9], 'not-checkable']);
  });
});

describe('an empty filter', () => {
  test.each(['researcherPositions=', 'researcherCategories=', 'organUberonIds='])('%s matches nobody', (query) => {
    expect(outcome([fitting, old, hidden], query, EVERY)).toEqual([[], 're-applied-here']);
    expect(outcome([], query, EVERY)).toEqual([[], 'applied-there']);
  });
});

describe('several filters', () => {
  test('are listed in the order of their list, those alone that were asked for', () => {
    const { filters } = checkFilters(
      'user',
      [],
      filtersOf(`${TERM}&${ORGAN}&${POSITION}`),
      new Set(['organUberonIds']),
    );
    expect(filters).toEqual([
      { filter: 'researcherPositions', applied: 're-applied-here' },
      { filter: 'organUberonIds', applied: 'applied-there' },
      { filter: 'ontologyTermIds', applied: 're-applied-here' },
    ]);
    expect(checkFilters('user', checked(fitting, misfit, old), filtersOf(''), NONE)).toEqual({
      kept: checked(fitting, misfit, old),
      filters: [],
    });
  });

  test('are judged one by one: who goes for one does not spoil the other', () => {
    const elsewhere = { ...old, researcherPosition: null };
    expect(outcome([fitting, elsewhere], `${POSITION}&${CATEGORY}`, new Set(['researcherCategories']))).toEqual([
      [1],
      're-applied-here',
      'applied-there',
    ]);
  });
});

const position = fc.constantFrom(undefined, null, 'PRINCIPAL_INVESTIGATOR');
const categories = fc.option(fc.subarray(['IN_VIVO', 'OTHER']), { nil: undefined });
const drawnOrgans = fc.option(fc.constantFrom({}, { 'UBERON:0000955': {} }), { nil: undefined });
const terms = fc.option(fc.subarray([term('mondo', 'MONDO:1'), term('mondo', 'MONDO:9'), term('hp', 'HP:1')]), {
  nil: undefined,
});
const users = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  anonymousId: fc.constantFrom(undefined, undefined, ANONYMOUS_ID),
  researcherPosition: position,
  researcherCategories: categories,
  userOrgans: drawnOrgans,
  userOntologyTerms: terms,
});
const queries = fc.subarray([POSITION, CATEGORY, ORGAN, TERM]).map((parts) => parts.join('&'));
const filterSets = fc.subarray([...FILTERS]).map((filters) => new Set(filters));

test('whatever records come, those that pass stay in order, and all of them pass a second time', () => {
  fc.assert(
    fc.property(fc.array(users, { maxLength: 6 }), queries, filterSets, (list, query, appliedThere) => {
      const records = checked(...list);
      const first = checkFilters('user', records, filtersOf(query), appliedThere);
      expect(first.kept).toEqual(records.filter((record) => first.kept.includes(record)));
      const again = checkFilters('user', first.kept, filtersOf(query), NONE);
      expect(again.kept).toEqual(first.kept);
      for (const { filter, applied } of first.filters) {
        if (applied === 'applied-there') expect(appliedThere).toContain(filter);
        if (applied === 're-applied-here') expect(again.filters).toContainEqual({ filter, applied });
      }
    }),
  );
});

test('whatever records come, what the partner says of itself never changes who stays', () => {
  fc.assert(
    fc.property(fc.array(users, { maxLength: 6 }), queries, filterSets, (list, query, appliedThere) => {
      const records = checked(...list);
      const { kept: believed } = checkFilters('user', records, filtersOf(query), appliedThere);
      expect(believed).toEqual(checkFilters('user', records, filtersOf(query), NONE).kept);
    }),
  );
});
