/** Adds a checkbox to each person of a list, also to those who arrive later, in their `.person .tick`. */

import { keyOf, MOST_CHOSEN, withChosen, withoutChosen } from '../../../domain/contact/shortlist.ts';
import { calledOf } from '../../parts/message/contact-links.ts';
import type { View } from '../../parts/view.ts';
import { shownPerson } from './shown-person.ts';
import type { StoredShortlist } from './stored-shortlist.ts';

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
