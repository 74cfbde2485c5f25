/**
 * The people of an answer with everything around them: facets, number, tools. The server writes this region; the server
 * or the scripts of the page fill it with the same code.
 */

import type { Origin } from '../../domain/federation/origin.ts';
import { ownMember } from '../../domain/own-member.ts';
import { type FacetCounts, facetCounts, type GeneFamilies } from '../../domain/people/facets.ts';
import { atOnce } from '../../domain/steps.ts';
import type { ResultKind } from '../parts/choices.ts';
import { type Html, html } from '../parts/html.ts';
import { isNarrowed, type ListView, listViewParams, ofEverybody, TEXT_PARAMETER } from '../parts/list-view.ts';
import { linkTo, type WholeView } from '../parts/view.ts';
import type { AllWords, Words } from '../words/words.ts';
import { facetsForm } from './facets-form.ts';
import { type FoundPerson, foundPeopleInSteps } from './found-people.ts';
import { addressesOf, feedAddress, listAddress, nobodyText, sharedParams, shownCountText } from './list-address.ts';
import type { Row } from './order.ts';
import { arrangedInSteps } from './people-sorting.ts';
import { contextsOf, peopleList, personItem, type TableOptions } from './people-table.ts';
import { peopleWithin } from './people-within.ts';
import type { PersonContext } from './person-card.ts';
import { foldedRun, withRuns } from './withheld-runs.ts';

type ListedPeople = {
  /** All people, in the order of the answer. */
  all: readonly FoundPerson[];
  /** The people who match the facets and the text, in the order that the reader chose. */
  people: readonly FoundPerson[];
  counts: FacetCounts;
  contextOf: (person: FoundPerson) => PersonContext;
};

type Options = {
  rows: readonly Row[];
  origins: readonly Origin[];
  listView: ListView;
  words: Words;
  /** The families of the genes that the symbol may mean. */
  families: GeneFamilies;
};

const PEOPLE_A_STEP = 200;

/** Each step takes a few milliseconds for 5,000 people. */
export function* listedPeople(options: Options): Generator<undefined, ListedPeople> {
  const { rows, origins, listView, words } = options;
  const all = yield* foundPeopleInSteps(rows);
  const within: FoundPerson[] = [];
  for (let from = 0; listView.text !== '' && from < all.length; from += PEOPLE_A_STEP) {
    within.push(...peopleWithin(listView.text, all.slice(from, from + PEOPLE_A_STEP), words));
    yield;
  }
  const listed = listView.text === '' ? all : within;
  const people = yield* arrangedInSteps(listed, listView, options);
  yield;
  const facts = listed.map((person) => person.facts);
  const counts = yield* facetCounts(facts, listView.choice, options.families);
  return { all, people, counts, contextOf: contextsOf(all, origins) };
}

/** Returns the same for an answer that has not arrived. */
function nobodyListed(options: Omit<Options, 'rows' | 'origins'>): ListedPeople {
  return atOnce(listedPeople({ ...options, rows: [], origins: [] }));
}

export type PeopleRegion = {
  kind: ResultKind;
  /** The parameters of the question in canonical form. */
  params: URLSearchParams;
  /** The parameters of the page. */
  given: URLSearchParams;
  /** The question in words. */
  sentence: string;
  listView: ListView;
  /** The families of the genes that the symbol may mean. */
  families: GeneFamilies;
  /** The suggestions for an answer without people. */
  suggestions: Html;
  /** Undefined if scripts collect the answer. */
  answer: { listed: ListedPeople; origins: readonly Origin[]; complete: boolean } | undefined;
  /** Whether this registry also sends messages to subscribers. */
  sendsMail: boolean;
  /** The number of the page of people, from 1. */
  page: number;
};

/** The number of people on a page without scripts. */
const PAGE_SIZE = 50;

export function peopleRegion(view: WholeView, region: PeopleRegion): Html {
  const { words } = view;
  const { kind, params, given, sentence, listView, families, answer } = region;
  const listed = answer?.listed ?? nobodyListed({ listView, words, families });
  const { all, people, counts } = listed;
  const shared = sharedParams(params, given);
  const options = { view, kind, listView, addressOf: (other: ListView) => listAddress(view, shared, other) };
  const isEmpty = answer !== undefined && people.length === 0;
  const whole = new URLSearchParams([...shared, ...listViewParams(listView), ...langOf(view)]);
  const facets = facetsForm({
    ...{ view, people: all, listView, counts, params: whole, outstanding: 0, isLive: false },
    wholeAddress: options.addressOf(ofEverybody(listView)),
  });
  return html`<div class="columns"><aside id="facets" aria-label="${words.people.narrow}"><details class="fold"><summary>${words.people.narrow}</summary>${narrowForm(view, whole, listView)}<div id="facet-form">${facets}</div></details></aside>
<div class="found"><div class="list-head"><h2 id="results-title" tabindex="-1"><span id="count">${shownPart(words, region, people, all.length)}</span><span class="visually-hidden">. </span><span id="question" class="visually-hidden" dir="auto">${sentence}</span></h2>
${whyOrder(view, kind)}<div id="offers"></div>
${peopleTools({ view, params, isTable: listView.isTable, isNarrowed: isNarrowed(listView), isEmpty, addresses: addressesOf(options, params) })}</div>
<div id="people">${people.length > 0 && listOf(listed, region, options)}</div>
<p id="nobody"${!isEmpty && html` hidden`}>${answer && nobodyText(words, { found: all.length, origins: answer.origins, params })}</p>
<div id="more">${answer !== undefined && pages(view, region, people.length)}</div>
<p class="notify">${words.feed.notifyMe} <a href="${feedAddress(view, { kind, params })}" type="application/atom+xml">${words.feed.link}</a>${region.sendsMail && html` · <a href="${linkTo(view, `subscribe/${kind}`, params)}">${words.subscription.link}</a>`} <span class="of-all"${!isNarrowed(listView) && html` hidden`}>${words.people.noticesOfAll}</span></p>
<div id="ways-on"${(!isEmpty || all.length > 0) && html` hidden`}>${region.suggestions}</div>
</div></div>`;
}

/** Returns the field that narrows the list by text. It works without scripts; scripts apply the text while it is typed. */
function narrowForm({ words, root }: WholeView, params: URLSearchParams, { text }: ListView): Html {
  const carried = [...params].filter(([name]) => name !== TEXT_PARAMETER);
  return html`<form class="field narrow" id="narrow-form" method="get" action="${root}search">
${carried.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<label for="narrow">${words.people.contains}</label><input id="narrow" type="search" name="${TEXT_PARAMETER}" value="${text}" autocomplete="off" enterkeyhint="search">
</form>`;
}

function langOf({ chosenLang }: WholeView): string[][] {
  return chosenLang === undefined ? [] : [['lang', chosenLang]];
}

/** Returns which of the people are on this page, if there are several pages. */
function shownPart(
  words: AllWords,
  { answer, page }: PeopleRegion,
  people: readonly FoundPerson[],
  all: number,
): string {
  const shown = people.length;
  if (shown <= PAGE_SIZE) return shownCountText(words, people, all, { isWhole: answer !== undefined });
  const from = (shownPage(page, shown) - 1) * PAGE_SIZE;
  return words.people.part(from + 1, Math.min(from + PAGE_SIZE, shown), String(shown));
}

/** Returns the page to show; a number that is too large means the last page. */
function shownPage(page: number, count: number): number {
  return Math.min(page, lastPage(count));
}

function lastPage(count: number): number {
  return Math.max(1, Math.ceil(count / PAGE_SIZE));
}

function listOf({ people, contextOf }: ListedPeople, { page: wanted }: PeopleRegion, options: TableOptions): Html {
  const page = shownPage(wanted, people.length);
  const shown = people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const items = shown.map((person) => personItem(person, contextOf(person), options));
  const fold = (own: readonly Html[], registry: string) => foldedRun(own, registry, options.view.words);
  return peopleList(options.listView.isTable ? items : withRuns(shown, items, fold), options);
}

function pages(view: WholeView, region: PeopleRegion, count: number): Html | undefined {
  const { params, given, listView } = region;
  const last = lastPage(count);
  if (last <= 1) return undefined;
  const page = shownPage(region.page, count);
  const { words } = view;
  const address = (number: number) => {
    const shared = sharedParams(params, given);
    if (number > 1) shared.append('page', String(number));
    return listAddress(view, shared, listView);
  };
  return html`<nav aria-label="${words.pages}"><ul class="pages">
${page > 1 && html`<li><a href="${address(1)}">${words.firstPage}</a></li>`}
${page < last && html`<li><a rel="next" href="${address(page + 1)}">${words.nextPage}</a></li>`}
</ul></nav>`;
}

type ToolsOptions = {
  view: WholeView;
  /** The parameters of the question. */
  params: URLSearchParams;
  isTable: boolean;
  /** Whether the list shows a part of the answer; files hold all of it. */
  isNarrowed: boolean;
  /** Whether no people were found; then there is nothing to do with them. */
  isEmpty: boolean;
  /** The addresses of this answer as cards, as a table and as a printed sheet. */
  addresses: { cards: string; table: string; sheet: string };
};

/** A workbook first, as a comma file is one column in the spreadsheets of half of Europe. */
const FORMATS = ['XLSX', 'CSV', 'TSV', 'JSON'];

/** Returns the link to the other view of the list, and a menu to share it. */
function peopleTools({ view, params, isTable, isNarrowed, isEmpty, addresses }: ToolsOptions): Html {
  const { people, copyLink } = view.words;
  return html`<div id="tools" role="group" aria-label="${people.tools}"${isEmpty && html` hidden`}>
<a class="tool" id="view-other" data-list href="${isTable ? addresses.cards : addresses.table}">${isTable ? people.asCards : people.asTable}</a>
<details class="menu" id="share"><summary class="tool">${people.share}</summary><ul>
<li><button type="button" id="copy-link" disabled>${copyLink}</button></li>
<li><button type="button" id="copy-sentence" disabled>${people.copySentence}</button></li>
<li><a id="view-sheet" href="${addresses.sheet}">${people.sheet}</a></li>
<li class="help of-all"${!isNarrowed && html` hidden`}>${people.filesOfAll}</li>
${FORMATS.map((format) => download(view, params, format))}</ul></details>
</div>`;
}

/** Spreadsheets misread accents in CSV without a byte order mark; programs do not need it. */
const MARK: Readonly<Record<string, [string, string][]>> = { CSV: [['bom', 'true']] };

/** Returns a download link. The response header makes the browser save the file; a `download` attribute here would hide error pages. */
function download(view: WholeView, params: URLSearchParams, format: string): Html {
  const href = linkTo(
    view,
    'export',
    new URLSearchParams([['format', format.toLowerCase()], ...(ownMember(MARK, format) ?? []), ...params]),
  );
  return html`<li><a href="${href}">${view.words.people.downloadAs(format)}</a></li>`;
}

/** Returns the explanation of the order and the number, with the legend of the signs and the keyboard shortcuts. */
function whyOrder(view: WholeView, kind: ResultKind): Html {
  const { whyList: title, rule, ruleOfResearchers, legend, counted } = view.words.people;
  return html`<details class="why-order"><summary>${title}</summary><div><p>${kind === 'genes' ? rule : ruleOfResearchers}</p>${kind === 'genes' && html`<p>${legend}</p>`}<p>${counted}</p>${keysHelp(view)}</div></details>`;
}

/** Explains the keys of the list, with their switch. Without scripts there are none. */
function keysHelp({ words }: WholeView): Html {
  const { title, on, explained } = words.keys;
  return html`<div id="keys"><p><strong>${title}</strong></p><dl>${Object.entries(explained).map(
    ([key, what]) => html`<div><dt>${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</dt><dd>${what}</dd></div>`,
  )}</dl><label><input type="checkbox" id="keys-on" checked> ${on}</label></div>`;
}
