/** What a reader narrows, sorts and turns the list with: the form and the links of the page, taken over where it runs. */

import { fold } from '../../../domain/folding.ts';
import { FACETS } from '../../../domain/people/facets.ts';
import { facetParameter, type ListView, readListView } from '../../parts/people/list-view.ts';
import type { Words } from '../../words/words.ts';
import { announce, byId } from '../page.ts';

type ListControls = {
  words: Words;
  /** Shows the list in this way, and takes the reader to its address. */
  lookAt(listView: ListView, address: string): void;
  addressOf(listView: ListView): string;
  narrow(text: string): void;
};

/** So long nothing is typed before it is said how many people are left. */
const QUIET_MS = 600;

export function listControls({ words, lookAt, addressOf, narrow }: ListControls): void {
  byId('facets').addEventListener('change', ({ target }) => {
    const form = target instanceof HTMLInputElement ? target.form : null;
    if (form === null || !form.matches('.facets')) return;
    const params = new URLSearchParams(location.search);
    for (const facet of FACETS) params.delete(facetParameter(facet));
    const ticked = form.querySelectorAll<HTMLInputElement>('input[type=checkbox]:checked');
    for (const { name, value } of ticked) params.append(name, value);
    const listView = readListView(params);
    lookAt(listView, addressOf(listView));
  });
  byId('results').addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a:is([data-list], [data-narrow])')
        : null;
    // With a key held down, it opens in a window of its own.
    if (link === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    lookAt(readListView(new URL(link.href).searchParams), link.href);
  });
  byId('facet-form').before(narrowingField(words, narrow));
}

/** Of a page that the server wrote, those who stand on it. */
export function narrowPage(words: Words): void {
  const count = byId('count');
  const whole = count.textContent;
  const people = [...byId('people').querySelectorAll<HTMLElement>('.person')];
  const narrow = (text: string) => {
    const wanted = fold(text.trim());
    for (const person of people) person.hidden = !fold(readIn(person)).includes(wanted);
    const left = people.filter(({ hidden }) => !hidden).length;
    count.textContent = left === people.length ? whole : words.people.narrowed(left, people.length);
  };
  byId('facet-form').before(narrowingField(words, narrow));
}

/** Without links that are all alike, and what is folded away: nobody sees why such a person would stay. */
function readIn(person: HTMLElement): string {
  const shown = person.cloneNode(true) as HTMLElement;
  for (const one of shown.querySelectorAll('details, .write, .access')) one.remove();
  return shown.textContent ?? '';
}

function narrowingField({ people }: Words, narrow: (text: string) => void): HTMLElement {
  const field = document.createElement('p');
  field.className = 'field narrow';
  const label = document.createElement('label');
  label.htmlFor = 'narrow';
  label.textContent = people.contains;
  const input = document.createElement('input');
  input.id = 'narrow';
  input.type = 'search';
  input.autocomplete = 'off';
  let timer: ReturnType<typeof setTimeout> | undefined;
  input.addEventListener('input', () => {
    narrow(input.value);
    clearTimeout(timer);
    timer = setTimeout(() => announce(byId('count').textContent ?? ''), QUIET_MS);
  });
  field.append(label, input);
  return field;
}
