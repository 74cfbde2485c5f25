/** A list of people, as cards or as a table that can be sorted by any column. */

import type { Origin } from '../../domain/federation/origin.ts';
import type { DistinctPeople } from '../../domain/people/distinct-people.ts';
import { shownText } from '../../domain/shown-text.ts';
import { type Html, html } from '../parts/html.ts';
import { COLUMNS, type ListColumn, type ListView, SORTABLE } from '../parts/list-view.ts';
import type { View } from '../parts/view.ts';
import type { Words } from '../words/words.ts';
import { type FoundPerson, namesakesOf } from './found-people.ts';
import { categoriesOf, identifierLinks, organNamesOf, placeOf } from './person.ts';
import {
  alsoIn,
  geneChips,
  nearName,
  notChecked,
  type PersonContext,
  personAction,
  personCard,
  personMarks,
  personName,
  workList,
} from './person-card.ts';

/** The limit of list entries in the text of a column; the text is cut anyway. */
const MOST_COMPARED = 50;

export type TableOptions = {
  view: View;
  kind: 'genes' | 'users';
  listView: ListView;
  /** Returns the address of another view of the same answer. */
  addressOf(listView: ListView): string;
};

/** @param rows the results of {@link personRow} */
export function peopleTable(rows: readonly Html[], options: TableOptions): Html {
  return html`<div class="wide"><table class="people-table" role="table"><caption class="visually-hidden">${options.view.words.people.list}</caption>
<thead role="rowgroup">${tableHead(options)}</thead>
<tbody class="list" role="rowgroup">${rows}</tbody></table></div>`;
}

function tableHead({ view, kind, listView, addressOf }: TableOptions): Html {
  const { column: titles, sortBy } = view.words.people;
  const title = (column: ListColumn) => {
    const isSortable = SORTABLE.some((one) => one === column);
    if (!isSortable) return html`<th scope="col" role="columnheader" class="col-${column}">${titles[column]}</th>`;
    const { sorted } = listView;
    const isSorted = sorted?.column === column;
    const next = nextSorting(listView, column);
    const state = isSorted && html` aria-sort="${sorted?.isReversed === true ? 'descending' : 'ascending'}"`;
    const label = sortBy(titles[column], next.sorted?.isReversed === true);
    return html`<th scope="col" role="columnheader" class="col-${column}"${state}><a id="sort-${column}" data-list href="${addressOf(next)}" title="${label}">${titles[column]}</a></th>`;
  };
  return html`<tr role="row">${columnsOf(kind).map(title)}</tr>`;
}

/** Returns the next sorting at a click: ascending, descending, then the order of the answer. */
function nextSorting(listView: ListView, column: ListColumn): ListView {
  const { sorted } = listView;
  if (sorted?.column !== column) return { ...listView, sorted: { column, isReversed: false } };
  return { ...listView, sorted: sorted.isReversed ? undefined : { column, isReversed: true } };
}

function columnsOf(kind: 'genes' | 'users'): readonly ListColumn[] {
  return COLUMNS.filter((column) => kind === 'genes' || column !== 'genes');
}

/** Returns a row. It has explicit roles, because the narrow layout has no table display, and some browsers then drop the table semantics. */
export function personRow(person: FoundPerson, view: View, kind: 'genes' | 'users', context: PersonContext): Html {
  const { words } = view;
  const cell = (column: ListColumn): Html => {
    if (column === 'name') {
      return html`<th scope="row" role="rowheader" class="col-name"><span class="tick"></span>${personName(person, view)}${nearName(person, words)}${identifierLinks(person.owner)}${alsoIn(context, words)}${notChecked(person, context, words)}</th>`;
    }
    return html`<td role="cell" class="col-${column}" data-label="${words.people.column[column]}">${contentOf(person, column, view)}</td>`;
  };
  return html`<tr role="row" class="person" id="person-${person.id}" ${personMarks(person)}>${columnsOf(kind).map(cell)}</tr>`;
}

function contentOf(person: FoundPerson, column: Exclude<ListColumn, 'name'>, view: View): Html | undefined {
  if (column === 'genes') return html`<span class="does">${geneChips(person, view, true)}</span>`;
  if (column === 'work') return workList([categoriesOf(person.owner, view.words)], view.words);
  if (column === 'organs') return workList([organNamesOf(person.owner, view.words)], view.words);
  if (column === 'act') return personAction(person, view);
  const text = columnText(person, column, view.words);
  return text === '' ? undefined : html`<bdi>${text}</bdi>`;
}

/** Returns the text of a column for a person, by which the list is sorted and searched. */
export function columnText(person: FoundPerson, column: ListColumn, words: Words): string {
  const { owner, genes, anonymousId } = person;
  switch (column) {
    case 'name':
      return anonymousId === undefined ? shownText([owner.lastName, owner.name].filter(Boolean).join(' ')) : '';
    case 'place':
      return shownText(placeOf(owner, words));
    case 'genes':
      return genes
        .slice(0, MOST_COMPARED)
        .map(({ symbol }) => shownText(symbol))
        .join(', ');
    case 'work':
      return shownText(categoriesOf(owner, words).slice(0, MOST_COMPARED).join(', '));
    case 'organs':
      return shownText(organNamesOf(owner, words).slice(0, MOST_COMPARED).join(', '));
    case 'registry':
      return owner.origin;
    case 'act':
      return '';
  }
}

/**
 * Returns a function that returns the context of a person. It considers all people, also those who are filtered out.
 *
 * @param distinct the people whom the reader declared to be different, if the page offers this
 */
export function contextsOf(
  people: readonly FoundPerson[],
  origins: readonly Origin[],
  distinct?: DistinctPeople,
): (person: FoundPerson) => PersonContext {
  const namesakes = namesakesOf(people, distinct);
  const canDeny = distinct !== undefined;
  const byPerson = new Map(people.map((person, index) => [person, namesakes[index] ?? []]));
  const byKey = new Map(origins.map((origin) => [origin.key, origin]));
  return (person) => ({ namesakes: byPerson.get(person) ?? [], canDeny, origin: byKey.get(person.originKey) });
}

/** Returns one person as this list shows them. */
export function personItem(person: FoundPerson, context: PersonContext, options: TableOptions): Html {
  const { view, kind, listView } = options;
  return listView.isTable ? personRow(person, view, kind, context) : personCard(person, view, context);
}

/** @param items the results of {@link personItem} */
export function peopleList(items: readonly Html[], options: TableOptions): Html {
  const { list } = options.view.words.people;
  if (options.listView.isTable) return peopleTable(items, options);
  return html`<ol class="list cards" aria-label="${list}">${items}</ol>`;
}
