/** Facets: values by which an answer can be narrowed, with the number of people for each. No registry is queried for it. */

import { FACETS, type Facet } from '../../api/words.ts';

export { FACETS, type Facet };

/** What a person shows in each facet. */
export type FacetFacts = {
  /** The key of the person's registry. */
  registry: string;
  isWithheld: boolean;
  /** Empty where no position is shown. */
  position: string;
  categories: readonly string[];
  /** The Uberon ids. */
  organs: readonly string[];
  /** For each record: the {@link geneKey} of its gene, its organism, and the tier. Empty in a search for researchers. */
  genes: readonly { gene: string; organism: string; tier: string }[];
};

/**
 * The genes that one symbol may mean, by NCBI id, each with the keys of itself and its orthologs: the choice of a gene
 * includes them all.
 */
export type GeneFamilies = ReadonlyMap<string, ReadonlySet<string>>;
const NO_FAMILIES: GeneFamilies = new Map();

/** Returns the NCBI id; for a gene without one, organism and symbol, which another gene may share. */
export function geneKey(geneId: number | string | null | undefined, taxonId: number, symbol: string): string {
  return String(geneId ?? `${taxonId}:${symbol.toUpperCase()}`);
}

/** The chosen values of each facet: a person must match one value in every facet with a choice. */
export type FacetChoice = Readonly<Partial<Record<Facet, readonly string[]>>>;
export type FacetCount = { value: string; count: number; isChosen: boolean };
export type FacetCounts = Record<Facet, FacetCount[]>;

/** Whether a person matches the choice. A gene, an organism and a tier must match in the same record. */
export function isChosen(facts: FacetFacts, choice: FacetChoice, families = NO_FAMILIES): boolean {
  return (
    isMet(choice.registry, [facts.registry]) &&
    isMet(choice.name, [nameValue(facts)]) &&
    isMet(choice.position, [facts.position]) &&
    isMet(choice.category, facts.categories) &&
    isMet(choice.organ, facts.organs) &&
    genesMeeting(facts, choice, families).length > 0
  );
}

/** Returns the genes that match the choice. Without a choice among genes, a person without any matches, too. */
function genesMeeting(
  { genes }: FacetFacts,
  { gene, organism, tier }: FacetChoice,
  families: GeneFamilies,
): FacetFacts['genes'] {
  const any = genes.length === 0 ? [{ gene: '', organism: '', tier: '' }] : genes;
  if (isOpen(gene) && isOpen(organism) && isOpen(tier)) return any;
  return any.filter(
    (one) =>
      isMet(gene, genesCovering(one.gene, families)) && isMet(organism, [one.organism]) && isMet(tier, [one.tier]),
  );
}

/** Returns the keys of the gene and of other genes of the symbol to whose family it belongs. */
function genesCovering(gene: string, families: GeneFamilies): string[] {
  if (families.size === 0) return [gene];
  const named = [...families].flatMap(([geneId, keys]) => (keys.has(gene) && geneId !== gene ? [geneId] : []));
  return [gene, ...named];
}

function isMet(wanted: readonly string[] | undefined, values: readonly string[]): boolean {
  return isOpen(wanted) || values.some((value) => wanted.includes(value));
}

/** Whether nothing is chosen in a facet, so that everybody matches. */
function isOpen(wanted: readonly string[] | undefined): wanted is undefined | readonly [] {
  return !wanted?.length;
}

/**
 * Returns the values of each facet with the number of people who match if this value is the only choice in its facet, and
 * the choices in other facets stay. All values are included even at 0, and the order is by the number of people without any
 * choice, then by value, so that no choice moves a value. Each facet is one step, as 10,000 people in all facets would take
 * too long for one.
 */
export function* facetCounts(
  people: readonly FacetFacts[],
  choice: FacetChoice,
  families = NO_FAMILIES,
): Generator<undefined, FacetCounts> {
  const counted: Partial<FacetCounts> = {};
  for (const facet of FACETS) {
    const others: FacetChoice = { ...choice, [facet]: [] };
    const isEverybodyChosen = Object.values(others).every(isOpen);
    const chosen = new Set(choice[facet]);
    const all = new Map([...chosen].map((value) => [value, 0]));
    const counts = isEverybodyChosen ? all : new Map<string, number>();
    for (const facts of people) {
      addTo(all, valuesOf(facts, facet, {}, families));
      if (isEverybodyChosen || !isChosen(facts, others, families)) continue;
      addTo(counts, valuesOf(facts, facet, others, families));
    }
    counted[facet] = [...all]
      .toSorted(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
      .map(([value]) => ({ value, count: counts.get(value) ?? 0, isChosen: chosen.has(value) }));
    yield;
  }
  return counted as FacetCounts;
}

function addTo(counts: Map<string, number>, values: Iterable<string>): void {
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
}

/** Returns each value once, without empty ones. */
function valuesOf(facts: FacetFacts, facet: Facet, others: FacetChoice, families: GeneFamilies): Iterable<string> {
  const values = allValues(facts, facet, others, families).filter(Boolean);
  return values.length < 2 ? values : new Set(values);
}

function allValues(facts: FacetFacts, facet: Facet, others: FacetChoice, families: GeneFamilies): readonly string[] {
  switch (facet) {
    case 'gene':
      return genesMeeting(facts, others, families)
        .flatMap(({ gene }) => genesCovering(gene, families))
        .filter((gene) => families.size === 0 || families.has(gene));
    case 'organism':
    case 'tier':
      return genesMeeting(facts, others, families).map((one) => one[facet]);
    case 'registry':
    case 'position':
      return [facts[facet]];
    case 'name':
      return [nameValue(facts)];
    case 'category':
      return facts.categories;
    case 'organ':
      return facts.organs;
  }
}

function nameValue({ isWithheld }: FacetFacts): string {
  return isWithheld ? 'withheld' : 'named';
}
