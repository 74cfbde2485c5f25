/** Invented researchers for a generated registry. */

import { type PrivacyLevel, RESEARCHER_CATEGORIES, type Tier } from '../../../../src/domain/record/model.ts';
import type {
  SnapshotOntology,
  SnapshotOrgan,
  SnapshotUser,
  SnapshotUserGene,
} from '../../../../src/domain/record/snapshot.ts';
import { aUser } from '../../../support/registry/small-snapshot.ts';
import type { InventedGenes } from './invented-reference.ts';
import type { SeededRandom } from './seeded-random.ts';

export const GENES_PER_PERSON = 40;

/** Of a hundred registrations so many are of well-known human genes; so many of any human gene; the rest elsewhere. */
const WELL_KNOWN_PERCENT = 60;
const HUMAN_PERCENT = 16;

const STEMS = 'Ab Bro Cal Dem Eld Fro Gil Hem Ist Jor Kob Lun Mer Nev Ost Pra Quel Rov Sul Tür'.split(' ');
const ENDINGS =
  'ander bin dotter eck fors garde holt ingen kin low mund nitz olin pek quist rup sen thal ulf vik'.split(' ');
const FIRST_NAMES =
  'Alva Bo Cleo Dag Edda Fay Gus Hedy Ike Jun Kai Lou Max Nell Ove Pia Quin Ray Siv Tom Una Vic'.split(' ');
const INTERESTS =
  'assay binding cardiac channel cilia cortex embryo enzyme kidney lineage marker membrane model neuron ' +
  'pathway receptor repair retina screen signal splice stem tissue variant';
const WORDS = INTERESTS.split(' ');
const TIERS: readonly Tier[] = [
  'TIER1',
  'TIER1',
  'TIER1',
  'TIER2',
  'TIER2',
  'TIER2',
  'TIER2',
  'TIER3',
  'TIER3',
  'TIER3',
];
/** Six in ten are public, three shared, one private. */
const LEVELS: readonly PrivacyLevel[] = [2, 2, 2, 2, 2, 2, 1, 1, 1, 0];
const DESCRIPTION_WORDS = 25;
const TAXON_DESCRIPTION_WORDS = 12;

export type Surroundings = {
  genes: InventedGenes;
  organs: readonly SnapshotOrgan[];
  ontologies: readonly SnapshotOntology[];
};

export function inventedPerson(id: number, random: SeededRandom, around: Surroundings): SnapshotUser {
  const lastName = random.pick(STEMS) + random.pick(ENDINGS);
  const terms = around.ontologies.flatMap(({ name: ontology, terms }) => {
    return terms.map(({ termId, name }) => ({ ontology, termId, name }));
  });
  return aUser(id, {
    email: `person-${id}@example.org`,
    enabled: random.chance(0.95),
    privacyLevel: random.pick(LEVELS),
    shared: random.chance(0.5),
    hideGenelist: random.chance(0.1),
    name: random.pick(FIRST_NAMES),
    lastName,
    description: text(random, DESCRIPTION_WORDS),
    organization: `University of ${random.pick(STEMS)}${random.pick(ENDINGS)}`,
    department: 'Genetics',
    website: `https://lab-${id}.example.org`,
    researcherPosition: random.chance(0.5) ? 'PRINCIPAL_INVESTIGATOR' : null,
    researcherCategories: random.sample(RESEARCHER_CATEGORIES, random.below(4)),
    publications: Array.from({ length: random.below(4) }, () => {
      return { pmid: 10_000_000 + random.below(20_000_000), title: text(random, 8) };
    }),
    taxonDescriptions: { 9606: text(random, TAXON_DESCRIPTION_WORDS) },
    genes: registeredGenes(random, around.genes),
    organs: random.sample(around.organs, random.below(4)).map(({ uberonId }) => uberonId),
    ontologyTerms: random.sample(terms, random.below(3)),
  });
}

function text(random: SeededRandom, words: number): string {
  return Array.from({ length: words }, () => random.pick(WORDS)).join(' ');
}

function registeredGenes(random: SeededRandom, genes: InventedGenes): SnapshotUserGene[] {
  const chosen = new Set<number>();
  for (let draws = 0; chosen.size < GENES_PER_PERSON && draws < GENES_PER_PERSON * 3; draws += 1) {
    chosen.add(random.pick(geneGroup(random, genes)));
  }
  return [...chosen].map((geneId) => ({ geneId, tier: random.pick(TIERS), privacyLevel: null }));
}

function geneGroup(random: SeededRandom, { wellKnown, human, otherTaxa }: InventedGenes): readonly number[] {
  const percent = random.below(100);
  if (percent < WELL_KNOWN_PERCENT) return wellKnown;
  return percent < WELL_KNOWN_PERCENT + HUMAN_PERCENT ? human : otherTaxa;
}
