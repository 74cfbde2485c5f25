/** Networks of invented people, of whom some are withheld and some are listed in two registries, on two days. */

import { type PrivacyLevel, RESEARCHER_CATEGORIES, type Tier } from '../../../src/domain/record/model.ts';
import type { SnapshotGene } from '../../../src/domain/record/snapshot.ts';
import { inventedGenes, ONTOLOGIES, ORGANS } from '../bench/invented/invented-reference.ts';
import { type SeededRandom, seededRandom } from '../bench/invented/seeded-random.ts';
import {
  ASSUMED,
  CATEGORIES_EACH,
  CONSENT_SHARE,
  drawn,
  GENES_EACH,
  INVESTIGATOR_SHARE,
  MOST_GENES,
  ORGANS_EACH,
  OTHER_GENES_A_PERSON,
  TERMS_EACH,
  TIERS_OF_GENES,
  WELL_KNOWN_GENES,
  WELL_KNOWN_SHARE,
  WITHHELD_LEVELS,
} from './figures.ts';

export type NetworkSize = {
  registries: number;
  people: number;
  seed: number;
  /** Of all people. */
  withheldShare: number;
  /** Of all people: who is listed in a second registry, and public there. */
  twiceShare: number;
  /** Whether people may name organs and categories at all: some registries do not ask for them. */
  asksForOrgans?: boolean;
};

export type Day = 1 | 2;

/** What somebody says of herself in one registry. */
type Facts = {
  organs: readonly string[];
  categories: readonly string[];
  isInvestigator: boolean;
  terms: readonly string[];
  genes: readonly { geneId: number; tier: Tier; isPrivate: boolean }[];
};

/** One account of one person. */
export type Listing = {
  registry: number;
  id: number;
  /** The same for both accounts of one person, and of nobody else. */
  person: number;
  name: string;
  lastName: string;
  organization: string;
  /** The level on each day; undefined: not there. */
  levels: Record<Day, PrivacyLevel | null | undefined>;
  hasConsented: boolean;
  facts: Facts;
};

export type InventedNetwork = { size: NetworkSize; listings: readonly Listing[]; genes: readonly SnapshotGene[] };

/** The terms that people have: ten diseases and six phenotypes. The first of each ontology stands above all others. */
export const TERMS: readonly { ontology: string; termId: string }[] = ONTOLOGIES.flatMap(({ name, terms }, index) =>
  terms.slice(1, index === 0 ? 11 : 7).map(({ termId }) => ({ ontology: name, termId })),
);
/** Ids of accounts are spread, and say nothing about who came when. */
const ID_STEP = 3;
const FIRST_ID = 100;

const FIRST_NAMES = (
  'Alva Bo Cleo Dag Edda Fay Gus Hedy Ike Jun Kai Lou Max Nell Ove Pia Quin Ray Siv Tom Una Vic ' +
  'Ama Bela Ciro Dora Eiko Finn Gita Hugo Ines Jana Kofi Lena Milo Nora Otto Pali Rosa Sami'
).split(' ');
const STEMS = 'Ab Bro Cal Dem Eld Fro Gil Hem Ist Jor Kob Lun Mer Nev Ost Pra Quel Rov Sul Tür'.split(' ');
const ENDINGS =
  'ander bin dotter eck fors garde holt ingen kin low mund nitz olin pek quist rup sen thal ulf vik'.split(' ');
const MOST_NAMES = FIRST_NAMES.length * STEMS.length * ENDINGS.length;
const ORGANISATIONS = 60;

/** @throws Error for more people than there are names */
export function inventNetwork(size: NetworkSize): InventedNetwork {
  if (size.people > MOST_NAMES) throw new Error(`There are names for ${MOST_NAMES} people, not for ${size.people}.`);
  const random = seededRandom(size.seed);
  const pool = genePool(size.people);
  const names = shuffled(
    Array.from({ length: size.people }, (_, index) => nameOf(Math.floor((index * MOST_NAMES) / size.people))),
    random,
  );
  const listings: Listing[] = [];
  for (let person = 0; person < size.people; person += 1) {
    const facts = inventedFacts(random, pool, size.asksForOrgans !== false);
    const registry = random.below(size.registries);
    const isWithheld = random.chance(size.withheldShare);
    const isNew = random.chance(ASSUMED.joining);
    const [name, lastName] = names[person] ?? ['', ''];
    const base = { person, name, lastName, organization: `Institute ${random.below(ORGANISATIONS)}` };
    const levels = levelsOf(isWithheld ? drawn(random, WITHHELD_LEVELS) : 2, isNew, random);
    listings.push({ ...base, registry, id: 0, levels, hasConsented: random.chance(CONSENT_SHARE), facts });
    if (!random.chance(size.twiceShare)) continue;
    const elsewhere = (registry + 1 + random.below(size.registries - 1)) % size.registries;
    const there = againFacts(facts, random, pool, size.asksForOrgans !== false);
    listings.push({ ...base, registry: elsewhere, id: 0, levels: { 1: 2, 2: 2 }, hasConsented: true, facts: there });
  }
  const order = shuffled(listings, random);
  for (const [index, listing] of order.entries()) listing.id = FIRST_ID + index * ID_STEP;
  const used = new Set(listings.flatMap(({ facts }) => facts.genes.map(({ geneId }) => geneId)));
  return { size, listings, genes: pool.filter(({ geneId }) => used.has(geneId)) };
}

function nameOf(number: number): readonly [name: string, lastName: string] {
  const [first, rest] = [number % FIRST_NAMES.length, Math.floor(number / FIRST_NAMES.length)];
  const [stem, ending] = [rest % STEMS.length, Math.floor(rest / STEMS.length) % ENDINGS.length];
  return [FIRST_NAMES[first] ?? '', `${STEMS[stem]}${ENDINGS[ending]}`];
}

/** The first are the well-known ones. */
function genePool(people: number): readonly SnapshotGene[] {
  const wanted = Math.min(MOST_GENES, WELL_KNOWN_GENES + Math.ceil(people * OTHER_GENES_A_PERSON));
  const { all } = inventedGenes(MOST_GENES);
  const step = all.length / wanted;
  return Array.from({ length: wanted }, (_, index) => all[Math.floor(index * step)]).filter(
    (gene) => gene !== undefined,
  );
}

function inventedFacts(random: SeededRandom, pool: readonly SnapshotGene[], asksForOrgans: boolean): Facts {
  const genes = new Map<number, Facts['genes'][number]>();
  for (let left = drawn(random, GENES_EACH); left > 0; left -= 1) {
    const gene = inventedGene(random, pool);
    genes.set(gene.geneId, gene);
  }
  return {
    organs: asksForOrgans ? inventedOrgans(random) : [],
    categories: asksForOrgans ? inventedCategories(random) : [],
    isInvestigator: random.chance(INVESTIGATOR_SHARE),
    terms: random.sample(TERMS, drawn(random, TERMS_EACH)).map(({ termId }) => termId),
    genes: [...genes.values()],
  };
}

function inventedOrgans(random: SeededRandom): string[] {
  return random.sample(ORGANS, drawn(random, ORGANS_EACH)).map(({ uberonId }) => uberonId);
}

function inventedCategories(random: SeededRandom): string[] {
  return random.sample(RESEARCHER_CATEGORIES, drawn(random, CATEGORIES_EACH));
}

function inventedGene(random: SeededRandom, pool: readonly SnapshotGene[]): Facts['genes'][number] {
  const isWellKnown = random.chance(WELL_KNOWN_SHARE);
  const index = isWellKnown
    ? random.below(WELL_KNOWN_GENES)
    : WELL_KNOWN_GENES + random.below(pool.length - WELL_KNOWN_GENES);
  const { geneId } = pool[index] as SnapshotGene;
  return { geneId, tier: drawn(random, TIERS_OF_GENES), isPrivate: random.chance(ASSUMED.privateGene) };
}

/** What the same person says in another registry. */
function againFacts(facts: Facts, random: SeededRandom, pool: readonly SnapshotGene[], asksForOrgans: boolean): Facts {
  const genes = facts.genes.map((gene) => (random.chance(ASSUMED.keptGene) ? gene : inventedGene(random, pool)));
  const kept = facts.terms.filter(() => random.chance(ASSUMED.keptTerm));
  const others = random.sample(TERMS, facts.terms.length - kept.length).map(({ termId }) => termId);
  const changed = inventedFacts(random, pool, asksForOrgans);
  return {
    organs: random.chance(ASSUMED.keptOrgans) ? facts.organs : changed.organs,
    categories: random.chance(ASSUMED.keptCategories) ? facts.categories : changed.categories,
    isInvestigator: random.chance(ASSUMED.keptPosition) ? facts.isInvestigator : changed.isInvestigator,
    terms: [...new Set([...kept, ...others])],
    genes: [...new Map(genes.map((gene) => [gene.geneId, gene])).values()],
  };
}

function levelsOf(level: PrivacyLevel | null, isNew: boolean, random: SeededRandom): Listing['levels'] {
  const fate = random.below(1000) / 1000;
  if (isNew) return { 1: undefined, 2: level };
  if (level !== 2) return { 1: level, 2: fate < ASSUMED.openingUp ? 2 : level };
  if (fate < ASSUMED.withdrawing) return { 1: 2, 2: drawn(random, WITHHELD_LEVELS) };
  return { 1: 2, 2: fate < ASSUMED.withdrawing + ASSUMED.leaving ? undefined : 2 };
}

function shuffled<T>(list: readonly T[], random: SeededRandom): T[] {
  const all = [...list];
  for (let index = all.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [all[index], all[other]] = [all[other] as T, all[index] as T];
  }
  return all;
}
