/** Where a list of people leads to, looked at in other ways, and what it says when nobody is in it. */

import { isFull } from '../../../domain/federation/completeness.ts';
import type { Origin } from '../../../domain/federation/origin.ts';
import type { DistinctPeople } from '../../../domain/people/distinct-people.ts';
import type { Words } from '../../words/words.ts';
import type { ResultKind } from '../choices.ts';
import { symbolInSentence } from '../record-names.ts';
import { linkTo, type View } from '../view.ts';
import { type FoundPerson, fewestOf } from './found-people.ts';
import { geneParams, type ListView, listViewParams } from './list-view.ts';
import type { TableOptions } from './people-table.ts';

/** Who made the page, and how the typed text was understood. */
const BESIDE = ['render', 'as', 'called', 'left-out'];

/** What stands in every address of an answer: its question, and how that was understood. @param given of the page */
export function sharedParams(params: URLSearchParams, given: URLSearchParams): URLSearchParams {
  const beside = BESIDE.flatMap((name) =>
    given
      .getAll(name)
      .slice(0, 1)
      .map((value) => [name, value]),
  );
  return new URLSearchParams([...params, ...beside]);
}

/** The address of an answer looked at in some way. @param shared all of it but the language and the view */
export function listAddress(view: View, shared: URLSearchParams, listView: ListView): string {
  return linkTo(view, 'search', new URLSearchParams([...shared, ...listViewParams(listView)]));
}

/** The feed of a search in the language of the page, which feeds are not asked for in any other way. */
export function feedAddress(
  { root, words }: View,
  { kind, params }: { kind: ResultKind; params: URLSearchParams },
  format = 'atom',
): string {
  return `${root}feeds/${kind}?${new URLSearchParams([...params, ['lang', words.lang], ['format', format]])}`;
}

export function addressesOf({ view, listView, addressOf }: TableOptions, params: URLSearchParams) {
  return {
    cards: addressOf({ ...listView, isTable: false, sorted: undefined }),
    table: addressOf({ ...listView, isTable: true }),
    sheet: linkTo(view, 'search', new URLSearchParams([...params, ...geneParams(listView), ['view', 'sheet']])),
  };
}

/** How many people are in the list, of all who were found. @param isWhole nobody else can come */
export function shownCountText(
  { people }: Words,
  shown: readonly FoundPerson[],
  all: number,
  { isWhole, distinct }: { isWhole: boolean; distinct?: DistinctPeople },
): string {
  if (shown.length !== all) return people.narrowed(shown.length, all);
  return isWhole ? people.count(all, fewestOf(shown, distinct)) : people.soFar(all);
}

/** Undefined unless no registry that was asked knows what it was asked about: then one sentence says it of all of them. */
export function unknownEverywhere(words: Words, { origins, params }: Omit<Nobody, 'found'>): string | undefined {
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  if (queried.length === 0 || queried.some(({ state }) => state !== 'unknown-term')) return undefined;
  const symbol = params.get('symbol');
  return symbol === null || params.has('ontologyTermIds')
    ? words.nobodyKnowsTerms
    : words.nobodyKnowsIt(queried.length, symbolInSentence(words, symbol));
}

type Nobody = {
  /** How many there are whom the reader has left out. */
  found: number;
  origins: readonly Pick<Origin, 'state'>[];
  /** Of the question. */
  params: URLSearchParams;
};

/** What it means that nobody is in the list. */
export function nobodyText(words: Words, { found, origins, params }: Nobody): string {
  if (found > 0) return words.people.nobodyChosen;
  const unknown = unknownEverywhere(words, { origins, params });
  if (unknown !== undefined) return unknown;
  const queried = origins.filter(({ state }) => state !== 'not-asked');
  return queried.length > 0 && queried.every(({ state }) => isFull(state) || state === 'unknown-term')
    ? words.nobodySure
    : words.nobodyUnsure;
}
