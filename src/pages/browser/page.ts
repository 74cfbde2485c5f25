/** Functions for the modules of the browser to use the page that they are loaded in. */

import type { FetchJson } from '../../client/fetch-json.ts';
import type { Html } from '../parts/html.ts';
import type { View } from '../parts/view.ts';

/** Sends requests to this registry. */
export type FetchesJson = Pick<FetchJson, 'json'>;

/** Returns the language of the page. */
export function langOfPage(): string {
  return document.documentElement.lang;
}

/** Returns the view without its words. */
export function readPlace(): Omit<View, 'words'> {
  const { dataset } = document.documentElement;
  const icons = new Set(dataset.icons?.split(' '));
  return { root: dataset.root ?? './', chosenLang: dataset.lang, icons, assets: dataset.assets ?? 'assets/' };
}

/** Returns the address of the registry, without a trailing slash. */
export function baseUrl({ root }: Pick<View, 'root'>): string {
  return new URL(root, location.href).href.replace(/[?#].*/s, '').replace(/(?<!\/)\/+$/, '');
}

/** Returns an element of the page. @throws Error if it is missing, which is a bug of the page */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element #${id}.`);
  return found;
}

/** Makes elements from HTML, which `html` has escaped. */
export function elementsOf(made: readonly Html[]): HTMLElement[] {
  const template = document.createElement('template');
  template.innerHTML = made.map(({ html }) => html).join('');
  return [...template.content.children].filter((one) => one instanceof HTMLElement);
}

/** Lets screen readers read the sentence when they are idle. */
export function announce(sentence: string): void {
  byId('live').textContent = sentence;
}

export function button(text: string, press: () => void): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.addEventListener('click', press);
  return made;
}

/** Whether a key press belongs to the focused field or to an open dialog. A checkbox uses no letters. */
export function isTyping(): boolean {
  const takesLetters = 'input:not([type=checkbox], [type=radio]), select, textarea';
  return document.activeElement?.matches(takesLetters) === true || document.querySelector('dialog[open]') !== null;
}
