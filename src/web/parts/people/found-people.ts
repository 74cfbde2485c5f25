/** The people of an answer as lists show them. */

import type { FederatedGene, FederatedPerson } from '../../../client/federated-answers.ts';
import type { DistinctPeople } from '../../../domain/people/distinct-people.ts';
import { type FacetFacts, geneKey } from '../../../domain/people/facets.ts';
import { fewestPeople } from '../../../domain/people/fewest-people.ts';
import { type ComparedPerson, evidenceOf, type LikelySame, likelySame } from '../../../domain/people/likely-same.ts';
import { type Person, peopleOf } from '../../../domain/people/people.ts';
import { anonymousIdOf, isGeneRecord, ownerOf } from './found-record.ts';
import type { Row } from './order.ts';

/** Somebody at one registry. Made once for the same records, so that it can be known again. */
export type FoundPerson = {
  /** That of the row that gives them their place. */
  readonly id: string;
  readonly originKey: string;
  readonly owner: FederatedPerson;
  /** Under which the record can be asked about; undefined for whoever shows their name. */
  readonly anonymousId: string | undefined;
  /** The first gives them their place; none in a search for researchers. */
  readonly genes: readonly FederatedGene[];
  readonly rows: Person<Row>['records'];
  readonly facts: FacetFacts;
};

const made = new WeakMap<Row, FoundPerson>();

/** Everybody in an answer, in its order. */
export function foundPeople(rows: readonly Row[]): readonly FoundPerson[] {
  return peopleOf(rows).map(foundPerson);
}

const PEOPLE_A_STEP = 500;

/** The same in steps, between which others may have their turn. */
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

/** Somebody as lists show them, by their records. */
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

/** For each of them, in their order, where else they seem to stand. */
export function namesakesOf(
  people: readonly FoundPerson[],
  distinct?: DistinctPeople,
): readonly (readonly LikelySame[])[] {
  return likelySame(people.map(compared), distinct);
}

/** Those of a registry whose records seem to be of this person, whatever a reader says of them. */
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

/** By which somebody is known again in another answer; undefined for whoever shows no name. */
export function keyOfPerson({ originKey, owner, anonymousId }: FoundPerson): string | undefined {
  return anonymousId === undefined && typeof owner.id === 'number' ? `${originKey}/${owner.id}` : undefined;
}

/** How many they are at least, as somebody may stand in several registries. */
export function fewestOf(people: readonly FoundPerson[], distinct?: DistinctPeople): number {
  return fewestPeople(people.map(compared), distinct);
}

/** What of somebody is compared with others. */
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
