/** Everybody of an answer as one page lists them, worked out in steps: between two of them others may have their turn. */

import type { Origin } from '../../../domain/federation/origin.ts';
import type { FacetCounts, GeneFamilies } from '../../../domain/people/facets.ts';
import { atOnce } from '../../../domain/steps.ts';
import type { Words } from '../../words/words.ts';
import { countsInSteps } from './facets-form.ts';
import { type FoundPerson, foundPeopleInSteps } from './found-people.ts';
import type { ListView } from './list-view.ts';
import type { Row } from './order.ts';
import { contextsOf } from './people-list.ts';
import { arrangedInSteps, peopleWith } from './people-sorting.ts';
import type { PersonContext } from './person-card.ts';

export type ListedPeople = {
  /** In the order of the answer. */
  all: readonly FoundPerson[];
  /** Those whom the reader has not left out, in the order that the reader chose. */
  people: readonly FoundPerson[];
  counts: FacetCounts;
  contextOf: (person: FoundPerson) => PersonContext;
};

type Options = {
  rows: readonly Row[];
  origins: readonly Origin[];
  listView: ListView;
  words: Words;
  /** Of the genes that the symbol may mean. */
  families: GeneFamilies;
};

const PEOPLE_A_STEP = 200;

/** Each step takes some milliseconds for 5,000 people. */
export function* listedPeople(options: Options): Generator<undefined, ListedPeople> {
  const { rows, origins, listView, words } = options;
  const all = yield* foundPeopleInSteps(rows);
  for (let from = 0; listView.text !== '' && from < all.length; from += PEOPLE_A_STEP) {
    // Their texts are folded once and kept: what looks for a text in all of them below finds them so.
    peopleWith(listView.text, all.slice(from, from + PEOPLE_A_STEP), words);
    yield;
  }
  const people = yield* arrangedInSteps(all, listView, options);
  yield;
  const counts = yield* countsInSteps(all, listView, options);
  return { all, people, counts, contextOf: contextsOf(all, origins) };
}

/** The same of an answer that is not there yet. */
export function nobodyListed(options: Omit<Options, 'rows' | 'origins'>): ListedPeople {
  return atOnce(listedPeople({ ...options, rows: [], origins: [] }));
}
