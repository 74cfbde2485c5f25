/** What a person may take back: what decides who sees what of them, and how two states of it are joined. */

import { PRIVATE, type PrivacyLevel, PUBLIC, type Role } from './model.ts';

/** What decides who sees what of a profile, and what its account may see. */
export type ProfilePermissions = {
  enabled: boolean;
  privacyLevel: PrivacyLevel | null;
  shared: boolean;
  hideGenelist: boolean;
  roles: readonly Role[];
};

/**
 * What both states allow. Between a bulk change of a followed database and the day its records are taken over, a record
 * shows old texts: a permission that was given for the new ones does not hold for them, one that was withdrawn does.
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

/** The level of a profile that both states allow. No level lets nobody see it. */
function lowerLevel(before: PrivacyLevel | null, now: PrivacyLevel | null): PrivacyLevel | null {
  if (before === null || now === null) return null;
  return now < before ? now : before;
}

/** The own level of a registered gene that both states allow; null, the level of the profile, is as open as can be. */
export function lowerGeneLevel(before: PrivacyLevel | null, now: PrivacyLevel | null): PrivacyLevel | null {
  return (now ?? PUBLIC) < (before ?? PUBLIC) ? now : before;
}

/** Whether they allow the same. */
export function isSamePermissions(one: ProfilePermissions, other: ProfilePermissions): boolean {
  return (
    one.enabled === other.enabled &&
    one.privacyLevel === other.privacyLevel &&
    one.shared === other.shared &&
    one.hideGenelist === other.hideGenelist &&
    one.roles.length === other.roles.length
  );
}

/** Of an account that is gone: nobody sees it, and it sees nothing. */
export const NO_PERMISSIONS: ProfilePermissions = {
  enabled: false,
  privacyLevel: PRIVATE,
  shared: false,
  hideGenelist: true,
  roles: [],
};
