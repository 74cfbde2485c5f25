/** The question and the list view in the address of a search. */

import { isOfListView, type ListView, readListView } from '../../parts/people/list-view.ts';

/** Returns the question of an address and how it was understood, without the list view. */
export function questionOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.href);
  return `${pathname}?${new URLSearchParams([...searchParams].filter(([name]) => !isOfListView(name)))}`;
}

/** Returns the list view in the address of the page. */
export function listViewNow(): ListView {
  return readListView(new URLSearchParams(location.search));
}
