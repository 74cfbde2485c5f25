/**
 * Decides who may see what, by rdp-protocol 4.3, and lists what the public may see of a person. `docs/privacy.md`
 * prints the rule as a table.
 */

import {
  type Owner,
  PRIVATE,
  type PrivacyLevel,
  PUBLIC,
  PUBLIC_VIEWER,
  SHARED,
  type Tier,
  type Viewer,
} from './model.ts';
import { shownTier } from './records.ts';

/** How a viewer sees a record: in full, without its person, or not at all. */
export type Sight = 'full' | 'anonymous' | 'hidden';

/**
 * Whether the viewer may read a record of this level in full. The first matching line decides (rdp-protocol 4.3).
 *
 * @param level the profile's level for a user, {@link effectiveLevel} for a gene
 */
export function mayRead(viewer: Viewer, owner: Owner, level: PrivacyLevel): boolean {
  if (owner.isRemoteSearchAccount || !owner.enabled || owner.privacyLevel === null) return false;
  if (viewer.userId === owner.id) return true;
  if (level === PUBLIC) return true;
  if (viewer.kind === 'partner') return owner.shared && (viewer.hasAdminRole || viewer.hasServiceRole);
  if (level === SHARED) return viewer.kind !== 'public';
  return viewer.kind === 'admin' || viewer.kind === 'service';
}

/**
 * Returns how the viewer sees a record of this level. A record that they may not read is shown without its person if the
 * registry anonymises (rdp-protocol 4.4); those of disabled accounts and of the remote search account are never shown.
 */
export function sightOf(viewer: Viewer, owner: Owner, level: PrivacyLevel, anonymises: boolean): Sight {
  if (mayRead(viewer, owner, level)) return 'full';
  return anonymises && owner.enabled && !owner.isRemoteSearchAccount ? 'anonymous' : 'hidden';
}

/** Returns the level of a user's profile for the rule: no level means private (quirk 45). */
export function profileLevel(owner: Owner): PrivacyLevel {
  return owner.privacyLevel ?? PRIVATE;
}

/** Returns the level that applies to a gene: its own, but never more open than its owner's (rdp-protocol 4.2). */
export function effectiveLevel(own: PrivacyLevel | null, owner: Pick<Owner, 'privacyLevel'>): PrivacyLevel {
  const ceiling = owner.privacyLevel ?? PRIVATE;
  if (own === null) return ceiling;
  return own < ceiling ? own : ceiling;
}

/**
 * Returns the most private level of genes that the viewer sees in this owner's `userGenes`; undefined when they do not see
 * the list. Only the owner and accounts with the administrator role see a hidden list (rdp-protocol 4.3).
 */
export function geneListFloor(viewer: Viewer, owner: Owner): PrivacyLevel | undefined {
  if (owner.hideGenelist && viewer.userId !== owner.id && !viewer.hasAdminRole) return undefined;
  return ([PRIVATE, SHARED, PUBLIC] as const).find((level) => mayRead(viewer, owner, level));
}

/**
 * Classes of profiles with the same readers: every viewer but the owner reads all profiles of a class or none. The index of
 * texts stores their numbers, so their order must not change. Profiles that are disabled or have no level are in no class.
 */
const READER_CLASSES = [
  { level: PUBLIC, shared: true },
  { level: SHARED, shared: true },
  { level: SHARED, shared: false },
  { level: PRIVATE, shared: true },
  { level: PRIVATE, shared: false },
] as const;

export const READER_CLASS_COUNT = READER_CLASSES.length;

/** Returns the class of a profile; null for a profile that nobody reads. */
export function readerClassOf({
  enabled,
  privacyLevel,
  shared,
}: Omit<Owner, 'id' | 'isRemoteSearchAccount' | 'hideGenelist'>): number | null {
  if (!enabled || privacyLevel === null) return null;
  return READER_CLASSES.findIndex(
    (one) => one.level === privacyLevel && (privacyLevel === PUBLIC || one.shared === shared),
  );
}

/** Returns the classes whose profiles the viewer may all read. */
export function readerClassesOf(viewer: Viewer): readonly number[] {
  const { kind, hasAdminRole, hasServiceRole } = viewer;
  const key = `${kind} ${hasAdminRole} ${hasServiceRole}`;
  const classes = classesByViewer.get(key) ?? classesReadBy(viewer);
  classesByViewer.set(key, classes);
  return classes;
}

/** A cache, because every search needs the classes. */
const classesByViewer = new Map<string, readonly number[]>();

function classesReadBy(viewer: Viewer): readonly number[] {
  const stranger = { ...viewer, userId: undefined };
  const owner = { id: 0, enabled: true, hideGenelist: false, isRemoteSearchAccount: false };
  return READER_CLASSES.flatMap(({ level, shared }, readers) => {
    return mayRead(stranger, { ...owner, privacyLevel: level, shared }, level) ? [readers] : [];
  });
}

/** A gene that a person registered. */
export type OwnedGeneFacts = { geneId: number; tier: Tier | null; ownLevel: PrivacyLevel | null };

/**
 * Returns one text for each thing that the public sees of a person; none for a person whom it does not see. The texts of
 * anonymised things do not show whose they are. Equal people give equal texts, in whatever order their genes are given.
 *
 * @param anonymises whether the registry shows records without their person if the public may not read them
 */
export function publicViewOf(owner: Owner, genes: readonly OwnedGeneFacts[], anonymises: boolean): readonly string[] {
  const seen: string[] = [];
  const named: string[] = [];
  for (const { geneId, tier: ownTier, ownLevel } of genes) {
    const tier = shownTier(ownTier);
    const sight = sightOf(PUBLIC_VIEWER, owner, effectiveLevel(ownLevel, owner), anonymises);
    if (sight === 'anonymous') seen.push(`gene ${geneId} ${tier}`);
    if (sight === 'full') named.push(`${geneId} ${tier}`);
  }
  const sight = sightOf(PUBLIC_VIEWER, owner, profileLevel(owner), anonymises);
  if (sight === 'anonymous') seen.push('person');
  if (sight === 'full') {
    const isListed = named.length > 0 && geneListFloor(PUBLIC_VIEWER, owner) !== undefined;
    seen.push(`person ${owner.id} ${isListed ? 'listed' : 'apart'} ${named.sort().join()}`);
  }
  return seen;
}
