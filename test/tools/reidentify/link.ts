/**
 * Whose rows a group of withheld rows may be: how likely each named person is by what she shows elsewhere (the record
 * linkage of Fellegi and Sunter). The attacker knows how much the same person has in common in two registries.
 */

import { fold } from '../../../src/domain/folding.ts';
import { ASSUMED, INVESTIGATOR_SHARE } from './figures.ts';
import type { Group } from './groups.ts';
import type { Named, Route } from './sight.ts';

/** Where a candidate is named: in another registry, in the same one the day before, or in what she has published. */
type Relation = 'elsewhere' | 'before' | 'literature';

/** Members that are undefined are not known of her. */
export type Candidate = Pick<Named, 'registry' | 'name' | 'lastName' | 'genes'> & {
  relation: Relation;
  organization: string | undefined;
  organs: string | undefined;
  categories: string | undefined;
  isInvestigator: boolean | undefined;
  terms: ReadonlySet<string> | undefined;
};

export type Ranked = {
  name: string;
  relation: Relation;
  /** How likely she is one of the people of the group. */
  probability: number;
  /** How likely it is that one of those up to her is. */
  upToHere: number;
};

/** How likely what somebody shows is the same in both places. */
const KEPT: Record<Relation, { gene: number; organs: number; categories: number; position: number; term: number }> = {
  elsewhere: {
    gene: ASSUMED.keptGene,
    organs: ASSUMED.keptOrgans,
    categories: ASSUMED.keptCategories,
    position: ASSUMED.keptPosition,
    term: ASSUMED.keptTerm,
  },
  before: { gene: 0.99, organs: 0.99, categories: 0.99, position: 0.99, term: 0.99 },
  literature: { gene: 0.9, organs: 0, categories: 0, position: 0, term: 0 },
};
/** Before anything is looked at: how likely it is that whoever is withheld is named there. */
const PRIOR: Record<Relation, number> = { elsewhere: 0.1, before: 0.6, literature: 0.9 };
const NEVER = -20;
const SURE = 12;
const ORGANISATIONS = 60;
const RANKED = 10;
const MEAN_GENES = 8;

/** How often things are among named people. */
export type Frequencies = {
  people: number;
  organs: ReadonlyMap<string, number>;
  categories: ReadonlyMap<string, number>;
  genes: ReadonlyMap<number, number>;
  terms: ReadonlyMap<string, number>;
  lastNames: readonly string[];
};

export function frequenciesOf(named: readonly Named[]): Frequencies {
  const [organs, categories] = [new Map<string, number>(), new Map<string, number>()];
  const [genes, terms] = [new Map<number, number>(), new Map<string, number>()];
  for (const one of named) {
    add(organs, one.organs);
    add(categories, one.categories);
    for (const gene of one.genes.keys()) add(genes, gene);
    for (const term of one.terms) add(terms, term);
  }
  return {
    people: named.length,
    organs,
    categories,
    genes,
    terms,
    lastNames: named.map(({ lastName }) => fold(lastName)),
  };
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

type Linking = {
  frequencies: Frequencies;
  routes: readonly Route[];
  /** Withheld people of the registry, as far as it shows how many. */
  withheld: number;
  /** Genes of which the registry shows more withheld rows than the day before; undefined where nobody looked. */
  newGenes: ReadonlySet<number> | undefined;
};

/** The likeliest people of a group, at most ten. */
export function rank(group: Group, candidates: readonly Candidate[], linking: Linking): Ranked[] {
  const weights = new Map<string, { weight: number; relation: Relation }>();
  for (const candidate of candidates) {
    const { relation, name } = candidate;
    const among = relation === 'before' ? linking.withheld : linking.frequencies.people;
    const prior = (PRIOR[relation] * Math.max(1, group.size)) / Math.max(1, among);
    const weight = Math.exp(Math.log(prior) + evidence(group, candidate, linking));
    const known = weights.get(name);
    if (known === undefined || weight > known.weight) weights.set(name, { weight, relation });
  }
  const sorted = [...weights].toSorted(([, a], [, b]) => b.weight - a.weight);
  const nobody = 1 - Math.max(...candidates.map(({ relation }) => (relation === 'before' ? 0 : PRIOR[relation])), 0.1);
  const behind = weightsFrom(sorted.map(([, { weight }]) => weight));
  const total = nobody + (behind[0] ?? 0);
  return sorted.slice(0, RANKED).map(([name, { weight, relation }], place) => {
    // Of a group of several people, as many others may be there too.
    const rest = behind[place < group.size ? group.size : Math.max(0, group.size - 1)] ?? 0;
    const besides = group.size < 2 ? total : nobody + rest + weight;
    return {
      name,
      relation,
      probability: weight / besides,
      upToHere: (total - (behind[place + 1] ?? 0) - nobody) / total,
    };
  });
}

/** The sums of all weights from each place on. */
function weightsFrom(weights: readonly number[]): number[] {
  const sums: number[] = [];
  for (let place = weights.length - 1, sum = 0; place >= 0; place -= 1) {
    sum += weights[place] ?? 0;
    sums[place] = sum;
  }
  return sums;
}

/** The logarithm of how much likelier a group is if the candidate is one of its people. */
function evidence(group: Group, candidate: Candidate, linking: Linking): number {
  const kept = KEPT[candidate.relation];
  const { frequencies } = linking;
  return (
    same(group.organs, candidate.organs, kept.organs, frequencies.organs) +
    same(group.categories, candidate.categories, kept.categories, frequencies.categories) +
    ofGenes(group, candidate, linking) +
    ofPosition(group, candidate, kept.position) +
    ofTerms(group, candidate, kept.term, frequencies) +
    ofMore(group, candidate, frequencies)
  );

  function same(
    shown: string | undefined,
    hers: string | undefined,
    share: number,
    counts: ReadonlyMap<string, number>,
  ): number {
    if (shown === undefined || hers === undefined) return 0;
    const chance = ((counts.get(hers) ?? 0) + 0.5) / (frequencies.people + 1);
    if (shown !== hers) return Math.log(1 - share);
    return Math.log((share + (1 - share) * chance) / chance);
  }
}

function ofGenes({ genes, size }: Group, candidate: Candidate, { frequencies, routes, newGenes }: Linking): number {
  if (genes === undefined) return 0;
  const { gene: kept } = KEPT[candidate.relation];
  // Searches do not find tier 3, so that its absence means nothing where nothing else was asked.
  const seesAll = routes.some((route) => route === '/api/genes' || route === '/api/federated/genes');
  // Rows of whoever has just become withheld have just come.
  const came = candidate.relation === 'before' ? newGenes : undefined;
  const people = Math.max(1, came === undefined ? size : Math.min(size, came.size / MEAN_GENES));
  let sum = 0;
  for (const [gene, tier] of candidate.genes) {
    if (!seesAll && tier === 'TIER3') continue;
    const frequency = ((frequencies.genes.get(gene) ?? 0) + 0.5) / (frequencies.people + 1);
    const chance = 1 - (1 - frequency) ** people;
    const shown = came === undefined || came.has(gene) ? genes.get(gene) : undefined;
    if (shown === undefined) {
      sum += Math.log(1 - kept);
      continue;
    }
    sum += Math.log((kept + (1 - kept) * chance) / chance);
    sum += shown === tier ? Math.log(0.95 / 0.4) : Math.log(0.05 / 0.6);
  }
  return sum;
}

function ofPosition({ isInvestigator }: Group, candidate: Candidate, kept: number): number {
  if (isInvestigator === undefined || candidate.isInvestigator === undefined) return 0;
  const chance = isInvestigator ? INVESTIGATOR_SHARE : 1 - INVESTIGATOR_SHARE;
  return Math.log(isInvestigator === candidate.isInvestigator ? (kept + (1 - kept) * chance) / chance : 1 - kept);
}

function ofTerms({ terms }: Group, candidate: Candidate, kept: number, { terms: counts, people }: Frequencies): number {
  if (candidate.terms === undefined) return 0;
  let sum = 0;
  for (const [term, has] of terms) {
    const chance = ((counts.get(term) ?? 0) + 0.5) / (people + 1);
    const ifHers = kept + (1 - kept) * chance;
    const ifNot = (1 - kept) * chance;
    const likely = candidate.terms.has(term) ? ifHers : ifNot;
    sum += has ? Math.log(likely / chance) : Math.log((1 - likely) / (1 - chance));
  }
  return sum;
}

/** What a withheld row should not show: where it stands among names, and members of the person. */
function ofMore({ more, between }: Group, candidate: Candidate, { lastNames }: Frequencies): number {
  let sum = 0;
  if (more.lastName !== undefined) sum += more.lastName === candidate.lastName ? SURE : NEVER;
  if (more.organization !== undefined && candidate.organization !== undefined) {
    sum += more.organization === candidate.organization ? Math.log(0.95 * ORGANISATIONS) : Math.log(0.05);
  }
  if (between !== undefined) {
    const isThere = (name: string) => between.some(([after, before]) => name >= after && name <= before);
    const share = (lastNames.filter(isThere).length + 0.5) / (lastNames.length + 1);
    sum += isThere(fold(candidate.lastName)) ? -Math.log(share) : NEVER;
  }
  return sum;
}
