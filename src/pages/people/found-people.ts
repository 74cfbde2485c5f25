/** The people of an answer as lists show them. */

import type { FederatedGene, FederatedPerson } from '../../client/answers.ts';
import type { DistinctPeople } from '../../domain/people/distinct-people.ts';
import { type FacetFacts, geneKey } from '../../domain/people/facets.ts';
import {
  type ComparedPerson,
  evidenceOf,
  fewestPeople,
  type LikelySame,
  likelySame,
} from '../../domain/people/likely-same.ts';
import { type Person, peopleOf } from '../../domain/people/people.ts';
import { anonymousIdOf, isGeneRecord, ownerOf } from './found-record.ts';
import type { Row } from './order.ts';

/** A person at one registry. The same records always give the same object, so that it can be a key. */
export type FoundPerson = {
  /** The id of their first row. */
  readonly id: string;
  readonly originKey: string;
  readonly owner: FederatedPerson;
  /** The anonymous id of their record; undefined if the name is shown. */
  readonly anonymousId: string | undefined;
  /** Their genes; the first one decides their place. Empty in a search for researchers. */
  readonly genes: readonly FederatedGene[];
  readonly rows: Person<Row>['records'];
  readonly facts: FacetFacts;
};

const made = new WeakMap<Row, FoundPerson>();

/** Returns the people of an answer, in its order. */
export function foundPeople(rows: readonly Row[]): readonly FoundPerson[] {
  return peopleOf(rows).map(foundPerson);
}

const PEOPLE_A_STEP = 500;

/** Does the same in steps, between which other work can run. */
export function* foundPeopleInSteps(rows: readonly Row[]): Generator<undefined, readonly FoundPerson[]> {
  const people = peopleOf(rows);
  yield;
  const found: FoundPerson[] = [];
  for (const person of people) {
    found.push(foundPerson(person));
    if (found.length % PEOPLE_A_STEP === 0) yield;
  }
  return found;
}

/** Returns the person of some records. */
export function foundPerson(person: Person<Row>): FoundPerson {
  const [first] = person.records;
  const known = made.get(first);
  if (known?.rows.length === person.records.length) return known;
  const found = madePerson(person);
  made.set(first, found);
  return found;
}

function madePerson({ originKey, records }: Person<Row>): FoundPerson {
  const [{ id, content }] = records;
  const owner = ownerOf(content);
  const genes = records.flatMap((row) => (isGeneRecord(row.content) ? [row.content] : []));
  const anonymousId = anonymousIdOf(content);
  const facts: FacetFacts = {
    registry: originKey,
    isWithheld: anonymousId !== undefined,
    position: owner.researcherPosition ?? '',
    categories: (owner.researcherCategories ?? []).flatMap((category) => category ?? []),
    organs: Object.keys(owner.userOrgans ?? {}),
    genes: genes.map(({ geneId, symbol, taxon, tier }) => ({
      gene: geneKey(geneId, taxon.id, symbol),
      organism: String(taxon.id),
      tier,
    })),
  };
  return { id, originKey, owner, anonymousId, genes, rows: records, facts };
}

/** Returns for each person, in the same order, the likely records of them elsewhere. */
export function namesakesOf(
  people: readonly FoundPerson[],
  distinct?: DistinctPeople,
): readonly (readonly LikelySame[])[] {
  return likelySame(people.map(compared), distinct);
}

/** Returns the people of a registry who are likely the same person, even if the reader denied it. */
export function likelySameIn(
  people: readonly FoundPerson[],
  person: FoundPerson,
  originKey: string,
): readonly FoundPerson[] {
  const one = compared(person);
  return people.filter((other) => {
    return other !== person && other.originKey === originKey && evidenceOf(one, compared(other)) !== undefined;
  });
}

/** Returns the key that identifies the person in other answers; undefined if the name is withheld. */
export function keyOfPerson({ originKey, owner, anonymousId }: FoundPerson): string | undefined {
  return anonymousId === undefined && typeof owner.id === 'number' ? `${originKey}/${owner.id}` : undefined;
}

/** Returns the least number of distinct people, because a person may be registered in several registries. */
export function fewestOf(people: readonly FoundPerson[], distinct?: DistinctPeople): number {
  return fewestPeople(people.map(compared), distinct);
}

/** Returns the facts by which people are compared. */
export function compared(person: FoundPerson): ComparedPerson {
  const { originKey, owner, facts } = person;
  return {
    key: keyOfPerson(person),
    originKey,
    registry: owner.origin,
    isWithheld: facts.isWithheld,
    name: owner.name,
    lastName: owner.lastName,
    organization: owner.organization,
    orcid: owner.orcid,
    ror: owner.ror,
  };
}
