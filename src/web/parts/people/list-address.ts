/** Where a list of people leads to, looked at in other ways, and what it says when nobody is in it. */

import type { Words } from '../../words/words.ts';
import { linkTo, type View } from '../view.ts';
import { geneParams, type ListView, listViewParams } from './list-view.ts';
import type { TableOptions } from './people-table.ts';

/** The address of an answer looked at in some way. @param shared all of it but the language and the view */
export function listAddress(view: View, shared: URLSearchParams, listView: ListView): string {
  return linkTo(view, 'search', new URLSearchParams([...shared, ...listViewParams(listView)]));
}

export function addressesOf({ view, listView, addressOf }: TableOptions, params: URLSearchParams) {
  return {
    cards: addressOf({ ...listView, isTable: false, sorted: undefined }),
    table: addressOf({ ...listView, isTable: true }),
    sheet: linkTo(view, 'search', new URLSearchParams([...params, ...geneParams(listView), ['view', 'sheet']])),
  };
}

/** Why there is nobody in the list. */
export function nobodyTold(words: Words, found: number, isComplete: boolean): string {
  if (found > 0) return words.people.nobodyChosen;
  return isComplete ? words.nobodySure : words.nobodyUnsure;
}
