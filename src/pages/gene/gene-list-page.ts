/**
 * `/genes`: a list of genes, and who works on each. The list is only in the page, never in its address.
 *
 * Elements for scripts:
 * - `#gene-list-form` with `#gene-list`, which holds the list, and `#gene-list-problem`.
 * - `#left-out`, what of the text was not searched for; `hidden` if that is nothing.
 * - `#confirm-form`, whose `text` holds the list and the words that may be genes, too.
 * - `#list-answer[data-state=nothing|asking|whole][data-taxa][data-names]`, with the organisms and this registry's names as JSON;
 *   `asking`: scripts collect the answer.
 * - `#list-summary`, `#list-actions`, `#list-not-understood`, `#list-table`, `#list-after`; `#live` for screen readers.
 * - `#list-people`: the people, if the server collected the answer or the reader asked scripts for them.
 */

import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import type { ListAnswer } from '../../domain/gene-list/list-answer.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { type Html, html } from '../parts/html.ts';
import type { OwnNames } from '../parts/labels.ts';
import { layout, type Page, type PageView, styleOf } from '../parts/layout.ts';
import { heatLegend, heatTable } from './heat-table.ts';
import { confirmForm, leftOutOf, listDownloads, listForm, notUnderstoodList } from './list-form.ts';
import { type PeopleOfGenes, peopleOfGenesRegion } from './people-of-genes.ts';

export type GeneListPage = {
  /** The list as the reader sent it. */
  text: string;
  /** Words of the original text that may also be genes, to be confirmed by the reader. */
  toConfirm?: readonly string[];
  /** What of it is not searched for. */
  leftOut?: readonly string[];
  /** The organisms of this registry, which are the columns. */
  taxa: readonly TaxonChoice[];
  names: OwnNames;
  /** Undefined if there is no question yet, or scripts collect the answer. */
  answer?: ListAnswer | undefined;
  /** The people of the answer, in display order. */
  people?: PeopleOfGenes | undefined;
  /** The error in the list. */
  problem?: string | undefined;
  script: Page['script'];
};

export function geneListPage(
  view: PageView,
  { text, toConfirm = [], leftOut = [], taxa, names, answer, people, problem, script }: GeneListPage,
): string {
  const { words } = view;
  const { geneList } = words;
  const state = answer !== undefined ? 'whole' : text === '' || problem !== undefined ? 'nothing' : 'asking';
  const columns = taxa.map(({ id, commonName, ordering }) => ({ id, commonName, ordering }));
  return layout(view, {
    title: geneList.title,
    script,
    head: styleOf(view, 'lists'),
    main: html`<h1>${geneList.title}</h1>
<p>${geneList.lead}</p>
${listForm(view, text, problem)}
${leftOutOf(view, leftOut)}
${toConfirm.length > 0 && confirmForm(view, text, toConfirm)}
<div id="list-answer" data-state="${state}" data-taxa="${JSON.stringify(columns)}" data-names="${JSON.stringify(names)}"${state === 'nothing' && html` hidden`}>
<p id="list-summary">${answer && completenessSentenceIn(words, answer.origins)}</p>
<div id="list-actions">${answer?.origins.some(({ unanswered }) => unanswered > 0) && html`<button type="submit" form="gene-list-form">${geneList.goOn}</button>`}</div>
<div id="list-not-understood">${answer && notUnderstoodList(view, answer.notUnderstood)}</div>
<div id="list-table">${answer && answer.genes.length > 0 && heatTable(view, answer, columns)}</div>
<div class="found" id="list-people">${people !== undefined && answer !== undefined && peopleOfList(view, people, answer)}</div>
<div id="list-after">${listDownloads(view)}${heatLegend(view)}</div>
</div>
<p id="live" class="visually-hidden" role="status"></p>`,
  });
}

function peopleOfList(view: PageView, people: PeopleOfGenes, { genes, origins }: ListAnswer): Html {
  const { geneList } = view.words;
  const geneCount = genes.length;
  const title = geneCount > 1 ? geneList.peopleTitle : geneList.peopleOfOne;
  return peopleOfGenesRegion(view, { title, geneCount, registries: origins, answer: { people, origins } });
}
