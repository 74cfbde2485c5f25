/** One registry of an invented network on one day, as a snapshot, with the accounts that ask. */

import {
  SNAPSHOT_FORMAT,
  SNAPSHOT_VERSION,
  type Snapshot,
  type SnapshotUser,
} from '../../../src/domain/record/snapshot.ts';
import { aUser } from '../../support/registry/small-snapshot.ts';
import { ONTOLOGIES, ORGANS, TAXA } from '../bench/invented/invented-reference.ts';
import { type Day, type InventedNetwork, type Listing, TERMS } from './invented-network.ts';

const REMOTE_ID = 1;
const MEMBER_ID = 2;
export const MEMBER_TOKEN = 'token-of-an-account';
export const PARTNER_TOKEN = 'token-of-a-partner';

export function snapshotOf({ listings, genes }: InventedNetwork, registry: number, day: Day): Snapshot {
  const here = listings.filter((one) => one.registry === registry && one.levels[day] !== undefined);
  return {
    format: SNAPSHOT_FORMAT,
    version: SNAPSHOT_VERSION,
    comment: `invented, registry ${registry} on day ${day}`,
    remoteSearchUserId: REMOTE_ID,
    highestUserId: null,
    taxa: [...TAXA],
    genes: [...genes],
    orthologs: [],
    organs: [...ORGANS],
    ontologies: [...ONTOLOGIES],
    annotations: [],
    diseases: null,
    users: [
      { ...aUser(REMOTE_ID, { roles: ['ROLE_ADMIN'] }), enabled: false },
      account(MEMBER_ID, MEMBER_TOKEN),
      ...here.map((listing) => userOf(listing, day)),
    ],
  };
}

/** Whoever asks with a token: public, without anything that a researcher has. */
function account(id: number, token: string): SnapshotUser {
  const accessTokens = [{ token, expiresAt: '2999-01-01T00:00:00Z' }];
  return aUser(id, { accessTokens, name: 'Account', lastName: `Account ${id}` });
}

function userOf({ id, name, lastName, organization, levels, hasConsented, facts }: Listing, day: Day): SnapshotUser {
  return aUser(id, {
    name,
    lastName,
    organization,
    privacyLevel: levels[day] ?? null,
    shared: hasConsented,
    description: `${name} studies ${facts.terms.join(', ')}`,
    researcherPosition: facts.isInvestigator ? 'PRINCIPAL_INVESTIGATOR' : null,
    researcherCategories: facts.categories as SnapshotUser['researcherCategories'],
    organs: [...facts.organs],
    ontologyTerms: facts.terms.map((termId) => {
      const ontology = TERMS.find((term) => term.termId === termId)?.ontology ?? '';
      return { ontology, termId, name: null };
    }),
    genes: facts.genes.map(({ geneId, tier, isPrivate }) => ({ geneId, tier, privacyLevel: isPrivate ? 0 : null })),
  });
}
