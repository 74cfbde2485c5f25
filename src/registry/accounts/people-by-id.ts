/** Shows people by id as the reader, an administrator, sees them in their records. */

import { RegistryError } from '../../domain/errors.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Lookups } from '../record/lookups.ts';

/** Only the id if the reader may not read the profile, if it has no name, or if the account is gone. */
export type NamedPerson = { id: number; fullName: string | null };
export type PersonWithEmail = NamedPerson & { email: string | null };

/** The members of a record that are shown. */
type ShownPerson = { name: string | null; lastName: string | null; email: string | null };

/** Returns a function that gives a person by id; each person is read once. */
export async function readPeople(
  lookups: Pick<Lookups, 'userById'>,
  viewer: Viewer,
  ids: Iterable<number>,
): Promise<(id: number) => PersonWithEmail> {
  const people = new Map<number, PersonWithEmail>();
  for (const id of new Set(ids)) people.set(id, await readPerson(lookups, viewer, id));
  return (id) => people.get(id) ?? unnamed(id);
}

async function readPerson({ userById }: Pick<Lookups, 'userById'>, viewer: Viewer, id: number) {
  try {
    const record = Buffer.concat(await userById(viewer, id)).toString();
    const { name, lastName, email } = JSON.parse(record) as ShownPerson;
    return { id, fullName: nameAsRead(name, lastName), email };
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    return unnamed(id);
  }
}

/** Returns a name as in pages and letters: `Ada Lovelace`. */
function nameAsRead(name: string | null, lastName: string | null): string | null {
  return [name, lastName].flatMap((one) => one?.trim() || []).join(' ') || null;
}

export function withoutEmail({ id, fullName: name }: PersonWithEmail): NamedPerson {
  return { id, fullName: name };
}

function unnamed(id: number): PersonWithEmail {
  return { id, fullName: null, email: null };
}
