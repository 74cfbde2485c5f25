/**
 * The one box: a gene, a disease, an identifier or a person. What is typed is sent in the body, so that no address and no log
 * holds it. A text that is too long is refused with a sentence: cut by the browser, it would be another one.
 */

import { type Html, html } from '../../html.ts';
import { linkTo, type WholeView } from '../view.ts';

/** @param id of the form; its field is `ID-text` */
export function searchBox(view: WholeView, id: string, text: string): Html {
  const { words } = view;
  return html`<form id="${id}" class="search-box" method="post" action="${linkTo(view, 'search')}" role="search" aria-label="${words.search}">
<label for="${id}-text">${words.box.label}</label>
<span class="box-line"><svg viewBox="0 0 17 17" aria-hidden="true" focusable="false"><circle cx="7" cy="7" r="5"/><path d="M11 11l5 5"/></svg>
<input id="${id}-text" name="text" value="${text}" placeholder="${words.box.placeholder}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" required>
<button type="submit">${words.search}</button></span>
</form>`;
}
