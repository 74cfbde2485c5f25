/** Which columns a reader wants in a table of people, kept in their browser. */

import { COLUMNS, type ListColumn } from '../../parts/people/list-view.ts';
import type { Words } from '../../words/words.ts';
import { byId } from '../page.ts';

const STORED_AS = 'columns-left-out';
/** Without these a row is nobody. */
const ALWAYS: readonly ListColumn[] = ['name', 'act'];

/** A menu for the bar of tools; the style shows it beside a table alone. */
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
    // Some readers let no page keep anything: they choose anew each time.
    return [];
  }
}

function keep(hidden: readonly string[]): void {
  try {
    localStorage.setItem(STORED_AS, hidden.join(' '));
  } catch {
    // As above.
  }
}
