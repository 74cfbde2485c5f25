/** The card of the gene, which the server writes: where several have one symbol, it follows which of them is looked at. */

import type { ListView } from '../../parts/people/list-view.ts';

/** Called with every way in which the answer is looked at, when the address of the page holds it already. */
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

/** No registry is asked for it: the page comes without its answer. A page that does not come is loaded in its whole. */
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
