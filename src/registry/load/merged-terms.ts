/** What the terms of an ontology are after a file of it has come (rdp-protocol 9.3). */

import { foldForEquality } from '../../domain/folding.ts';
import type { SnapshotTerm } from '../../domain/record/snapshot.ts';
import type { OboFile, OboTerm } from '../../domain/reference-files/rows.ts';

/** RDP keeps no more of a name, and no longer synonyms. */
const LONGEST_NAME = 255;

/** What a term that is here keeps. */
export type TermMarks = Pick<SnapshotTerm, 'active' | 'group' | 'hasIcon'>;

type MergeOptions = {
  /** Whether a part of something stands below it, too, as in the GO alone. */
  withParts: boolean;
  /** Ids of terms of the file that are activated, with all below them. */
  activate: readonly string[];
};

/**
 * The terms of the file in its order. Known ones keep whether they are active, head a group or have an icon; a new one
 * is active when one of its parents is. Obsolete terms are not activated.
 *
 * @param held the terms that are here, by folded id
 */
export function mergedTerms(
  held: ReadonlyMap<string, TermMarks>,
  { terms }: OboFile,
  { withParts, activate }: MergeOptions,
): SnapshotTerm[] {
  const children = childrenOf(terms, withParts);
  const merged = terms.map((term, index) => {
    return mergedTerm(held.get(foldForEquality(term.termId)), term, index + 1, children.get(term.termId) ?? []);
  });
  const byId = new Map(merged.map((term) => [term.termId, term]));
  activateNew(merged, byId, (termId) => !held.has(foldForEquality(termId)));
  activateFrom(found(activate, byId), byId, () => true);
  return merged;
}

function childrenOf(terms: readonly OboTerm[], withParts: boolean): Map<string, string[]> {
  const children = new Map<string, string[]>();
  for (const { termId, isA, partOf } of terms) {
    for (const parent of new Set(withParts ? [...isA, ...partOf] : isA)) {
      const list = children.get(parent);
      if (list === undefined) children.set(parent, [termId]);
      else list.push(termId);
    }
  }
  return children;
}

function mergedTerm(
  held: TermMarks | undefined,
  { termId, name, definition, namespace, diseaseIds, synonyms, altTermIds, obsolete }: OboTerm,
  ordering: number,
  subTermIds: string[],
): SnapshotTerm {
  const { active = false, group = false, hasIcon = false } = held ?? {};
  return {
    termId,
    name: (name?.trim() || termId).slice(0, LONGEST_NAME),
    definition,
    namespace,
    diseaseIds,
    synonyms: eachOnce(synonyms.filter((synonym) => synonym.length <= LONGEST_NAME)),
    altTermIds,
    subTermIds,
    obsolete,
    active,
    group,
    hasIcon,
    ordering,
  };
}

/** Letter case and accents do not distinguish texts. */
function eachOnce(texts: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const text of texts) {
    const key = foldForEquality(text);
    if (!byKey.has(key)) byKey.set(key, text);
  }
  return [...byKey.values()];
}

type ById = ReadonlyMap<string, SnapshotTerm>;

function activateNew(terms: readonly SnapshotTerm[], byId: ById, isNew: (termId: string) => boolean): void {
  const active = terms.filter((term) => term.active);
  for (const { subTermIds } of active) activateFrom(found(subTermIds, byId), byId, isNew);
}

/** Activates these and all below them, as far as they are wanted; obsolete ones are passed by. */
function activateFrom(terms: readonly SnapshotTerm[], byId: ById, isWanted: (termId: string) => boolean): void {
  const reached = new Set(terms);
  for (const term of reached) {
    if (term.obsolete || !isWanted(term.termId)) continue;
    term.active = true;
    for (const child of found(term.subTermIds, byId)) reached.add(child);
  }
}

function found(termIds: readonly string[], byId: ById): SnapshotTerm[] {
  return termIds.flatMap((termId) => byId.get(termId) ?? []);
}
