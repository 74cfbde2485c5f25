/**
 * The members of a researcher that are one text each. A table of all of them, in their order in records, so that what
 * reads, writes, checks, hides or exports them names none.
 */

import type { PROFILE } from '../../api/people.ts';

/** Each member with its column, which is the same in the database of this registry and in that of RDP. */
const COLUMN_OF = {
  name: 'name',
  lastName: 'last_name',
  description: 'description',
  organization: 'organization',
  department: 'department',
  phone: 'phone',
  website: 'website',
} as const satisfies { [Name in keyof typeof PROFILE]?: string };

export type TextMember = keyof typeof COLUMN_OF;
/** The texts of a researcher. */
export type UserTexts = Record<TextMember, string | null>;

export const TEXT_MEMBERS = Object.keys(COLUMN_OF) as readonly TextMember[];
/** Their columns, in the same order. */
export const TEXT_COLUMNS: readonly string[] = Object.values(COLUMN_OF);

/** Returns what a function makes of each member, by its name; the function also gets its place among them. */
export function forEachText<Value>(make: (member: TextMember, place: number) => Value): Record<TextMember, Value> {
  return Object.fromEntries(TEXT_MEMBERS.map((member, place) => [member, make(member, place)])) as Record<
    TextMember,
    Value
  >;
}

/** No text at all. In anonymised records every text is null, so a new member is hidden without being named there. */
export const NO_TEXTS: Readonly<UserTexts> = forEachText(() => null);

export function isTextMember(name: string): name is TextMember {
  return Object.hasOwn(COLUMN_OF, name);
}
