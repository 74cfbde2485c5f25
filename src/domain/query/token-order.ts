/** The body with which an administrator orders an access token. */

import { isObject } from '../own-member.ts';
import { LARGEST_INT } from '../record/model.ts';

export type TokenOrder = {
  /** The id of the account of the token; undefined for the administrator's own account. */
  userId: number | undefined;
  label: string | null;
  days: number;
};

/** In characters. */
export const LONGEST_LABEL = 100;
/** The longest lifetime; tokens with a longer one are made on the command line. */
export const MOST_DAYS = 366;
const USUAL_DAYS = 365;

/** Reads `{"label", "days", "userId"}`, each of which may be absent; undefined for anything else. */
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
