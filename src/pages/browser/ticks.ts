/** Ticks beside the people of a list, also of those who arrive later (in their `.person .tick`), and keyboard shortcuts for the person who has the focus: `x` ticks, `w` writes, `d` drafts a message to all who are ticked. */

import { type Chosen, keyOf, MOST_CHOSEN, withChosen, withoutChosen } from '../../domain/contact/shortlist.ts';
import type { View } from '../parts/view.ts';
import { calledOf } from '../shortlist/contact-links.ts';
import { areKeysOn, isSingleKey, switchKeys } from './single-keys.ts';
import type { StoredShortlist } from './stored-shortlist.ts';

type PersonKeysOptions = {
  /** Opens the draft of a message to the shortlist, unless it is empty. */
  draft(): void;
  boxOf(person: Element): HTMLInputElement | null;
};

export function personKeys({ draft, boxOf }: PersonKeysOptions): void {
  document.addEventListener('keydown', (event) => {
    if (!isSingleKey(event)) return;
    if (event.key === 'd') draft();
    else if (event.key === 'x') tick(boxOf);
    else if (event.key === 'w') currentPerson()?.querySelector<HTMLElement>('a.write, a.access')?.click();
    else return;
    event.preventDefault();
  });
}

/** Ticks the current person. Without one, it is the first person of the list, who gets the focus. */
function tick(boxOf: PersonKeysOptions['boxOf']): void {
  const person = currentPerson() ?? document.querySelector('#people .person:not([hidden], details:not([open]) *)');
  if (person === null) return;
  if (!person.contains(document.activeElement)) person.querySelector<HTMLElement>('.name')?.focus();
  boxOf(person)?.click();
}

/** Returns the person who has the focus, or the person of the profile page. */
function currentPerson(): Element | null {
  return document.activeElement?.closest('.person') ?? document.querySelector('#content > .profile.person');
}

/** Connects the switch in the list with the setting of the shortcuts. */
export function keysSwitch(): void {
  // The switch may belong to a later search, so the listener is on the document.
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const box = target instanceof Element ? target.querySelector<HTMLInputElement>('#keys-on') : null;
      if (box !== null) box.checked = areKeysOn();
    },
    { capture: true },
  );
  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== 'keys-on') return;
    switchKeys(target.checked);
    target.checked = areKeysOn();
  });
}

/** How long an anonymous id can be used: an hour at every registry, minus the time for which an answer may have been cached. */
const REFERENCE_MS = 55 * 60_000;
const REFERENCE = /\/by-anonymous-id\/([^/?]+)\//;

/** Returns the person; undefined if they have neither an id nor an anonymous id. @param at when the element arrived, in ms */
export function shownPerson(element: HTMLElement, at: number): Chosen | undefined {
  const { origin = '' } = element.dataset;
  const textOf = (selector: string) => element.querySelector(selector)?.textContent.trim() ?? '';
  const named = element.dataset.person?.slice(origin.length + 1);
  const reference = REFERENCE.exec(element.querySelector('a.access')?.getAttribute('href') ?? '')?.[1];
  const person = named ?? (reference === undefined ? undefined : decodeURIComponent(reference));
  if (origin === '' || person === undefined || person === '') return undefined;
  return {
    origin,
    registry: textOf('.registry bdi'),
    person,
    expires: named === undefined ? new Date(at + REFERENCE_MS).toISOString() : '',
    name: named === undefined ? '' : textOf('.name bdi'),
    organisation: textOf('.place bdi'),
    gene: textOf('.organism i'),
    organism: textOf('.organism .visually-hidden'),
    search: document.getElementById('results')?.dataset.query ?? element.dataset.query ?? '',
    at: new Date().toISOString(),
    note: '',
  };
}

type TicksOptions = { shortlist: StoredShortlist; view: View; say(sentence: string): void };

/** Returns a function that returns the checkbox of a person, also of one who has just arrived. */
export function ticks({ shortlist, view, say }: TicksOptions): { boxOf(person: Element): HTMLInputElement | null } {
  const { words } = view;
  const arrivedAt = new WeakMap<HTMLElement, number>();
  let isPlanned = false;

  function personOf(box: Element) {
    const element = box.closest<HTMLElement>('.person');
    return element === null ? undefined : shownPerson(element, arrivedAt.get(element) ?? Date.now());
  }

  function fill(): void {
    isPlanned = false;
    const chosen = new Set(shortlist.list().map(keyOf));
    for (const room of document.querySelectorAll<HTMLElement>('.person .tick:empty')) {
      const element = room.closest<HTMLElement>('.person');
      if (element !== null && !arrivedAt.has(element)) arrivedAt.set(element, Date.now());
      const person = personOf(room);
      if (person === undefined) continue;
      const box = document.createElement('input');
      box.type = 'checkbox';
      box.ariaLabel = words.message.choose(calledOf(person, words));
      box.checked = chosen.has(keyOf(person));
      room.append(box);
    }
  }

  function sync(): void {
    const chosen = new Set(shortlist.list().map(keyOf));
    for (const box of document.querySelectorAll<HTMLInputElement>('.person .tick input')) {
      const person = personOf(box);
      if (person !== undefined) box.checked = chosen.has(keyOf(person));
    }
  }

  document.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.person .tick input')) return;
    const person = personOf(target);
    if (person === undefined) return;
    const next = target.checked ? withChosen(shortlist.list(), person) : withoutChosen(shortlist.list(), keyOf(person));
    if (next === undefined) {
      target.checked = false;
      say(words.message.full(MOST_CHOSEN));
      return;
    }
    const isStored = shortlist.keep(next);
    const sentenceOf = target.checked ? words.message.chosen : words.message.removed;
    const sentence = sentenceOf(calledOf(person, words), next.length);
    say(isStored ? sentence : `${sentence} ${words.message.notStored}`);
  });

  shortlist.onChange(sync);
  new MutationObserver(() => {
    if (isPlanned) return;
    isPlanned = true;
    requestAnimationFrame(fill);
  }).observe(document.body, { childList: true, subtree: true });
  fill();
  return {
    boxOf(person) {
      fill();
      return person.querySelector('.tick input');
    },
  };
}
