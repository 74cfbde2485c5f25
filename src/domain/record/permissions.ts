/**
 * The permissions of a person and their account: roles, how two states are combined, and what a change of them shows to
 * more readers, for the report of an import. `privacy.ts` has the rule.
 */

import { PRIVATE, type PrivacyLevel, PUBLIC, type Role, type Tier } from './model.ts';
import { effectiveLevel } from './privacy.ts';
import type { SnapshotUser, SnapshotUserGene } from './snapshot.ts';

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

export const ACCOUNT_ROLES = ['user', 'service', 'admin'] as const;
/** `service` may read as much as `admin`, but may not administer anything. */
export type AccountRole = (typeof ACCOUNT_ROLES)[number];

const ROLES_OF: Readonly<Record<AccountRole, readonly Role[]>> = {
  user: ['ROLE_USER'],
  service: ['ROLE_SERVICE_ACCOUNT'],
  admin: ['ROLE_ADMIN', 'ROLE_USER'],
};

/** Returns the account role with the most rights among the given roles. */
export function accountRole(roles: readonly Role[]): AccountRole {
  if (roles.includes('ROLE_ADMIN')) return 'admin';
  return roles.includes('ROLE_SERVICE_ACCOUNT') ? 'service' : 'user';
}

/** Returns RDP roles for an account role; roles that already amount to it stay as they are. */
export function withAccountRole(roles: readonly Role[], role: AccountRole): Role[] {
  return accountRole(roles) === role && roles.length > 0 ? [...roles] : [...ROLES_OF[role]];
}

/** What of a person more readers see than before; members are missing where they do not see more. */
export type MoreVisible = {
  user: SnapshotUser;
  /** `from` is undefined for somebody new. */
  level?: Change<PrivacyLevel | null>;
  /** The account was disabled, and nobody saw the person, who has a level. */
  isEnabledNow?: true;
  /** Administrators of partners see the person, who has agreed. */
  isSharedNow?: true;
  /** The list of genes was hidden. */
  isGeneListShownNow?: true;
  /** The account sees people who are private. */
  seesEverybodyNow?: true;
  genes?: readonly MoreVisibleGene[];
};

/** A gene of which more readers learn. `from` is undefined for a new one. */
export type MoreVisibleGene = {
  geneId: number;
  /** Of the levels that apply, which are never more open than that of the person. */
  level: Change<PrivacyLevel | null>;
  /** Searches find the gene now; they find none of the last tier. */
  tier?: Change<Tier | null>;
};

type Change<Value> = { from: Value | undefined; to: Value };

/**
 * Returns what more readers see of somebody than before, in a list of one, or nothing. Of new people and genes it is what others
 * than the administrators here see. What a disabled account would show counts, too, as it may be enabled later.
 *
 * @param before undefined for somebody new
 */
export function moreVisible(before: SnapshotUser | undefined, user: SnapshotUser): MoreVisible[] {
  const genes = moreVisibleGenes(before, user);
  const found: Omit<MoreVisible, 'user'> = {
    ...(isLevelRaised(before, user) && { level: { from: before?.privacyLevel, to: user.privacyLevel } }),
    ...(before?.enabled === false && user.enabled && user.privacyLevel !== null && { isEnabledNow: true }),
    ...(user.shared && !before?.shared && { isSharedNow: true }),
    ...(before?.hideGenelist && !user.hideGenelist && { isGeneListShownNow: true }),
    ...(isWatcher(user) && !(before && isWatcher(before)) && { seesEverybodyNow: true }),
    ...(genes.length > 0 && { genes }),
  };
  return Object.keys(found).length > 0 ? [{ user, ...found }] : [];
}

function isLevelRaised(before: SnapshotUser | undefined, { privacyLevel }: SnapshotUser): boolean {
  return openness(privacyLevel) > (before === undefined ? PRIVATE : openness(before.privacyLevel));
}

function isWatcher({ roles }: SnapshotUser): boolean {
  return accountRole(roles) !== 'user';
}

function moreVisibleGenes(before: SnapshotUser | undefined, user: SnapshotUser): MoreVisibleGene[] {
  const held = new Map(before?.genes.map((gene) => [gene.geneId, gene]));
  return user.genes.flatMap((gene) => moreVisibleGene(before, held.get(gene.geneId), user, gene));
}

function moreVisibleGene(
  before: SnapshotUser | undefined,
  held: SnapshotUserGene | undefined,
  user: SnapshotUser,
  gene: SnapshotUserGene,
): MoreVisibleGene[] {
  const from = before && held && levelOf(before, held);
  const to = levelOf(user, gene);
  const level = { from, to };
  const isNewAndSeen = held === undefined && (openness(to) > PRIVATE || user.shared);
  const isRaised = held !== undefined && openness(to) > openness(from ?? null);
  const isFoundNow = held !== undefined && isSearched(gene) && !isSearched(held);
  const tier = isFoundNow && { tier: { from: held.tier, to: gene.tier } };
  return isNewAndSeen || isRaised || isFoundNow ? [{ geneId: gene.geneId, level, ...tier }] : [];
}

/** Returns the level that applies to a gene; null where nobody reads the person. */
function levelOf(user: SnapshotUser, { privacyLevel }: SnapshotUserGene): PrivacyLevel | null {
  return user.privacyLevel === null ? null : effectiveLevel(privacyLevel, user);
}

function isSearched({ tier }: SnapshotUserGene): boolean {
  return tier === 'TIER1' || tier === 'TIER2';
}

/** Returns a number that is higher the more readers a level has: nobody reads a profile without a level. */
function openness(level: PrivacyLevel | null): number {
  return level ?? -1;
}
