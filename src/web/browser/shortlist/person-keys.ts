/** Keys for the person who has the focus: `x` ticks, `w` writes; `d` drafts a message to everybody who is ticked. */

import { keysHelp } from '../../parts/message/keys-help.ts';
import type { View } from '../../parts/view.ts';
import { elementsOf } from '../page.ts';
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

function currentPerson(): Element | null {
  return document.activeElement?.closest('.person') ?? null;
}

/** At the foot of the page: which keys there are, and the switch for them. */
export function showKeys(view: View): void {
  const foot = document.querySelector('body > footer');
  foot?.append(...elementsOf([keysHelp(view, areKeysOn())]));
  foot?.addEventListener('change', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.id !== 'keys-on') return;
    switchKeys(target.checked);
    target.checked = areKeysOn();
  });
}
