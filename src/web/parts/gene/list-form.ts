/** The form that a list of genes is given in, and what of it was not understood. */

import type { ListAnswer } from '../../../domain/gene-list/list-answer.ts';
import { type Html, html } from '../../html.ts';
import { linkTo, type WholeView } from '../view.ts';

const FORMATS = ['CSV', 'TSV', 'JSON'];

/**
 * A browser would cut what is pasted at a longest text, and say nothing.
 *
 * @param problem what is wrong with what was given, in the words of the page
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

/** Words that may be genes and may be something else: nobody is asked about them before the reader says so. */
export function confirmForm(view: WholeView, text: string, words: readonly string[]): Html {
  const { geneList } = view.words;
  return html`<form id="confirm-form" method="post" action="${linkTo(view, 'genes')}"><input type="hidden" name="text" value="${[text, ...words].join('\n')}">
<p>${geneList.mayBeGenes} <bdi>${words.join(', ')}</bdi> <button type="submit">${geneList.confirm(words.length)}</button></p></form>`;
}

/** Files of the answer; the list goes in the body of the request, as in a search. */
export function listDownloads({ words }: WholeView): Html {
  return html`<p class="downloads"><span id="list-export">${words.geneList.export}</span> ${FORMATS.map(
    (format) =>
      html`<button type="submit" form="gene-list-form" name="format" value="${format.toLowerCase()}" aria-describedby="list-export">${format}</button> `,
  )}</p>`;
}

/** Entries that name no gene, each with what may have been meant. */
export function notUnderstoodList(view: WholeView, entries: ListAnswer['notUnderstood']): Html | undefined {
  if (entries.length === 0) return undefined;
  const { geneList } = view.words;
  return html`<h2>${geneList.notUnderstood}</h2><ul>${entries.map(
    ({ text, didYouMean }) =>
      html`<li><bdi>${text}</bdi>${didYouMean.length > 0 && html` <span class="quiet">${geneList.didYouMean} ${didYouMean.map(({ symbol, taxonId }, place) => html`${place > 0 && ', '}<a href="${linkTo(view, 'search', new URLSearchParams({ symbol, taxonId: String(taxonId) }))}"><bdi>${symbol}</bdi></a>`)}</span>`}</li>`,
  )}</ul>`;
}
