/** No chain of answers joins a person to a gene that the viewer may not read, whatever ids are put back on which route. */

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PrivacyLevel, Role, Tier } from '../../../src/domain/record/model.ts';
import type { Snapshot, SnapshotUserGene } from '../../../src/domain/record/snapshot.ts';
import { sampledCount, sampleOf } from '../../support/machine/sample.ts';
import { followIds } from '../../support/privacy/follow-ids.ts';
import {
  type Account,
  ADMIN_ID,
  GENES,
  PARTNER_TOKEN,
  privacyAccounts,
  privacySnapshot,
  tokenOf,
} from '../../support/privacy/privacy-snapshot.ts';
import { geneLevelInTable, sightInTable, type TableViewer } from '../../support/privacy/privacy-table.ts';
import { REGISTRIES, type Who } from '../../support/privacy/privacy-viewers.ts';
import { startTestRegistry, type TestRegistry } from '../../support/registry/start-registry.ts';
import { importInto } from '../../support/registry/temporary-store.ts';

let registry: TestRegistry;
beforeAll(async () => {
  registry = await startTestRegistry({
    snapshot: privacySnapshot(privacyAccounts(['ROLE_ADMIN'], 'conventional')),
    settings: {
      APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
      APP_SETTINGS_PRIVACY_ENABLE_ANONYMIZED_SEARCH_RESULTS: 'true',
    },
  });
});
afterAll(() => registry[Symbol.asyncDispose]());

/** The people whom the viewer is shown together with a gene of theirs, by whether the viewer may read that gene. */
async function pairsShown(viewer: Who, accounts: readonly Account[], { users }: Snapshot) {
  const shown = await followIds(registry, viewer.token);
  const { allowed = [], forbidden = [] } = Object.groupBy(shown, ({ person, geneId }) => {
    const owner = accounts.find(({ id }) => id === person);
    const gene = users.find(({ id }) => id === person)?.genes.find((one) => one.geneId === geneId);
    if (owner === undefined || gene === undefined) return 'forbidden';
    const level = geneLevelInTable(gene.privacyLevel, owner);
    const sight = sightInTable(viewer.id === person ? 'owner' : viewer.row, owner, level, true);
    return sight === 'full' ? 'allowed' : 'forbidden';
  });
  return { allowed, forbidden };
}

/** Only partners differ between the registries. */
const EVERYBODY_ONCE = REGISTRIES.map((one, index) => {
  return index === 0 ? one : { ...one, who: one.who.filter(({ row }) => row.startsWith('partner')) };
});

/** Of accounts that are disabled, which registries below are invented with too, some are enough. */
describe.each(sampleOf(EVERYBODY_ONCE, 1))(
  'with every mixture of levels, and $partnerRow',
  ({ roles, account, who }) => {
    const everybody = privacyAccounts(roles, account).filter(
      ({ id, enabled, privacyLevel }) => id <= ADMIN_ID || enabled || privacyLevel === 2,
    );
    const [own, owners] = [everybody.filter(({ id }) => id <= ADMIN_ID), everybody.filter(({ id }) => id > ADMIN_ID)];

    test.each(sampleOf(who, 1))('$name never learns whose gene it is, by whatever chain of ids', async (viewer) => {
      const accounts = [...own, ...sampleOf(owners, 10)];
      const snapshot = privacySnapshot(accounts);
      importInto(registry.context.store, snapshot);
      const { allowed, forbidden } = await pairsShown(viewer, accounts, snapshot);
      expect(forbidden).toEqual([]);
      expect(allowed.length).toBeGreaterThan(0);
    });
  },
);

const level = fc.constantFrom<PrivacyLevel | null>(null, 0, 1, 2);
const genes = fc.subarray([...GENES], { minLength: 1 }).chain((chosen) =>
  fc.tuple(
    ...chosen.map(({ geneId }) =>
      fc.record<SnapshotUserGene>({
        geneId: fc.constant(geneId),
        tier: fc.constantFrom<Tier | null>('TIER1', 'TIER2', 'TIER3', null),
        privacyLevel: level,
      }),
    ),
  ),
);
const researcher = fc.record({
  settings: fc.record({
    privacyLevel: level,
    shared: fc.boolean(),
    hideGenelist: fc.boolean(),
    enabled: fc.boolean(),
    isRemoteSearchAccount: fc.constant(false),
  }),
  genes,
});
const PARTNER_ROWS: [Role, TableViewer][] = [
  ['ROLE_ADMIN', 'partner, administrator'],
  ['ROLE_SERVICE_ACCOUNT', 'partner, service account'],
  ['ROLE_USER', 'partner, neither'],
];
const invented = fc.record({
  researchers: fc.array(researcher, { minLength: 1, maxLength: 4 }),
  partner: fc.constantFrom(...PARTNER_ROWS),
});

type Invented = typeof invented extends fc.Arbitrary<infer One> ? One : never;

/** Registries by chance may hold nobody whose gene anybody reads; in this one everybody reads it. */
const EVERYTHING_PUBLIC: Invented = {
  researchers: [
    {
      settings: { privacyLevel: 2, shared: true, hideGenelist: false, enabled: true, isRemoteSearchAccount: false },
      genes: [{ geneId: GENES[0]?.geneId ?? 0, tier: 'TIER1', privacyLevel: 2 }],
    },
  ],
  partner: ['ROLE_ADMIN', 'partner, administrator'],
};

test('in any registry, nobody learns whose gene it is that they may not read', async () => {
  let allowedPairs = 0;
  const property = fc.asyncProperty(invented, async ({ researchers, partner: [role, row] }) => {
    const others = privacyAccounts([role], 'conventional').filter(({ id }) => id <= ADMIN_ID);
    const roles: Role[] = ['ROLE_USER'];
    const owners = researchers.map(({ settings }, index) => ({ ...settings, id: 101 + index, roles }));
    const accounts = [...others, ...owners];
    const snapshot = privacySnapshot(accounts);
    for (const user of snapshot.users) user.genes = researchers[user.id - 101]?.genes ?? [];
    importInto(registry.context.store, snapshot);
    const staff = REGISTRIES[0]?.who.filter(({ row }) => !row.startsWith('partner')) ?? [];
    const self = owners.filter(({ enabled }) => enabled).slice(0, 1);
    const viewers: Who[] = [
      ...staff,
      { name: 'a partner', row, id: undefined, token: PARTNER_TOKEN },
      ...self.map(({ id }): Who => ({ name: 'a researcher', row: 'member', id, token: tokenOf(id) })),
    ];
    for (const viewer of sampleOf(viewers, 2)) {
      const { allowed, forbidden } = await pairsShown(viewer, accounts, snapshot);
      expect(forbidden).toEqual([]);
      allowedPairs += allowed.length;
    }
  });
  await fc.assert(property, { numRuns: sampledCount(1, 5), examples: [[EVERYTHING_PUBLIC]] });
  expect(allowedPairs).toBeGreaterThan(0);
});
