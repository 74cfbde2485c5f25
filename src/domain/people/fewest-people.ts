/** Counts how many people an answer is about at least, as some may be in several registries. */

import type { DistinctPeople } from './distinct-people.ts';
import {
  type ComparedPerson,
  deniedOf,
  evidenceOfTraits,
  mayRepeat,
  NOBODY_DISTINCT,
  type Traits,
  traitsOf,
} from './likely-same.ts';

/**
 * Returns the smallest possible number of people: the size of a set in which no two seem to be one person. Of a name in
 * several registries, the set has the people of the registry with most of them, each ORCID iD once. Similarity is not
 * transitive: two people who both seem to be a third count as two. A withheld person may be one of the others. The largest
 * possible number is that of the records, as they may all be different people.
 */
export function fewestPeople(people: readonly ComparedPerson[], distinct: DistinctPeople = NOBODY_DISTINCT): number {
  const shown = people.filter(({ isWithheld }) => !isWithheld);
  // Withheld people may all be the same person.
  const least = Math.min(people.length, 1);
  return Math.max(mayRepeat(shown) ? peopleApart(shown.map(traitsOf), distinct).length : shown.length, least);
}

function peopleApart(people: readonly Traits[], distinct: DistinctPeople): readonly Traits[] {
  const named = Map.groupBy(people, ({ name }) => name);
  const nameless = named.get('') ?? [];
  named.delete('');
  const byRegistry = [...named].map(([name, all]) => ({ name, registries: registriesOf(all) }));
  // Names of one registry come first, as the people of other registries may have the ORCID iDs of these.
  byRegistry.sort((a, b) => a.registries.length - b.registries.length || (a.name < b.name ? -1 : 1));
  const apart: Traits[] = [];
  const orcids = new Set<string>();
  for (const { registries } of [...byRegistry, { registries: [['', nameless] as const] }]) {
    const others = registries.map(([, all]) => othersIn(all, orcids));
    const most = others.reduce((one, other) => (other.length > one.length ? other : one));
    for (const one of most) orcids.add(one.orcid);
    apart.push(...most);
  }
  // A person is one more if nobody in the set seems to be that person, or the reader says it is somebody else.
  for (const one of people) {
    const denied = deniedOf(one, distinct);
    if (denied.size === 0 || apart.includes(one)) continue;
    const isOneMore = apart.every((other) => {
      return evidenceOfTraits(one, other) === undefined || denied.has(other.person.key ?? '');
    });
    if (isOneMore) apart.push(one);
  }
  return apart;
}

/** Groups people by registry, in the order of the keys. */
function registriesOf(people: readonly Traits[]): [key: string, people: Traits[]][] {
  return [...Map.groupBy(people, ({ person }) => person.originKey)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Returns one person for each ORCID iD that is not in `orcids`, and everybody without an ORCID iD. */
function othersIn(people: readonly Traits[], orcids: ReadonlySet<string>): Traits[] {
  const own = new Set<string>();
  return people.filter(({ orcid }) => orcid === '' || (!orcids.has(orcid) && !own.has(orcid) && own.add(orcid)));
}
