/** The rows of a search while registries answer one after the other: each is shown or offered, and no row moves what the reader sees. */

import type { Origin, Plan } from '../../../client/answers.ts';
import { comparePlaced, type Person, peopleOf } from '../../../domain/people/people.ts';
import type { Row } from '../../people/order.ts';
import { button, byId } from '../page.ts';
import { focusPerson, placeItems } from './keep-place.ts';

type PlannedOrigin = Plan['origins'][number];

export type PartsShown<Content> = {
  /** The registries that are asked, in the order of the plan. */
  readonly plan: readonly PlannedOrigin[];
  /** The states of the registries that have a result so far. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Whether the settle window is still open: answers within it are shown together. */
  readonly isSettling: boolean;
  readonly isEnded: boolean;
  /** Whether the connection broke before the end: registries without a result can be asked again. */
  readonly isBroken: boolean;
  /** The registries that were asked again. Their new results replace those of the last line of the stream. */
  readonly again: ReadonlySet<string>;
  /** The rows in the list, in the order of the page. */
  readonly shown: readonly Row<Content>[];
  /** Waiting rows, by origin: for the end of the settle window, and after it for the reader. */
  readonly waiting: ReadonlyMap<string, readonly Row<Content>[]>;
};

/** An offer to show waiting people; `count` is the number of people. */
export type Offer = { key: string; origin: string; count: number };
/** Whether a person may be added to the list at once: the reader has not begun to read, or nothing visible would move. */
export type IsPlaced<Content> = (person: Person<Row<Content>>) => boolean;

export const NOTHING_YET: PartsShown<never> = {
  plan: [],
  origins: new Map(),
  isSettling: true,
  isEnded: false,
  isBroken: false,
  again: new Set(),
  shown: [],
  waiting: new Map(),
};

/** Adds the plan of the answer, its first line. */
export function planned<Content>(arrivals: PartsShown<Content>, plan: readonly PlannedOrigin[]): PartsShown<Content> {
  return { ...arrivals, plan };
}

/**
 * Adds the answer of an origin. The last answer ends the settle window. While the reader reads, people are only added to
 * the list if nothing visible moves; others wait for the reader.
 */
export function arrived<Content>(
  arrivals: PartsShown<Content>,
  origin: Origin,
  rows: readonly Row<Content>[],
  isPlaced: IsPlaced<Content> = () => false,
): PartsShown<Content> {
  const origins = new Map(arrivals.origins).set(origin.key, origin);
  const isRead = !arrivals.isSettling && arrivals.shown.length > 0;
  const people = peopleOf(rows);
  const placed = isRead ? recordsOf(people.filter(isPlaced)) : [];
  const others = placed.length === 0 ? rows : recordsOf(people.filter((person) => !isPlaced(person)));
  const waiting = others.length === 0 ? arrivals.waiting : new Map(arrivals.waiting).set(origin.key, others);
  const shown = placed.length === 0 ? arrivals.shown : [...arrivals.shown, ...placed].toSorted(comparePlaced);
  const next = { ...arrivals, origins, waiting, shown };
  const isLast = arrivals.plan.every(({ key }) => origins.has(key));
  if (arrivals.isSettling) return isLast ? settled(next) : next;
  // Nobody reads an empty list, so nothing would move.
  return isRead ? next : showWaiting(next);
}

function recordsOf<Content>(people: readonly Person<Row<Content>>[]): Row<Content>[] {
  return people.flatMap(({ records }) => records);
}

/** Ends the settle window. */
export function settled<Content>(arrivals: PartsShown<Content>): PartsShown<Content> {
  return arrivals.isSettling ? showWaiting({ ...arrivals, isSettling: false }) : arrivals;
}

/** Ends the stream before its end; registries without a result can be asked again. */
export function brokenOff<Content>(arrivals: PartsShown<Content>): PartsShown<Content> {
  return { ...settled(arrivals), isBroken: true };
}

/** Shows the waiting rows, because the reader asked for it. */
export function showWaiting<Content>(arrivals: PartsShown<Content>): PartsShown<Content> {
  const rows = [...arrivals.waiting.values()].flat();
  return { ...arrivals, shown: [...arrivals.shown, ...rows].toSorted(comparePlaced), waiting: new Map() };
}

/** Ends the answer; no more rows arrive. */
export function ended<Content>(arrivals: PartsShown<Content>, origins: readonly Origin[]): PartsShown<Content> {
  const { again, origins: known } = arrivals;
  const latest = origins.map(
    (origin) => [origin.key, (again.has(origin.key) && known.get(origin.key)) || origin] as const,
  );
  // The last line also names the origins that were omitted.
  return { ...settled(arrivals), plan: origins, origins: new Map(latest), isEnded: true };
}

/** Replaces the answer of an origin that the reader asked again. A broken answer is whole when no result is missing. */
export function retried<Content>(
  arrivals: PartsShown<Content>,
  origin: Origin,
  rows: readonly Row<Content>[],
): PartsShown<Content> {
  const waiting = new Map(arrivals.waiting);
  waiting.delete(origin.key);
  const others = arrivals.shown.filter(({ originKey }) => originKey !== origin.key);
  const shown = [...others, ...rows].toSorted(comparePlaced);
  const origins = new Map(arrivals.origins).set(origin.key, origin);
  const isEnded = arrivals.isEnded || (arrivals.isBroken && arrivals.plan.every(({ key }) => origins.has(key)));
  return { ...arrivals, shown, waiting, origins, isEnded, again: new Set(arrivals.again).add(origin.key) };
}

/** Returns the offers in the order of the plan. */
export function offersOf({ isSettling, waiting, plan }: PartsShown<unknown>): Offer[] {
  if (isSettling) return [];
  return plan.flatMap(({ key, origin }) => {
    const count = peopleOf(waiting.get(key) ?? []).length;
    return count === 0 ? [] : [{ key, origin, count }];
  });
}

/** Returns the origins with a result so far, in the order of the plan. */
export function originsOf({ plan, origins }: Pick<PartsShown<unknown>, 'plan' | 'origins'>): Origin[] {
  return plan.flatMap(({ key }) => origins.get(key) ?? []);
}

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
    const options = { preventScroll: !isByKeyboard };
    if (first === undefined) byId('results-title').focus(options);
    else focusPerson(first, options);
  }

  return {
    paint(text) {
      offer.textContent = text || '';
      placeItems(byId('offers'), text ? [offer] : []);
    },
  };
}
