/** Sorting and narrowing of the rows that are there, by what can be read in them. */

import type { Words } from '../../words/words.ts';
import { announce, byId } from '../page.ts';

export type Arrangement = {
  /** These rows as the reader wants them: all of them in their own order, to begin with. */
  arranged(rows: readonly HTMLElement[]): readonly HTMLElement[];
};

/** So long nothing is typed before it is said how many rows are left. */
const QUIET_MS = 600;

type Direction = 'ascending' | 'descending';
/** The next press of the same title. At the end stands the order of the answer. */
const NEXT = { ascending: 'descending', descending: undefined } as const;

/** Makes the titles of the columns buttons that sort, and adds a field that narrows. `change` is called for both. */
export function arrangement(words: Words, change: () => void): Arrangement {
  const collator = new Intl.Collator(words.lang, { numeric: true });
  let sorted: { column: number; direction: Direction } | undefined;
  let contains = '';
  let timer: ReturnType<typeof setTimeout> | undefined;

  const titles = [...document.querySelectorAll<HTMLElement>('#result-table thead th')];
  // The last column holds links, all alike.
  for (const [column, title] of titles.slice(0, -1).entries()) {
    const press = document.createElement('button');
    press.type = 'button';
    press.append(...title.childNodes);
    press.addEventListener('click', () => {
      const direction = sorted?.column === column ? NEXT[sorted.direction] : 'ascending';
      sorted = direction === undefined ? undefined : { column, direction };
      for (const other of titles) other.removeAttribute('aria-sort');
      if (direction !== undefined) title.setAttribute('aria-sort', direction);
      change();
    });
    title.append(press);
  }

  byId('tools').append(
    narrowingField(words, (text) => {
      contains = folded(text.trim());
      change();
      clearTimeout(timer);
      timer = setTimeout(() => announce(byId('caption').textContent), QUIET_MS);
    }),
  );

  return {
    arranged(rows) {
      const kept = contains === '' ? rows : rows.filter((row) => folded(readIn(row)).includes(contains));
      if (sorted === undefined) return kept;
      const { column, direction } = sorted;
      const sign = direction === 'ascending' ? 1 : -1;
      return kept.toSorted((a, b) => sign * collator.compare(textAt(a, column), textAt(b, column)));
    },
  };
}

function narrowingField({ filterRows }: Words, narrow: (text: string) => void): HTMLElement {
  const field = document.createElement('p');
  field.className = 'field narrow';
  const label = document.createElement('label');
  label.htmlFor = 'narrow';
  label.textContent = filterRows;
  const input = document.createElement('input');
  input.id = 'narrow';
  input.type = 'search';
  input.autocomplete = 'off';
  input.addEventListener('input', () => narrow(input.value));
  field.append(label, input);
  return field;
}

/** Only the first piece of a cell is what its column is about; a glance at the person stands behind it. */
function textAt(row: HTMLElement, column: number): string {
  return row.children[column]?.firstElementChild?.textContent ?? row.children[column]?.textContent ?? '';
}

/** All but the last cell, whose links are all alike, and what is folded away: nobody sees why such a row would stay. */
function readIn(row: HTMLElement): string {
  const pieces = [...row.children].slice(0, -1).flatMap(({ childNodes }) => [...childNodes]);
  return pieces
    .filter((piece) => !(piece instanceof HTMLDetailsElement) || piece.open)
    .map(({ textContent }) => textContent)
    .join(' ');
}

/** `mull` finds Müller. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
