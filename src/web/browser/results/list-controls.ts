/** What a reader narrows, sorts and turns the list with: the forms and the links of the page, which change its address. */

import { FACETS } from '../../../domain/people/facets.ts';
import { facetParameter, type ListView, readListView } from '../../parts/people/list-view.ts';
import { byId } from '../page.ts';
import { goTo, replaceAddress } from '../page-address.ts';
import { listViewNow } from './question.ts';

type ListControls = {
  addressOf(listView: ListView): string;
  /** Says aloud how many people are left. */
  say(): void;
};

/** So long nothing is typed before it is said how many people are left. */
const QUIET_MS = 600;

export function listControls({ addressOf, say }: ListControls): void {
  const lookAt = (address: string) => {
    goTo(address + location.hash);
    say();
  };
  byId('facets').addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLInputElement ? target.form : null;
    if (form === null || !form.matches('.facets')) return;
    const params = new URLSearchParams(location.search);
    for (const facet of FACETS) params.delete(facetParameter(facet));
    const ticked = form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:checked');
    for (const { name, value } of ticked) params.append(name, value);
    lookAt(addressOf(readListView(params)));
  });
  byId('results').addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[data-list]') : null;
    // With a key held down, it opens in a window of its own.
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    lookAt(link.href);
  });
  followText({ addressOf, say });
}

/** No step of the history for each letter. */
function followText({ addressOf, say }: ListControls): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  byId('narrow').addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    replaceAddress(addressOf({ ...listViewNow(), text: target.value.trim() }) + location.hash);
    clearTimeout(timer);
    timer = setTimeout(say, QUIET_MS);
  });
  byId('narrow-form').addEventListener('submit', (event) => event.preventDefault());
}
