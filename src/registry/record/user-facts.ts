/** The facts of a user that rules need: privacy, name, and the values that filters compare. */

import { foldedName } from '../../domain/people/order.ts';
import type { FilteredFacts } from '../../domain/query/filters.ts';
import type { Owner, PrivacyLevel, ResearcherCategory, ResearcherPosition } from '../../domain/record/model.ts';
import { fullName } from '../../domain/record/ordering.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { byGeneration, byUser } from '../store/versions.ts';

export type UserFacts = Owner &
  FilteredFacts & {
    fullName: string;
    /** The name as merged answers compare it. */
    foldedName: string;
  };

/** Returns the id of the remote search account. */
export type RemoteSearchUserId = (tx: ReadTransaction) => number | undefined;

export type UserFactsIndex = {
  /** Returns the facts of the user with this id; undefined also for one about whom nothing may be answered now. */
  find(tx: ReadTransaction, userId: number): UserFacts | undefined;
};

const PERSON = `
SELECT enabled, privacy_level, shared, hide_genelist, name, last_name, researcher_position, researcher_categories,
       organs_folded, active_term_ids
FROM user JOIN user_search ON user_id = id
WHERE id = ?
`;

/** All users with the {@link PrivacyColumns}. */
export const OWNERS = 'SELECT id, enabled, privacy_level, shared, hide_genelist FROM user';
/** The columns `enabled, privacy_level, shared, hide_genelist`. */
export type PrivacyColumns = [number, PrivacyLevel | null, number, number];

type PersonRow = [...PrivacyColumns, string | null, string | null, ResearcherPosition | null, string, string, string];

/** Finds all ancestors of a term; UNION ends the recursion if the data have a cycle. */
const KINDS = `
WITH RECURSIVE kind (id) AS (
  SELECT ? UNION SELECT term_id FROM kind JOIN sub_term ON sub_term_id = kind.id
)
SELECT id FROM kind
`;

export function userFacts(store: Store, remoteSearchUserId: RemoteSearchUserId): UserFactsIndex {
  const personById = store.query<PersonRow>(PERSON);
  const kinds = store.query<[number]>(KINDS);
  const knownKinds = byGeneration(() => new Map<number, ReadonlySet<number>>());

  const person = byUser(store, (tx, userId): UserFacts | undefined => {
    const row = personById.first(tx, userId);
    if (row === undefined) return undefined;
    const [enabled, privacyLevel, shared, hideGenelist, name, lastName, position, categories, organs, terms] = row;
    return {
      ...toOwner(userId, [enabled, privacyLevel, shared, hideGenelist], remoteSearchUserId(tx)),
      fullName: fullName(name, lastName),
      foldedName: foldedName(name, lastName),
      researcherPosition: position,
      researcherCategories: JSON.parse(categories) as ResearcherCategory[],
      organs: JSON.parse(organs) as string[],
      termsWithAncestors: (JSON.parse(terms) as number[]).map((term) => kindsOf(tx, term)),
    };
  });

  /** Returns a term and all its ancestors (rdp-protocol 3.5). */
  function kindsOf(tx: ReadTransaction, term: number): ReadonlySet<number> {
    const known = knownKinds(tx);
    const found = known.get(term) ?? new Set(kinds.all(tx, term).flat());
    known.set(term, found);
    return found;
  }

  return { find: (tx, userId) => (tx.isWithheld(userId) ? undefined : person(tx, userId)) };
}

/** Returns the values of a user that the privacy rule needs, from the columns. */
export function toOwner(id: number, columns: PrivacyColumns, remoteSearchUserId: number | undefined): Owner {
  const [enabled, privacyLevel, shared, hideGenelist] = columns;
  return {
    id,
    enabled: enabled === 1,
    privacyLevel,
    shared: shared === 1,
    hideGenelist: hideGenelist === 1,
    isRemoteSearchAccount: id === remoteSearchUserId,
  };
}
