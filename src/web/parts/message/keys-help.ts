/** The keys of the page, and the switch for them: scripts put it into the foot, as without them there are none. */

import { type Html, html } from '../../html.ts';
import type { View } from '../view.ts';

export function keysHelp({ words }: View, isOn: boolean): Html {
  const { title, on, told } = words.message.keys;
  return html`<details id="keys"><summary>${title}</summary><dl>${Object.entries(told).map(
    ([key, what]) => html`<div><dt>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</dt><dd>${what}</dd></div>`,
  )}</dl><label><input type="checkbox" id="keys-on"${isOn && html` checked`}> ${on}</label></details>`;
}
