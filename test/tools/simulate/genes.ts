/** Which genes are asked for, and how many people of a registry have registered them. */

/** Genes that make proteins, of humans. */
const GENES = 20_000;
/** Measured in the registry of 5,000 people that performance is measured with. */
const GENES_OF_A_PERSON = 40;
/** How much more often famous genes are asked for than others: requests of pages on the web have 0.6 to 0.85. */
const ASKED_EXPONENT = 0.8;
/** People register what they work on, which is spread more evenly: 20 of 5,000 people for the 500 most frequent. */
const REGISTERED_EXPONENT = 0.3;

/** The share of questions that ask for each gene, the most frequent first. */
export const askedShares = zipf(ASKED_EXPONENT);
const registeredShares = zipf(REGISTERED_EXPONENT);

/** How many records a registry of so many people has of a gene, on average. */
export function recordsOf(gene: number, people: number): number {
  return Math.min(people, people * GENES_OF_A_PERSON * (registeredShares[gene] ?? 0));
}

/** Records of a gene that is asked for, for each person in a registry, on average over the questions. */
export const recordsAPerson = askedShares.reduce((sum, share, gene) => sum + share * recordsOf(gene, 1), 0);

/** By the law of Zipf: the share of the n-th is as n to the minus `exponent`. */
function zipf(exponent: number): Float64Array {
  const weights = Float64Array.from({ length: GENES }, (_, index) => (index + 1) ** -exponent);
  const sum = weights.reduce((all, weight) => all + weight, 0);
  return weights.map((weight) => weight / sum);
}
