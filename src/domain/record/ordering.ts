/** The total order of search answers of one registry (rdp-protocol 3.8): a question gives the same order every time. */

/** The values by which users are ordered, as the viewer sees them. */
export type UserKey = {
  fullName: string;
  /** Undefined for an anonymised user, who comes after others with the same name. */
  id: number | undefined;
  /** Orders anonymised users without showing who they are. */
  hiddenKey: number;
};

/** The values by which the genes of an answer are ordered, before their owners. */
export type GeneKey = {
  geneId: number;
  symbol: string;
  taxonOrdering: number | null;
  taxonCommonName: string;
};

/** Returns `Lovelace, Ada`; without a last name the first name; without a first name an empty text, which sorts first. */
export function fullName(name: string | null, lastName: string | null): string {
  if (!lastName) return name ?? '';
  return name ? `${lastName}, ${name}` : '';
}

/** Compares by full name in UTF-16 code units, then by id, then by hidden key. */
export function compareUsers(a: UserKey, b: UserKey): number {
  return compareText(a.fullName, b.fullName) || compareIds(a.id, b.id) || a.hiddenKey - b.hiddenKey;
}

/** Compares by organism in the registry's order, then by tier, symbol and gene id. */
export function compareGenes(a: GeneKey & { tier: string }, b: GeneKey & { tier: string }): number {
  return (
    compareNullsLast(a.taxonOrdering, b.taxonOrdering) ||
    compareText(a.taxonCommonName, b.taxonCommonName) ||
    compareText(a.tier, b.tier) ||
    compareText(a.symbol, b.symbol) ||
    a.geneId - b.geneId
  );
}

/** Compares by UTF-16 code unit, upper case before lower case; without a locale, so that all machines agree. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Compares numbers in ascending order; null comes after every number. */
export function compareNullsLast(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : a - b;
}

function compareIds(a: number | undefined, b: number | undefined): number {
  return compareNullsLast(a ?? null, b ?? null);
}
