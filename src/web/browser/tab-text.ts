/** The text that was typed into the search box. It is only in this tab, because the address of the search must not hold it. */

import { fromTab } from './tab-storage.ts';

const KEY = 'typed-into-box';

/** Every page takes it, whatever it shows: the text led to this page, and to no later one. */
const typedBefore = fromTab((tab) => {
  const text = tab.getItem(KEY);
  tab.removeItem(KEY);
  return text;
});

/** Stores the text for the next page. */
export function keepTyped(form: HTMLFormElement, input: HTMLInputElement): void {
  form.addEventListener('submit', () => fromTab((tab) => tab.setItem(KEY, input.value.trim())));
}

/** Returns the text that led here from the page before; empty or missing if there was none. */
export function typedText(): string | null | undefined {
  return typedBefore;
}
