/** Checks reasons that come from outside; apart from reasons.ts, because browsers load that without the declarations. */

import { REASONS, type Reason } from '../../api/reasons.ts';
import { ownMember } from '../own-member.ts';

/** Whether a value from another copy of the registry is a reason: it has a known code, with all of its parameters. */
export function isReason(value: unknown): value is Reason {
  const { code, params } = (value ?? {}) as Partial<Record<'code' | 'params', unknown>>;
  const known = typeof code === 'string' ? ownMember<Record<string, object>>(REASONS, code) : undefined;
  if (known === undefined || typeof params !== 'object' || params === null) return false;
  return Object.entries(known).every(([name, declared]) => 'isOptional' in declared || Object.hasOwn(params, name));
}
