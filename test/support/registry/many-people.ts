/** A registry with a gene that hundreds of people work on, and one that thousands do; no two of them are alike. */

import type { Snapshot, SnapshotUser } from '../../../src/domain/record/snapshot.ts';
import { aGene, aUser, smallSnapshot } from './small-snapshot.ts';

/** How many people work on it. */
export const PEOPLE_OF = { BRCA1: 500, TP53: 2335 } as const;

const GENE_IDS = { BRCA1: 672, TP53: 7157 } as const;
const ORGANS = ['brain', 'heart', 'lung', 'liver', 'kidney', 'eye', 'ear', 'skin', 'bone', 'blood'];
const CATEGORIES = ['IN_SILICO', 'IN_VITRO_BIOCHEMICAL', 'IN_VITRO_CELLS', 'IN_VIVO'] as const;
const FIRST_SYLLABLES = ['Al', 'Be', 'Co', 'Di', 'El', 'Fa', 'Gu', 'Ha', 'Is', 'Jo', 'Ka', 'Lu', 'Ma', 'No', 'Ol'];
const OTHER_SYLLABLES = ['ra', 'mi', 'to', 'ne', 'lu', 'sa', 'ko', 'di', 'va', 'ber', 'sen', 'ton', 'wald', 'ström'];
const PLACES = ['University of', 'Institute of Genetics,', 'Children’s Hospital of', 'Centre for Rare Diseases,'];

/** The same people each time. */
export function manyPeopleSnapshot(): Snapshot {
  const draw = drawFrom(20_231);
  return smallSnapshot({
    genes: Object.entries(GENE_IDS).map(([symbol, geneId]) => aGene(geneId, symbol)),
    orthologs: [],
    organs: ORGANS.map((name, ordering) => {
      return { uberonId: organId(ordering), name, description: null, active: true, ordering };
    }),
    users: Array.from({ length: PEOPLE_OF.TP53 }, (_, index) => somebody(index, draw)),
  });
}

function somebody(index: number, draw: (below: number) => number): SnapshotUser {
  const pick = (all: readonly string[]) => all[draw(all.length)] ?? '';
  const tier = index % 3 === 0 ? 'TIER1' : 'TIER2';
  const genes = index < PEOPLE_OF.BRCA1 ? Object.values(GENE_IDS) : [GENE_IDS.TP53];
  return aUser(index + 1, {
    name: pick(FIRST_SYLLABLES) + pick(OTHER_SYLLABLES),
    lastName: pick(FIRST_SYLLABLES) + pick(OTHER_SYLLABLES) + pick(OTHER_SYLLABLES),
    organization: `${pick(PLACES)} ${pick(FIRST_SYLLABLES)}${pick(OTHER_SYLLABLES)}`,
    researcherPosition: draw(3) === 0 ? 'PRINCIPAL_INVESTIGATOR' : null,
    researcherCategories: CATEGORIES.filter(() => draw(2) === 0),
    organs: ORGANS.map((_, organ) => organId(organ)).filter(() => draw(4) === 0),
    genes: genes.map((geneId) => ({ geneId, tier, privacyLevel: null })),
  });
}

function organId(index: number): string {
  return `UBERON:000${1000 + index}`;
}

/** Numbers that look drawn, and are the same on each run. */
function drawFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}
