/** Runs of people of one registry with withheld names, which a list of cards folds. Each stays a person of their own. */

import { type Html, html } from '../parts/html.ts';
import type { Words } from '../words/words.ts';
import type { FoundPerson } from './found-people.ts';

const FEWEST_FOLDED = 3;

/**
 * Returns the items of a list, those of each run as one item.
 *
 * @param items the item of each person
 * @param fold makes one item of those of a run
 */
export function withRuns<Item>(
  people: readonly FoundPerson[],
  items: readonly Item[],
  fold: (own: readonly Item[], registry: string) => Item,
): Item[] {
  const folded: Item[] = [];
  for (let from = 0; from < items.length; ) {
    const first = people[from];
    let to = from + 1;
    while (isOfRun(first, people[to])) to += 1;
    const own = items.slice(from, to);
    if (first === undefined || own.length < FEWEST_FOLDED) folded.push(...own);
    else folded.push(fold(own, first.owner.origin));
    from = to;
  }
  return folded;
}

function isOfRun(first: FoundPerson | undefined, next: FoundPerson | undefined): boolean {
  return first?.anonymousId !== undefined && next?.anonymousId !== undefined && first.originKey === next.originKey;
}

export function foldedRun(items: readonly Html[], registry: string, { people }: Pick<Words, 'people'>): Html {
  return html`<li class="run"><details><summary><bdi>${people.withheldRun(items.length, registry)}</bdi></summary><ol class="cards">${items}</ol></details></li>`;
}
