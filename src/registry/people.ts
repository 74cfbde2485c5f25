/** What the rules look at in a user: privacy, name, and what filters narrow by. */

import type { Owner, PrivacyLevel, ResearcherCategory, ResearcherPosition } from '../domain/model.ts';
import type { Narrowable } from '../domain/narrowing.ts';
import { fullName } from '../domain/ordering.ts';
import { perGenerationByKey } from './per-generation.ts';
import type { SqliteStore } from './sqlite-store.ts';

export type Person = Owner & Narrowable & { fullName: string };

export type People = {
  /** The user with this id. Call it inside `store.read`. */
  person(userId: number): Person | undefined;
  /** A term and all it is a kind of (contract 3.5). */
  kindsOf(term: number): ReadonlySet<number>;
};

const PERSON = `
SELECT enabled, privacy_level, shared, hide_genelist, name, last_name, researcher_position, researcher_categories,
       organs_folded, active_term_ids
FROM user JOIN user_search ON user_id = id
WHERE id = ?
`;

type PersonRow = [
  number,
  PrivacyLevel | null,
  number,
  number,
  string | null,
  string | null,
  ResearcherPosition | null,
  string,
  string,
  string,
];

/** Walks up from a term; UNION keeps it finite where the data hold a cycle. */
const KINDS = `
WITH RECURSIVE kind (id) AS (
  SELECT ? UNION SELECT term_id FROM kind JOIN sub_term ON sub_term_id = kind.id
)
SELECT id FROM kind
`;

/** @param remoteSearchUserId answers which account administrators of partners act as */
export function people(store: SqliteStore, remoteSearchUserId: () => number | undefined): People {
  const personById = store.query<PersonRow>(PERSON);
  const kinds = store.query<[number]>(KINDS);
  const kindsOf = perGenerationByKey(store, (term: number) => new Set(kinds.all(term).flat()));

  const person = perGenerationByKey(store, (userId: number): Person | undefined => {
    const row = personById.first(userId);
    if (row === undefined) return undefined;
    const [enabled, privacyLevel, shared, hideGenelist, name, lastName, researcherPosition, categories, organs, terms] =
      row;
    return {
      id: userId,
      enabled: enabled === 1,
      privacyLevel,
      shared: shared === 1,
      hideGenelist: hideGenelist === 1,
      isRemoteSearchAccount: userId === remoteSearchUserId(),
      fullName: fullName(name, lastName),
      researcherPosition,
      researcherCategories: JSON.parse(categories) as ResearcherCategory[],
      organs: JSON.parse(organs) as string[],
      termsWithAncestors: (JSON.parse(terms) as number[]).map(kindsOf),
    };
  });
  return { person, kindsOf };
}
