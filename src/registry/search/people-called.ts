/** People of this registry whom a typed text may name, for suggestions while somebody types. */

import { NO_FILTERS } from '../../domain/query/filters.ts';
import { readName } from '../../domain/query/full-name.ts';
import { mayBePerson } from '../../domain/query/person-text.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { readRecord } from '../../domain/record/records.ts';
import type { SearchUsers } from './search-users.ts';

/** Returns the full names of the first public people with a matching name, each once; none for a text that is no name. */
export type PeopleCalled = (text: string) => Promise<string[]>;

const MOST_PEOPLE = 3;
/** Of how many people the names are read. */
const MOST_READ = 50;
/** A shorter text is in too many names. */
const FEWEST_LETTERS = 3;

type Person = { name?: string | null; lastName?: string | null };

export function peopleCalled(searchUsers: SearchUsers): PeopleCalled {
  return async (text) => {
    const sought = text.length < FEWEST_LETTERS || !mayBePerson(text) ? undefined : readName(text);
    const [like] = sought?.first.texts ?? [];
    if (sought === undefined || like === undefined) return [];
    const name = { like, prefix: false, isInEveryForm: true };
    const list = await searchUsers(PUBLIC_VIEWER, { name, descriptionLike: undefined, filters: NO_FILTERS }, false);
    const found = await list.readFound(0, Math.min(MOST_READ, list.total), 'row');
    const people = found.map((record) => readRecord<Person>(record)).filter((one) => sought.match(one) !== undefined);
    const names = people.map(({ name, lastName }) => [name, lastName].filter(Boolean).join(' '));
    return [...new Set(names)].slice(0, MOST_PEOPLE);
  };
}
