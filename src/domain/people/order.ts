/**
 * The order of people in federated answers, on pages, in exports and in the widget: people who can help with the gene now
 * come first (decision 36). The registry API has the order that partners expect (rdp-protocol 3.8).
 */

import { fold } from '../folding.ts';
import { compareNullsLast, compareText, type GeneKey } from '../record/ordering.ts';

/** The values by which people are ordered, as the reader sees them. */
export type PersonKey = {
  /** Whether the name is withheld from this reader. */
  isWithheld: boolean;
  /** As the record shows it: false where no position is shown. */
  isPrincipalInvestigator: boolean;
  /** The last name first, without letter case and accents; empty where no name is shown. */
  foldedName: string;
  /** The id at the person's registry; undefined when the name is withheld. */
  id: number | undefined;
};

/** The values by which records of any origin are ordered; in a search for researchers, the values of the gene are all equal. */
export type OrderKey = GeneKey &
  PersonKey & {
    /** Empty in a search for researchers. */
    tier: string;
    /** Whether the gene belongs to the organism of the question; the other genes of a search are its orthologs. */
    isAskedGene: boolean;
  };

/** The values of the gene for records of a search for researchers. */
export const NO_GENE = {
  geneId: 0,
  symbol: '',
  taxonOrdering: null,
  taxonCommonName: '',
  tier: '',
  isAskedGene: false,
} as const;

/** The members of a record that matter for the order. */
type ShownPerson = {
  name?: string | null;
  lastName?: string | null;
  id?: number | null;
  researcherPosition?: string | null;
};

/** Returns the values of a person; for a withheld person, the name in the record is ignored, as it is a substitute. */
export function personKey(person: ShownPerson, isWithheld: boolean): PersonKey {
  return {
    isWithheld,
    isPrincipalInvestigator: person.researcherPosition === 'PRINCIPAL_INVESTIGATOR',
    foldedName: isWithheld ? '' : foldedName(person.name, person.lastName),
    id: isWithheld ? undefined : (person.id ?? undefined),
  };
}

/** Only so many characters are compared: more distinguish nobody, and one character can fold to eighteen. */
const LONGEST_NAME = 128;

/** Returns a name such as `lovelace, ada`, or the part of it that exists. */
export function foldedName(name: string | null | undefined, lastName: string | null | undefined): string {
  const [first, second] = [beginning(lastName).trim(), beginning(name).trim()];
  return fold(first !== '' && second !== '' ? `${first}, ${second}` : first + second);
}

function beginning(name: string | null | undefined): string {
  return name?.slice(0, LONGEST_NAME) ?? '';
}

/**
 * Compares records: first those who work on the gene now, then named before withheld, the gene of the question before its
 * orthologs, principal investigators, name; then organism in this registry's order, symbol, gene, tier and id. Callers
 * order equal records by key of the origin and place in its answer, so that the order does not depend on arrival.
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

/** Whether the person works on the gene now; other tiers mean earlier work. */
function worksNow({ tier }: OrderKey): boolean {
  return tier === 'TIER1';
}

function trueFirst(a: boolean, b: boolean): number {
  return Number(b) - Number(a);
}

/** Returns the people with a shown name first; otherwise the order stays. */
export function namedFirst<Person>(people: readonly Person[], isWithheld: (person: Person) => boolean): Person[] {
  return [...people.filter((one) => !isWithheld(one)), ...people.filter(isWithheld)];
}

/** A rule of the order that holds for a record. */
export type OrderReason =
  | 'works-now'
  | 'worked-before'
  | 'named'
  | 'withheld'
  | 'asked-gene'
  | 'ortholog'
  | 'principal-investigator'
  | 'name';

/** Returns the rules of `compareRecords` that hold for this record, in the order in which they apply. */
export function whyHere(key: OrderKey): OrderReason[] {
  const isOfGene = key.tier !== '';
  const reasons: (OrderReason | false)[] = [
    isOfGene && (worksNow(key) ? 'works-now' : 'worked-before'),
    key.isWithheld ? 'withheld' : 'named',
    isOfGene && (key.isAskedGene ? 'asked-gene' : 'ortholog'),
    key.isPrincipalInvestigator && 'principal-investigator',
    key.foldedName !== '' && 'name',
  ];
  return reasons.filter((reason) => reason !== false);
}
