/** What this tab stores, if the reader allows it, such as the typed text, which addresses must not hold. It ends with the tab, and no other page or registry can read it. */

/** Uses the storage of the tab. Returns undefined if there is no storage or it is full; without storage, even reading `sessionStorage` throws. */
export function fromTab<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}

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
