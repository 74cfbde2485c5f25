/** What was withdrawn of genes counts wherever they are read, before the records of their people are written again. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { PrivacyLevel } from '../../../src/domain/record/model.ts';
import { permissionWriter } from '../../../src/registry/people/permission-writer.ts';
import { users } from '../../../src/registry/people/users.ts';
import { openSqliteStore } from '../../../src/registry/store/sqlite-store.ts';
import { dropWithdrawnGenes } from '../../../src/registry/store/withdrawn.ts';
import { aUser, HUMAN, smallSnapshot } from '../../support/registry/small-snapshot.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';

const ADMIN = 'admin-token-for-tests';
const gene = (geneId: number) => ({ geneId, tier: 'TIER1', privacyLevel: null }) as const;
const ADA = aUser(1, { genes: [gene(672), gene(7157), gene(12189)] });
const BO = aUser(2, { genes: [gene(672)] });
const KEEPER = aUser(3, {
  genes: [],
  roles: ['ROLE_ADMIN', 'ROLE_USER'],
  accessTokens: [{ token: ADMIN, expiresAt: '2099-01-01T00:00:00Z' }],
});
const SNAPSHOT = smallSnapshot({ users: [ADA, BO, KEEPER] });

type Gene = { geneId: number; remoteUser: { id?: number | null } };

/** Genes that are found by symbol, by organism in the listings, in the profile, and the name of what the public may see. */
async function seen({ json, get }: TestRegistry, token?: string) {
  const found: Gene[] = await json(`/api/genes/search?symbol=BRCA1&taxonId=${HUMAN}`, token);
  const [listed, inOrder] = await Promise.all(
    ['', '?sort=id'].map(async (sort) => (await json(`/api/genes${sort}`, token)).content as Gene[]),
  );
  const { userGenes } = await json('/api/users/1', token);
  const idsOf = (genes: Gene[] = []) =>
    genes.map(({ geneId, remoteUser }) => `${geneId} of ${remoteUser.id ?? 'nobody'}`).sort();
  expect(idsOf(inOrder)).toEqual(idsOf(listed));
  const { headers } = await get('/api');
  return {
    seen: { found: idsOf(found), listed: idsOf(listed), profile: Object.keys(userGenes).join() },
    view: headers.get('isearch-proxy-public-view'),
  };
}

test.each([
  ['without anonymised records', 'false'],
  ['with anonymised records', 'true'],
])('%s, to the public, to administrators, and in the name of what the public may see', async (_, anonymises) => {
  const settings = { APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: anonymises };
  await using registry = await startTestRegistry({ snapshot: SNAPSHOT, settings });
  using store = openSqliteStore(join(registry.folder, 'registry.sqlite'), { makesFile: false });
  const permissions = permissionWriter(store);
  const everything = await seen(registry);
  const levels = new Map<number, PrivacyLevel | null>([
    [672, 0],
    [7157, null],
  ]);
  const withdrawn = store.read((tx) => permissions.withdrawnGenes(tx, new Map([[1, levels]])));
  store.write((tx) => permissions.writeWithdrawnGenes(tx, withdrawn));
  const toPublic = await seen(registry);
  const anonymised = anonymises === 'true' ? ['672 of nobody'] : [];
  expect(toPublic.seen).toEqual({
    found: ['672 of 2', ...anonymised],
    listed: ['672 of 2', ...anonymised, '7157 of 1'],
    profile: '7157',
  });
  expect(toPublic.view).not.toBe(everything.view);
  expect((await seen(registry, ADMIN)).seen).toEqual({
    found: ['672 of 1', '672 of 2'],
    listed: ['672 of 1', '672 of 2', '7157 of 1'],
    profile: '672,7157',
  });
  // A record that is made again of what is here, as by a load, opens nothing.
  store.write((tx) => users(store).refresh(tx, [1], new Date()));
  expect(await seen(registry)).toEqual(toPublic);
  // The record that follows shows the same.
  const now = { ...ADA, genes: [{ ...gene(672), privacyLevel: 0 as const }, gene(7157)] };
  store.write((tx) => {
    dropWithdrawnGenes(tx, [1]);
    users(store).put(tx, [now], new Date());
  });
  expect(await seen(registry)).toEqual(toPublic);
  store.write((tx) => users(store).put(tx, [ADA], new Date()));
  expect(await seen(registry)).toEqual(everything);
});
