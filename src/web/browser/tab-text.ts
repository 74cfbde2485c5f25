/** What was typed into the box: kept in this tab alone, as the address of the search that follows does not hold it. */

import { fromTab } from './tab-storage.ts';

const KEY = 'typed-into-box';

/** Taken by every page, whatever it shows: what was typed led to this page, and to no later one. */
const typedBefore = fromTab((tab) => {
  const text = tab.getItem(KEY);
  tab.removeItem(KEY);
  return text;
});

/** Keeps it until the next page. */
export function keepTyped(form: HTMLFormElement, input: HTMLInputElement): void {
  form.addEventListener('submit', () => fromTab((tab) => tab.setItem(KEY, input.value.trim())));
}

/** What was typed on the page before and led here; empty or missing where nothing was. */
export function typedText(): string | null | undefined {
  return typedBefore;
}
