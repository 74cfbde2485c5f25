/**
 * The search box, for a gene, a disease, an identifier or a person. The text is sent in the body, so that neither
 * addresses nor logs hold it. The field has no `maxlength`: the server refuses a text that is too long, but a browser
 * would cut it, which changes its meaning.
 */

import { type Html, html } from './html.ts';
import { linkTo, type WholeView } from './view.ts';

/** @param id the id of the form; its field has the id `ID-text` */
export function searchBox(view: WholeView, id: string, text: string): Html {
  const { words } = view;
  return html`<form id="${id}" class="search-box" method="post" action="${linkTo(view, 'search')}" role="search" aria-label="${words.search}">
<label for="${id}-text">${words.box.label}</label>
<span class="box-line"><svg viewBox="0 0 17 17" aria-hidden="true" focusable="false"><circle cx="7" cy="7" r="5"/><path d="M11 11l5 5"/></svg>
<input id="${id}-text" name="text" value="${text}" placeholder="${words.box.placeholder}" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="search" required>
<button type="submit">${words.search}</button></span>
</form>`;
}
