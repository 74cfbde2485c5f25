/** The form for a list of genes, and the entries that were not understood. */

import type { ListAnswer } from '../../domain/gene-list/list-answer.ts';
import { type Html, html } from '../parts/html.ts';
import { linkTo, type WholeView } from '../parts/view.ts';

const FORMATS = ['XLSX', 'CSV', 'TSV', 'JSON'];

/**
 * The field has no `maxlength`, because a browser silently cuts a pasted text there.
 *
 * @param problem the error in the input, in the words of the page
 */
export function listForm(view: WholeView, text: string, problem?: string): Html {
  const { geneList } = view.words;
  const described = problem === undefined ? 'gene-list-help' : 'gene-list-help gene-list-problem';
  return html`<form id="gene-list-form" method="post" action="${linkTo(view, 'genes')}">
<div class="field"><label for="gene-list">${geneList.field}</label>
<textarea id="gene-list" name="text" rows="6" required spellcheck="false" autocomplete="off" autocapitalize="off" aria-describedby="${described}"${problem !== undefined && html` aria-invalid="true"`}>${text}</textarea>
<span class="error" id="gene-list-problem"${problem === undefined && html` hidden`}>${problem}</span></div>
<div><p class="help" id="gene-list-help">${geneList.fieldHelp}</p>
<p class="help">${geneList.privacy}</p>
<p><button type="submit">${geneList.search}</button></p></div>
</form>`;
}

const MOST_LEFT_OUT = 20;

/** Returns what was not searched for of a text; hidden where that is nothing. */
export function leftOutOf({ words }: WholeView, pieces: readonly string[]): Html {
  const { geneList, typedText } = words;
  const shown = pieces.slice(0, MOST_LEFT_OUT).map((piece, at) => html`${at > 0 && ', '}<bdi>${piece}</bdi>`);
  const more = pieces.length - shown.length;
  return html`<p id="left-out"${pieces.length === 0 && html` hidden`}>${typedText.notSearched} ${shown}${more > 0 && html` ${geneList.andMore(more)}`}</p>`;
}

/** Returns a form with words that may be genes. They are not searched before the reader confirms them. */
export function confirmForm(view: WholeView, text: string, words: readonly string[]): Html {
  const { geneList } = view.words;
  return html`<form id="confirm-form" method="post" action="${linkTo(view, 'genes')}"><input type="hidden" name="text" value="${[text, ...words].join('\n')}">
<p>${geneList.mayBeGenes} <bdi>${words.join(', ')}</bdi> <button type="submit">${geneList.confirm(words.length)}</button></p></form>`;
}

/** Returns the downloads of the answer; the list is sent in the request body, as in a search. */
export function listDownloads({ words }: WholeView): Html {
  return html`<p class="downloads"><span id="list-export">${words.geneList.export}</span> ${FORMATS.map(
    (format) =>
      html`<button type="submit" form="gene-list-form" name="format" value="${format.toLowerCase()}" aria-describedby="list-export">${format}</button> `,
  )}</p>`;
}

/** Returns the entries that name no gene, each with its suggestions. */
export function notUnderstoodList(view: WholeView, entries: ListAnswer['notUnderstood']): Html | undefined {
  if (entries.length === 0) return undefined;
  const { geneList } = view.words;
  return html`<h2>${geneList.notUnderstood}</h2><ul>${entries.map(
    ({ text, didYouMean }) =>
      html`<li><bdi>${text}</bdi>${didYouMean.length > 0 && html` <span class="quiet">${geneList.didYouMean} ${didYouMean.map(({ symbol, taxonId }, place) => html`${place > 0 && ', '}<a href="${linkTo(view, 'search', new URLSearchParams({ symbol, taxonId: String(taxonId) }))}"><bdi>${symbol}</bdi></a>`)}</span>`}</li>`,
  )}</ul>`;
}
