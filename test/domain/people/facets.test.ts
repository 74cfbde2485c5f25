/** The count beside a choice is how many people that choice leaves; within a facet one is enough, all facets must be met. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FACETS,
  type FacetChoice,
  type FacetFacts,
  facetCounts,
  geneKey,
  isChosen,
} from '../../../src/domain/people/facets.ts';
import { atOnce } from '../../../src/domain/steps.ts';

const ADA: FacetFacts = {
  registry: 'local',
  isWithheld: false,
  position: 'PRINCIPAL_INVESTIGATOR',
  categories: ['IN_VIVO'],
  organs: ['UBERON:0001016'],
  genes: [
    { gene: '672', organism: '9606', tier: 'TIER1' },
    { gene: '12189', organism: '10090', tier: 'TIER2' },
  ],
};

const people = fc.array(
  fc.record({
    registry: fc.constantFrom('local', 'fly'),
    isWithheld: fc.boolean(),
    position: fc.constantFrom('', 'PRINCIPAL_INVESTIGATOR'),
    categories: fc.subarray(['IN_VIVO', 'IN_SILICO', 'OTHER']),
    organs: fc.subarray(['UBERON:0001016', 'UBERON:0004535']),
    genes: fc.array(
      fc.record({
        gene: fc.constantFrom('1', '2'),
        organism: fc.constantFrom('9606', '10090'),
        tier: fc.constantFrom('TIER1', 'TIER2'),
      }),
      { maxLength: 3 },
    ),
  }),
  { maxLength: 12 },
);
const choices: fc.Arbitrary<FacetChoice> = fc.record(
  {
    organism: fc.subarray(['9606', '10090', '7227']),
    registry: fc.subarray(['local', 'fly']),
    tier: fc.subarray(['TIER1', 'TIER2']),
    name: fc.subarray(['named', 'withheld']),
    category: fc.subarray(['IN_VIVO', 'OTHER']),
    organ: fc.subarray(['UBERON:0001016']),
  },
  { requiredKeys: [] },
);

test('without a choice everybody is chosen', () => {
  expect(isChosen(ADA, {})).toBe(true);
  expect(isChosen({ ...ADA, genes: [] }, { organism: [] })).toBe(true);
});

test('a gene, an organism and a tier must be those of one record', () => {
  expect(isChosen(ADA, { gene: ['672'], tier: ['TIER1'] })).toBe(true);
  expect(isChosen(ADA, { gene: ['672'], organism: ['10090'] })).toBe(false);
  expect(isChosen(ADA, { organism: ['9606'], tier: ['TIER1'] })).toBe(true);
  expect(isChosen(ADA, { organism: ['10090'], tier: ['TIER1'] })).toBe(false);
  expect(isChosen(ADA, { organism: ['10090', '9606'], tier: ['TIER1'] })).toBe(true);
});

test('a choice that nobody meets any more stays in the list, with nobody', () => {
  expect(atOnce(facetCounts([ADA], { organism: ['7227'] })).organism).toContainEqual({
    value: '7227',
    count: 0,
    isChosen: true,
  });
});

test('a choice in another facet moves no value, and a value that it leaves nobody stays', () => {
  const bob = { ...ADA, registry: 'fly', genes: [{ gene: '1', organism: '7227', tier: 'TIER1' }] };
  const eve = { ...bob, registry: 'local' };
  const registries = (choice: FacetChoice) =>
    atOnce(facetCounts([ADA, bob, eve], choice)).registry.map(({ value, count }) => [value, count]);
  expect(registries({})).toEqual([
    ['local', 2],
    ['fly', 1],
  ]);
  expect(registries({ organism: ['10090'] })).toEqual([
    ['local', 1],
    ['fly', 0],
  ]);
  fc.assert(
    fc.property(people, choices, (all, choice) => {
      const valuesIn = (wanted: FacetChoice) => {
        const counts = atOnce(facetCounts(all, wanted));
        // A choice that nobody meets comes last.
        return FACETS.map((facet) =>
          counts[facet].map(({ value }) => value).filter((one) => !choice[facet]?.includes(one)),
        );
      };
      expect(valuesIn(choice)).toEqual(valuesIn({}));
    }),
  );
});

test('what somebody does not show is no value to choose', () => {
  expect(atOnce(facetCounts([{ ...ADA, position: '', genes: [] }], {}))).toMatchObject({
    position: [],
    organism: [],
    tier: [],
  });
});

test('each count is how many people would be left by that value alone in its facet', () => {
  fc.assert(
    fc.property(people, choices, (all, choice) => {
      const counts = atOnce(facetCounts(all, choice));
      for (const facet of FACETS) {
        for (const { value, count, isChosen: isTicked } of counts[facet]) {
          const left = all.filter((one) => isChosen(one, { ...choice, [facet]: [value] }));
          expect([facet, value, count]).toEqual([facet, value, left.length]);
          expect(isTicked).toBe(choice[facet]?.includes(value) ?? false);
        }
      }
    }),
  );
});

test('one more value in a facet loses nobody, and one more facet gains nobody', () => {
  fc.assert(
    fc.property(people, choices, (all, choice) => {
      const count = (wanted: FacetChoice) => all.filter((one) => isChosen(one, wanted)).length;
      const { registry = [] } = choice;
      if (registry.length > 0)
        expect(count({ ...choice, registry: ['local', 'fly'] })).toBeGreaterThanOrEqual(count(choice));
      expect(count({ ...choice, name: choice.name?.length ? choice.name : ['named'] })).toBeLessThanOrEqual(
        count(choice),
      );
    }),
  );
});

describe('of several genes of one symbol', () => {
  const families = new Map([
    ['672', new Set(['672', '12189', '9606:BRCA1'])],
    ['999', new Set(['999', '9606:BRCA1'])],
  ]);
  const mouse = { ...ADA, genes: [{ gene: '12189', organism: '10090', tier: 'TIER2' }] };

  test('whoever works on an ortholog of the chosen one is chosen too', () => {
    expect(isChosen(mouse, { gene: ['672'] }, families)).toBe(true);
    expect(isChosen(mouse, { gene: ['999'] }, families)).toBe(false);
    expect(isChosen(mouse, { gene: ['672'], organism: ['9606'] }, families)).toBe(false);
  });

  test('a record without a number is of each gene that is called so in its organism', () => {
    const gene = geneKey(null, 9606, 'Brca1');
    const nameless = { ...ADA, genes: [{ gene, organism: '9606', tier: 'TIER1' }] };
    expect(isChosen(nameless, { gene: ['672'] }, families)).toBe(true);
    expect(isChosen(nameless, { gene: ['999'] }, families)).toBe(true);
    expect(geneKey(672, 9606, 'BRCA1')).toBe('672');
  });

  test('they alone are counted, each with what it would leave', () => {
    expect(atOnce(facetCounts([ADA, mouse], { gene: ['999'] }, families)).gene).toEqual([
      { value: '672', count: 2, isChosen: false },
      { value: '999', count: 0, isChosen: true },
    ]);
  });
});
