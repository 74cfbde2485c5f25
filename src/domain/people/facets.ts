/** What an answer can be narrowed by, and how many people each choice would leave. It asks nobody. */

export const FACETS = ['organism', 'registry', 'tier', 'name', 'position', 'category', 'organ', 'gene'] as const;
export type Facet = (typeof FACETS)[number];

/** What a person shows that they can be chosen by. */
export type FacetFacts = {
  /** The key of their registry. */
  registry: string;
  isWithheld: boolean;
  /** Empty where none is shown. */
  position: string;
  categories: readonly string[];
  /** Uberon ids. */
  organs: readonly string[];
  /** Of each record: the NCBI numbers of gene and organism, and the tier. None in a search for researchers. */
  genes: readonly { gene: string; organism: string; tier: string }[];
};

/** The chosen values of each facet: within a facet one is enough, all facets must be met. */
export type FacetChoice = Readonly<Partial<Record<Facet, readonly string[]>>>;
export type FacetCount = { value: string; count: number; isChosen: boolean };

/** Whether a person is among the chosen. A gene, an organism and a tier must be those of one and the same record. */
export function isChosen(facts: FacetFacts, choice: FacetChoice): boolean {
  return (
    isMet(choice.registry, [facts.registry]) &&
    isMet(choice.name, [nameValue(facts)]) &&
    isMet(choice.position, [facts.position]) &&
    isMet(choice.category, facts.categories) &&
    isMet(choice.organ, facts.organs) &&
    genesMeeting(facts, choice).length > 0
  );
}

/** No gene asked for: whoever has none is met too. */
function genesMeeting({ genes }: FacetFacts, { gene, organism, tier }: FacetChoice): FacetFacts['genes'] {
  const any = genes.length === 0 ? [{ gene: '', organism: '', tier: '' }] : genes;
  return any.filter((one) => isMet(gene, [one.gene]) && isMet(organism, [one.organism]) && isMet(tier, [one.tier]));
}

function isMet(wanted: readonly string[] | undefined, values: readonly string[]): boolean {
  return wanted === undefined || wanted.length === 0 || values.some((value) => wanted.includes(value));
}

/**
 * For each facet its values with how many people they would leave, were each the only choice of its facet while those
 * of the others stay. What is chosen is listed even where it leaves nobody. Most people first, then by value.
 */
export function facetCounts(people: readonly FacetFacts[], choice: FacetChoice): Record<Facet, FacetCount[]> {
  const counted = FACETS.map((facet): [Facet, FacetCount[]] => {
    const others: FacetChoice = { ...choice, [facet]: [] };
    const chosen = new Set(choice[facet]);
    const counts = new Map([...chosen].map((value) => [value, 0]));
    for (const facts of people) {
      if (!isChosen(facts, others)) continue;
      for (const value of valuesOf(facts, facet, others)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const all = [...counts].map(([value, count]) => ({ value, count, isChosen: chosen.has(value) }));
    return [facet, all.toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))];
  });
  return Object.fromEntries(counted) as Record<Facet, FacetCount[]>;
}

/** Each value once; what is not shown is none. */
function valuesOf(facts: FacetFacts, facet: Facet, others: FacetChoice): Iterable<string> {
  const values = allValues(facts, facet, others).filter((value) => value !== '');
  return values.length < 2 ? values : new Set(values);
}

function allValues(facts: FacetFacts, facet: Facet, others: FacetChoice): readonly string[] {
  switch (facet) {
    case 'gene':
    case 'organism':
    case 'tier':
      return genesMeeting(facts, others).map((one) => one[facet]);
    case 'registry':
      return [facts.registry];
    case 'name':
      return [nameValue(facts)];
    case 'position':
      return [facts.position];
    case 'category':
      return facts.categories;
    case 'organ':
      return facts.organs;
  }
}

function nameValue({ isWithheld }: FacetFacts): string {
  return isWithheld ? 'withheld' : 'named';
}
