/** What was withdrawn holds at once, and what was given only with the record that it was given for. */

import { describe, expect, test } from 'vitest';
import type { PrivacyLevel, Role } from '../../../src/domain/record/model.ts';
import {
  ACCOUNT_ROLES,
  type AccountRole,
  accountRole,
  allowedByBoth,
  isSamePermissions,
  lowerGeneLevel,
  moreVisible,
  NO_PERMISSIONS,
  type ProfilePermissions,
  withAccountRole,
} from '../../../src/domain/record/permissions.ts';
import { effectiveLevel } from '../../../src/domain/record/privacy.ts';
import { emptyUser, type SnapshotUser } from '../../../src/domain/record/snapshot.ts';

const OPEN: ProfilePermissions = {
  enabled: true,
  privacyLevel: 2,
  shared: true,
  hideGenelist: false,
  roles: ['ROLE_ADMIN', 'ROLE_USER'],
};

const LEVELS: readonly (PrivacyLevel | null)[] = [null, 0, 1, 2];
const pairs = LEVELS.flatMap((before) => LEVELS.map((now) => [before, now] as const));

describe('two states of a profile', () => {
  test.each([
    ['an account is closed', { enabled: false }],
    ['a level is lowered', { privacyLevel: 1 }],
    ['a level is taken away', { privacyLevel: null }],
    ['consent is withdrawn', { shared: false }],
    ['a gene list is hidden', { hideGenelist: true }],
    ['a role is taken away', { roles: ['ROLE_USER'] }],
  ] as const)('allow no more than the narrower one, whichever comes first: %s', (_, change) => {
    const narrow = { ...OPEN, ...change };
    expect(allowedByBoth(OPEN, narrow)).toEqual(narrow);
    expect(allowedByBoth(narrow, OPEN)).toEqual(narrow);
    expect(isSamePermissions(OPEN, narrow)).toBe(false);
    expect(isSamePermissions(narrow, allowedByBoth(narrow, OPEN))).toBe(true);
  });

  test('allow nobody anything once the account is gone', () => {
    expect(allowedByBoth(OPEN, NO_PERMISSIONS)).toEqual(NO_PERMISSIONS);
  });
});

describe('more is seen of somebody', () => {
  const GENE = { geneId: 5, tier: 'TIER1', privacyLevel: null };
  const before = { ...emptyUser(1, 'ada@example.org'), enabled: true, privacyLevel: 1, shared: false } as SnapshotUser;
  const withGene = (change: object) => ({ genes: [{ ...GENE, ...change }] });

  test.each([
    ['whose level is raised', {}, { privacyLevel: 2 }, { level: { from: 1, to: 2 } }],
    ['who had no level', { privacyLevel: null }, { privacyLevel: 0 }, { level: { from: null, to: 0 } }],
    ['whose account is enabled', { enabled: false }, {}, { isEnabledNow: true }],
    ['who consents to partners', {}, { shared: true }, { isSharedNow: true }],
    ['whose list of genes was hidden', { hideGenelist: true }, {}, { isGeneListShownNow: true }],
    [
      'with a gene that is opened',
      withGene({ privacyLevel: 0 }),
      withGene({}),
      { genes: [{ geneId: 5, level: { from: 0, to: 1 } }] },
    ],
    [
      'with a gene that searches find now',
      withGene({ tier: 'TIER3' }),
      withGene({}),
      { genes: [{ geneId: 5, level: { from: 1, to: 1 }, tier: { from: 'TIER3', to: 'TIER1' } }] },
    ],
    ['with a gene more', {}, withGene({}), { genes: [{ geneId: 5, level: { from: undefined, to: 1 } }] }],
  ])('%s, and not the other way round', (_, then, now, expected) => {
    const [one, other] = [
      { ...before, ...then },
      { ...before, ...now },
    ] as [SnapshotUser, SnapshotUser];
    expect(moreVisible(one, other)).toEqual([{ user: other, ...expected }]);
    expect(moreVisible(other, one)).toEqual([]);
    expect(moreVisible(one, one)).toEqual([]);
  });

  test('who is new, unless nobody but administrators here sees them or their gene', () => {
    const added = { ...before, ...withGene({ privacyLevel: 0 }) } as SnapshotUser;
    expect(moreVisible(undefined, added)).toEqual([{ user: added, level: { from: undefined, to: 1 } }]);
    expect(moreVisible(undefined, { ...added, privacyLevel: 0 })).toEqual([]);
    expect(moreVisible(undefined, { ...added, shared: true })).toMatchObject([
      { isSharedNow: true, genes: [{ geneId: 5 }] },
    ]);
  });

  test('where an account sees everybody: that is what others see by it', () => {
    const admin = { ...before, roles: ['ROLE_ADMIN'] } as SnapshotUser;
    expect(moreVisible(before, admin)).toEqual([{ user: admin, seesEverybodyNow: true }]);
    expect(moreVisible(admin, admin)).toEqual([]);
  });
});

test.each(pairs)(
  'a gene of level %s that is stated as %s is as closed as the narrower one, below any profile',
  (before, now) => {
    for (const privacyLevel of LEVELS) {
      const effective = (own: PrivacyLevel | null) => effectiveLevel(own, { privacyLevel });
      expect(effective(lowerGeneLevel(before, now))).toBe(Math.min(effective(before), effective(now)));
    }
  },
);

test.each<[Role[], AccountRole]>([
  [[], 'user'],
  [['ROLE_USER'], 'user'],
  [['ROLE_SERVICE_ACCOUNT', 'ROLE_USER'], 'service'],
  [['ROLE_SERVICE_ACCOUNT', 'ROLE_USER', 'ROLE_ADMIN'], 'admin'],
])('an account with the roles %j is one of a %s, keeps them as that, and gets those of another', (roles, own) => {
  expect(accountRole(roles)).toBe(own);
  const given = ACCOUNT_ROLES.map((role) => [role, withAccountRole(roles, role)]);
  expect(Object.fromEntries(given)).toEqual({
    ...{ user: ['ROLE_USER'], service: ['ROLE_SERVICE_ACCOUNT'], admin: ['ROLE_ADMIN', 'ROLE_USER'] },
    ...(roles.length === 0 ? {} : { [own]: roles }),
  });
});
