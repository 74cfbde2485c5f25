/** What records are ordered by, made up: one by one with what matters, or of every kind. */

import fc from 'fast-check';
import { type OrderKey, personKey } from '../../../src/domain/people/order.ts';

/** Of somebody who works on human BRCA1 and has no name, unless `changes` say something else. */
export function orderKey(changes: Partial<OrderKey> = {}): OrderKey {
  return {
    geneId: 672,
    symbol: 'BRCA1',
    taxonOrdering: 1,
    taxonCommonName: 'human',
    tier: 'TIER1',
    isAskedGene: true,
    ...personKey({}, false),
    ...changes,
  };
}

/** Few different values, so that records are often equal in their order, within an origin and between origins. */
export const orderKeys: fc.Arbitrary<OrderKey> = fc
  .record({
    gene: fc.record({
      geneId: fc.integer({ min: 1, max: 2 }),
      symbol: fc.constantFrom('BRCA1', 'Brca1'),
      taxonOrdering: fc.constantFrom(1, 2, null),
      taxonCommonName: fc.constantFrom('human', 'mouse'),
      tier: fc.constantFrom('TIER1', 'TIER2'),
      isAskedGene: fc.boolean(),
    }),
    person: fc.record({
      lastName: fc.constantFrom('Lovelace', 'LOVELACE', 'Élie', 'Zuse', null),
      id: fc.constantFrom(1, 2),
      researcherPosition: fc.constantFrom('PRINCIPAL_INVESTIGATOR', null),
    }),
    isWithheld: fc.boolean(),
  })
  .map(({ gene, person, isWithheld }) => ({ ...gene, ...personKey(person, isWithheld) }));
