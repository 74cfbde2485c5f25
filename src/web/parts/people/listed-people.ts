/** Computes the people of an answer as a page lists them, in steps between which other work can run. */

import type { Origin } from '../../../domain/federation/origin.ts';
import { type FacetCounts, facetCounts, type GeneFamilies } from '../../../domain/people/facets.ts';
import { atOnce } from '../../../domain/steps.ts';
import type { Words } from '../../words/words.ts';
import { type FoundPerson, foundPeopleInSteps } from './found-people.ts';
import type { ListView } from './list-view.ts';
import type { Row } from './order.ts';
import { contextsOf } from './people-list.ts';
import { arrangedInSteps } from './people-sorting.ts';
import { peopleWithin } from './people-within.ts';
import type { PersonContext } from './person-card.ts';

export type ListedPeople = {
  /** All people, in the order of the answer. */
  all: readonly FoundPerson[];
  /** The people who match the facets and the text, in the order that the reader chose. */
  people: readonly FoundPerson[];
  counts: FacetCounts;
  contextOf: (person: FoundPerson) => PersonContext;
};

type Options = {
  rows: readonly Row[];
  origins: readonly Origin[];
  listView: ListView;
  words: Words;
  /** The families of the genes that the symbol may mean. */
  families: GeneFamilies;
};

const PEOPLE_A_STEP = 200;

/** Each step takes a few milliseconds for 5,000 people. */
export function* listedPeople(options: Options): Generator<undefined, ListedPeople> {
  const { rows, origins, listView, words } = options;
  const all = yield* foundPeopleInSteps(rows);
  const within: FoundPerson[] = [];
  for (let from = 0; listView.text !== '' && from < all.length; from += PEOPLE_A_STEP) {
    within.push(...peopleWithin(listView.text, all.slice(from, from + PEOPLE_A_STEP), words));
    yield;
  }
  const listed = listView.text === '' ? all : within;
  const people = yield* arrangedInSteps(listed, listView, options);
  yield;
  const facts = listed.map((person) => person.facts);
  const counts = yield* facetCounts(facts, listView.choice, options.families);
  return { all, people, counts, contextOf: contextsOf(all, origins) };
}

/** Returns the same for an answer that has not arrived. */
export function nobodyListed(options: Omit<Options, 'rows' | 'origins'>): ListedPeople {
  return atOnce(listedPeople({ ...options, rows: [], origins: [] }));
}
