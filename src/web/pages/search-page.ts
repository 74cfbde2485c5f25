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
 *   its kind; `asking` says that nothing is collected yet, and comes with `data-names`, what organisms and organs are
 * called here. - `#understood`: how the text of the box was taken, and what else it may be.
 * - `#gene`: the card of the gene; `#matrix`: people by organism and registry, with `#matrix-line` and `#matrix-rows`, in
 *   which `tr[data-taxon]` holds a cell for each `th[data-origin]`.
 * - `#state[data-state=asking|complete|incomplete]` with `#summary`, the sentence of completeness, `#origins`, one
 *   `li#origin-KEY` for each registry, with `a#retry-KEY[data-retry]` where asking again may help, `#origin-lines`, what
 *   is known of each, and `#unknown-terms`: which of them does not know which term.
 * - `#facet-form` in `#facets`: what the list can be narrowed by.
 * - `#results-title` with `#count`: how many people, and `#question`: the question in words; `#tools`: the bar of tools.
 * - `#offers`: what can be shown at the reader's wish; `#live`: said aloud, politely.
 * - `#people` with its `.list`, of `.person[data-origin]`, each with `.name`, room in `.tick`, and with
 *   `data-person="ORIGIN/ID"` where the person can be found again; `#more`; `#nobody`: shown when there is no person.
 * - `a[data-list]`: leads to the same answer, looked at in another way; `#without-script`: the link to the whole answer.
 */

import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import { peopleIn, peopleMatrix } from '../../domain/federation/people-matrix.ts';
import type { Candidate } from '../../domain/resolve/candidate.ts';
import { dataBlock, type Html, html } from '../html.ts';
import { type Choices, ownNamesOf } from '../parts/choices.ts';
import { geneCard } from '../parts/gene/gene-card.ts';
import { familiesOf, type KnownGenes, symbolsOf } from '../parts/gene/known-genes.ts';
import { peopleMapTable } from '../parts/gene/people-map.ts';
import { placedRecord, taxaOf } from '../parts/gene/placed-records.ts';
import { writtenFamilies } from '../parts/gene/written-families.ts';
import { feedAddress, listAddress, sharedParams, unknownEverywhere } from '../parts/people/list-address.ts';
import { type ListView, readListView } from '../parts/people/list-view.ts';
import { type Suggestions, suggestionsOf } from '../parts/people/nobody.ts';
import type { Row } from '../parts/people/order.ts';
import { originChip, outstandingChip } from '../parts/people/origin-chip.ts';
import { type PeopleRegion, peopleRegion } from '../parts/people/people-region.ts';
import { barState, stateBar } from '../parts/people/state-bar.ts';
import { type TermsLookup, unknownTerms, unknownTermsBlock } from '../parts/people/unknown-terms.ts';
import { queryChips } from '../parts/search/query-chips.ts';
import { querySummary, type TermNames } from '../parts/search/query-summary.ts';
import { searchForms } from '../parts/search/search-form.ts';
import type { PageSearch } from '../parts/search/search-query.ts';
import { type Understood, understoodLine } from '../parts/search/understood.ts';
import { siteHeading } from '../parts/site-texts.ts';
import { startOf } from '../parts/start.ts';
import { layout, type Page, type PageView } from './layout.ts';

/** An answer collected on the server, whole. */
export type CollectedAnswer = NonNullable<PeopleRegion['answer']> & { rows: readonly Row[] };

export type SearchPage = {
  choices: Choices;
  search: PageSearch;
  termNames: TermNames;
  /** What else the symbol may mean, where no gene of this registry is called so. */
  alike: readonly Candidate[];
  /** Other genes of the diseases of the gene, and what is cached of those that are offered where nobody is found. */
  ofDiseases: Suggestions['ofDiseases'];
  cells: Suggestions['cells'];
  /** What the gene table of this registry knows of the gene that was asked for. */
  genes: KnownGenes | undefined;
  /** How the text of the box was understood; undefined where the search did not come from there. */
  understood: Understood | undefined;
  /** Undefined while scripts are to collect it. */
  answer: CollectedAnswer | undefined;
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
  const isAsking = search.submitted === 'search' && answer === undefined && problem === undefined;
  const isAnswered = search.submitted === 'search' && problem === undefined;
  const summary = search.submitted === 'search' ? querySummary(words, search, page.choices, page.termNames) : [];
  return layout(view, {
    title: titleOf(view, page, summary),
    isIndexed: search.submitted === 'nothing',
    script: page.script,
    head: html`${isAnswered && feedLinks(view, search, summary.join(words.nextClause))}${
      isAsking && html`<noscript><meta http-equiv="refresh" content="0;url=${renderedLink(view, search)}"></noscript>`
    }${search.submitted === 'nothing' && dataCatalog(site)}`,
    skipTo: isAnswered ? { id: 'results-title', text: words.skipToPeople } : undefined,
    typed: search.submitted !== 'nothing' && typedOf(search),
    besideBox: isAnswered
      ? html`${page.understood !== undefined && understoodLine(view, page.understood)}${searchOptions(view, page)}`
      : undefined,
    main: html`${search.submitted === 'nothing' ? startOf(view, page.choices) : !hasCard(page) && html`<h1 class="question" dir="auto">${summary.join(words.nextClause) || site.fullname}</h1>`}
${problem !== undefined && problemText(problem)}
${!isAnswered && searchOptions(view, page)}
${search.submitted === 'search' && queryChips(view, search, page.choices, page.termNames)}
${resultsRegion(view, page, summary)}`,
  });
}

/** What this is, for programs that list where data are; of people nothing is said in this form. */
function dataCatalog({ fullname, shortname, host, links }: PageView['site']): Html {
  return dataBlock('application/ld+json', {
    '@context': 'https://schema.org',
    '@type': 'DataCatalog',
    name: fullname,
    alternateName: shortname,
    url: host,
    publisher: { '@type': 'Organization', name: fullname, url: host },
    ...(links.termsOfUse === undefined ? {} : { usageInfo: links.termsOfUse }),
  });
}

/** Where programs that read feeds find that of this search. */
function feedLinks(view: PageView, search: PageSearch, sentence: string): Html {
  const link = (format: string, type: string) =>
    html`<link rel="alternate" type="${type}" title="${sentence}" href="${feedAddress(view, search, format)}">\n`;
  return html`${link('atom', 'application/atom+xml')}${link('json', 'application/feed+json')}`;
}

/** What the box of the head begins with: the main criterion of the search. */
function typedOf({ params }: PageSearch): string {
  return params.get('symbol') ?? params.get('nameLike') ?? params.get('descriptionLike') ?? '';
}

/** The forms with every option, folded away unless the reader asked for them or has to mend something in them. */
function searchOptions(view: PageView, { choices, search, problem }: SearchPage): Html {
  const isOpen = problem !== undefined || view.params.has('by');
  const title = search.submitted === 'nothing' ? view.words.start.moreOptions : view.words.start.changeSearch;
  return html`<details id="options"${isOpen && html` open`}><summary>${title}</summary>
${searchForms(view, choices, search)}
</details>`;
}

/** The whole question, so that bookmarks of two searches differ. */
function titleOf({ words, site }: PageView, { problem }: SearchPage, summary: readonly string[]): string {
  if (problem !== undefined) return [words.error, ...summary].join(words.nextClause);
  return summary.length === 0 ? siteHeading(words, site.texts) : summary.join(words.nextClause);
}

function problemText({ text }: NonNullable<SearchPage['problem']>): Html {
  return html`<p class="error" role="alert" dir="auto">${text}</p>`;
}

/** The same answer without scripts, looked at in the same way. */
function renderedLink(view: PageView, { params }: PageSearch): string {
  return listAddress(view, new URLSearchParams([...params, ['render', 'server']]), readListView(view.params));
}

function resultsRegion(view: PageView, page: SearchPage, summary: readonly string[]): Html {
  const { words } = view;
  const { search, answer, problem } = page;
  const isSearch = search.submitted === 'search' && problem === undefined;
  const state = isSearch ? (answer === undefined ? 'asking' : 'whole') : 'nothing';
  const families = page.genes === undefined ? new Map() : familiesOf(page.genes);
  return html`<section id="results" aria-label="${words.results}" data-kind="${search.kind}" data-query="${search.params.toString()}" data-state="${state}"${families.size > 0 && html` data-genes="${writtenFamilies(families)}"`}${state === 'asking' && html` data-names="${JSON.stringify(ownNamesOf(page.choices))}"`}${!isSearch && html` hidden`}>
<div class="about">${
    hasCard(page) &&
    html`${geneCard(view, page.genes, page.choices.taxa)}
<div id="matrix" data-asked-taxon="${page.genes.searched.taxonId}">${matrixOf(view, page, page.genes)}</div>`
  }
${stateBar(view, {
  state: answer === undefined ? 'asking' : barState(answer.origins),
  sentence: answer === undefined ? words.asking : barSentence(words, search.params, answer),
  chips: originChips(view, page, isSearch),
  origins: answer?.origins ?? [],
  remarks: unknownTermsBlock(words, unknownTerms(words, page.termsLookups)),
})}</div>
<p id="live" class="visually-hidden" role="status" aria-live="polite"></p>
${isSearch && peopleRegion(view, { ...search, given: view.params, suggestions: suggestionsOf(view, { params: search.params, genes: page.genes, alike: page.alike, ofDiseases: page.ofDiseases, cells: page.cells, registries: queriedRegistries(page) }), answer, page: page.page, sentence: summary.join(words.nextClause), listView: readListView(view.params), families, sendsMail: view.site.sendsMail })}
${state === 'asking' && html`<p id="without-script"><a href="${renderedLink(view, search)}">${words.withoutScript}</a></p>`}
</section>`;
}

/** What no registry knows is said once, of all of them. */
function barSentence(words: PageView['words'], params: URLSearchParams, answer: CollectedAnswer): string {
  return unknownEverywhere(words, { origins: answer.origins, params }) ?? completenessSentenceIn(words, answer.origins);
}

function originChips(view: PageView, page: SearchPage, isSearch: boolean): readonly Html[] {
  const { search, answer } = page;
  if (!isSearch) return [];
  if (answer === undefined) {
    return queriedRegistries(page).map(({ key, name }) => outstandingChip({ key, origin: name }, view));
  }
  const records = placedRecords(answer);
  return answer.origins.map((origin) => {
    const params = new URLSearchParams(search.params);
    params.delete('origins');
    params.append('origins', origin.key);
    const people = peopleIn(records.filter(({ originKey }) => originKey === origin.key));
    return originChip(origin, view, { people, retryHref: renderedLink(view, { ...search, params }) });
  });
}

function queriedRegistries({ search, choices }: SearchPage): Choices['origins'] {
  const keys = search.params.getAll('origins');
  return choices.origins.filter(({ key }) => keys.length === 0 || keys.includes(key));
}

function hasCard(page: SearchPage): page is SearchPage & { genes: KnownGenes } {
  return page.genes !== undefined && page.problem === undefined;
}

function matrixOf(view: PageView, page: SearchPage, known: KnownGenes): Html {
  const { searched, searchedTaxonIds: taxonIds } = known;
  const { answer, choices, search } = page;
  const columns = queriedRegistries(page);
  const origins = new Map(answer?.origins.map((origin) => [origin.key, origin]));
  const records = answer === undefined ? [] : placedRecords(answer);
  const queryTaxonId = Number(searched.taxonId);
  const rows = peopleMatrix(records, origins, { taxonIds, keys: columns.map(({ key }) => key), queryTaxonId });
  const shared = sharedParams(search.params, view.params);
  const addressOf = (listView: ListView) => listAddress(view, shared, listView);
  const taxa = [
    ...choices.taxa,
    ...taxaOf(
      (answer?.rows ?? []).map(({ content }) => content),
      view,
    ),
  ];
  const symbols = symbolsOf(known);
  return peopleMapTable({ ...view, columns, taxa, symbols, listView: readListView(view.params), addressOf }, rows);
}

function placedRecords({ rows }: CollectedAnswer) {
  return rows.map(({ content, originKey }) => placedRecord(content, originKey));
}
