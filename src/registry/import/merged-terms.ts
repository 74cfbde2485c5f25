/** Merges the stored terms of an ontology with those of a file (rdp-protocol 9.3). */

import { foldForEquality } from '../../domain/folding.ts';
import type { SnapshotTerm } from '../../domain/record/snapshot.ts';
import type { OboFile, OboTerm } from '../../domain/reference-files/obo.ts';

/** RDP stores names and synonyms of at most this length. */
const LONGEST_NAME = 255;

/** The members of a stored term that do not change. */
export type TermMarks = Pick<SnapshotTerm, 'active' | 'group' | 'hasIcon'>;

type MergeOptions = {
  /** Whether a part of a term counts as below it, as in the GO alone. */
  withParts: boolean;
  /** Ids of terms in the file that are activated, with all below them. */
  activate: readonly string[];
};

/**
 * Returns the terms in the order of the file. A stored term stays active, the head of a group or with its icon; a new one
 * is active if one of its parents is. Obsolete terms are not activated.
 *
 * @param held the stored terms, by folded id
 */
export function mergedTerms(
  held: ReadonlyMap<string, TermMarks>,
  { terms }: OboFile,
  { withParts, activate }: MergeOptions,
): SnapshotTerm[] {
  const children = childrenOf(terms, withParts);
  const formerIds = formerIdsOf(terms);
  const merged = terms.map((term, index) => {
    const whole = { ...term, altTermIds: [...new Set([...term.altTermIds, ...(formerIds.get(term.termId) ?? [])])] };
    return mergedTerm(held.get(foldForEquality(term.termId)), whole, index + 1, children.get(term.termId) ?? []);
  });
  const byId = new Map(merged.map((term) => [term.termId, term]));
  activateNew(merged, byId, (termId) => !held.has(foldForEquality(termId)));
  activateFrom(found(activate, byId), byId, () => true);
  return merged;
}

/** Returns the ids of obsolete terms by the one term that replaces each of them; not every file lists them with that term, too. */
function formerIdsOf(terms: readonly OboTerm[]): Map<string, string[]> {
  const formerIds = new Map<string, string[]>();
  for (const { termId, obsolete, replacedBy } of terms) {
    const [replacement, other] = replacedBy;
    if (!obsolete || replacement === undefined || other !== undefined) continue;
    formerIds.set(replacement, [...(formerIds.get(replacement) ?? []), termId]);
  }
  return formerIds;
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
  { termId, name, definition, namespace, diseaseIds, synonyms, altTermIds, obsolete, ...others }: OboTerm,
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
    ...(obsolete && consideredIn(others)),
    active,
    group,
    hasIcon,
    ordering,
  };
}

/** Returns the terms that may replace an obsolete one: several that replace it, or those to consider. */
function consideredIn({ replacedBy, consider }: Pick<OboTerm, 'replacedBy' | 'consider'>) {
  const consideredTermIds = replacedBy.length === 0 ? consider : replacedBy;
  return replacedBy.length === 1 || consideredTermIds.length === 0 ? {} : { consideredTermIds };
}

/** Drops repeated texts; letter case and accents do not distinguish them. */
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

/** Activates terms and all below them, except obsolete and unwanted ones, whose children are skipped too. */
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
