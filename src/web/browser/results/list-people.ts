/** Shows the people of a list of genes below its table on request. */

import { typedEntries } from '../../../domain/gene-list/typed-entries.ts';
import { button, byId } from '../page.ts';
import type { PeopleOptions } from './people-of-genes.ts';

/** The address has this fragment while the people are shown, so that a reader who returns sees them again. */
const FRAGMENT = '#list-people';

type ListPeople = {
  /** Removes the people, because other genes are asked about. */
  clear(): void;
  /**
   * Offers the people, or shows them at once if the reader has seen them before.
   *
   * @param text the list that the table shows
   */
  offer(text: string, geneCount: number, signal: AbortSignal): void;
  forget(): void;
};

export function listPeople({ view, ask, taxa }: Pick<PeopleOptions, 'view' | 'ask' | 'taxa'>): ListPeople {
  const { geneList } = view.words;
  const region = byId('list-people');
  let isWanted = location.hash === FRAGMENT;

  function want(isSo: boolean): void {
    isWanted = isSo;
    history.replaceState(history.state, '', `${location.pathname}${location.search}${isSo ? FRAGMENT : ''}`);
  }

  /** The module is loaded on demand, because many readers only look at the numbers. */
  async function show(text: string, geneCount: number, signal: AbortSignal): Promise<void> {
    want(true);
    const { beginPeopleOfGenes, collectPeopleOfGenes } = await import('./people-of-genes.ts');
    if (signal.aborted) return;
    const title = geneCount > 1 ? geneList.peopleTitle : geneList.peopleOfOne;
    beginPeopleOfGenes(region, view, { title, geneCount });
    const list = { text: typedEntries(text) };
    void collectPeopleOfGenes({ view, ask, taxa, list, signal, isReturning: () => false, onChange: () => {} });
  }

  return {
    clear: () => region.replaceChildren(),
    offer(text, geneCount, signal) {
      if (isWanted) return void show(text, geneCount, signal);
      const showThem = button(geneList.showPeople, async () => {
        showThem.disabled = true;
        await show(text, geneCount, signal);
        byId('results-title').focus();
      });
      region.replaceChildren(showThem);
    },
    forget() {
      want(false);
      region.replaceChildren();
    },
  };
}
