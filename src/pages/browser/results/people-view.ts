/** The list of people on the page. All people are data; only those who are shown are elements. */

import type { Origin } from '../../../domain/federation/origin.ts';
import { type FacetCounts, facetCounts, type GeneFamilies } from '../../../domain/people/facets.ts';
import { comparePeople, type Person } from '../../../domain/people/people.ts';
import { atOnce } from '../../../domain/steps.ts';
import { type ListView, listViewParams, ofEverybody } from '../../parts/list-view.ts';
import { facetsForm } from '../../people/facets-form.ts';
import { type FoundPerson, foundPeople } from '../../people/found-people.ts';
import { addressesOf, listAddress, nobodyText, sharedParams, shownCountText } from '../../people/list-address.ts';
import type { Row } from '../../people/order.ts';
import { arrangedPeople } from '../../people/people-sorting.ts';
import { contextsOf, peopleList, personItem, type TableOptions } from '../../people/people-table.ts';
import { alsoIn, type PersonContext } from '../../people/person-card.ts';
import type { Words } from '../../words/words.ts';
import { button, byId, elementsOf } from '../page.ts';
import { foldedItems } from './folded-items.ts';
import { focusPerson, keepingFocus, lastInSight, placeItems } from './keep-place.ts';
import type { StoredDistinct } from './stored-distinct.ts';

type Text = Pick<ListView, 'text'>;

let filter: typeof import('../../people/people-within.ts') | undefined;

/** Loads the filter, if the list view has a text and it is not there; then shows the list again. */
export async function whenFilterIsThere({ text }: Text, show: () => void): Promise<void> {
  if (!text || filter) return;
  filter = await import('../../people/people-within.ts');
  show();
}

/** Returns the people whose texts contain that of the list view, once the filter is there. */
function within(people: readonly FoundPerson[], { text }: Text, words: Words): readonly FoundPerson[] {
  return text && filter ? filter.peopleWithin(text, people, words) : people;
}

export type PeopleView = {
  /** Shows what has arrived. The caller also calls it, with the same rows, when something else has changed. */
  paint(rows: ArrivedRows, answer: AnswerState): void;
  /** Shows the same people in another list view, from the top. */
  look(listView: ListView): void;
  /** Whether a new person can be added to the list without moving what is visible. */
  isOutOfSight(person: Person<Row>): boolean;
  /** Adds more people to the list; returns false if there are no more. */
  showMore(): boolean;
};

/** The rows in the list, and those that wait for the reader, which count, too. */
type ArrivedRows = { shown: readonly Row[]; offered: readonly Row[] };
type AnswerState = {
  origins: readonly Origin[];
  /** How many registries have not answered yet. */
  outstanding: number;
  isEnded: boolean;
};
type PeopleViewOptions = Pick<TableOptions, 'view' | 'kind'> & {
  /** The parameters of the question. */
  params: URLSearchParams;
  listView: ListView;
  /** The families of the genes that the symbol may mean. */
  families: GeneFamilies;
  distinct: StoredDistinct;
};

/** How many people are added to the list at a time. */
const STEP = 100;

export function peopleView(given: PeopleViewOptions): PeopleView {
  const { view, kind, params, listView: first, families, distinct } = given;
  const { words } = view;
  const place = byId('people');
  const shared = sharedParams(params, new URLSearchParams(location.search));
  const addressOf = (listView: ListView) => listAddress(view, shared, listView);
  let options: TableOptions = { view, kind, listView: first, addressOf };
  /** All people who have arrived, also those who are offered. */
  let all: readonly FoundPerson[] = [];
  /** Those of them who are in the list. */
  let listed: readonly FoundPerson[] = [];
  let arranged: readonly FoundPerson[] = [];
  let answer: AnswerState = { origins: [], outstanding: 0, isEnded: false };
  let contextOf: (person: FoundPerson) => PersonContext = contextsOf([], []);
  let most = STEP;
  let facets: string | undefined;
  let counts: { all: readonly FoundPerson[]; narrowed: string; counts: FacetCounts } | undefined;
  let shell: { list: HTMLElement; options: TableOptions } | undefined;
  const made = new Map<string, { element: HTMLElement; namesakes: PersonContext['namesakes'] }>();

  function arrangedOf(people: readonly FoundPerson[]): readonly FoundPerson[] {
    const { listView } = options;
    return arrangedPeople(within(people, listView, words), listView, { words, families });
  }

  function listElement(): HTMLElement {
    if (shell?.options === options) return shell.list;
    const isSameForm = shell?.options.listView.isTable === options.listView.isTable;
    if (!isSameForm) made.clear();
    const [outer] = elementsOf([peopleList([], options)]);
    const list = outer?.matches('.list') ? outer : outer?.querySelector<HTMLElement>('.list');
    if (!outer || !list) throw new Error('The page has no list.');
    if (isSameForm && shell !== undefined) {
      // Rows that stay are not removed and inserted again, which would take longer than everything else.
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
    // All missing people are made in one call, because each call parses a document.
    const elements = elementsOf(missing.map((person) => personItem(person, contextOf(person), options)));
    for (const [index, element] of elements.entries()) {
      const person = missing[index];
      if (person !== undefined) made.set(person.id, { element, namesakes: contextOf(person).namesakes });
    }
    return people.map(updatedItem);
  }

  /** Returns the element of a person, with the current namesakes, which change with every answer. */
  function updatedItem(person: FoundPerson): HTMLElement {
    const known = made.get(person.id);
    if (known === undefined) throw new Error('The page has no element of a person.');
    const { namesakes } = contextOf(person);
    if (JSON.stringify(known.namesakes) !== JSON.stringify(namesakes)) {
      known.element.querySelector('.also')?.replaceWith(...elementsOf([alsoIn(contextOf(person), words)]));
      known.namesakes = namesakes;
    }
    return known.element;
  }

  function paintList(): void {
    const shown = arranged.slice(0, most);
    const nobody = byId('nobody');
    nobody.hidden = shown.length > 0 || (!answer.isEnded && all.length === 0);
    nobody.textContent = nobodyText(words, { found: all.length, origins: answer.origins, params });
    byId('ways-on').hidden = nobody.hidden || all.length > 0;
    byId('tools').hidden = !nobody.hidden;
    if (shown.length === 0) {
      shell = undefined;
      place.replaceChildren();
    } else {
      const list = listElement();
      const items = itemsOf(shown);
      placeItems(list, options.listView.isTable ? items : foldedItems(shown, items, words));
    }
    paintMore(arranged.length - shown.length);
    const chosen = listed === all ? arranged : arrangedOf(all);
    byId('count').textContent = shownCountText(words, chosen, all.length, {
      isWhole: answer.isEnded,
      distinct: distinct.pairs(),
    });
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
    focusPerson(shell?.list.querySelectorAll('.person')[before], { preventScroll: true });
  }

  /** Returns the counts of the facets; they are cached, because sorting does not change them. */
  function counted(): FacetCounts {
    const { listView } = options;
    const facts = within(all, listView, words).map((person) => person.facts);
    const narrowed = JSON.stringify([listView.choice, listView.text, facts.length]);
    if (counts?.all === all && counts.narrowed === narrowed) return counts.counts;
    counts = { all, narrowed, counts: atOnce(facetCounts(facts, listView.choice, families)) };
    return counts.counts;
  }

  function paintFacets(): void {
    const { listView } = options;
    const form = facetsForm({
      ...{ view, people: all, listView, counts: counted(), outstanding: answer.outstanding, isLive: true },
      params: new URLSearchParams([...shared, ...listViewParams(listView)]),
      wholeAddress: addressOf(ofEverybody(listView)),
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

  /** Writes the text to its field, unless the field has it; so typing is not disturbed. */
  function paintText(): void {
    const field = byId('narrow') as HTMLInputElement;
    if (field.value.trim() !== options.listView.text) field.value = options.listView.text;
  }

  /** Saves or removes a pair of distinct people. The module is loaded on demand, because few readers use it. */
  async function denyOrUndo({ target }: Event): Promise<void> {
    const pressed = target instanceof Element ? target.closest<HTMLElement>('[data-deny]') : null;
    const originKey = pressed?.dataset.deny;
    const item = pressed?.closest<HTMLElement>('.person');
    const person = all.find(({ id }) => item?.id === `person-${id}`);
    if (!pressed || !item || person === undefined || originKey === undefined) return;
    const isDenied = pressed.ariaPressed === 'true';
    const { denied } = await import('./deny.ts');
    distinct.change((pairs) => denied(pairs, all, { person, originKey, isDenied }));
    contextOf = contextsOf(all, answer.origins, distinct.pairs());
    paintList();
    item.querySelector<HTMLElement>(`[data-deny="${CSS.escape(originKey)}"]`)?.focus();
  }

  place.addEventListener('click', (event) => void denyOrUndo(event));

  return {
    paint({ shown, offered }, state) {
      answer = state;
      listed = foundPeople(shown);
      all = offered.length === 0 ? listed : foundPeople([...shown, ...offered]);
      contextOf = contextsOf(all, state.origins, distinct.pairs());
      arranged = arrangedOf(listed);
      paintList();
      paintFacets();
    },
    look(listView) {
      options = { ...options, listView };
      most = STEP;
      arranged = arrangedOf(listed);
      paintList();
      paintFacets();
      paintTools();
      paintText();
    },
    isOutOfSight(person) {
      const { listView } = options;
      if (arrangedOf(foundPeople(person.records)).length === 0) return true;
      if (listView.sorted !== undefined) return false;
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
