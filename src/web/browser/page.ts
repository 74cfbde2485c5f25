/** What modules of the browser need of the page that they stand on. */

import type { FetchJson } from '../../client/fetch-json.ts';
import type { Html } from '../html.ts';
import type { View } from '../parts/view.ts';

/** Asks this registry. */
export type FetchesJson = Pick<FetchJson, 'json'>;

/** The language that the page is written in. */
export function langOfPage(): string {
  return document.documentElement.lang;
}

/** All of a view but its words. */
export function readPlace(): Omit<View, 'words'> {
  const { dataset } = document.documentElement;
  const icons = new Set(dataset.icons?.split(' '));
  return { root: dataset.root ?? './', chosenLang: dataset.lang, icons, assets: dataset.assets ?? 'assets/' };
}

/** The address of the registry, without a trailing slash. */
export function baseUrl({ root }: Pick<View, 'root'>): string {
  return new URL(root, location.href).href.replace(/[?#].*/s, '').replace(/(?<!\/)\/+$/, '');
}

/** @throws Error when the page has no such element, which is a mistake of the page */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no element #${id}.`);
  return found;
}

/** HTML that `html` made, and so escaped, as elements. */
export function elementsOf(made: readonly Html[]): HTMLElement[] {
  const template = document.createElement('template');
  template.innerHTML = made.map(({ html }) => html).join('');
  return [...template.content.children].filter((one) => one instanceof HTMLElement);
}

/** Said aloud by screen readers, when they have nothing else to say. */
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

/** Whether a key that is pressed now means something where the focus is; a box that is ticked takes no letter. */
export function isTyping(): boolean {
  const takesLetters = 'input:not([type=checkbox], [type=radio]), select, textarea';
  return document.activeElement?.matches(takesLetters) === true || document.querySelector('dialog[open]') !== null;
}
