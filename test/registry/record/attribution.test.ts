/** Nobody can see from its place in a listing whose a record without a person is, whatever the listing is sorted by. */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Snapshot } from '../../../src/domain/record/snapshot.ts';
import { sampleOf } from '../../support/machine/sample.ts';
import {
  type Attacked,
  guessFollowing,
  guessInOrder,
  guessNeighbours,
  guessNumbers,
  startAttacked,
} from '../../support/privacy/attribution.ts';
import { aGene, aUser, smallSnapshot } from '../../support/registry/small-snapshot.ts';

const fileOf = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const PARTNER_TOKEN = 'partner-token';
const MEMBER_TOKEN = 'member-token';
const SORTS = ['', 'id', 'id,desc'];
const SIZES = [1, 7, 20];

/** Everybody has public, shared and private genes; every third profile is hidden from some or all. */
function mixedSnapshot(people: number): Snapshot {
  const geneIds = Array.from({ length: 6 }, (_, index) => 5000 + index);
  return smallSnapshot({
    remoteSearchUserId: 1,
    genes: geneIds.map((geneId) => aGene(geneId, `GENE${geneId}`)),
    orthologs: [],
    users: Array.from({ length: people }, (_, index) =>
      aUser(index + 1, {
        enabled: index !== 0,
        roles: index === 0 ? ['ROLE_ADMIN'] : ['ROLE_USER'],
        shared: index % 2 === 0,
        privacyLevel: ([2, 2, 1, 2, 2, 0] as const)[index % 6] ?? null,
        genes: geneIds.map((geneId, at) => {
          return { geneId, tier: 'TIER1' as const, privacyLevel: ([2, 0, 1] as const)[at % 3] ?? null };
        }),
        // Somebody with a public profile, and genes that are named to nobody else.
        accessTokens: index === 1 ? [{ token: MEMBER_TOKEN, expiresAt: '2099-01-01T00:00:00Z' }] : [],
      }),
    ),
  });
}

/** The name, the snapshot, and the tokens of a researcher and of an administrator. */
const REGISTRIES: readonly [string, Snapshot | string, string | undefined, string | undefined][] = [
  ['an invented registry', mixedSnapshot(60), MEMBER_TOKEN, undefined],
  [
    'the recorded registry',
    fileOf('contract/recorded/alpha.snapshot.json.gz'),
    'user-token-alpha',
    'admin-token-alpha',
  ],
  ['the registry of the demonstration', fileOf('../config/demo/demo.snapshot.json.gz'), undefined, undefined],
];

describe.each(sampleOf(REGISTRIES, 1))('%s', (_, snapshot, memberToken, adminToken) => {
  let attacked: Attacked;
  beforeAll(async () => {
    attacked = await startAttacked(snapshot, {
      APP_SETTINGS_ISEARCH_AUTH_TOKENS: PARTNER_TOKEN,
      APP_SETTINGS_ISEARCH_USER_ID: '1',
    });
  });
  afterAll(() => attacked[Symbol.asyncDispose]());

  const viewers = [
    { viewer: 'the public', token: undefined },
    { viewer: 'a partner', token: PARTNER_TOKEN },
    ...(memberToken === undefined ? [] : [{ viewer: 'a researcher', token: memberToken }]),
    ...(adminToken === undefined ? [] : [{ viewer: 'an administrator', token: adminToken }]),
  ];

  test.each(viewers)('no place of a gene shows $viewer whose it is', async ({ token }) => {
    const lists = SORTS.map((sort) => attacked.walk('genes', { token, sort }));
    for (const rows of await Promise.all([...lists, attacked.walkMerged('genes', { token })])) {
      expect(guessNeighbours(rows)).toEqual({ said: 0, right: 0 });
      const { right, byChance } = guessFollowing(rows);
      expect(right).toBeLessThanOrEqual(byChance + 5 * Math.sqrt(byChance) + 2);
    }
  });

  test.each(viewers)('no place of a number shows $viewer whose it is', async ({ token }) => {
    const lists = SORTS.map((sort) => attacked.walk('users', { token, sort }));
    for (const rows of await Promise.all([...lists, attacked.walkMerged('users', { token })])) {
      const hidden = await attacked.hiddenNumbers(rows, token);
      expect(guessNumbers(rows, hidden)).toEqual({ said: 0, right: 0 });
      // Of any order one is right by chance, and seldom more than four.
      for (const order of [hidden, hidden.toReversed()]) expect(guessInOrder(rows, order).right).toBeLessThan(6);
    }
  });

  test.each(viewers)(
    'page after page, $viewer is given every record once, in the order of one page',
    async ({ token }) => {
      for (const listing of ['users', 'genes'] as const) {
        for (const sort of SORTS) {
          const whole = await attacked.walk(listing, { token, sort });
          expect(new Set(whole.map(({ person, geneId }) => `${person} ${geneId}`)).size).toBe(whole.length);
          for (const size of whole.length > 200 || sort !== '' ? SIZES.slice(-1) : SIZES) {
            expect(await attacked.walk(listing, { token, sort, size })).toEqual(whole);
          }
        }
        const plain = await attacked.walk(listing, { token });
        expect(await attacked.walkMerged(listing, { token, size: 23 })).toEqual(plain);
      }
    },
  );
});

test('instances with one key list records without a person in the same order', async () => {
  const snapshot = mixedSnapshot(40);
  await using one = await startAttacked(snapshot);
  await using other = await startAttacked(snapshot);
  for (const listing of ['users', 'genes'] as const) {
    expect(await other.walk(listing)).toEqual(await one.walk(listing));
  }
});
