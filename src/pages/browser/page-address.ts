/**
 * The address of the page is its state: the search, the view of the answer, and the open profile. All changes of it are
 * made here, and one function renders it.
 */

import { isOfListView, type ListView, readListView } from '../parts/list-view.ts';

/** Follows `#` in the address; the path of the open profile follows it. */
const MARK = 'profile=';

let render = (_isByHistory: boolean): void => undefined;

/** @param isByHistory whether the reader went back or forward; otherwise a script of the page wrote the address */
export function onAddress(call: (isByHistory: boolean) => void): void {
  render = call;
  addEventListener('popstate', () => render(true));
}

/** Goes to another address of this page. If it is the current one, the history gets no step. */
export function goTo(address: string, state: unknown = null): void {
  const { href } = new URL(address, location.href);
  if (href !== location.href) history.pushState(state, '', href);
  render(false);
}

/** Replaces the address in the current step of the history. */
export function replaceAddress(address: string): void {
  history.replaceState(history.state, '', address);
  render(false);
}

/** Returns the address without the profile. */
export function addressNow(): string {
  return location.pathname + location.search;
}

/** Returns the path of the profile in the address. */
export function profileInAddress(): string | undefined {
  const { hash } = location;
  if (!hash.startsWith(`#${MARK}`)) return undefined;
  try {
    return decodeURIComponent(hash.slice(1 + MARK.length));
  } catch {
    // A malformed escape names no profile.
    return undefined;
  }
}

/** Returns the fragment that names a profile. */
export function profileFragment(path: string): string {
  return `#${MARK}${encodeURIComponent(path)}`;
}

/** Points the links to other languages to the current state of the page. */
export function turnLanguageLinks(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    const params = new URLSearchParams(location.search);
    params.set('lang', link.hreflang);
    link.search = params.toString();
    link.hash = location.hash;
  }
}

/** Returns the question of an address and how it was understood, without the list view. */
export function questionOf(address: string): string {
  const { pathname, searchParams } = new URL(address, location.href);
  return `${pathname}?${new URLSearchParams([...searchParams].filter(([name]) => !isOfListView(name)))}`;
}

/** Returns the list view in the address of the page. */
export function listViewNow(): ListView {
  return readListView(new URLSearchParams(location.search));
}
