/** The menu that shares a search: its buttons copy the address, alone or with the sentence of completeness, and Escape and a press elsewhere close it. */

import type { Words } from '../words/words.ts';
import { announce, byId } from './page.ts';

const SHOWN_MS = 2000;

/** Enables the buttons of the menu. */
export function copyButtons(words: Words): void {
  // Listeners that are added again, for a later search, are the same.
  document.addEventListener('keydown', closeAtEscape, { capture: true });
  document.addEventListener('click', closeAtPress);
  copyButton(byId('copy-link'), words, () => location.href);
  copyButton(byId('copy-sentence'), words, () => {
    const day = dayHere(new Date());
    // Both are copied from the page, and so in its language.
    const texts = ['question', 'summary'].map((id) => document.getElementById(id)?.textContent);
    return [...texts, `${location.href} (${day})`].filter(Boolean).join('\n');
  });
}

const OPEN_MENU = 'details.menu[open]';

function closeAtEscape(event: KeyboardEvent): void {
  const menu = document.querySelector(OPEN_MENU);
  if (event.key !== 'Escape' || menu === null || document.querySelector('dialog[open]')) return;
  // It does not also close the profile beside the list.
  event.preventDefault();
  menu.removeAttribute('open');
  menu.querySelector('summary')?.focus({ preventScroll: true });
}

function closeAtPress({ target }: Event): void {
  for (const menu of document.querySelectorAll(OPEN_MENU)) {
    if (target instanceof Node && !menu.contains(target)) menu.removeAttribute('open');
  }
}

/** Returns the day in the reader's time zone. */
function dayHere(now: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Makes a button copy a text, and briefly confirm it. If the browser forbids copying, it shows the text in a field. */
function copyButton(made: HTMLElement, words: Words, textOf: () => string): void {
  const label = made.textContent;
  made.removeAttribute('disabled');
  made.addEventListener('click', async () => {
    const text = textOf();
    if (!(await hasCopied(text))) {
      made.replaceWith(fieldWith(label, text));
      return;
    }
    announce(words.copied);
    made.textContent = words.copied;
    setTimeout(() => {
      made.textContent = label;
    }, SHOWN_MS);
  });
}

function fieldWith(label: string, text: string): HTMLElement {
  const field = document.createElement('textarea');
  field.readOnly = true;
  field.value = text;
  field.setAttribute('aria-label', label);
  setTimeout(() => {
    field.focus();
    field.select();
  });
  return field;
}

async function hasCopied(text: string): Promise<boolean> {
  // Browsers have no clipboard on pages over http.
  if (!('clipboard' in navigator)) return false;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
