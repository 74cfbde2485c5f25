/** Keyboard shortcuts for the person who has the focus: `x` ticks, `w` writes; `d` drafts a message to all who are ticked. */

import { areKeysOn, isSingleKey, switchKeys } from '../single-keys.ts';

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
  const person = currentPerson() ?? document.querySelector('#people .person:not([hidden])');
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
