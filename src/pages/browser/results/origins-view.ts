/** Shows the state of each registry: its chip, its line behind "Details", and the completeness of the answer. */

import type { Origin } from '../../../domain/federation/origin.ts';
import type { View } from '../../parts/view.ts';
import { originLine } from '../../people/origins-lines.ts';
import { barState, originChip, outstandingChip } from '../../people/state-bar.ts';
import type { Words } from '../../words/words.ts';
import { byId, elementsOf } from '../page.ts';
import { originsOf, type PartsShown } from './arrivals.ts';
import { placeItems } from './keep-place.ts';

type ShownOrigins = Pick<PartsShown<never>, 'plan' | 'origins' | 'isEnded' | 'isBroken'>;
/** Returns how many people of a registry have arrived. */
type PeopleAt = (originKey: string) => number;
type OriginsView = { paint(shown: ShownOrigins, peopleAt: PeopleAt): void };

export function originsView(view: View): OriginsView {
  const chips = new Map<string, { origin: Origin | undefined; isBroken: boolean; chip: HTMLElement }>();

  function chipFor(
    one: ShownOrigins['plan'][number],
    { origins, isBroken }: ShownOrigins,
    peopleAt: PeopleAt,
  ): HTMLElement {
    const { key } = one;
    const origin = origins.get(key);
    const known = chips.get(key);
    if (known !== undefined && known.origin === origin && known.isBroken === isBroken) return known.chip;
    const retryHref = addressOfOne(key);
    const [chip] = elementsOf([
      origin === undefined
        ? outstandingChip(one, view, { retryHref: isBroken ? retryHref : undefined })
        : originChip(origin, view, { people: peopleAt(key), retryHref }),
    ]);
    if (chip === undefined) throw new Error('An origin has no chip.');
    takeOverFocus(known?.chip, chip);
    chips.set(key, { origin, isBroken, chip });
    return chip;
  }

  return {
    paint(shown, peopleAt) {
      const { plan, isEnded, isBroken } = shown;
      if (plan.length === 0) return;
      const origins = originsOf(shown);
      placeItems(
        byId('origins'),
        plan.map((one) => chipFor(one, shown, peopleAt)),
      );
      byId('origin-lines').replaceChildren(...elementsOf(origins.map((origin) => originLine(origin, view))));
      byId('state').dataset.state = isEnded ? barState(origins) : isBroken ? 'incomplete' : 'asking';
    },
  };
}

/** Returns the address of the same search at one registry, for readers who open it in another window. */
function addressOfOne(key: string): string {
  const address = new URL(location.href);
  address.searchParams.delete('origins');
  address.searchParams.append('origins', key);
  return address.href;
}

/** Keeps the keyboard focus at the chip of a registry that is asked again. */
function takeOverFocus(from: HTMLElement | undefined, to: HTMLElement): void {
  if (from === undefined || !from.contains(document.activeElement)) return;
  queueMicrotask(() => {
    const next = to.querySelector<HTMLElement>('a');
    if (next === null) to.tabIndex = -1;
    (next ?? to).focus({ preventScroll: true });
  });
}

/** @param askAgain resolves when the result of the registry is shown */
export function retryLinks(words: Words, askAgain: (originKey: string) => Promise<void>): void {
  byId('origins').addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-retry]') : null;
    // With a modifier key, the link opens in another window.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // Loaded on demand, because few answers lack a registry.
    void import('./asking-link.ts').then(({ whileAsking }) => whileAsking(link, words, askAgain));
  });
}
