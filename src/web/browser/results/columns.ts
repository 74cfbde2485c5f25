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
  const leftOut = new Set(kept());
  const offered = COLUMNS.filter((column) => !ALWAYS.includes(column) && (kind === 'genes' || column !== 'genes'));
  list.append(...offered.map((column) => choice(people.column[column], column, leftOut)));
  menu.append(title, list);
  apply(leftOut);
  return menu;
}

function choice(label: string, column: ListColumn, leftOut: Set<string>): HTMLElement {
  const item = document.createElement('li');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.checked = !leftOut.has(column);
  box.addEventListener('change', () => {
    if (box.checked) leftOut.delete(column);
    else leftOut.add(column);
    apply(leftOut);
    keep([...leftOut]);
  });
  const line = document.createElement('label');
  line.append(box, ` ${label}`);
  item.append(line);
  return item;
}

function apply(leftOut: ReadonlySet<string>): void {
  byId('people').dataset.without = [...leftOut].join(' ');
}

function kept(): string[] {
  try {
    return (localStorage.getItem(STORED_AS) ?? '').split(' ').filter((name) => name !== '');
  } catch {
    // Some readers let no page keep anything: they choose anew each time.
    return [];
  }
}

function keep(leftOut: readonly string[]): void {
  try {
    localStorage.setItem(STORED_AS, leftOut.join(' '));
  } catch {
    // As above.
  }
}
