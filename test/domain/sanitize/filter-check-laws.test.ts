/** Laws of checking filters, whatever records a partner sends and whatever it says of itself. */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILTERS, type Filter } from '../../../src/domain/federation/origin.ts';
import { parseFilters } from '../../../src/domain/query/filters.ts';
import { checkFilters } from '../../../src/domain/sanitize/filter-check.ts';
import { validateRecords } from '../../../src/domain/sanitize/records.ts';
import { ANONYMOUS_ID, CHECKS } from './example-partner-records.ts';

const asked = (query: string) => parseFilters(new URLSearchParams(query));
const checked = (users: object[]) => validateRecords('user', users, CHECKS).checked;
const term = (ontologyName: string, termId: string) => ({ ontology: { name: ontologyName }, termId });
const QUERIES = [
  'researcherPositions=PRINCIPAL_INVESTIGATOR',
  'researcherCategories=IN_VIVO',
  'organUberonIds=UBERON:0000955',
  'ontologyNames=mondo&ontologyTermIds=MONDO:1',
];
const NONE = new Set<Filter>();

const position = fc.constantFrom(undefined, null, 'PRINCIPAL_INVESTIGATOR');
const categories = fc.option(fc.subarray(['IN_VIVO', 'OTHER']), { nil: undefined });
const organs = fc.option(fc.constantFrom({}, { 'UBERON:0000955': {} }), { nil: undefined });
const terms = fc.option(fc.subarray([term('mondo', 'MONDO:1'), term('mondo', 'MONDO:9'), term('hp', 'HP:1')]), {
  nil: undefined,
});
const users = fc.record({
  id: fc.integer({ min: 1, max: 99 }),
  anonymousId: fc.constantFrom(undefined, undefined, ANONYMOUS_ID),
  researcherPosition: position,
  researcherCategories: categories,
  userOrgans: organs,
  userOntologyTerms: terms,
});
const queries = fc.subarray(QUERIES).map((parts) => parts.join('&'));
const words = fc.subarray([...FILTERS]).map((filters) => new Set(filters));

test('what is kept is kept in order, passes again, and needs nobody to go the second time', () => {
  fc.assert(
    fc.property(fc.array(users, { maxLength: 6 }), queries, words, (list, query, appliedThere) => {
      const records = checked(list);
      const first = checkFilters('user', records, asked(query), appliedThere);
      expect(first.kept).toEqual(records.filter((record) => first.kept.includes(record)));
      const again = checkFilters('user', first.kept, asked(query), NONE);
      expect(again.kept).toEqual(first.kept);
      for (const { filter, applied } of first.filters) {
        if (applied === 'applied-there') expect(appliedThere).toContain(filter);
        if (applied === 're-applied-here') expect(again.filters).toContainEqual({ filter, applied });
      }
    }),
  );
});

test('what the partner says of itself never changes who is kept', () => {
  fc.assert(
    fc.property(fc.array(users, { maxLength: 6 }), queries, words, (list, query, appliedThere) => {
      const records = checked(list);
      const believed = checkFilters('user', records, asked(query), appliedThere).kept;
      expect(believed).toEqual(checkFilters('user', records, asked(query), NONE).kept);
    }),
  );
});
