/** Which terms of an ontology researchers have. */

import { foldForEquality } from '../../domain/folding.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import type { LoadWork } from './load-work.ts';

/** The ids of users by the folded id of the term; the term itself may no longer be there. */
export type UsersByTerm = ReadonlyMap<string, readonly number[]>;

export function usersByTerm({ tx, store }: LoadWork, ontologyName: string): UsersByTerm {
  const rows = store.query<[number, string]>(
    "SELECT id, ontology_terms FROM user WHERE ontology_terms <> '[]' ORDER BY id",
  );
  const name = foldForEquality(ontologyName);
  const users = new Map<string, number[]>();
  for (const [userId, json] of rows.each(tx)) {
    for (const { ontology, termId } of JSON.parse(json) as SnapshotUser['ontologyTerms']) {
      if (foldForEquality(ontology) !== name) continue;
      const key = foldForEquality(termId);
      const known = users.get(key);
      if (known === undefined) users.set(key, [userId]);
      else known.push(userId);
    }
  }
  return users;
}
