/** The body with which an administrator orders an access token. */

import { LONGEST_TOKEN_LABEL, MOST_TOKEN_DAYS, USUAL_TOKEN_DAYS } from '../../api/words.ts';
import { foundAs, RegistryError, refuseMembers } from '../errors.ts';
import { isObject } from '../own-member.ts';
import { LARGEST_INT } from '../record/model.ts';

export { MOST_TOKEN_DAYS };

export type TokenOrder = {
  /** The id of the account of the token; undefined for the administrator's own account. */
  userId: number | undefined;
  label: string | null;
  days: number;
};

const ALLOWED = {
  label: `a text of at most ${LONGEST_TOKEN_LABEL} characters, or nothing`,
  days: `a whole number from 1 to ${MOST_TOKEN_DAYS}`,
  userId: 'the id of an account',
};

/**
 * Reads `{"label", "days", "userId"}`, each of which may be absent.
 *
 * @throws RegistryError `body-invalid`, `member-invalid` with every member that is wrong
 */
export function readTokenOrder(body: unknown): TokenOrder {
  if (!isObject(body)) throw new RegistryError('body-invalid', { allowed: 'a JSON object' });
  const { label = null, days = USUAL_TOKEN_DAYS, userId } = body;
  const name = typeof label === 'string' ? label.trim() : '';
  const isRight = {
    label: (label === null || typeof label === 'string') && name.length <= LONGEST_TOKEN_LABEL,
    days: isWhole(days, 1, MOST_TOKEN_DAYS),
    userId: userId === undefined || isWhole(userId, 0, LARGEST_INT),
  };
  const names = (['label', 'days', 'userId'] as const).filter((one) => !isRight[one]);
  refuseMembers(names.map((one) => ({ name: one, found: foundAs(body[one]), allowed: ALLOWED[one] })));
  return { userId: userId as number | undefined, label: name || null, days: days as number };
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}
