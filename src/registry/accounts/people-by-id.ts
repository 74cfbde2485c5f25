/** People beside what belongs to this service: as their records show them to the administrator who reads. */

import { RegistryError } from '../../domain/errors.ts';
import type { Viewer } from '../../domain/record/model.ts';
import type { Lookups } from '../record/lookups.ts';

/** No more than the id where the reader may not read the profile, or it shows no name, or the account is gone. */
export type NamedPerson = { id: number; fullName: string | null };
export type PersonWithEmail = NamedPerson & { email: string | null };

/** What of a record is shown. */
type ShownPerson = { name: string | null; lastName: string | null; email: string | null };

/** Reads each person once. */
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

/** `Ada Lovelace`, as pages and letters say it. */
function nameAsRead(name: string | null, lastName: string | null): string | null {
  return [name, lastName].flatMap((one) => one?.trim() || []).join(' ') || null;
}

export function withoutEmail({ id, fullName: name }: PersonWithEmail): NamedPerson {
  return { id, fullName: name };
}

function unnamed(id: number): PersonWithEmail {
  return { id, fullName: null, email: null };
}
