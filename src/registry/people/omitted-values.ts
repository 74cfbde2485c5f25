/** Leaves out values of a valid snapshot that are not imported, and reports each in a sentence. */

import { type BoundedSentences, reportList } from '../../domain/bounded-list.ts';
import { shorten } from '../../domain/query/parameters.ts';
import type { Snapshot } from '../../domain/record/snapshot.ts';
import { ALLOWED_SCHEMES, refusedScheme } from '../../domain/web-address.ts';

/** How many values were left out, and sentences about the first of them. */
export type OmittedValues = BoundedSentences;

/** Returns the users for the import: a website becomes null if pages must not link to its scheme. */
export function withoutRefusedWebsites(users: Snapshot['users']): { users: Snapshot['users']; omitted: OmittedValues } {
  const { report, all } = reportList();
  const imported = users.map((user, index) => {
    const scheme = user.website === null ? undefined : refusedScheme(user.website);
    if (scheme === undefined) return user;
    report(sentence(index, scheme));
    return { ...user, website: null };
  });
  return { users: imported, omitted: all() };
}

function sentence(index: number, scheme: string): string {
  return `users[${index}].website has the scheme '${shorten(scheme)}', allowed: ${ALLOWED_SCHEMES}; it was left out.`;
}
