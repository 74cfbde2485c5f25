/** What was typed into the box: kept in this tab alone, as the address of the search that follows does not tell it. */

const KEY = 'typed-into-box';

/** Keeps it until the next page. */
export function keepTyped(form: HTMLFormElement, input: HTMLInputElement): void {
  form.addEventListener('submit', () => sessionStorage.setItem(KEY, input.value.trim()));
}

/** What was kept by the page before; asked once. */
export function takeTyped(): string | null {
  const text = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return text;
}
