/** Moments and days in the file of the trail. */

import { DAY_MS } from '../../domain/durations.ts';

/** If there are more questions in one millisecond, the others get ids of the next one. */
export const IDS_PER_MS = 1024;

/** Returns the number of a day since 1970, in UTC. */
export function dayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}

/** Returns a day as text, such as `2026-03-01`. */
export function dayText(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** @param text as {@link dayText} writes it */
export function dayOfText(text: string): number {
  return dayOf(Date.parse(`${text}T00:00:00Z`));
}

/** Returns the moment of an id, in ISO 8601. */
export function momentOfId(id: number): string {
  return new Date(Math.floor(id / IDS_PER_MS)).toISOString();
}

/** Returns the first id of a day. */
export function firstIdOf(day: number): number {
  return day * DAY_MS * IDS_PER_MS;
}
