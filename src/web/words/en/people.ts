/** English words about people. */

import type { Facet } from '../../../domain/people/facets.ts';
import type { Evidence } from '../../../domain/people/likely-same.ts';
import { person } from './person.ts';

const peopleText = (count: number) => (count === 1 ? '1 person' : `${count} people`);

export const people = {
  /** `fewest`: the least number of distinct people, because a person may be in several registries, and one with a withheld name may be anyone. */
  count: (count: number, fewest = count) =>
    fewest < count ? `At most ${count}, at least ${peopleText(fewest)}` : peopleText(count),
  soFar: (count: number) => `${peopleText(count)} so far`,
  narrowed: (shown: number, all: number) => `${shown} of ${peopleText(all)}`,
  list: 'People who were found',

  ...person,
  write: 'Write',
  writeTo: (name: string) => `Write to ${name}`,
  likelyAlso: (registry: string, evidence: Evidence) =>
    `likely also in ${registry} (${{ orcid: 'same ORCID iD', 'name-and-organisation': 'same name and organisation', name: 'same name' }[evidence]})`,
  notSame: 'not the same',
  notSameAs: (registry: string) => `Not the same person as in ${registry}`,
  notChecked: (registry: string, filters: string) => `${registry} could not filter by: ${filters}`,

  asTable: 'Table',
  asCards: 'Cards',
  facets: {
    organism: 'Organism',
    registry: 'Registry',
    tier: 'Works on it',
    name: 'Name',
    position: 'Position',
    category: 'Kind of research',
    organ: 'Organ system',
    gene: 'Gene',
  } satisfies Record<Facet, string>,
  tiers: { TIER1: 'now', TIER2: 'before', TIER3: 'tier 3' },
  names: { named: 'shown', withheld: 'withheld' },
  apply: 'Apply',
  clear: 'Clear filters',
  moreFilters: 'More filters',
  moreValues: (count: number) => `${count} more`,
  countsSoFar: (registries: number) =>
    registries === 1
      ? 'Counted so far: 1 registry has not answered yet.'
      : `Counted so far: ${registries} registries have not answered yet.`,
  columns: 'Columns',
  sortBy: (column: string, isReversed: boolean) => `Sort by ${column}${isReversed ? ', reversed' : ''}`,
  column: {
    name: 'Name',
    place: 'Position and organisation',
    genes: 'Works on',
    work: 'Kind of research',
    organs: 'Organ systems',
    registry: 'Registry',
    act: 'Contact',
  },

  offer: (count: number, registries: string) =>
    `${count} new ${count === 1 ? 'person' : 'people'} from ${registries}: show`,
  offerLive: (count: number, registries: string) =>
    `${registries} answered: ${count} more ${count === 1 ? 'person' : 'people'} can be shown.`,
  and: (names: readonly string[]) =>
    names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`,
  nobodyChosen: 'Nobody matches these filters.',
};
