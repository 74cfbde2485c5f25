/** Where a person of a list leads to. */

import { linkTo, type View } from '../view.ts';
import type { FoundPerson } from './found-people.ts';

/** Their profile, or the form that asks for access to them; undefined where the record gives no way. */
export function linkOf(view: View, { owner, anonymousId, originKey }: FoundPerson): string | undefined {
  if (anonymousId !== undefined) return accessLink(view, anonymousId, originKey);
  return typeof owner.id === 'number' ? profileLink(view, owner.id, originKey) : undefined;
}

export function profileLink(view: View, userId: number, originKey: string): string {
  return linkTo(view, `userView/${userId}`, originParams(originKey));
}

/** Where access to an anonymised record is asked for; for a partner's record, the way leads on to the partner. */
export function accessLink(view: View, anonymousId: string, originKey: string): string {
  const path = `search/gene/by-anonymous-id/${encodeURIComponent(anonymousId)}/request-access`;
  return linkTo(view, path, originParams(originKey));
}

function originParams(originKey: string): URLSearchParams {
  return new URLSearchParams(originKey === 'local' ? {} : { origin: originKey });
}
