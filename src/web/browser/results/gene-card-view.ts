/** Updates the card of the gene, which the server writes, when the reader chooses another gene with the same symbol. */

import type { ListView } from '../../parts/people/list-view.ts';

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
