/**
 * The search page: its forms, and the region that the answer goes into, on the server or in the browser.
 *
 * What scripts find on it:
 * - `html[data-root]`, `html[data-lang]`: what a `View` is made of; `html[lang]` names the module of the words.
 * - `#search-form form[data-kind=genes|users]`; in it `[data-suggest=genes]`, `[data-suggest=terms][data-ontology]` and
 *   `[data-boxes]`; `select option[data-ordering]` holds the order of the organisms.
 * - `#query`: the chips of the question, each with `a.remove` where it can be left out.
 * - `#understood`: how the text of the box was taken, and what else it may be.
 * - `#results[data-kind][data-query][data-state=nothing|asking|whole|failed]`: `data-query` goes to the federated route of
 *   its kind; `asking` says that nothing is gathered yet.
 * - `#summary`: the sentence of completeness; `#origins`: one `li#origin-KEY` for each registry, with
 *   `a#retry-KEY[data-retry]` where asking again may help; `#unknown-terms`: which of them does not know which term.
 * - `#facet-form` in `#facets`: what the list can be narrowed by.
 * - `#results-title` with `#count`: how many people, and `#told`: the question in words; `#tools`: the bar of tools.
 * - `#offers`: what can be shown at the reader's wish; `#live`: said aloud, politely.
 * - `#people` with its `.list`, of `.person[data-origin]`, each with `.name`, room in `.tick`, and with
 *   `data-person="ORIGIN/ID"` where the person can be found again; `#more`; `#nobody`: shown when there is no person.
 * - `a[data-list]`: leads to the same answer, looked at in another way; `#without-script`: the link to the whole answer.
 */

import { type Html, html } from '../html.ts';
import { type Understood, understoodLine } from '../parts/box/understood.ts';
import type { Choices } from '../parts/choices.ts';
import type { KnownGenes } from '../parts/gene/gene-line.ts';
import { geneLine } from '../parts/gene/gene-line.ts';
import { originLine, outstandingLine } from '../parts/origins/origins-lines.ts';
import { type TermsLookup, unknownTerms, unknownTermsBlock } from '../parts/origins/unknown-terms.ts';
import { readListView } from '../parts/people/list-view.ts';
import { listAddress, type PeopleRegion, peopleRegion } from '../parts/people/people-region.ts';
import { queryChips } from '../parts/search/query-chips.ts';
import { querySummary, type TermNames } from '../parts/search/query-summary.ts';
import { searchForms } from '../parts/search/search-form.ts';
import type { PageSearch } from '../parts/search/search-query.ts';
import { headingOf } from '../parts/site-texts.ts';
import { startOf } from '../parts/start.ts';
import { answerSentenceIn } from '../words/completeness-words.ts';
import { layout, type Page, type PageView } from './layout.ts';

/** An answer gathered on the server, whole. */
export type GatheredAnswer = NonNullable<PeopleRegion['answer']> & { summary: string };

export type SearchPage = {
  choices: Choices;
  search: PageSearch;
  termNames: TermNames;
  /** What the gene table of this registry knows of the gene that was asked for. */
  genes: KnownGenes | undefined;
  /** How the text of the box was understood; undefined where the search did not come from there. */
  understood: Understood | undefined;
  /** Undefined while scripts are to gather it. */
  answer: GatheredAnswer | undefined;
  /** Which page of it is shown, from 1. */
  page: number;
  /** Which registry knows which of the terms asked for; nothing while scripts are to ask. */
  termsLookups: readonly TermsLookup[];
  /** Why there is none. */
  problem: { text: string } | undefined;
  script: Page['script'];
};

export function searchPage(view: PageView, page: SearchPage): string {
  const { words, site } = view;
  const { search, answer, problem } = page;
  const isAsking = search.asked === 'search' && answer === undefined && problem === undefined;
  const told = search.asked === 'search' ? querySummary(words, search, page.choices, page.termNames) : [];
  return layout(view, {
    title: titleOf(view, page, told),
    isIndexed: search.asked === 'nothing',
    script: page.script,
    head: isAsking
      ? html`<noscript><meta http-equiv="refresh" content="0;url=${renderedLink(view, search)}"></noscript>`
      : undefined,
    ...(search.asked === 'nothing' ? {} : { typed: typedOf(search) }),
    main: html`${search.asked === 'nothing' ? startOf(view, page.choices) : html`<h1 class="visually-hidden" dir="auto">${site.fullname}</h1>`}
${problem !== undefined && problemText(problem)}
${page.understood !== undefined && understoodLine(view, page.understood)}
<div class="question">${search.asked === 'search' && queryChips(view, search, page.choices, page.termNames)}${searchOptions(view, page)}</div>
${resultsRegion(view, page, told)}`,
  });
}

/** What the box of the head begins with: the main criterion of the search. */
function typedOf({ params }: PageSearch): string {
  return params.get('symbol') ?? params.get('nameLike') ?? params.get('descriptionLike') ?? '';
}

/** The forms with every option, folded away unless the reader asked for them or has to mend something in them. */
function searchOptions(view: PageView, { choices, search, problem }: SearchPage): Html {
  const isOpen = problem !== undefined || view.params.has('by');
  const title = search.asked === 'nothing' ? view.words.start.moreOptions : view.words.start.changeSearch;
  return html`<details id="options"${isOpen && html` open`}><summary>${title}</summary>
${searchForms(view, choices, search)}
</details>`;
}

/** The whole question, so that bookmarks of two searches can be told apart. */
function titleOf({ words, site }: PageView, { problem }: SearchPage, told: readonly string[]): string {
  if (problem !== undefined) return [words.error, ...told].join(words.nextClause);
  return told.length === 0 ? headingOf(words, site.texts) : told.join(words.nextClause);
}

function problemText({ text }: NonNullable<SearchPage['problem']>): Html {
  return html`<p class="error" role="alert" dir="auto">${text}</p>`;
}

/** The same answer without scripts, looked at in the same way. */
function renderedLink(view: PageView, { params }: PageSearch): string {
  return listAddress(view, new URLSearchParams([...params, ['render', 'server']]), readListView(view.params));
}

function resultsRegion(view: PageView, page: SearchPage, told: readonly string[]): Html {
  const { words } = view;
  const { search, answer, problem } = page;
  const isAsked = search.asked === 'search' && problem === undefined;
  const state = isAsked ? (answer === undefined ? 'asking' : 'whole') : 'nothing';
  return html`<section id="results" aria-label="${words.results}" data-kind="${search.kind}" data-query="${search.params.toString()}" data-state="${state}"${!isAsked && html` hidden`}>
<div class="about">${page.genes !== undefined && geneLine(view, page.genes, page.choices.taxa)}<div id="matrix"></div></div>
<div id="state"><p id="summary">${answer === undefined ? words.asking : answerSentenceIn(words, answer)}</p>
<ul id="origins">${originLines(view, page, isAsked)}</ul>
<div id="unknown-terms">${unknownTermsBlock(words, unknownTerms(words, page.termsLookups))}</div></div>
<p id="live" class="visually-hidden" role="status" aria-live="polite"></p>
${isAsked && peopleRegion(view, { ...search, answer, page: page.page, told: told.join(words.nextClause), listView: readListView(view.params) })}
${state === 'asking' && html`<p id="without-script"><a href="${renderedLink(view, search)}">${words.withoutScript}</a></p>`}
</section>`;
}

function originLines(view: PageView, { search, answer, choices }: SearchPage, isAsked: boolean): readonly Html[] {
  if (!isAsked) return [];
  const retryHref = (key: string) => {
    const params = new URLSearchParams(search.params);
    params.delete('origins');
    params.append('origins', key);
    return renderedLink(view, { ...search, params });
  };
  if (answer !== undefined) return answer.origins.map((origin) => originLine(origin, view, retryHref(origin.key)));
  const asked = search.params.getAll('origins');
  return choices.origins
    .filter(({ key }) => asked.length === 0 || asked.includes(key))
    .map(({ key, name }) => outstandingLine({ key, origin: name }, view));
}
