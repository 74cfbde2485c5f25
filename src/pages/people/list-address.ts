/** The addresses of other views of a list of people, and the texts about how many people are in it. */

import { isFull } from '../../domain/federation/completeness.ts';
import type { Origin } from '../../domain/federation/origin.ts';
import type { DistinctPeople } from '../../domain/people/distinct-people.ts';
import type { ResultKind } from '../parts/choices.ts';
import { geneParams, type ListView, listViewParams } from '../parts/list-view.ts';
import { symbolInSentence } from '../parts/record-names.ts';
import { linkTo, type View } from '../parts/view.ts';
import type { Words } from '../words/words.ts';
import { type FoundPerson, fewestOf } from './found-people.ts';
import type { TableOptions } from './people-table.ts';

/** Parameters besides the question: whether the server renders, and how the typed text was understood. */
const BESIDE = ['render', 'as', 'called', 'left-out'];

/**
 * Returns the parameters that all views of an answer have: the question, and how it was understood.
 *
 * @param given the parameters of the page
 */
export function sharedParams(params: URLSearchParams, given: URLSearchParams): URLSearchParams {
  const beside = BESIDE.flatMap((name) =>
    given
      .getAll(name)
      .slice(0, 1)
      .map((value) => [name, value]),
  );
  return new URLSearchParams([...params, ...beside]);
}

/** Returns the address of a view of an answer. @param shared all parameters except language and list view */
export function listAddress(view: View, shared: URLSearchParams, listView: ListView): string {
  return linkTo(view, 'search', new URLSearchParams([...shared, ...listViewParams(listView)]));
}

/** Returns the address of the feed of a search, in the language of the page; feeds ignore the `Accept-Language` of a request. */
export function feedAddress(
  { root, words }: View,
  { kind, params }: { kind: ResultKind; params: URLSearchParams },
  format = 'atom',
): string {
  return `${root}feeds/${kind}?${new URLSearchParams([...params, ['lang', words.lang], ['format', format]])}`;
}

/** Returns the addresses of an answer as cards, as a table, and as a printed sheet. */
export function addressesOf({ view, listView, addressOf }: TableOptions, params: URLSearchParams) {
  return {
    cards: addressOf({ ...listView, isTable: false, sorted: undefined }),
    table: addressOf({ ...listView, isTable: true }),
    sheet: linkTo(view, 'search', new URLSearchParams([...params, ...geneParams(listView), ['view', 'sheet']])),
  };
}

/** Returns how many people the list has, of all who were found. @param isWhole whether no more people can arrive */
export function shownCountText(
  { people }: Words,
  shown: readonly FoundPerson[],
  all: number,
  { isWhole, distinct }: { isWhole: boolean; distinct?: DistinctPeople },
): string {
  if (shown.length !== all) return people.narrowed(shown.length, all);
  return isWhole ? people.count(all, fewestOf(shown, distinct)) : people.soFar(all);
}

/** Returns one sentence for all registries if none of them knows the term or gene; undefined otherwise. */
export function unknownEverywhere(words: Words, { origins, params }: Omit<Nobody, 'found'>): string | undefined {
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  if (queried.length === 0 || queried.some(({ state }) => state !== 'unknown-term')) return undefined;
  const symbol = params.get('symbol');
  return symbol === null || params.has('ontologyTermIds')
    ? words.nobodyKnowsTerms
    : words.nobodyKnowsIt(queried.length, symbolInSentence(words, symbol));
}

type Nobody = {
  /** How many people were found, with those whom the reader has filtered out. */
  found: number;
  origins: readonly Pick<Origin, 'state'>[];
  /** The parameters of the question. */
  params: URLSearchParams;
};

/** Returns why the list is empty. */
export function nobodyText(words: Words, { found, origins, params }: Nobody): string {
  if (found > 0) return words.people.nobodyChosen;
  const unknown = unknownEverywhere(words, { origins, params });
  if (unknown !== undefined) return unknown;
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  return queried.length > 0 && queried.every(({ state }) => isFull(state) || state === 'unknown-term')
    ? words.nobodySure
    : words.nobodyUnsure;
}
