/** What an administrator says who has an access token made. */

import { isObject } from '../is-object.ts';
import { LARGEST_INT } from '../record/model.ts';

export type TokenOrder = {
  /** Of the account that it is for; undefined for that of the administrator. */
  userId: number | undefined;
  label: string | null;
  days: number;
};

/** In characters. */
export const LONGEST_LABEL = 100;
/** Whoever needs one for longer has it made on the command line. */
export const MOST_DAYS = 366;
const USUAL_DAYS = 365;

/** Reads `{"label", "days", "userId"}`, each of which may be missing; undefined where it is something else. */
export function readTokenOrder(body: unknown): TokenOrder | undefined {
  if (!isObject(body)) return undefined;
  const { label = null, days = USUAL_DAYS, userId } = body as Record<string, unknown>;
  if (label !== null && typeof label !== 'string') return undefined;
  if (!isWhole(days, 1, MOST_DAYS) || (userId !== undefined && !isWhole(userId, 0, LARGEST_INT))) return undefined;
  const name = label?.trim() ?? '';
  return name.length > LONGEST_LABEL ? undefined : { userId, label: name || null, days };
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
