/** Who seems to stand in several registries, and by what. It proves nothing, so nobody is joined. */

import { fold } from '../folding.ts';

/** What of a person is compared. */
export type ComparedPerson = {
  originKey: string;
  /** The name of the registry. */
  registry: string;
  isWithheld: boolean;
  name: string | null | undefined;
  lastName: string | null | undefined;
  organization: string | null | undefined;
};

/** By what two records seem to be one person; the second says more. */
export type Evidence = 'name' | 'name-and-organisation';
/** Somebody in another registry. */
export type LikelySame = { registry: string; evidence: Evidence };

/**
 * For each of these people, in their order, the other registries in which somebody of the same first and last name was
 * found; letter case, accents and blanks do not count. Whoever is withheld, or gives half a name, is nobody's namesake.
 */
export function likelySame(people: readonly ComparedPerson[]): readonly (readonly LikelySame[])[] {
  const namesakes = Map.groupBy(people, nameOf);
  return people.map((person) => {
    const name = nameOf(person);
    if (name === '') return [];
    const found = new Map<string, LikelySame>();
    for (const other of namesakes.get(name) ?? []) {
      if (other.originKey === person.originKey) continue;
      const evidence = haveSameOrganisation(person, other) ? 'name-and-organisation' : 'name';
      if (evidence === 'name' && found.has(other.originKey)) continue;
      found.set(other.originKey, { registry: other.registry, evidence });
    }
    return [...found.values()];
  });
}

function nameOf({ isWithheld, name, lastName }: ComparedPerson): string {
  return isWithheld || !name?.trim() || !lastName?.trim() ? '' : `${compared(lastName)}, ${compared(name)}`;
}

function haveSameOrganisation(a: ComparedPerson, b: ComparedPerson): boolean {
  const organisation = compared(a.organization ?? '');
  return organisation !== '' && organisation === compared(b.organization ?? '');
}

function compared(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim();
}
