/** What changes the list view in the address of a search: facets, links of the list, the filter by text. The card of the gene follows it. */

import { FACETS } from '../../../domain/people/facets.ts';
import { facetParameter, type ListView, readListView } from '../../parts/list-view.ts';
import { byId } from '../page.ts';
import { goTo, listViewNow, replaceAddress } from '../page-address.ts';

/** Returns a function to call with each new list view, after the address of the page has changed. */
export function geneCardView(first: ListView): (listView: ListView) => void {
  let shown = geneOf(first);
  let leaving = new AbortController();
  return (listView) => {
    const wanted = geneOf(listView);
    if (wanted === shown) return;
    shown = wanted;
    leaving.abort();
    leaving = new AbortController();
    void follow(leaving.signal);
  };
}

function geneOf({ choice }: ListView): string {
  return (choice.gene ?? []).join(' ');
}

/** Loads the card from the page of the server, which does so without asking registries. If that fails, the whole page is reloaded. */
async function follow(signal: AbortSignal): Promise<void> {
  const card = document.getElementById('gene');
  if (card === null) return;
  try {
    const response = await fetch(location.href, { headers: { Accept: 'text/html' }, signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const next = page.getElementById('gene');
    signal.throwIfAborted();
    if (next === null) throw new Error('The page has no card of a gene.');
    card.replaceWith(next);
  } catch {
    if (!signal.aborted) location.reload();
  }
}

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
