/** What is on the page while registries answer one after the other: shown, or offered, and never pushed. */

import type { Origin, Plan } from '../../../client/federated-answers.ts';
import { compareRows, type Row } from './order.ts';

type Asked = Plan['origins'][number];

export type Arrivals<Content> = {
  /** Everybody that the question went to, in the order of the plan. */
  readonly asked: readonly Asked[];
  /** What became of each of them, as far as known. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Nothing is shown yet: answers that come together are shown together. */
  readonly isSettling: boolean;
  readonly isEnded: boolean;
  /** In the order of the page. */
  readonly shown: readonly Row<Content>[];
  /** Rows that wait, by origin: for the settle window while settling, else for the reader. */
  readonly waiting: ReadonlyMap<string, readonly Row<Content>[]>;
};

export type Offer = { key: string; origin: string; count: number };

export const NOTHING_YET: Arrivals<never> = {
  asked: [],
  origins: new Map(),
  isSettling: true,
  isEnded: false,
  shown: [],
  waiting: new Map(),
};

export function planned<Content>(arrivals: Arrivals<Content>, asked: readonly Asked[]): Arrivals<Content> {
  return { ...arrivals, asked };
}

/** One origin answered. With the last of them nothing remains to be waited for. */
export function arrived<Content>(
  arrivals: Arrivals<Content>,
  origin: Origin,
  rows: readonly Row<Content>[],
): Arrivals<Content> {
  const origins = new Map(arrivals.origins).set(origin.key, origin);
  const waiting = rows.length === 0 ? arrivals.waiting : new Map(arrivals.waiting).set(origin.key, rows);
  const next = { ...arrivals, origins, waiting };
  const isLast = arrivals.asked.every(({ key }) => origins.has(key));
  if (arrivals.isSettling) return isLast ? settled(next) : next;
  // Nobody reads an empty table, so nothing is moved.
  return arrivals.shown.length === 0 ? showWaiting(next) : next;
}

/** The settle window is over. */
export function settled<Content>(arrivals: Arrivals<Content>): Arrivals<Content> {
  return arrivals.isSettling ? showWaiting({ ...arrivals, isSettling: false }) : arrivals;
}

/** The reader wants to see what is offered, by one origin or by all of them. */
export function showWaiting<Content>(arrivals: Arrivals<Content>, originKey?: string): Arrivals<Content> {
  const waiting = new Map(arrivals.waiting);
  const wanted = originKey === undefined ? [...waiting.keys()] : [originKey];
  const rows = wanted.flatMap((key) => waiting.get(key) ?? []);
  for (const key of wanted) waiting.delete(key);
  return { ...arrivals, shown: [...arrivals.shown, ...rows].toSorted(compareRows), waiting };
}

/** The answer is whole: nobody else will come. */
export function ended<Content>(arrivals: Arrivals<Content>, origins: readonly Origin[]): Arrivals<Content> {
  const told = new Map(origins.map((origin) => [origin.key, origin]));
  // The end tells of those too that were left out.
  return { ...settled(arrivals), asked: origins, origins: told, isEnded: true };
}

/** One origin was asked again, because the reader wished it: its new answer takes the place of the one before. */
export function askedAgain<Content>(
  arrivals: Arrivals<Content>,
  origin: Origin,
  rows: readonly Row<Content>[],
): Arrivals<Content> {
  const waiting = new Map(arrivals.waiting);
  waiting.delete(origin.key);
  const others = arrivals.shown.filter(({ originKey }) => originKey !== origin.key);
  const shown = [...others, ...rows].toSorted(compareRows);
  return { ...arrivals, shown, waiting, origins: new Map(arrivals.origins).set(origin.key, origin) };
}

/** What can be shown at the reader's wish, in the order of the plan. */
export function offersOf({ isSettling, waiting, asked }: Arrivals<unknown>): Offer[] {
  if (isSettling) return [];
  return asked.flatMap(({ key, origin }) => {
    const count = waiting.get(key)?.length ?? 0;
    return count === 0 ? [] : [{ key, origin, count }];
  });
}

/** Those that have answered, or have not, in the order of the plan. */
export function originsOf({ asked, origins }: Arrivals<unknown>): Origin[] {
  return asked.flatMap(({ key }) => origins.get(key) ?? []);
}
