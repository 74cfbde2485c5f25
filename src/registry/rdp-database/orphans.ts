/** Rows of an RDP database that belong to nobody. */

import type { Tell } from '../../domain/bounded-list.ts';
import type { Moment } from './connection.ts';

const WHOSE = {
  publication: 'publications',
  access_token: 'access tokens',
  term: 'GO terms',
} as const;

/** Tells how many rows there are whose person is missing, in the tables where that can be. */
export async function tellOrphans(moment: Moment, tell: Tell): Promise<void> {
  for (const [table, what] of Object.entries(WHOSE)) {
    const [[count = 0] = []] = await moment.rows<[number]>(`SELECT count(*) FROM ${table} WHERE user_id IS NULL`);
    if (count > 0) tell(`${count} of the ${what} belong to no user; they are left out.`);
  }
}
