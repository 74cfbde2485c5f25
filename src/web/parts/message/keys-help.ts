/** The explanation of the keyboard shortcuts of the list, and their switch. They need scripts. */

import { type Html, html } from '../../html.ts';
import type { WholeView } from '../view.ts';

export function keysHelp({ words }: WholeView): Html {
  const { title, on, explained } = words.keys;
  return html`<div id="keys"><p><strong>${title}</strong></p><dl>${Object.entries(explained).map(
    ([key, what]) => html`<div><dt>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</dt><dd>${what}</dd></div>`,
  )}</dl><label><input type="checkbox" id="keys-on" checked> ${on}</label></div>`;
}
