/** Above the list: how many people, why in this order, and what can be done with them. */

import { type Html, html } from '../../html.ts';
import type { ResultKind } from '../choices.ts';
import { linkTo, type WholeView } from '../view.ts';

export type ToolsOptions = {
  view: WholeView;
  kind: ResultKind;
  /** Of the question. */
  params: URLSearchParams;
  isTable: boolean;
  /** The addresses of this answer as cards, as a table and as a sheet of paper. */
  addresses: { cards: string; table: string; sheet: string };
};

const FORMATS = ['CSV', 'TSV', 'JSON'];

/** One bar; scripts make it one stop of the Tab key, and do what only they can. */
export function peopleTools({ view, params, isTable, addresses }: ToolsOptions): Html {
  const { people } = view.words;
  return html`<div id="tools" role="toolbar" aria-label="${people.tools}">
<a class="tool" id="view-sheet" href="${addresses.sheet}">${people.sheet}</a>
<details class="menu"><summary class="tool">${people.download}</summary><ul>${FORMATS.map((format) => download(view, params, format))}</ul></details>
<a class="tool" id="view-other" data-list href="${isTable ? addresses.cards : addresses.table}">${isTable ? people.asCards : people.asTable}</a>
<button type="button" class="tool" id="copy-link" disabled>${view.words.copyLink}</button>
<button type="button" class="tool" id="copy-sentence" disabled>${people.copySentence}</button>
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
  return html`<li><a href="${href}" aria-label="${view.words.people.downloadAs(format)}">${format}</a></li>`;
}

/** The rule in words, once, with what the signs mean. */
export function whyOrder({ words }: Pick<WholeView, 'words'>, kind: ResultKind): Html {
  const { whyOrder: title, rule, ruleOfResearchers, legend } = words.people;
  return html`<details class="why-order"><summary>${title}</summary><div><p>${kind === 'genes' ? rule : ruleOfResearchers}</p>${kind === 'genes' && html`<p>${legend}</p>`}</div></details>`;
}
