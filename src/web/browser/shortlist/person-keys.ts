/** Keys for the person who has the focus: `x` ticks, `w` writes; `d` drafts a message to everybody who is ticked. */

import { areKeysOn, isSingleKey, switchKeys } from '../single-keys.ts';

type PersonKeysOptions = {
  /** Of a message to the shortlist, if there is anybody on it. */
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

/** Where nobody has the focus, the first person of the list is meant, who gets it. */
function tick(boxOf: PersonKeysOptions['boxOf']): void {
  const person = currentPerson() ?? document.querySelector('#people .person:not([hidden])');
  if (person === null) return;
  if (!person.contains(document.activeElement)) person.querySelector<HTMLElement>('.name')?.focus();
  boxOf(person)?.click();
}

/** Who has the focus; on the page of a profile, whose it is. */
function currentPerson(): Element | null {
  return document.activeElement?.closest('.person') ?? document.querySelector('#content > .profile.person');
}

/** The switch of the list shows whether keys are on, and turns them. */
export function keysSwitch(): void {
  // What is unfolded may have come with another search.
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
