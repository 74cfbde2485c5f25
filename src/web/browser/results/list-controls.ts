/** The forms and links by which the reader filters and sorts the list; they change the address of the page. */

import { FACETS } from '../../../domain/people/facets.ts';
import { facetParameter, type ListView, readListView } from '../../parts/people/list-view.ts';
import { byId } from '../page.ts';
import { goTo, replaceAddress } from '../page-address.ts';
import { listViewNow } from './question.ts';

type ListControls = {
  addressOf(listView: ListView): string;
  /** Lets screen readers read how many people are left. */
  say(): void;
};

/** How long the reader has to pause typing before the number of people is announced. */
const QUIET_MS = 600;

/** Listens to the facets, the links of the list, and the text field. */
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
    // With a modifier key, the link opens in another window.
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    lookAt(link.href);
  });
  followText({ addressOf, say });
}

/** Filters by the typed text, without a step of the history for each letter. */
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
