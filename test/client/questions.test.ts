/** What the client asks is what a registry understands: its parameters go through the registry's own reader. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type GeneSearch, geneSearchParams, type UserSearch, userSearchParams } from '../../src/client/questions.ts';
import type { Filters } from '../../src/domain/query/filters.ts';
import { parseGeneQuery } from '../../src/domain/query/gene-query.ts';
import { parseUserQuery } from '../../src/domain/query/user-query.ts';
import { RESEARCHER_CATEGORIES, RESEARCHER_POSITIONS, TIERS } from '../../src/domain/record/model.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const oddText = fc.oneof(text, fc.constantFrom('', ',', ' a', 'a,b', 'ä & +', '100%', 'HP:1'));
const list = <Value>(value: fc.Arbitrary<Value>) => fc.option(fc.array(value, { maxLength: 4 }), { nil: undefined });

const filters = {
  researcherPositions: list(fc.constantFrom(...RESEARCHER_POSITIONS)),
  researcherCategories: list(fc.constantFrom(...RESEARCHER_CATEGORIES)),
  organUberonIds: list(oddText),
  terms: list(fc.record({ ontologyName: oddText, termId: oddText })),
};
const geneSearches: fc.Arbitrary<GeneSearch> = fc.record({
  symbol: text,
  taxonId: fc.nat(),
  orthologTaxonId: fc.option(fc.nat(), { nil: undefined }),
  tiers: list(fc.constantFrom(...TIERS)),
  ...filters,
});
const userSearches: fc.Arbitrary<UserSearch> = fc.oneof(
  fc.record({ nameLike: text, prefix: fc.boolean(), ...filters }),
  fc.record({ descriptionLike: text, ...filters }),
  fc.record({ nameLike: text, prefix: fc.boolean(), descriptionLike: text, ...filters }),
);

/** As it comes out of an address. */
function sent(params: URLSearchParams): URLSearchParams {
  return new URLSearchParams(params.toString());
}

function asSets({ researcherPositions, researcherCategories, organUberonIds, terms }: Filters) {
  const pairs =
    terms === 'uneven' || terms === undefined
      ? terms
      : terms.map((term) => JSON.stringify([term.ontologyName, term.termId]));
  return {
    researcherPositions,
    researcherCategories,
    organs: organUberonIds && new Set(organUberonIds),
    terms: pairs === 'uneven' ? pairs : pairs && new Set(pairs),
  };
}

function expected({ researcherPositions, researcherCategories, organUberonIds, terms }: GeneSearch | UserSearch) {
  return {
    researcherPositions: researcherPositions && new Set(researcherPositions),
    researcherCategories: researcherCategories && new Set(researcherCategories),
    organs: organUberonIds && new Set(organUberonIds),
    // No terms are no filter.
    terms: terms?.length
      ? new Set(terms.map(({ ontologyName, termId }) => JSON.stringify([ontologyName, termId])))
      : undefined,
  };
}

describe('a registry reads what was asked', () => {
  test('of genes', () => {
    fc.assert(
      fc.property(geneSearches, (search) => {
        const query = parseGeneQuery(sent(geneSearchParams(search)));
        const { symbol, taxonId, orthologTaxonId } = search;
        expect(query).toMatchObject({ symbol, taxonId, orthologTaxonId });
        const tiers = (search.tiers ?? ['TIER1', 'TIER2']).filter((tier) => tier !== 'TIER3');
        expect(query.tiers).toEqual(new Set(tiers));
        expect(asSets(query.filters)).toEqual(expected(search));
      }),
    );
  });

  test('of researchers', () => {
    fc.assert(
      fc.property(userSearches, (search) => {
        const query = parseUserQuery(sent(userSearchParams(search)));
        const name = search.nameLike === undefined ? undefined : { like: search.nameLike, prefix: search.prefix };
        expect(query).toMatchObject({ name, descriptionLike: search.descriptionLike });
        expect(asSets(query.filters)).toEqual(expected(search));
      }),
    );
  });
});
