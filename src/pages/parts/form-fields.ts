/** Form fields, each with its label, its help and its value. */

import { type Html, html } from './html.ts';

type Field = { id: string; name: string; label: string; value: string; help?: string | undefined; attributes?: Html };

export function textField({ id, name, label, value, help, attributes }: Field): Html {
  const described = help !== undefined && html` aria-describedby="${id}-help"`;
  return html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" value="${value}" maxlength="500" autocomplete="off" spellcheck="false"${described}${attributes}>
${help !== undefined && html`<span class="help" id="${id}-help">${help}</span>`}</p>`;
}

export type Option = { value: string; text: string; attributes?: Html };

export function selectField({ id, name, label, value, help }: Field, options: readonly Option[]): Html {
  const described = help !== undefined && html` aria-describedby="${id}-help"`;
  return html`<p class="field"><label for="${id}">${label}</label>
<select id="${id}" name="${name}"${described}>${options.map(
    (option) =>
      html`<option value="${option.value}"${option.value === value && html` selected`}${option.attributes}>${option.text}</option>`,
  )}</select>
${help !== undefined && html`<span class="help" id="${id}-help">${help}</span>`}</p>`;
}

export type Box = {
  value: string;
  text: string;
  title?: string | null;
  icon?: Html | undefined;
  /** The boxes below it. */
  boxes?: readonly Box[];
};
type Boxes = { id: string; name: string; legend: string; chosen: readonly string[]; help?: string | undefined };

/** Returns a group of checkboxes; `data-boxes` names it for scripts. */
export function checkboxes({ id, name, legend, chosen, help }: Boxes, boxes: readonly Box[]): Html {
  return html`<fieldset id="${id}" data-boxes="${name}"${help !== undefined && html` aria-describedby="${id}-help"`}><legend>${legend}</legend>
${help !== undefined && html`<p class="help" id="${id}-help">${help}</p>`}
${boxList({ name, chosen }, boxes)}</fieldset>`;
}

function boxList({ name, chosen }: Pick<Boxes, 'name' | 'chosen'>, boxes: readonly Box[]): Html {
  return html`<ul class="boxes">${boxes.map(({ value, text, title, icon, boxes: below = [] }) => {
    const isChosen = chosen.includes(value);
    const explained = title ? html` title="${title}"` : undefined;
    // The title is on the label for users of a mouse, and on the box for all others.
    const label = html`<label${explained}><input type="checkbox" name="${name}" value="${value}"${isChosen && html` checked`}${explained}> ${icon}<span dir="auto">${text}</span></label>`;
    return below.length === 0
      ? html`<li>${label}</li>`
      : html`<li class="group">${label}${boxList({ name, chosen }, below)}</li>`;
  })}</ul>`;
}

export function checkbox(id: string, name: string, label: string, isChosen: boolean): Html {
  return html`<p class="field box"><label for="${id}"><input type="checkbox" id="${id}" name="${name}" value="true"${isChosen && html` checked`}> ${label}</label></p>`;
}
