/** How many people an answer is about at least, where some seem to stand in several registries. */

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
 * How many people these are at least: the size of a set of them in which no two seem to be one person. Of a name that
 * several registries have, that set holds the people of the registry with most of them, each ORCID iD once. Pairs do not
 * chain: two who both seem to be a third still count as two. Whoever is withheld may be one of the others. At most they are
 * as many as these records, as they may all be different people.
 */
export function fewestPeople(people: readonly ComparedPerson[], distinct: DistinctPeople = NOBODY_DISTINCT): number {
  const shown = people.filter(({ isWithheld }) => !isWithheld);
  // All of them may be one who is withheld.
  const least = Math.min(people.length, 1);
  return Math.max(mayRepeat(shown) ? peopleApart(shown.map(traitsOf), distinct).length : shown.length, least);
}

function peopleApart(people: readonly Traits[], distinct: DistinctPeople): readonly Traits[] {
  const named = Map.groupBy(people, ({ name }) => name);
  const nameless = named.get('') ?? [];
  named.delete('');
  const byRegistry = [...named].map(([name, all]) => ({ name, registries: registriesOf(all) }));
  // Names of one registry first, as the people of others may have the ORCID iDs of these.
  byRegistry.sort((a, b) => a.registries.length - b.registries.length || (a.name < b.name ? -1 : 1));
  const apart: Traits[] = [];
  const orcids = new Set<string>();
  for (const { registries } of [...byRegistry, { registries: [['', nameless] as const] }]) {
    const others = registries.map(([, all]) => othersIn(all, orcids));
    const most = others.reduce((one, other) => (other.length > one.length ? other : one));
    for (const one of most) orcids.add(one.orcid);
    apart.push(...most);
  }
  // Whom the reader calls somebody else than all of them is one more.
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

/** In the order of their keys. */
function registriesOf(people: readonly Traits[]): [key: string, people: Traits[]][] {
  return [...Map.groupBy(people, ({ person }) => person.originKey)].sort(([a], [b]) => (a < b ? -1 : 1));
}

/** One of each ORCID iD but these, and everybody without one. */
function othersIn(people: readonly Traits[], orcids: ReadonlySet<string>): Traits[] {
  const own = new Set<string>();
  return people.filter(({ orcid }) => orcid === '' || (!orcids.has(orcid) && !own.has(orcid) && own.add(orcid)));
}
