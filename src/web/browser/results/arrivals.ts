/** What is on the page while registries answer one after the other: shown, or offered, and never pushed. */

import type { Origin, Plan } from '../../../client/federated-answers.ts';
import { comparePlaced, type Person, peopleOf } from '../../../domain/people/people.ts';
import type { Row } from '../../parts/people/order.ts';

type PlannedOrigin = Plan['origins'][number];

export type PartsShown<Content> = {
  /** Everybody that the question went to, in the order of the plan. */
  readonly plan: readonly PlannedOrigin[];
  /** What became of each of them, as far as known. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Nothing is shown yet: answers that come together are shown together. */
  readonly isSettling: boolean;
  readonly isEnded: boolean;
  /** The registries that were asked again; what they say then is newer than what the end says of them. */
  readonly again: ReadonlySet<string>;
  /** In the order of the page. */
  readonly shown: readonly Row<Content>[];
  /** Rows that wait, by origin: for the settle window while settling, else for the reader. */
  readonly waiting: ReadonlyMap<string, readonly Row<Content>[]>;
};

/** `count` is of people. */
export type Offer = { key: string; origin: string; count: number };
/** Whether somebody may be put into their place at once: nobody reads yet, or nothing that can be seen would move. */
export type IsPlaced<Content> = (person: Person<Row<Content>>) => boolean;

export const NOTHING_YET: PartsShown<never> = {
  plan: [],
  origins: new Map(),
  isSettling: true,
  isEnded: false,
  again: new Set(),
  shown: [],
  waiting: new Map(),
};

export function planned<Content>(arrivals: PartsShown<Content>, plan: readonly PlannedOrigin[]): PartsShown<Content> {
  return { ...arrivals, plan };
}

/**
 * One origin answered. With the last of them nothing remains to be waited for. People that come while others are read
 * are put in their places where that moves nothing, else they wait for the reader.
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
  // Nobody reads an empty list, so nothing is moved.
  return isRead ? next : showWaiting(next);
}

function recordsOf<Content>(people: readonly Person<Row<Content>>[]): Row<Content>[] {
  return people.flatMap(({ records }) => records);
}

/** The settle window is over. */
export function settled<Content>(arrivals: PartsShown<Content>): PartsShown<Content> {
  return arrivals.isSettling ? showWaiting({ ...arrivals, isSettling: false }) : arrivals;
}

/** The reader wants to see what is offered. */
export function showWaiting<Content>(arrivals: PartsShown<Content>): PartsShown<Content> {
  const rows = [...arrivals.waiting.values()].flat();
  return { ...arrivals, shown: [...arrivals.shown, ...rows].toSorted(comparePlaced), waiting: new Map() };
}

/** The answer is whole: nobody else will come. */
export function ended<Content>(arrivals: PartsShown<Content>, origins: readonly Origin[]): PartsShown<Content> {
  const { again, origins: known } = arrivals;
  const latest = origins.map(
    (origin) => [origin.key, (again.has(origin.key) && known.get(origin.key)) || origin] as const,
  );
  // The end names those too that were left out.
  return { ...settled(arrivals), plan: origins, origins: new Map(latest), isEnded: true };
}

/** One origin was asked again, because the reader wished it: its new answer takes the place of the one before. */
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
  return { ...arrivals, shown, waiting, origins, again: new Set(arrivals.again).add(origin.key) };
}

/** What can be shown at the reader's wish, in the order of the plan. */
export function offersOf({ isSettling, waiting, plan }: PartsShown<unknown>): Offer[] {
  if (isSettling) return [];
  return plan.flatMap(({ key, origin }) => {
    const count = peopleOf(waiting.get(key) ?? []).length;
    return count === 0 ? [] : [{ key, origin, count }];
  });
}

/** Those that have answered, or have not, in the order of the plan. */
export function originsOf({ plan, origins }: PartsShown<unknown>): Origin[] {
  return plan.flatMap(({ key }) => origins.get(key) ?? []);
}
