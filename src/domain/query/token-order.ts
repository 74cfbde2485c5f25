/** What an administrator says who has an access token made. */

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
const MOST_ID = 2 ** 31 - 1;

/** Reads `{"label", "days", "userId"}`, each of which may be missing; undefined where it is something else. */
export function readTokenOrder(body: unknown): TokenOrder | undefined {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const { label = null, days = USUAL_DAYS, userId } = body as Record<string, unknown>;
  if (label !== null && typeof label !== 'string') return undefined;
  if (!isWhole(days, 1, MOST_DAYS) || (userId !== undefined && !isWhole(userId, 0, MOST_ID))) return undefined;
  const name = label?.trim() ?? '';
  return name.length > LONGEST_LABEL ? undefined : { userId, label: name || null, days };
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}
