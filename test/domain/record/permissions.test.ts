/** What was withdrawn holds at once, and what was given only with the record that it was given for. */

import { describe, expect, test } from 'vitest';
import type { PrivacyLevel } from '../../../src/domain/record/model.ts';
import {
  allowedByBoth,
  isSamePermissions,
  lowerGeneLevel,
  NO_PERMISSIONS,
  type ProfilePermissions,
} from '../../../src/domain/record/permissions.ts';
import { effectiveLevel } from '../../../src/domain/record/privacy.ts';

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

test.each(pairs)(
  'a gene of level %s that is stated as %s is as closed as the narrower one, below any profile',
  (before, now) => {
    for (const privacyLevel of LEVELS) {
      const effective = (own: PrivacyLevel | null) => effectiveLevel(own, { privacyLevel });
      expect(effective(lowerGeneLevel(before, now))).toBe(Math.min(effective(before), effective(now)));
    }
  },
);
