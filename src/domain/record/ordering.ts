/** The total order of search answers of one registry (rdp-protocol 3.8): the same question, the same order on every run. */

/** What users are ordered by, as the viewer sees them. */
export type UserKey = {
  fullName: string;
  /** Undefined for a user whose person is hidden; these come after those of the same name. */
  id: number | undefined;
  /** Orders the hidden ones among themselves without showing who they are. */
  hiddenKey: number;
};

/** What genes of an answer are ordered by, before their owners. */
export type GeneKey = {
  geneId: number;
  symbol: string;
  taxonOrdering: number | null;
  taxonCommonName: string;
};

/** `Lovelace, Ada`; without a last name the first name; without a first name nothing, which sorts first. */
export function fullName(name: string | null, lastName: string | null): string {
  if (!lastName) return name ?? '';
  return name ? `${lastName}, ${name}` : '';
}

/** By full name, code unit by code unit, then id, then hidden key. */
export function compareUsers(a: UserKey, b: UserKey): number {
  return compareText(a.fullName, b.fullName) || compareIds(a.id, b.id) || a.hiddenKey - b.hiddenKey;
}

/** By organism as the registry orders them, then tier, symbol and gene id. */
export function compareGenes(a: GeneKey & { tier: string }, b: GeneKey & { tier: string }): number {
  return (
    compareNullsLast(a.taxonOrdering, b.taxonOrdering) ||
    compareText(a.taxonCommonName, b.taxonCommonName) ||
    compareText(a.tier, b.tier) ||
    compareText(a.symbol, b.symbol) ||
    a.geneId - b.geneId
  );
}

/** By UTF-16 code unit, upper case before lower case: no locale, so that every machine agrees. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Numbers ascending; null after every number. */
export function compareNullsLast(a: number | null, b: number | null): number {
  if (a === b) return 0;
  if (a === null) return 1;
  return b === null ? -1 : a - b;
}

function compareIds(a: number | undefined, b: number | undefined): number {
  return compareNullsLast(a ?? null, b ?? null);
}
