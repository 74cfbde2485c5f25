/** The permissions of a person and their account, and how two states of them are combined. */

import { PRIVATE, type PrivacyLevel, PUBLIC, type Role } from './model.ts';

/** The settings that decide who may see a profile, and what its account may see. */
export type ProfilePermissions = {
  enabled: boolean;
  privacyLevel: PrivacyLevel | null;
  shared: boolean;
  hideGenelist: boolean;
  roles: readonly Role[];
};

/**
 * Returns what both states allow. After a bulk change of a followed database, a record has its old texts until it is taken
 * over: a new permission is not for these texts, but a withdrawn one must apply at once.
 */
export function allowedByBoth(before: ProfilePermissions, now: ProfilePermissions): ProfilePermissions {
  return {
    enabled: before.enabled && now.enabled,
    privacyLevel: lowerLevel(before.privacyLevel, now.privacyLevel),
    shared: before.shared && now.shared,
    hideGenelist: before.hideGenelist || now.hideGenelist,
    roles: before.roles.filter((role) => now.roles.includes(role)),
  };
}

/** Returns the lower of two levels of a profile. Null means that nobody may see it. */
function lowerLevel(before: PrivacyLevel | null, now: PrivacyLevel | null): PrivacyLevel | null {
  if (before === null || now === null) return null;
  return now < before ? now : before;
}

/** Returns the lower of two own levels of a registered gene. Null means the level of the profile, so it counts as the highest. */
export function lowerGeneLevel(before: PrivacyLevel | null, now: PrivacyLevel | null): PrivacyLevel | null {
  return (now ?? PUBLIC) < (before ?? PUBLIC) ? now : before;
}

/** Whether two states are equal, where the roles of one are all among those of the other, so that their number is compared. */
export function isSamePermissions(one: ProfilePermissions, other: ProfilePermissions): boolean {
  return (
    one.enabled === other.enabled &&
    one.privacyLevel === other.privacyLevel &&
    one.shared === other.shared &&
    one.hideGenelist === other.hideGenelist &&
    one.roles.length === other.roles.length
  );
}

/** The permissions of a deleted account: nobody sees it, and it sees nothing. */
export const NO_PERMISSIONS: ProfilePermissions = {
  enabled: false,
  privacyLevel: PRIVATE,
  shared: false,
  hideGenelist: true,
  roles: [],
};
