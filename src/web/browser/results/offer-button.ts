/** The button above a list that shows the people who have arrived while somebody reads. */

import { button, byId } from '../page.ts';
import { placeItems } from './keep-place.ts';

/** @param show shows them in `list` */
export function offerButton(list: HTMLElement, show: () => void): { paint(text: string | false): void } {
  /** The button is always the same element, because it may have the focus when more people arrive. */
  const offer = button('', () => showAndGoThere(offer.matches(':focus-visible')));

  function showAndGoThere(isByKeyboard: boolean): void {
    const before = new Set(list.querySelectorAll('.person'));
    show();
    const after = [...list.querySelectorAll('.person')];
    const first = after.find((person) => !before.has(person));
    for (const person of after) person.classList.toggle('is-new', !before.has(person));
    // The facets may exclude all new people.
    const next = first?.querySelector<HTMLElement>('.name') ?? byId('results-title');
    next.focus({ preventScroll: !isByKeyboard });
  }

  return {
    paint(text) {
      offer.textContent = text || '';
      placeItems(byId('offers'), text ? [offer] : []);
    },
  };
}
