/** What was typed into the box: kept in this tab alone, as the address of the search that follows does not tell it. */

import { fromTab } from '../tab-storage.ts';

const KEY = 'typed-into-box';

/** Keeps it until the next page. */
export function keepTyped(form: HTMLFormElement, input: HTMLInputElement): void {
  form.addEventListener('submit', () => fromTab((tab) => tab.setItem(KEY, input.value.trim())));
}

/** What was kept by the page before; asked once. */
export function takeTyped(): string | null | undefined {
  return fromTab((tab) => {
    const text = tab.getItem(KEY);
    tab.removeItem(KEY);
    return text;
  });
}
