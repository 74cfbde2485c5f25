/**
 * `/genes`: a list of genes, and who works on each. The list is in the page alone, never in its address.
 *
 * What scripts find on it:
 * - `#gene-list-form` with `#gene-list`, which holds the list, and `#gene-list-problem`.
 * - `#confirm-form`, whose `text` holds the list with the words that may be genes, too.
 * - `#list-answer[data-state=nothing|asking|whole][data-taxa]`: the organisms as JSON; `asking`: scripts are to collect
 * it. - `#list-summary`, `#list-actions`, `#list-not-understood`, `#list-table`, `#list-after`; `#live` is said aloud.
 * - `#list-people`: the people themselves where the page was collected on the server, which scripts take from there.
 */

import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import type { ListAnswer } from '../../domain/gene-list/list-answer.ts';
import { type Html, html } from '../html.ts';
import type { TaxonChoice } from '../parts/choices.ts';
import { heatLegend, heatTable } from '../parts/gene/heat-table.ts';
import { confirmForm, listDownloads, listForm, notUnderstoodList } from '../parts/gene/list-form.ts';
import { type PeopleOfGenes, peopleOfGenesList } from '../parts/gene/people-of-genes.ts';
import { layout, type Page, type PageView } from './layout.ts';

export type GeneListPage = {
  /** As it was given. */
  text: string;
  /** Words of the text that it was read from that may be genes, too. */
  toConfirm?: readonly string[];
  /** The organisms of this registry, which are the columns. */
  taxa: readonly TaxonChoice[];
  /** Undefined where nothing is asked, or scripts are to ask. */
  answer?: ListAnswer | undefined;
  /** Those of the answer, in the order in which they are shown. */
  people?: PeopleOfGenes | undefined;
  /** What is wrong with the list. */
  problem?: string | undefined;
  script: Page['script'];
};

export function geneListPage(
  view: PageView,
  { text, toConfirm = [], taxa, answer, people, problem, script }: GeneListPage,
): string {
  const { words } = view;
  const { geneList } = words;
  const state = answer !== undefined ? 'whole' : text === '' || problem !== undefined ? 'nothing' : 'asking';
  const columns = taxa.map(({ id, commonName }) => ({ id, commonName }));
  return layout(view, {
    title: geneList.title,
    script,
    main: html`<h1>${geneList.title}</h1>
<p>${geneList.lead}</p>
${listForm(view, text, problem)}
${toConfirm.length > 0 && confirmForm(view, text, toConfirm)}
<div id="list-answer" data-state="${state}" data-taxa="${JSON.stringify(columns)}"${state === 'nothing' && html` hidden`}>
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

function peopleOfList(view: PageView, people: PeopleOfGenes, answer: ListAnswer): Html {
  const { geneList } = view.words;
  const geneCount = answer.genes.length;
  return html`<h2 tabindex="-1">${geneCount > 1 ? geneList.peopleTitle : geneList.peopleOfOne}: <span id="list-people-count">${geneList.people(people.count)}</span></h2>
<p>${completenessSentenceIn(view.words, answer.origins)}</p>
${peopleOfGenesList(view, people, geneCount)}`;
}
