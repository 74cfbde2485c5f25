/** The menu of the columns of the table of people; the browser stores the choice. */

import { COLUMNS, type ListColumn } from '../../parts/list-view.ts';
import type { Words } from '../../words/words.ts';
import { byId } from '../page.ts';

const STORED_AS = 'columns-left-out';
/** Every row needs these columns; without them it identifies no person. */
const ALWAYS: readonly ListColumn[] = ['name', 'act'];

/** Returns the menu for the toolbar; the style shows it only beside a table. */
export function columnsMenu({ people }: Words, kind: 'genes' | 'users'): HTMLElement {
  const menu = document.createElement('details');
  menu.id = 'columns';
  menu.className = 'menu';
  const title = document.createElement('summary');
  title.className = 'tool';
  title.textContent = people.columns;
  const list = document.createElement('ul');
  const hidden = new Set(storedColumns());
  const offered = COLUMNS.filter((column) => !ALWAYS.includes(column) && (kind === 'genes' || column !== 'genes'));
  list.append(...offered.map((column) => choice(people.column[column], column, hidden)));
  menu.append(title, list);
  apply(hidden);
  return menu;
}

function choice(label: string, column: ListColumn, hidden: Set<string>): HTMLElement {
  const item = document.createElement('li');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = !hidden.has(column);
  box.addEventListener('change', () => {
    if (box.checked) hidden.delete(column);
    else hidden.add(column);
    apply(hidden);
    keep([...hidden]);
  });
  const line = document.createElement('label');
  line.append(box, ` ${label}`);
  item.append(line);
  return item;
}

function apply(hidden: ReadonlySet<string>): void {
  byId('people').dataset.without = [...hidden].join(' ');
}

function storedColumns(): string[] {
  try {
    return (localStorage.getItem(STORED_AS) ?? '').split(' ').filter((name) => name !== '');
  } catch {
    // Without storage, the choice lasts only as long as the page.
    return [];
  }
}

function keep(hidden: readonly string[]): void {
  try {
    localStorage.setItem(STORED_AS, hidden.join(' '));
  } catch {
    // Without storage, nothing is stored.
  }
}
