/** The script of the search box: it splits pasted columns, and loads suggestions when the box gets the focus. */

import { ROW_END } from '../parts/box-rows.ts';
import type { View } from '../parts/view.ts';
import type { FetchesJson } from './page.ts';
import { isSingleKey } from './single-keys.ts';

const BOX = 'form.search-box input[name=text]';

/** Sets up every search box that is not set up yet. */
export function searchBoxes(view: View, ask: FetchesJson): void {
  for (const input of document.querySelectorAll<HTMLInputElement>(BOX)) {
    if (input.form === null || input.form.elements.namedItem('scripted') !== null) continue;
    markScripted(input.form);
    keepLinesApart(input);
    const offer = async () => {
      const { suggestMeanings } = await import('./box-suggestions.ts');
      await suggestMeanings(input, view, ask);
    };
    if (document.activeElement === input) void offer();
    else input.addEventListener('focus', () => void offer(), { once: true });
  }
}

/** Makes the key `/` focus the box, except while the reader types in a field. */
export function slashLeadsToBox(): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || !isSingleKey(event)) return;
    const input = document.querySelector<HTMLInputElement>(BOX);
    if (input === null) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

/** Turns a pasted column into a list of genes, and marks the rows of a table; a field of one line would join its lines to one word. */
function keepLinesApart(input: HTMLInputElement): void {
  input.addEventListener('paste', (event) => {
    const pasted = event.clipboardData?.getData('text/plain').trimEnd() ?? '';
    if (!/[\r\n\t]/.test(pasted)) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = input;
    const isTable = /[\r\n]/.test(pasted) && /[\t;,|]| {2}/.test(pasted);
    const parts = pasted.split(isTable ? /[\r\n]+/ : /[\r\n\t]/).filter((part) => part.trim() !== '');
    const line = isTable ? parts.join(` ${ROW_END} `) : parts.map((part) => part.trim()).join(', ');
    input.setRangeText(line, selectionStart ?? value.length, selectionEnd ?? value.length, 'end');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Marks the form as sent with scripts, so that the server returns the page of a list at once, and scripts collect the answer. */
function markScripted(form: HTMLFormElement): void {
  const field = document.createElement('input');
  field.type = 'hidden';
  field.name = 'scripted';
  field.value = 'yes';
  form.append(field);
}
