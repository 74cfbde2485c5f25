/** Questions of every kind, made up: what a parser may answer, to be written out and read again. */

import fc from 'fast-check';
import type { Filters } from '../../../src/domain/query/filters.ts';
import type { GeneQuery } from '../../../src/domain/query/gene-query.ts';
import type { UserQuery } from '../../../src/domain/query/user-query.ts';
import { RESEARCHER_CATEGORIES, RESEARCHER_POSITIONS, type Tier } from '../../../src/domain/record/model.ts';
import { anyText } from '../../support/machine/any-text.ts';

const text = fc.oneof(anyText(), fc.string(), fc.constantFrom('', ',', ' a ', 'a,b', '&=+%', '#'));
/** A value that stands alone is split at commas and trimmed when it is read. */
const lone = text.map((value) => value.replaceAll(',', '').trim() || 'x');
const integer = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 });

function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined });
}

function setOf<T>(words: readonly T[]): fc.Arbitrary<ReadonlySet<T>> {
  return fc.uniqueArray(fc.constantFrom(...words)).map((chosen) => new Set(chosen));
}

function listOf<T>(one: fc.Arbitrary<T>, oneOfMany: fc.Arbitrary<T>): fc.Arbitrary<readonly T[]> {
  return fc.oneof(
    fc.constant([]),
    one.map((value) => [value]),
    fc.array(oneOfMany, { minLength: 2, maxLength: 5 }),
  );
}

/** Ontologies are named with terms or without, never both. */
const ontologies: fc.Arbitrary<Pick<Filters, 'terms' | 'ontologiesAlone'>> = fc.oneof(
  fc.record({
    terms: maybe(
      listOf(fc.record({ ontologyName: lone, termId: lone }), fc.record({ ontologyName: text, termId: text })),
    ),
    ontologiesAlone: fc.constant(undefined),
  }),
  fc.record({ terms: fc.constant(undefined), ontologiesAlone: maybe(listOf(lone, text)) }),
);

const otherFilters: fc.Arbitrary<Omit<Filters, 'terms' | 'ontologiesAlone'>> = fc.record({
  researcherPositions: maybe(setOf(RESEARCHER_POSITIONS)),
  researcherCategories: maybe(setOf(RESEARCHER_CATEGORIES)),
  organUberonIds: maybe(listOf(lone, text)),
});

export const filterSets: fc.Arbitrary<Filters> = fc
  .tuple(otherFilters, ontologies)
  .map(([others, named]) => ({ ...others, ...named }));

export const geneQueries: fc.Arbitrary<GeneQuery> = fc.record({
  symbol: text,
  taxonId: integer,
  orthologTaxonId: maybe(integer),
  tiers: setOf<Tier>(['TIER1', 'TIER2']),
  filters: filterSets,
});

const names = fc.record({ like: text, prefix: fc.boolean() });

export const userQueries: fc.Arbitrary<UserQuery> = fc.oneof(
  fc.record({ name: names, descriptionLike: fc.constant(undefined), filters: filterSets }),
  fc.record({ name: fc.constant(undefined), descriptionLike: text, filters: filterSets }),
  fc.record({ name: names, descriptionLike: text, filters: filterSets }),
);

/** Parameters as they are after a journey through an address. */
export function throughAnAddress(params: URLSearchParams): URLSearchParams {
  return new URL(`https://registry.example.org/api?${params}`).searchParams;
}
