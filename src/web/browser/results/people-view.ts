/** The list of people on the page: as many of them as elements as are looked at, all of them as data. */

import type { Origin } from '../../../domain/federation/origin.ts';
import { fold } from '../../../domain/folding.ts';
import { type GeneFamilies, isChosen } from '../../../domain/people/facets.ts';
import { comparePeople, type Person } from '../../../domain/people/people.ts';
import type { OwnNames } from '../../parts/headings.ts';
import { countsOf, type FacetCounts, facetsForm } from '../../parts/people/facets-form.ts';
import { type FoundPerson, fewestOf, foundPeople } from '../../parts/people/found-people.ts';
import { addressesOf, listAddress, nobodyTold } from '../../parts/people/list-address.ts';
import { type ListView, listViewParams, SORTABLE } from '../../parts/people/list-view.ts';
import type { Row } from '../../parts/people/order.ts';
import { contextsOf, peopleList, personItem } from '../../parts/people/people-list.ts';
import { arrangedPeople } from '../../parts/people/people-sorting.ts';
import { columnText, type TableOptions } from '../../parts/people/people-table.ts';
import { alsoIn, type PersonContext, shownName } from '../../parts/people/person-card.ts';
import type { View } from '../../parts/view.ts';
import { button, byId, elementsOf } from '../page.ts';
import { keepingFocus } from './keep-focus.ts';
import { lastInSight, placeItems } from './keep-place.ts';

export type PeopleView = {
  /** What has arrived; to be called again with the same rows when something else has changed. */
  paint(rows: readonly Row[], answer: AnswerState): void;
  /** The same people, looked at in another way, from the top. */
  look(listView: ListView): void;
  /** Only those whose entry holds this text. */
  narrow(text: string): void;
  /** Whether somebody new can be put into the list without moving what is seen. */
  isOutOfSight(person: Person<Row>): boolean;
  /** Puts more of the people into the list; answers false if there are no more. */
  showMore(): boolean;
};

export type AnswerState = {
  origins: readonly Origin[];
  /** How many registries have not answered yet. */
  outstanding: number;
  /** How many people wait for the reader. */
  offered: number;
  isEnded: boolean;
  isComplete: boolean;
};
type PeopleViewOptions = Pick<TableOptions, 'view' | 'kind'> & {
  /** Of the question. */
  params: URLSearchParams;
  names: OwnNames;
  listView: ListView;
  /** Of the genes that its symbol may mean. */
  families: GeneFamilies;
};

/** People who are put into the list at once. */
const STEP = 100;

export function peopleView({ view, kind, params, names, listView: first, families }: PeopleViewOptions): PeopleView {
  const { words } = view;
  const place = byId('people');
  const addressOf = (listView: ListView) => listAddress(view, params, listView);
  let options: TableOptions = { view, kind, listView: first, addressOf };
  let all: readonly FoundPerson[] = [];
  let arranged: readonly FoundPerson[] = [];
  let answer: AnswerState = { origins: [], outstanding: 0, offered: 0, isEnded: false, isComplete: false };
  let contextOf: (person: FoundPerson) => PersonContext = contextsOf([], []);
  let text = '';
  let most = STEP;
  let facets: string | undefined;
  let counts: { all: readonly FoundPerson[]; choice: string; counts: FacetCounts } | undefined;
  let shell: { list: HTMLElement; options: TableOptions } | undefined;
  const made = new Map<string, { element: HTMLElement; namesakes: PersonContext['namesakes'] }>();

  function arrange(): void {
    const chosen = arrangedPeople(all, options.listView, { words, families });
    arranged = text === '' ? chosen : chosen.filter((person) => textOf(person, view).includes(text));
  }

  function listElement(): HTMLElement {
    if (shell?.options === options) return shell.list;
    const isSameForm = shell?.options.listView.isTable === options.listView.isTable;
    if (!isSameForm) made.clear();
    const [outer] = elementsOf([peopleList([], options)]);
    const list = outer?.matches('.list') ? outer : outer?.querySelector<HTMLElement>('.list');
    if (!outer || !list) throw new Error('A list of people has no list.');
    if (isSameForm && shell !== undefined) {
      // Rows that stay on the page are not taken from it and put back, which takes longer than all else.
      const [head, next] = [place.querySelector('thead'), outer.querySelector('thead')];
      if (head && next) keepingFocus(place, () => head.replaceWith(next));
      shell = { list: shell.list, options };
      return shell.list;
    }
    keepingFocus(place, () => place.replaceChildren(outer));
    shell = { list, options };
    return list;
  }

  function itemsOf(people: readonly FoundPerson[]): HTMLElement[] {
    const missing = people.filter(({ id }) => !made.has(id));
    // All at once: a document is parsed for each call.
    const elements = elementsOf(missing.map((person) => personItem(person, contextOf(person), options)));
    for (const [index, person] of missing.entries()) {
      const element = elements[index];
      if (element === undefined) throw new Error('A person has no element.');
      made.set(person.id, { element, namesakes: contextOf(person).namesakes });
    }
    return people.flatMap((person) => updatedItem(person) ?? []);
  }

  /** Who else has the name changes with every registry that answers. */
  function updatedItem(person: FoundPerson): HTMLElement | undefined {
    const known = made.get(person.id);
    if (known === undefined) return undefined;
    const { namesakes } = contextOf(person);
    if (JSON.stringify(known.namesakes) !== JSON.stringify(namesakes)) {
      known.element.querySelector('.also')?.replaceWith(...elementsOf([alsoIn(namesakes, words)]));
      known.namesakes = namesakes;
    }
    return known.element;
  }

  function paintList(): void {
    const shown = arranged.slice(0, most);
    const nobody = byId('nobody');
    nobody.hidden = shown.length > 0 || (!answer.isEnded && all.length === 0);
    nobody.textContent = nobodyTold(words, all.length, answer.isComplete);
    if (shown.length === 0) {
      shell = undefined;
      place.replaceChildren();
    } else placeItems(listElement(), itemsOf(shown));
    paintMore(arranged.length - shown.length);
    byId('count').textContent = countTold();
  }

  function countTold(): string {
    const { people } = words;
    const whole = answer.isEnded ? all.length + answer.offered : all.length;
    if (arranged.length !== whole) return people.narrowed(arranged.length, whole);
    return answer.isEnded ? people.count(whole, fewestOf(all) + answer.offered) : people.soFar(whole);
  }

  function paintMore(left: number): void {
    const more = byId('more');
    const [known] = more.querySelectorAll('button');
    const label = words.people.showMore(Math.min(STEP, left), left);
    if (left <= 0) more.replaceChildren();
    else if (known === undefined) more.replaceChildren(button(label, showMore));
    else known.textContent = label;
  }

  function showMore(): void {
    const before = most;
    most += STEP;
    paintList();
    shell?.list.children[before]?.querySelector<HTMLElement>('.name')?.focus({ preventScroll: true });
  }

  /** Sorting changes no count. */
  function counted(): FacetCounts {
    const choice = JSON.stringify(options.listView.choice);
    if (counts?.all === all && counts.choice === choice) return counts.counts;
    counts = { all, choice, counts: countsOf(all, options.listView, families) };
    return counts.counts;
  }

  function paintFacets(): void {
    const { listView } = options;
    const form = facetsForm({
      ...{ view, people: all, names, listView, counts: counted(), outstanding: answer.outstanding, isLive: true },
      params: new URLSearchParams([...params, ...listViewParams(listView)]),
      wholeAddress: addressOf({ ...listView, choice: {} }),
    });
    const region = byId('facet-form');
    if (form?.html === facets) return;
    facets = form?.html;
    keepingFocus(region, () => region.replaceChildren(...elementsOf(form === undefined ? [] : [form])));
  }

  function paintTools(): void {
    const { isTable } = options.listView;
    const other = byId('view-other');
    const { cards, table, sheet } = addressesOf(options, params);
    byId('view-sheet').setAttribute('href', sheet);
    other.setAttribute('href', isTable ? cards : table);
    other.textContent = isTable ? words.people.asCards : words.people.asTable;
  }

  return {
    paint(rows, state) {
      answer = state;
      all = foundPeople(rows);
      contextOf = contextsOf(all, state.origins);
      arrange();
      paintList();
      paintFacets();
    },
    look(listView) {
      options = { ...options, listView };
      most = STEP;
      arrange();
      paintList();
      paintFacets();
      paintTools();
    },
    narrow(wanted) {
      text = fold(wanted.trim());
      most = STEP;
      arrange();
      paintList();
    },
    isOutOfSight(person) {
      const { listView } = options;
      const [found] = foundPeople(person.records);
      if (found !== undefined && !isChosen(found.facts, listView.choice, families)) return true;
      if (listView.sorted !== undefined || text !== '') return false;
      const last = lastInSight(place);
      const seen = arranged.find(({ id }) => last?.id === `person-${id}`);
      return seen !== undefined && comparePeople({ ...person, records: seen.rows }, person) < 0;
    },
    showMore() {
      const isMore = arranged.length > most;
      if (isMore) showMore();
      return isMore;
    },
  };
}

const texts = new WeakMap<FoundPerson, string>();

/** What a reader can read in an entry, folded. */
function textOf(person: FoundPerson, { words }: Pick<View, 'words'>): string {
  const known = texts.get(person);
  if (known !== undefined) return known;
  const columns = SORTABLE.map((column) => columnText(person, column, words));
  const text = fold([shownName(person, words), ...columns].join('\n'));
  texts.set(person, text);
  return text;
}
