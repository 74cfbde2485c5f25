/** What an address of a search asks, and how it lets the answer be looked at. */

import { isOfListView, type ListView, readListView } from '../../parts/people/list-view.ts';

/** The question of an address and how it was understood, whatever way its answer is looked at. */
export function questionOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.href);
  return `${pathname}?${new URLSearchParams([...searchParams].filter(([name]) => !isOfListView(name)))}`;
}

/** How the address of the page lets its answer be looked at. */
export function listViewNow(): ListView {
  return readListView(new URLSearchParams(location.search));
}
