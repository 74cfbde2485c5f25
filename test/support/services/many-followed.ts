/** A followed database of thousands of people, what changes all of them at once, and how fast what is withdrawn is in force. */

import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { aGene, aUser, smallSnapshot } from '../registry/small-snapshot.ts';

/** `FOLLOW_FULL_SIZE=1` tries it with as many genes as a national registry has, which takes some minutes. */
export const IS_FULL_SIZE = process.env.FOLLOW_FULL_SIZE === '1';
export const MANY = 5_000;
/** Everybody works on this gene, and on some of the others. */
export const COMMON = { geneId: 1, symbol: 'COMMON' } as const;
export const OTHER_GENES = IS_FULL_SIZE ? 60_000 : 400;
const GENES_EACH = IS_FULL_SIZE ? 40 : 8;

export function manyFollowed(people: number = MANY): Snapshot {
  const genes = Array.from({ length: OTHER_GENES }, (_, index) => aGene(index + 2, `GENE${index + 2}`));
  const users = Array.from({ length: people }, (_, index) => {
    const others = Array.from({ length: GENES_EACH - 1 }, (_, at) => 2 + ((index * 7 + at * 1_031) % OTHER_GENES));
    return aUser(index + 1, {
      description: `works on things, as number ${index + 1}`,
      genes: [COMMON.geneId, ...new Set(others)].map((geneId) => ({ geneId, tier: 'TIER1', privacyLevel: null })),
    });
  });
  return smallSnapshot({ genes: [aGene(COMMON.geneId, COMMON.symbol), ...genes], orthologs: [], users });
}
