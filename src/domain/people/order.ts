/**
 * The one order of people in federated answers, on pages, in exports and in the widget: who can help with the gene now
 * comes first (decision 36). The registry API keeps the order that partners know (rdp-protocol 3.8).
 */

import { fold } from '../folding.ts';
import { compareNullsLast, compareText, type GeneKey } from '../record/ordering.ts';

/** What a person is ordered by, as the reader sees them. */
export type PersonKey = {
  /** The name is not for this reader. */
  isWithheld: boolean;
  /** As the record shows it: false where the position is not shown. */
  isPrincipalInvestigator: boolean;
  /** Last name first, without letter case and accents; empty where no name is shown. */
  foldedName: string;
  /** Of the person at their registry; undefined when the name is withheld. */
  id: number | undefined;
};

/** What a record of any origin is ordered by; in a search for researchers the part of the gene is the same for all. */
export type OrderKey = GeneKey &
  PersonKey & {
    /** Empty in a search for researchers. */
    tier: string;
    /** The gene is of the organism asked for; what else a gene search finds are its orthologs. */
    isAskedGene: boolean;
  };

/** The part of the gene where there is none: all records of a search for researchers are equal in it. */
export const NO_GENE = {
  geneId: 0,
  symbol: '',
  taxonOrdering: null,
  taxonCommonName: '',
  tier: '',
  isAskedGene: false,
} as const;

/** As far as a record holds it. */
type ShownPerson = {
  name?: string | null;
  lastName?: string | null;
  id?: number | null;
  researcherPosition?: string | null;
};

/** What a person is ordered by; a name that stands in for a withheld one is not looked at. */
export function personKey(person: ShownPerson, isWithheld: boolean): PersonKey {
  return {
    isWithheld,
    isPrincipalInvestigator: person.researcherPosition === 'PRINCIPAL_INVESTIGATOR',
    foldedName: isWithheld ? '' : foldedName(person.name, person.lastName),
    id: isWithheld ? undefined : (person.id ?? undefined),
  };
}

/** No two people differ behind it, and a sign may fold to eighteen. */
const LONGEST_NAME = 128;

/** `lovelace, ada`, or what there is of it. */
export function foldedName(name: string | null | undefined, lastName: string | null | undefined): string {
  const [first, second] = [beginning(lastName).trim(), beginning(name).trim()];
  return fold(first !== '' && second !== '' ? `${first}, ${second}` : first + second);
}

function beginning(name: string | null | undefined): string {
  return name?.slice(0, LONGEST_NAME) ?? '';
}

/**
 * Works on it now, named before withheld, the gene asked for before its orthologs, principal investigator, name; then
 * organism as this registry orders them, symbol, gene, tier and id. Ties go by the key of the origin, then by the place
 * in its answer, so that the order is the same whoever answered first.
 */
export function compareRecords(a: OrderKey, b: OrderKey): number {
  return (
    trueFirst(worksNow(a), worksNow(b)) ||
    trueFirst(!a.isWithheld, !b.isWithheld) ||
    trueFirst(a.isAskedGene, b.isAskedGene) ||
    trueFirst(a.isPrincipalInvestigator, b.isPrincipalInvestigator) ||
    trueFirst(a.foldedName !== '', b.foldedName !== '') ||
    compareText(a.foldedName, b.foldedName) ||
    compareNullsLast(a.taxonOrdering, b.taxonOrdering) ||
    compareText(a.taxonCommonName, b.taxonCommonName) ||
    compareText(a.symbol, b.symbol) ||
    a.geneId - b.geneId ||
    compareText(a.tier, b.tier) ||
    compareNullsLast(a.id ?? null, b.id ?? null)
  );
}

/** Not only before. */
export function worksNow({ tier }: OrderKey): boolean {
  return tier === 'TIER1';
}

function trueFirst(a: boolean, b: boolean): number {
  return Number(b) - Number(a);
}
