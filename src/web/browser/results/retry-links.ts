/** The links of the registries that did not answer: each asks its registry again, without leaving the page. */

import type { Words } from '../../words/words.ts';
import { byId } from '../page.ts';

/** @param askAgain resolves when the result of the registry is shown */
export function retryLinks(words: Words, askAgain: (originKey: string) => Promise<void>): void {
  byId('origins').addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-retry]') : null;
    // With a modifier key, the link opens in another window.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Loaded on demand, because few answers lack a registry.
    void import('./asking-link.ts').then(({ whileAsking }) => whileAsking(link, words, askAgain));
  });
}
