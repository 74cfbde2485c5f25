/**
 * The search page: its forms, and the region for the answer, which the server or the browser fills.
 *
 * Elements for scripts:
 * - `html[data-root]`, `html[data-lang]`: the parts of a `View`; `html[lang]` names the module of the words.
 * - `#search-form form[data-kind=genes|users]`; in it `[data-suggest=genes]`, `[data-suggest=terms][data-ontology]` and
 *   `[data-boxes]`; `select option[data-ordering]` holds the order of the organisms.
 * - `#query`: the chips of the question, each with `a.remove` if it can be removed.
 * - `#understood`: what else the text of the box may mean; `#read-as`: what was read in it, with `#left-out`, the words that
 *   were not searched for, and `#called-so`, the search for people of that name.
 * - `#results[data-address]`: the address of the search, where the page answers a text that was sent in a body.
 * - `#results[data-kind][data-query][data-state=nothing|asking|whole|failed]`: `data-query` holds the parameters of the
 *   federated route of its kind; `asking` means that the answer is not collected yet, and comes with `data-names`, this
 *   registry's names of organisms and organs.
 * - `#gene`: the card of the gene; `#matrix`: people by organism and registry, with `#matrix-line` and `#matrix-rows`, in
 *   which `tr[data-taxon]` holds a cell for each `th[data-origin]`.
 * - `#state[data-state=asking|complete|incomplete]` with `#summary`, the sentence of completeness; `#origins`, with one
 *   `li#origin-KEY` for each registry, and `a#retry-KEY[data-retry]` in it if a retry may help; `#origin-lines`, the
 *   details of each; and `#unknown-terms`, which registries do not know which terms.
 * - `#facet-form` in `#facets`: the facets of the list.
 * - `#results-title` with `#count`, the number of people, and `#question`, the question in words; `#tools`: the toolbar.
 * - `#offers`: content that scripts show on request; `#live`: a polite live region for screen readers.
 * - `#people` with its `.list` of `.person[data-origin]`, each with `.name`, `.tick` for a checkbox, and
 *   `data-person="ORIGIN/ID"` if the person has an id; `#more`; `#nobody`: shown if there is no person.
 * - `a[data-list]`: a link to another view of the same answer; `#without-script`: the link to the whole answer.
 */

import { completenessSentenceIn } from '../../domain/federation/completeness-sentence.ts';
import { type MatrixCell, type MatrixRow, peopleIn, peopleMatrix } from '../../domain/federation/people-matrix.ts';
import type { Candidate } from '../../domain/resolve/candidate.ts';
import { geneCard } from '../gene/gene-card.ts';
import { familiesOf, type KnownGenes, symbolsOf } from '../gene/known-genes.ts';
import { cellSign, type MatrixView, matrixLine, matrixRow, placedRecord, taxaOf } from '../gene/matrix.ts';
import { writtenFamilies } from '../gene/written-families.ts';
import { type Choices, ownNamesOf } from '../parts/choices.ts';
import { dataBlock, type Html, html } from '../parts/html.ts';
import {
  layout,
  type Page,
  type PageView,
  type SiteTexts,
  searchBox,
  siteHeading,
  welcomeOf,
} from '../parts/layout.ts';
import { isNarrowed, type ListView, readListView } from '../parts/list-view.ts';
import { organismChip } from '../parts/organism-chip.ts';
import { type Trial, trialsOf } from '../parts/trials.ts';
import { linkTo, type WholeView } from '../parts/view.ts';
import { feedAddress, listAddress, sharedParams, unknownEverywhere } from '../people/list-address.ts';
import type { Row } from '../people/order.ts';
import { originLine } from '../people/origins-lines.ts';
import { type PeopleRegion, peopleRegion } from '../people/people-region.ts';
import { barState, originChip, outstandingChip, stateBar } from '../people/state-bar.ts';
import { type TermsLookup, unknownTerms, unknownTermsBlock } from '../people/unknown-terms.ts';
import { type Suggestions, suggestionsOf } from './nobody.ts';
import { queryChips } from './query-chips.ts';
import { querySummary, type TermNames } from './query-summary.ts';
import { readAs, type Understood, understoodLine } from './read-as.ts';
import { searchForms } from './search-form.ts';
import type { PageSearch } from './search-query.ts';

/** Returns the table. It has every row from the start, so that nothing moves while cells fill. */
function peopleMapTable(view: MatrixView & WholeView, rows: readonly MatrixRow[]): Html {
  const { words, columns } = view;
  return html`<ul id="matrix-line" aria-label="${words.gene.matrix}">${matrixLine(view, rows)}</ul>
<div class="wide"><table class="map"><caption class="visually-hidden">${words.gene.matrix}. ${words.gene.matrixHelp}</caption>
<thead><tr><td></td>${columns.map((column) => html`<th scope="col" data-origin="${column.key}" data-name="${column.name}"><bdi>${column.name}</bdi></th>`)}</tr></thead>
<tbody id="matrix-rows">${rows.map((row) => matrixRow(view, row))}</tbody></table></div>`;
}

/** Returns the legend of the map, whose style shows the signs that the map has. Each has the frame and the filling of its cells. */
function mapLegend({ words: { gene }, params }: PageView): Html {
  const samples: [kind: MatrixCell['kind'], count: number, meaning: string][] = [
    ['nobody', 0, gene.legendNobody],
    ['none-found', 0, gene.legendNoneFound],
    ['earlier', 2, gene.legendEarlier],
    ['at-least', 2, gene.legendAtLeast],
    ['unknown', 0, gene.unknownThere],
    ['silent', 0, gene.silent],
    ['outstanding', 0, gene.outstanding],
  ];
  return html`<ul class="legend" id="map-legend" aria-label="${gene.legend}"><li id="matrix-of-all" class="of-all"${!isNarrowed(readListView(params)) && html` hidden`}>${gene.matrixOfAll}</li>${samples.map(
    ([kind, count, meaning]) =>
      html`<li data-of="${kind}"><span class="sample" aria-hidden="true" data-kind="${kind}"><span>${cellSign({ kind, count, asOf: null })}</span></span> ${meaning}</li>`,
  )}</ul>`;
}

/**
 * Examples of what a clinician may search for, one of each kind. They are real; their results depend on the loaded data.
 * The disease has a name in the words of each language.
 */
const EXAMPLES = [
  { kind: 'symbol', text: 'KCNQ2' },
  { kind: 'identifier', text: 'ENSG00000144285' },
  { kind: 'disease', text: undefined },
  { kind: 'variant', text: 'NM_172107.4(KCNQ2):c.881C>T' },
] as const;

/** @param origins the registries that are asked; this registry is the first */
function startOf(
  view: WholeView & { site: { texts: SiteTexts; trials?: readonly Trial[] } },
  { origins, taxa }: Choices,
): Html {
  const { words, site } = view;
  return html`<div class="start"><h1 dir="auto">${siteHeading(words, site.texts)}</h1>
${welcomeOf(words, site.texts)}
${searchBox(view, 'start-box', '')}
<p id="examples-title">${words.start.examples}</p>
<ul class="examples" aria-labelledby="examples-title">${EXAMPLES.map(
    ({ kind, text = words.start.exampleDisease }) =>
      html`<li><a href="${linkTo(view, 'search', new URLSearchParams({ text }))}"><strong>${text}</strong> <span>${words.start.exampleKinds[kind]}</span></a></li>`,
  )}</ul>
<p><a href="${linkTo(view, 'genes')}">${words.geneList.several}</a></p>
${trialsOf(view, site.trials)}
<h2 id="asked-title">${words.start.queried(origins.length)}</h2>
<ul class="asked" id="live-counts" aria-labelledby="asked-title">${origins.map(
    ({ key, name }) => html`<li class="chip" data-origin="${key}"><bdi>${name}</bdi></li>`,
  )}</ul>
<ul class="organisms" aria-label="${words.start.organisms}">${taxa.map((taxon) => html`<li>${organismChip(view, taxon)}</li>`)}</ul>
</div>`;
}

/** A whole answer that the server collected. */
export type CollectedAnswer = NonNullable<PeopleRegion['answer']> & { rows: readonly Row[] };

export type SearchPage = {
  choices: Choices;
  search: PageSearch;
  termNames: TermNames;
  /** What else the symbol may mean, if no gene of this registry has it. */
  alike: readonly Candidate[];
  /** Other genes of the diseases of the gene, and the cached counts of the suggested genes, for an answer without people. */
  ofDiseases: Suggestions['ofDiseases'];
  cells: Suggestions['cells'];
  /** What the gene table of this registry has about the queried gene. */
  genes: KnownGenes | undefined;
  /** How the text of the search box was understood; undefined if the search did not come from the box. */
  understood: Understood | undefined;
  /** The text that the page answers, if it was sent in a request body, and the address of the search that it led to. */
  posted?: { text: string; address: string } | undefined;
  /** Undefined if scripts collect the answer. */
  answer: CollectedAnswer | undefined;
  /** The number of the page of people, from 1. */
  page: number;
  /** Which registries have which of the terms; empty if scripts ask for this. */
  termsLookups: readonly TermsLookup[];
  /** Why there is no answer. */
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
    typed: search.submitted !== 'nothing' && (page.posted?.text ?? typedOf(search)),
    posted: page.posted?.text,
    besideBox: isAnswered && page.understood !== undefined ? understoodLine(view, page.understood) : undefined,
    options: isAnswered ? searchOptions(view, page) : undefined,
    main: html`${search.submitted === 'nothing' ? startOf(view, page.choices) : !hasCard(page) && html`<h1 class="question" dir="auto">${summary.join(words.nextClause) || site.fullname}</h1>`}
${problem !== undefined && problemText(problem)}
${!isAnswered && searchOptions(view, page)}
${search.submitted === 'search' && queryChips(view, search, page.choices, page.termNames)}
${resultsRegion(view, page, summary)}`,
  });
}

/** Returns the description of the site for data catalogues. It has no data about people. */
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

/** Returns the links by which feed readers find the feeds of this search. */
function feedLinks(view: PageView, search: PageSearch, sentence: string): Html {
  const link = (format: string, type: string) =>
    html`<link rel="alternate" type="${type}" title="${sentence}" href="${feedAddress(view, search, format)}">\n`;
  return html`${link('atom', 'application/atom+xml')}${link('json', 'application/feed+json')}`;
}

/** Returns the text of the search box: the main criterion of the search. */
function typedOf({ params }: PageSearch): string {
  return params.get('symbol') ?? params.get('nameLike') ?? params.get('descriptionLike') ?? '';
}

/** Returns the forms with all options. They are closed, unless the reader asked for them or has to correct something. */
function searchOptions(view: PageView, { choices, search, problem }: SearchPage): Html {
  const isOpen = problem !== undefined || view.params.has('by');
  const title = search.submitted === 'nothing' ? view.words.start.moreOptions : view.words.start.changeSearch;
  return html`<details id="options"${isOpen && html` open`}><summary>${title}</summary>
${searchForms(view, choices, search)}
</details>`;
}

/** Returns the title: the whole question, so that bookmarks of two searches differ. */
function titleOf({ words, site }: PageView, { problem }: SearchPage, summary: readonly string[]): string {
  if (problem !== undefined) return [words.error, ...summary].join(words.nextClause);
  return summary.length === 0 ? siteHeading(words, site.texts) : summary.join(words.nextClause);
}

function problemText({ text }: NonNullable<SearchPage['problem']>): Html {
  return html`<p class="error" role="alert" dir="auto">${text}</p>`;
}

/** Parameters that say how the text of the box was understood. */
const OF_TYPED = ['as', 'called', 'left-out'];

/** Returns the address of the same answer and list view without scripts. */
function renderedLink(view: PageView, { params }: PageSearch): string {
  const typed = [...view.params].filter(([name]) => OF_TYPED.includes(name));
  return listAddress(view, new URLSearchParams([...params, ['render', 'server'], ...typed]), readListView(view.params));
}

function resultsRegion(view: PageView, page: SearchPage, summary: readonly string[]): Html {
  const { words } = view;
  const { search, answer, problem } = page;
  const isSearch = search.submitted === 'search' && problem === undefined;
  const state = isSearch ? (answer === undefined ? 'asking' : 'whole') : 'nothing';
  const families = page.genes === undefined ? new Map() : familiesOf(page.genes);
  return html`<section id="results" aria-label="${words.results}" data-kind="${search.kind}" data-query="${search.params.toString()}" data-state="${state}"${page.posted !== undefined && html` data-address="${page.posted.address}"`}${families.size > 0 && html` data-genes="${writtenFamilies(families)}"`}${state === 'asking' && html` data-names="${JSON.stringify(ownNamesOf(page.choices))}"`}${!isSearch && html` hidden`}>
<div class="about">${
    hasCard(page) &&
    html`${geneCard(view, page.genes, page.choices.taxa)}${readAs(view, page.understood, { search, choices: page.choices })}
<div id="matrix" data-asked-taxon="${page.genes.searched.taxonId}">${matrixOf(view, page, page.genes)}</div>
${mapLegend(view)}`
  }
${stateBar(view, {
  state: answer === undefined ? 'asking' : barState(answer.origins),
  sentence: answer === undefined ? words.asking : barSentence(words, search.params, answer),
  chips: originChips(view, page, isSearch),
  lines: (answer?.origins ?? []).map((origin) => originLine(origin, view)),
  remarks: unknownTermsBlock(words, unknownTerms(words, page.termsLookups)),
})}</div>
<p id="live" class="visually-hidden" role="status" aria-live="polite"></p>
${isSearch && peopleRegion(view, { ...search, given: view.params, suggestions: suggestionsOf(view, { params: search.params, genes: page.genes, alike: page.alike, ofDiseases: page.ofDiseases, cells: page.cells, registries: queriedRegistries(page), ...alsoRead(page) }), answer, page: page.page, sentence: summary.join(words.nextClause), listView: readListView(view.params), families, sendsMail: view.site.sendsMail })}
${state === 'asking' && html`<p id="without-script"><a href="${renderedLink(view, search)}">${words.withoutScript}</a></p>`}
</section>`;
}

/** Returns the people whom other readings of the text find. */
function alsoRead({ understood }: SearchPage): Pick<Suggestions, 'found' | 'called'> {
  if (understood === undefined) return {};
  return 'others' in understood ? { called: understood.people } : { found: understood.count };
}

/** Returns the sentence of completeness. If no registry knows the term or gene, one sentence says so for all. */
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
