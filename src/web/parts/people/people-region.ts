/**
 * The people of an answer with everything around them: what it can be narrowed by, how many there are, what can be done.
 * Written by the server, filled by it or by the scripts of the page with the same parts.
 */

import type { Origin } from '../../../domain/federation/origin.ts';
import type { GeneFamilies } from '../../../domain/people/facets.ts';
import { type Html, html } from '../../html.ts';
import type { AllWords } from '../../words/words.ts';
import type { ResultKind } from '../choices.ts';
import type { OwnNames } from '../headings.ts';
import type { WholeView } from '../view.ts';
import { countsOf, facetsForm } from './facets-form.ts';
import { type FoundPerson, fewestOf, foundPeople } from './found-people.ts';
import { addressesOf, listAddress, nobodyTold } from './list-address.ts';
import { isNarrowed, type ListView, listViewParams } from './list-view.ts';
import type { Row } from './order.ts';
import { contextsOf, peopleList, personItem } from './people-list.ts';
import { arrangedPeople } from './people-sorting.ts';
import type { TableOptions } from './people-table.ts';
import { peopleTools, whyOrder } from './people-tools.ts';

export type PeopleRegion = {
  kind: ResultKind;
  /** Of the question, in the form that is shared. */
  params: URLSearchParams;
  /** The question in words. */
  told: string;
  names: OwnNames;
  listView: ListView;
  /** Of the genes that its symbol may mean. */
  families: GeneFamilies;
  /** Undefined while scripts are to gather it. */
  answer: { rows: readonly Row[]; origins: readonly Origin[]; complete: boolean } | undefined;
  /** Which page of it, from 1. */
  page: number;
};

/** People on a page without scripts. */
const PAGE_SIZE = 50;

export function peopleRegion(view: WholeView, region: PeopleRegion): Html {
  const { words } = view;
  const { kind, params, told, names, listView, families, answer } = region;
  const all = foundPeople(answer?.rows ?? []);
  const people = arrangedPeople(all, listView, { words, families });
  const shared = rendered(params, answer !== undefined);
  const options = { view, kind, listView, addressOf: (other: ListView) => listAddress(view, shared, other) };
  const facets = facetsForm({
    ...{ view, people: all, names, listView, counts: countsOf(all, listView, families), outstanding: 0, isLive: false },
    params: new URLSearchParams([...shared, ...listViewParams(listView), ...langOf(view)]),
    wholeAddress: options.addressOf({ ...listView, choice: {} }),
  });
  return html`<div class="columns"><aside id="facets" aria-label="${words.people.narrow}"><details class="fold"><summary>${words.people.narrow}</summary><div id="facet-form">${facets}</div></details></aside>
<div class="found"><div class="list-head"><h2 id="results-title" tabindex="-1"><span id="count">${countTold(words, region, people, all.length)}</span><span class="visually-hidden">. </span><span id="told" class="visually-hidden" dir="auto">${told}</span></h2>
${peopleTools({ view, kind, params, isTable: listView.isTable, addresses: addressesOf(options, params) })}</div>
<div class="list-line">${whyOrder(view, kind)}<div id="offers"></div></div>
<div id="people">${people.length > 0 && listOf(people, all, region, options)}</div>
<p id="nobody"${(answer === undefined || people.length > 0) && html` hidden`}>${answer && nobodyTold(words, all.length, answer.complete)}</p>
<div id="more">${answer !== undefined && pages(view, region, people.length)}</div>
</div></div>`;
}

function rendered(params: URLSearchParams, isRendered: boolean): URLSearchParams {
  return new URLSearchParams([...params, ...(isRendered ? [['render', 'server']] : [])]);
}

function langOf({ chosenLang }: WholeView): string[][] {
  return chosenLang === undefined ? [] : [['lang', chosenLang]];
}

function countTold(
  { people }: AllWords,
  { answer, listView, page }: PeopleRegion,
  shown: readonly FoundPerson[],
  all: number,
): string {
  const count = shown.length;
  if (answer === undefined) return people.soFar(0);
  if (count > PAGE_SIZE) {
    const from = (page - 1) * PAGE_SIZE;
    return people.part(from + 1, Math.min(from + PAGE_SIZE, count), String(count));
  }
  return isNarrowed(listView) ? people.narrowed(count, all) : people.count(count, fewestOf(shown));
}

function listOf(
  people: readonly FoundPerson[],
  all: readonly FoundPerson[],
  { answer, page }: PeopleRegion,
  options: TableOptions,
): Html {
  const contextOf = contextsOf(all, answer?.origins ?? []);
  const shown = people.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  return peopleList(
    shown.map((person) => personItem(person, contextOf(person), options)),
    options,
  );
}

function pages(view: WholeView, { params, listView, page }: PeopleRegion, count: number): Html | undefined {
  const last = Math.ceil(count / PAGE_SIZE);
  if (last <= 1) return undefined;
  const { words } = view;
  const address = (number: number) =>
    listAddress(
      view,
      new URLSearchParams([...rendered(params, true), ...(number > 1 ? [['page', String(number)]] : [])]),
      listView,
    );
  return html`<nav aria-label="${words.pages}"><ul class="pages">
${page > 1 && html`<li><a href="${address(1)}">${words.firstPage}</a></li>`}
${page < last && html`<li><a rel="next" href="${address(page + 1)}">${words.nextPage}</a></li>`}
</ul></nav>`;
}
