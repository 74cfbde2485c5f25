/** Shows the people of a list of genes below its table on request; the content is that of the page without scripts. */

import type { AllWords } from '../../words/words.ts';
import { announce, button, byId } from '../page.ts';

/** The address has this fragment while the people are shown, so that a reader who returns sees them again. */
const FRAGMENT = '#list-people';
const TOO_MANY_REQUESTS = 429;

type ListPeople = {
  /** Removes the people, because other genes are asked about. */
  clear(): void;
  /** Offers the people, or shows them at once if the reader has seen them before. */
  offer(signal: AbortSignal): void;
  forget(): void;
};

/** @param textOf returns the list that the table shows */
export function listPeople({ geneList }: AllWords, form: HTMLFormElement, textOf: () => string): ListPeople {
  const region = byId('list-people');
  let isWanted = location.hash === FRAGMENT;

  function want(isSo: boolean): void {
    isWanted = isSo;
    history.replaceState(history.state, '', `${location.pathname}${location.search}${isSo ? FRAGMENT : ''}`);
  }

  async function show(signal: AbortSignal): Promise<void> {
    want(true);
    region.ariaBusy = 'true';
    try {
      const page = await fetchedPage(signal);
      region.replaceChildren(...page.childNodes);
      announce(region.querySelector('h2')?.textContent ?? '');
    } catch (error) {
      if (!signal.aborted) announce(region.appendChild(problem(error)).textContent);
    } finally {
      region.ariaBusy = 'false';
    }
  }

  async function fetchedPage(signal: AbortSignal): Promise<Element> {
    const body = new URLSearchParams({ text: textOf() });
    const response = await fetch(form.action, { method: 'POST', headers: { Accept: 'text/html' }, body, signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const found = page.getElementById('list-people');
    if (!response.ok || found === null)
      throw new Error(geneList[response.status === TOO_MANY_REQUESTS ? 'busy' : 'failed']);
    return found;
  }

  function problem(error: unknown): HTMLParagraphElement {
    const note = document.createElement('p');
    note.className = 'error';
    note.textContent = error instanceof TypeError || !(error instanceof Error) ? geneList.failed : error.message;
    return note;
  }

  return {
    clear: () => region.replaceChildren(),
    offer(signal) {
      if (isWanted) void show(signal);
      else {
        const showThem = button(geneList.showPeople, async () => {
          showThem.disabled = true;
          await show(signal);
          region.querySelector('h2')?.focus();
        });
        region.replaceChildren(showThem);
      }
    },
    forget() {
      want(false);
      region.replaceChildren();
    },
  };
}
