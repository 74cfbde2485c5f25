/** The list of people of the widget. It is always in the order of the page, whichever registry answers first. */

import { peopleOf } from '../../domain/people/people.ts';
import type { PlaceOfTaxon } from '../parts/people/order.ts';
import { orderOf } from '../parts/people/order.ts';
import type { WidgetWords } from '../words/widget-words.ts';
import { details, element, paragraph } from './elements.ts';
import { type GeneRow, personItem } from './person-item.ts';
import type { WidgetQuestion } from './question.ts';

/** The number of people that are shown at first, and that each press of the button adds. */
const SHOWN_AT_FIRST = 100;

type List = {
  readonly element: HTMLElement;
  readonly isEmpty: boolean;
  add(originKey: string, genes: readonly GeneRow['content'][]): void;
};

export function peopleList(question: WidgetQuestion, words: WidgetWords, placeOfTaxon: PlaceOfTaxon): List {
  const { person } = words;
  const rows: GeneRow[] = [];
  const items = new Map<GeneRow, HTMLElement>();
  const list = element('ol', { role: 'list', 'aria-labelledby': 'caption' });
  const more = element('button', { type: 'button' });
  const order = details({}, person.whyOrder, paragraph(person.rule), paragraph(person.legend));
  const all = element('div', {}, element('p', { id: 'caption' }, words.caption(question.symbol)), list, more, order);
  let most = SHOWN_AT_FIRST;
  all.hidden = true;
  more.addEventListener('click', () => {
    const next = most;
    most += SHOWN_AT_FIRST;
    paint();
    // The button may be hidden now, so the focus moves to the first new person.
    list.children[next]?.querySelector<HTMLElement>('a, summary')?.focus();
  });

  function paint(): void {
    const found = peopleOf(rows);
    const shown = found.slice(0, most).map((person) => {
      const [first] = person.records;
      const item = items.get(first) ?? personItem(person, question.base, words);
      items.set(first, item);
      return item;
    });
    for (const item of list.querySelectorAll<HTMLElement>(':scope > li')) if (!shown.includes(item)) item.remove();
    // People who are listed already are not moved: a link keeps the focus, and what is open stays open.
    for (const [at, item] of shown.entries()) {
      if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null);
    }
    const left = found.length - shown.length;
    more.hidden = left === 0;
    more.textContent = person.showMore(Math.min(left, SHOWN_AT_FIRST), left);
    all.hidden = found.length === 0;
  }

  return {
    element: all,
    get isEmpty() {
      return rows.length === 0;
    },
    add(originKey, genes) {
      for (const [place, content] of genes.entries()) {
        const id = `${rows.length}`;
        rows.push({ id, originKey, place, order: orderOf(content, placeOfTaxon, question.taxonId), content });
      }
      paint();
    },
  };
}
