/** Reads users from the tables as members of a snapshot. */

import { identifierMembers } from '../../domain/record/identifiers.ts';
import type { PrivacyLevel, ResearcherPosition, Tier } from '../../domain/record/model.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';
import { forEachText, TEXT_COLUMNS } from '../../domain/record/text-members.ts';
import type { ReadTransaction, Store } from '../store/store.ts';
import { storedWithdrawnGenes } from '../store/withdrawn-genes.ts';

/** Users have no access tokens, because only hashes of these are stored. */
type UserReader = {
  /** Returns all users by id, one after the other. */
  all(tx: ReadTransaction): Iterable<SnapshotUser>;
  find(tx: ReadTransaction, userId: number): SnapshotUser | undefined;
};

type Text = string | null;
type UserRow = [
  ...[id: number, email: string, enabled: number, roles: string, privacyLevel: PrivacyLevel | null],
  ...[shared: number, hideGenelist: number, contactEmail: Text, contactEmailVerified: number],
  ...[position: ResearcherPosition | null, categories: string, publications: string, taxonDescriptions: string],
  ...[organs: string, ontologyTerms: string, goTerms: string, orcid: Text, ror: Text],
  ...texts: Text[],
];

const COLUMNS = `
SELECT id, email, enabled, roles, privacy_level, shared, hide_genelist, contact_email, contact_email_verified,
       researcher_position, researcher_categories, publications, taxon_descriptions, organs, ontology_terms, go_terms,
       orcid, ror, ${TEXT_COLUMNS.join()}
FROM user
`;

type GeneRow = [geneId: number, tier: Tier | null, privacyLevel: PrivacyLevel | null];

export function userReader(store: Store): UserReader {
  const allUsers = store.query<UserRow>(`${COLUMNS} ORDER BY id`);
  const userById = store.query<UserRow>(`${COLUMNS} WHERE id = ?`);
  const genesOf = store.query<GeneRow>(
    'SELECT gene_id, tier, privacy_level FROM user_gene WHERE user_id = ? ORDER BY registration',
  );

  const { presentLevel } = storedWithdrawnGenes(store);

  function genes(tx: ReadTransaction, userId: number): SnapshotUser['genes'] {
    return genesOf.all(tx, userId).flatMap(([geneId, tier, written]) => {
      const privacyLevel = presentLevel(tx, userId, geneId, written);
      return privacyLevel === 'gone' ? [] : { geneId, tier, privacyLevel };
    });
  }

  function* all(tx: ReadTransaction): Generator<SnapshotUser> {
    for (const row of allUsers.each(tx)) yield toUser(row, genes(tx, row[0]));
  }

  return {
    all,
    find(tx, userId) {
      const row = userById.first(tx, userId);
      return row && toUser(row, genes(tx, userId));
    },
  };
}

function toUser(row: UserRow, genes: SnapshotUser['genes']): SnapshotUser {
  const [id, email, enabled, roles, privacyLevel, shared, hideGenelist, contactEmail, verified, ...rest] = row;
  const [researcherPosition, researcherCategories, publications, taxonDescriptions, organIds, ...others] = rest;
  const [ontologyTerms, goTerms, orcid, ror, ...texts] = others;
  return {
    id,
    email,
    enabled: enabled === 1,
    roles: JSON.parse(roles),
    privacyLevel,
    shared: shared === 1,
    hideGenelist: hideGenelist === 1,
    contactEmail,
    contactEmailVerified: verified === 1,
    ...forEachText((_, place) => texts[place] ?? null),
    researcherPosition,
    researcherCategories: JSON.parse(researcherCategories),
    publications: JSON.parse(publications),
    taxonDescriptions: JSON.parse(taxonDescriptions),
    genes,
    organs: JSON.parse(organIds),
    ontologyTerms: JSON.parse(ontologyTerms),
    goTerms: JSON.parse(goTerms),
    accessTokens: [],
    ...identifierMembers({ orcid, ror }),
  };
}
