/** Finds what a change of a person shows to more readers, for the report of an import. `privacy.ts` has the rule. */

import { accountRole } from './account-roles.ts';
import { PRIVATE, type PrivacyLevel, type Tier } from './model.ts';
import { effectiveLevel } from './privacy.ts';
import type { SnapshotUser, SnapshotUserGene } from './snapshot.ts';

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
