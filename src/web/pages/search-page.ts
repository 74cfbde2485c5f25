/**
 * The search page: its forms, and the region that the answer goes into, on the server or in the browser.
 *
 * What scripts find on it:
 * - `html[data-root]`, `html[data-lang]`: what a `View` is made of; `html[lang]` names the module of the words.
 * - `#search-form form[data-kind=genes|users]`; in it `[data-suggest=genes]`, `[data-suggest=terms][data-ontology]` and
 *   `[data-boxes]`; `select option[data-ordering]` holds the order of the organisms.
 * - `#results[data-kind][data-query][data-state=nothing|asking|whole]`: `data-query` goes to the federated route of its
 *   kind; `asking` says that nothing is gathered yet.
 * - `#told`: the question in words; `#summary`: the sentence of completeness; `#origins`: one `li#origin-KEY` for each
 *   registry, with `a#retry-KEY[data-retry]` where asking again may help; `#unknown-terms`: which of them does not know
 *   which chosen term.
 * - `#offers`: what can be shown at the reader's wish; `#live`: said aloud, politely.
 * - `#result-table` with `#caption` and `#rows`, its `tbody`; `#nobody`: shown when there is no row.
 * - `#tools`: downloads, and room for buttons; `#without-script`: the link to the whole answer.
 */

import type { Origin } from '../../domain/federation/origin.ts';
import { type Html, html } from '../html.ts';
import type { Choices } from '../parts/choices.ts';
import type { KnownGenes } from '../parts/gene/gene-line.ts';
import { geneLine } from '../parts/gene/gene-line.ts';
import { originLine, outstandingLine } from '../parts/origins/origins-lines.ts';
import { type TermsLookup, unknownTerms, unknownTermsBlock } from '../parts/origins/unknown-terms.ts';
import type { FoundRecord } from '../parts/people/person.ts';
import { originKeyOf, resultHead, resultRow } from '../parts/people/results.ts';
import { sameNameHints } from '../parts/people/same-name-hints.ts';
import { querySummary, type TermNames } from '../parts/search/query-summary.ts';
import { searchForms } from '../parts/search/search-form.ts';
import type { PageSearch } from '../parts/search/search-query.ts';
import { headingOf } from '../parts/site-texts.ts';
import { startOf } from '../parts/start.ts';
import { linkTo } from '../parts/view.ts';
import { answerSentenceIn } from '../words/completeness-words.ts';
import { layout, type Page, type PageView } from './layout.ts';

/** An answer gathered on the server. */
export type GatheredAnswer = {
  content: readonly FoundRecord[];
  totalElements: number;
  totalRelation: 'eq' | 'gte';
  number: number;
  size: number;
  complete: boolean;
  summary: string;
  origins: readonly Origin[];
  cursor: string | null;
};

export type SearchPage = {
  choices: Choices;
  search: PageSearch;
  termNames: TermNames;
  /** What the gene table of this registry knows of the gene that was asked for. */
  genes: KnownGenes | undefined;
  /** Undefined while scripts are to gather it. */
  answer: GatheredAnswer | undefined;
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
${searchOptions(view, page)}
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

function renderedLink(view: PageView, { params }: PageSearch, more: Record<string, string> = {}): string {
  return linkTo(view, 'search', new URLSearchParams([...params, ['render', 'server'], ...Object.entries(more)]));
}

function resultsRegion(view: PageView, page: SearchPage, told: readonly string[]): Html {
  const { words } = view;
  const { search, answer, problem } = page;
  const isAsked = search.asked === 'search' && problem === undefined;
  const state = isAsked ? (answer === undefined ? 'asking' : 'whole') : 'nothing';
  return html`<section id="results" aria-labelledby="results-title" data-kind="${search.kind}" data-query="${search.params.toString()}" data-state="${state}"${!isAsked && html` hidden`}>
<div class="about">${page.genes !== undefined && geneLine(view, page.genes, page.choices.taxa)}<div id="matrix"></div></div>
<div id="state"><p id="summary">${answer === undefined ? words.asking : answerSentenceIn(words, answer)}</p>
<ul id="origins">${originLines(view, page, isAsked)}</ul>
<div id="unknown-terms">${unknownTermsBlock(words, unknownTerms(words, page.termsLookups))}</div></div>
<p id="live" class="visually-hidden" role="status" aria-live="polite"></p>
<div class="columns"><aside id="facets"></aside>
<div class="found"><div class="list-head"><h2 id="results-title" tabindex="-1"><span class="visually-hidden">${words.results}.</span> <span id="told" dir="auto">${told.join(words.nextClause)}</span></h2>
<div id="tools">${isAsked && html`<a href="${linkTo(view, 'search', new URLSearchParams([...search.params, ['view', 'sheet']]))}">${words.sheet.title}</a> ${downloads(view, search)}`}</div></div>
<div id="offers"></div>
${state === 'asking' && html`<p id="without-script"><a href="${renderedLink(view, search)}">${words.withoutScript}</a></p>`}
${table(view, page)}
<p id="nobody"${answer?.content.length === 0 ? undefined : html` hidden`}>${answer && (answer.complete ? words.nobodySure : words.nobodyUnsure)}</p>
${answer !== undefined && pages(view, search, answer)}
</div></div>
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

function table(view: PageView, { search, answer }: SearchPage): Html {
  const rows = answer?.content ?? [];
  const origins = answer?.origins ?? [];
  const hits = rows.map((record) => ({ record, originKey: originKeyOf(record, origins) }));
  const also = sameNameHints(hits);
  return html`<div class="wide"><table id="result-table" role="table"${rows.length === 0 && html` hidden`}>
<caption id="caption">${answer && captionOf(view, answer)}</caption>
<thead role="rowgroup">${resultHead(search.kind, view.words)}</thead>
<tbody id="rows" role="rowgroup">${hits.map(({ record, originKey }, index) => resultRow(record, search.kind, view, originKey, { alsoIn: also[index] ?? [] }))}</tbody>
</table></div>`;
}

function captionOf(
  { words }: PageView,
  { content, totalElements, totalRelation, number, size }: GatheredAnswer,
): string {
  const total = totalRelation === 'eq' ? String(totalElements) : words.atLeast(totalElements);
  if (number === 0 && content.length === totalElements) return words.caption(totalElements);
  return words.captionPart(number * size + 1, number * size + content.length, total);
}

const FORMATS = ['CSV', 'TSV', 'JSON'];

/** The answer says that it is to be saved. With `download` here, a browser would show nothing of an answer that is none. */
function downloads(view: PageView, { params }: PageSearch): Html {
  const { words } = view;
  return html`<span id="export">${words.export}</span><ul class="downloads" aria-labelledby="export">${FORMATS.map(
    (format) => {
      const href = linkTo(view, 'export', new URLSearchParams([['format', format.toLowerCase()], ...params]));
      return html`<li><a href="${href}" aria-label="${words.export} ${format}">${format}</a></li>`;
    },
  )}</ul>`;
}

function pages(view: PageView, search: PageSearch, { number, cursor }: GatheredAnswer): Html | undefined {
  if (number === 0 && cursor === null) return undefined;
  return html`<nav aria-label="${view.words.pages}"><ul class="pages">
${number > 0 && html`<li><a href="${renderedLink(view, search)}">${view.words.firstPage}</a></li>`}
${cursor !== null && html`<li><a rel="next" href="${renderedLink(view, search, { cursor })}">${view.words.nextPage}</a></li>`}
</ul></nav>`;
}
