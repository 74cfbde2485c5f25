/** The link of a registry while the registry is asked again: it says so, and further presses do nothing. */

import type { Words } from '../../words/words.ts';

/** @param askAgain resolves when the result of the registry is shown */
export function whileAsking(link: HTMLElement, words: Words, askAgain: (originKey: string) => Promise<void>): void {
  const { ariaLabel } = link;
  if (link.ariaDisabled === 'true') return;
  link.ariaDisabled = 'true';
  link.ariaLabel = words.asking;
  link.textContent = words.asking;
  void askAgain(link.dataset.retry ?? '').finally(() => {
    link.ariaDisabled = 'false';
    link.ariaLabel = ariaLabel;
    link.textContent = words.retry;
  });
}
