/** The attacker at a desk: names whoever is withheld, by all that was seen, or by part of it. */

import { type Group, groupsOf } from './groups.ts';
import { type Candidate, type Frequencies, frequenciesOf, type Ranked, rank } from './link.ts';
import { classKey, type Named, namedPeople, ROUTES, type Route, type Sight, withheldCells } from './sight.ts';

export type Knowledge = {
  /** Of the day that counts. */
  sight: Sight;
  /** Of the day before, where it was looked at. */
  before?: Sight;
  /** Whether rows of one registry are compared with people named in others. */
  comparesRegistries?: boolean;
  /** Who has published on what, where that is known. */
  literature?: readonly Candidate[];
  /** How often things are among named people, where that is known from elsewhere. */
  frequencies?: Frequencies;
  routes?: readonly Route[];
};

/** A group with whom the attacker takes for its people. */
type Opinion = { group: Group; ranked: readonly Ranked[] };

export type Outcome = {
  opinions: ReadonlyMap<string, Opinion>;
  /** Whom the attacker names in a registry, `registry name`. */
  claims: ReadonlySet<string>;
  /** Private genes of people who are named: `registry name gene`. */
  geneClaims: ReadonlySet<string>;
};

/** Of somebody's genes, so many must be among the withheld ones. */
const LEAST_COMMON = 0.25;

/** From so likely on the attacker says a name. */
const CERTAIN = 0.9;

export function attack(knowledge: Knowledge): Outcome {
  const { sight, routes = ROUTES } = knowledge;
  const named = namedPeople(sight, routes);
  const groups = groupsOf(sight, routes);
  const candidatesFor = candidateFinder(knowledge, named, routes);
  const frequencies = knowledge.frequencies ?? frequenciesOf(named);
  const opinions = new Map<string, Opinion>();
  const claims = new Set<string>(sight.counted);
  const withheld = sizesByRegistry(groups.values());
  const newGenes = knowledge.before && genesThatCame(knowledge.before, sight, routes);
  for (const [key, group] of groups) {
    if (group.size === 0) continue;
    const { registry } = group;
    const linking = { frequencies, routes, withheld: withheld.get(registry) ?? 1, newGenes: newGenes?.get(registry) };
    const ranked = rank(group, candidatesFor(group), linking);
    opinions.set(key, { group, ranked });
    for (const { name, probability } of ranked) {
      if (probability >= CERTAIN) claims.add(`${group.registry} ${name}`);
    }
  }
  return { opinions, claims, geneClaims: privateGenes(groups.values(), named) };
}

function sizesByRegistry(groups: Iterable<Group>): Map<number, number> {
  const sizes = new Map<number, number>();
  for (const { registry, size, key } of groups) {
    if (!key.includes('#')) sizes.set(registry, (sizes.get(registry) ?? 0) + size);
  }
  return sizes;
}

/** The genes, by registry, of which there are more withheld rows than the day before. */
function genesThatCame(before: Sight, after: Sight, routes: readonly Route[]): Map<number, Set<number>> {
  const counts = new Map<string, number>();
  const count = (sight: Sight, by: 1 | -1) => {
    for (const { registry, gene, count } of withheldCells(sight, routes).values()) {
      const key = `${registry} ${gene?.geneId}`;
      if (gene !== undefined) counts.set(key, (counts.get(key) ?? 0) + by * count);
    }
  };
  count(before, -1);
  count(after, 1);
  const came = new Map<number, Set<number>>();
  for (const [key, more] of counts) {
    const [registry = 0, gene = 0] = key.split(' ').map(Number);
    if (more > 0) came.set(registry, (came.get(registry) ?? new Set()).add(gene));
  }
  return came;
}

/** Who may be behind a group: whoever has a gene of it, or shows the same, or was named there the day before. */
function candidateFinder(
  { before, comparesRegistries, literature = [] }: Knowledge,
  named: readonly Named[],
  routes: readonly Route[],
): (group: Group) => readonly Candidate[] {
  const names = new Map(
    [...Map.groupBy(named, ({ registry }) => registry)].map(([registry, some]) => [
      registry,
      new Set(some.map(({ name }) => name)),
    ]),
  );
  const elsewhere = comparesRegistries ? named.map((one): Candidate => ({ ...one, relation: 'elsewhere' })) : [];
  const gone = (before ? namedPeople(before, routes) : [])
    .filter(({ registry, name }) => names.get(registry)?.has(name) !== true)
    .map((one): Candidate => ({ ...one, relation: 'before' }));
  const byRegistry = Map.groupBy(gone, ({ registry }) => registry);
  const all = [...elsewhere, ...literature];
  const [byGene, byLook] = [new Map<number, number[]>(), new Map<string, number[]>()];
  for (const [index, { genes, organs, categories }] of all.entries()) {
    for (const gene of genes.keys()) push(byGene, gene, index);
    if (organs !== undefined) push(byLook, `${organs}|${categories}`, index);
  }
  const common = new Uint8Array(all.length);
  return ({ registry, organs, categories, genes }) => {
    const found = new Set(byLook.get(`${organs}|${categories}`));
    const indexes = [...(genes?.keys() ?? [])].flatMap((gene) => byGene.get(gene) ?? []);
    for (const index of indexes) common[index] = (common[index] ?? 0) + 1;
    for (const index of indexes) {
      // Whoever has little in common is never likely.
      if ((common[index] ?? 0) >= LEAST_COMMON * (all[index]?.genes.size ?? 0)) found.add(index);
      common[index] = 0;
    }
    const known = names.get(registry);
    const isOpen = (one: Candidate) => one.registry !== registry && known?.has(one.name) !== true;
    const others = [...found].map((index) => all[index] as Candidate).filter(isOpen);
    return [...(byRegistry.get(registry) ?? []), ...others];
  };
}

function push<Key>(lists: Map<Key, number[]>, key: Key, index: number): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [index]);
  else list.push(index);
}

/** Rows that show what no withheld person shows are of somebody who is named there, with a private gene. */
function privateGenes(groups: Iterable<Group>, named: readonly Named[]): Set<string> {
  const claims = new Set<string>();
  const byLook = Map.groupBy(named, classKey);
  for (const { size, registry, key, genes } of groups) {
    const alike = size === 0 ? byLook.get(key) : undefined;
    const [only] = alike ?? [];
    if (only === undefined || alike?.length !== 1) continue;
    for (const gene of genes?.keys() ?? []) claims.add(`${registry} ${only.name} ${gene}`);
  }
  return claims;
}
