/** The items of a list of cards with their runs of withheld names folded. A run that stays is the same element, open or closed. */

import type { FoundPerson } from '../../people/found-people.ts';
import { foldedRun, withRuns } from '../../people/withheld-runs.ts';
import type { Words } from '../../words/words.ts';
import { elementsOf } from '../page.ts';
import { placeItems } from './keep-place.ts';

/** @param items the element of each person */
export function foldedItems(
  people: readonly FoundPerson[],
  items: readonly HTMLElement[],
  words: Pick<Words, 'people'>,
): HTMLElement[] {
  const taken = new Set<Element>();
  return withRuns(people, items, (own, registry) => {
    const known = own.map((item) => item.closest<HTMLElement>('.run')).find((run) => run && !taken.has(run));
    const [run = known] = known ? [] : elementsOf([foldedRun([], registry, words)]);
    const list = run?.querySelector('ol');
    const name = run?.querySelector('bdi');
    if (!run || !list || !name) throw new Error('A run has no list.');
    taken.add(run);
    name.textContent = words.people.withheldRun(own.length, registry);
    placeItems(list, own);
    return run;
  });
}
