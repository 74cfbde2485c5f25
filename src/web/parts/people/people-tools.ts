/** Above the list: why it is in this order, and what can be done with it. */

import { type Html, html } from '../../html.ts';
import type { ResultKind } from '../choices.ts';
import { keysHelp } from '../message/keys-help.ts';
import { linkTo, type WholeView } from '../view.ts';

export type ToolsOptions = {
  view: WholeView;
  /** Of the question. */
  params: URLSearchParams;
  isTable: boolean;
  /** Nobody was found, with whom nothing can be done. */
  isEmpty: boolean;
  /** The addresses of this answer as cards, as a table and as a sheet of paper. */
  addresses: { cards: string; table: string; sheet: string };
};

const FORMATS = ['CSV', 'TSV', 'JSON'];

/** The other way to look at the list, and everything that takes it elsewhere in one menu. */
export function peopleTools({ view, params, isTable, isEmpty, addresses }: ToolsOptions): Html {
  const { people, copyLink } = view.words;
  return html`<div id="tools" role="group" aria-label="${people.tools}"${isEmpty && html` hidden`}>
<a class="tool" id="view-other" data-list href="${isTable ? addresses.cards : addresses.table}">${isTable ? people.asCards : people.asTable}</a>
<details class="menu" id="share"><summary class="tool">${people.share}</summary><ul>
<li><button type="button" id="copy-link" disabled>${copyLink}</button></li>
<li><button type="button" id="copy-sentence" disabled>${people.copySentence}</button></li>
<li><a id="view-sheet" href="${addresses.sheet}">${people.sheet}</a></li>
${FORMATS.map((format) => download(view, params, format))}</ul></details>
</div>`;
}

/** Spreadsheets misread accents in CSV without a byte order mark; programs need none. */
const MARK: Readonly<Record<string, [string, string][]>> = { CSV: [['bom', 'true']] };

/** The answer says that it is to be saved. With `download` here, a browser would show nothing of an answer that is none. */
function download(view: WholeView, params: URLSearchParams, format: string): Html {
  const href = linkTo(
    view,
    'export',
    new URLSearchParams([['format', format.toLowerCase()], ...(MARK[format] ?? []), ...params]),
  );
  return html`<li><a href="${href}">${view.words.people.downloadAs(format)}</a></li>`;
}

/** The rule in words, once, with what the signs mean, and the keys that lead through the list. */
export function whyOrder(view: WholeView, kind: ResultKind): Html {
  const { whyOrder: title, rule, ruleOfResearchers, legend } = view.words.people;
  return html`<details class="why-order"><summary>${title}</summary><div><p>${kind === 'genes' ? rule : ruleOfResearchers}</p>${kind === 'genes' && html`<p>${legend}</p>`}${keysHelp(view)}</div></details>`;
}
