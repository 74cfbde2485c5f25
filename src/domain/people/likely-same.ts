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
  // Nobody stands elsewhere where there is one registry: no name needs to be folded.
  if (people.every(({ originKey }) => originKey === people[0]?.originKey)) return people.map(() => []);
  const names = people.map(nameOf);
  const organisations = people.map(({ organization }) => compared(organization ?? ''));
  const byName = new Map<string, Map<string, Namesakes>>();
  for (const [index, { originKey, registry }] of people.entries()) {
    const name = names[index] ?? '';
    if (name === '') continue;
    const registries = byName.get(name) ?? new Map<string, Namesakes>();
    const there = registries.get(originKey) ?? { registry, organisations: new Set() };
    there.organisations.add(organisations[index] ?? '');
    byName.set(name, registries.set(originKey, there));
  }
  return people.map(({ originKey }, index) => {
    const elsewhere = [...(byName.get(names[index] ?? '') ?? [])].filter(([key]) => key !== originKey);
    const own = organisations[index] ?? '';
    return elsewhere.map(([, there]) => ({
      registry: there.registry,
      evidence: own !== '' && there.organisations.has(own) ? 'name-and-organisation' : 'name',
    }));
  });
}

/**
 * How many people these are at least: of a name that several registries have, as many as the registry with most of them,
 * and whoever is withheld may be one of the others. Two of one name in one registry are two. How many they are at most is
 * the number of these records, as they may all be different people.
 */
export function fewestPeople(people: readonly ComparedPerson[]): number {
  const byName = new Map<string, Map<string, number>>();
  let fewest = 0;
  for (const person of people) {
    if (person.isWithheld) continue;
    const name = nameOf(person);
    if (name === '') {
      fewest++;
      continue;
    }
    const counts = byName.get(name) ?? new Map<string, number>();
    byName.set(name, counts.set(person.originKey, (counts.get(person.originKey) ?? 0) + 1));
  }
  for (const counts of byName.values()) fewest += Math.max(...counts.values());
  // All of them may be one who is withheld.
  return Math.max(fewest, Math.min(people.length, 1));
}

/** Everybody of one name in one registry, of whom there may be as many as it has people. */
type Namesakes = { registry: string; organisations: Set<string> };

function nameOf({ isWithheld, name, lastName }: ComparedPerson): string {
  return isWithheld || !name?.trim() || !lastName?.trim() ? '' : `${compared(lastName)}, ${compared(name)}`;
}

function compared(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim();
}
