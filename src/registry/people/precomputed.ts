/** What is computed once when a user is written: folded texts to search, and the record in pieces ready to be sent. */

import { fold, foldForEquality } from '../../domain/folding.ts';
import { PRIVATE, type PrivacyLevel, PUBLIC, SHARED } from '../../domain/record/model.ts';
import { effectiveLevel } from '../../domain/record/privacy.ts';
import {
  type GeneFacts,
  geneMember,
  organRecords,
  personRecord,
  type Reference,
  shownAnonymously,
  userGeneRecord,
} from '../../domain/record/records.ts';
import type { SnapshotUser } from '../../domain/record/snapshot.ts';

export type UserReference = Reference & {
  gene(geneId: number): GeneFacts | undefined;
  /** Returns this registry's number of an active term of an active ontology. */
  activeTerm(ontologyName: string, termId: string): number | undefined;
};

/** A row of `user_record`: JSON without the parts that depend on the viewer or on the registry's name. */
type PrecomputedRecord = {
  /** The members of the record except origin, ontology terms and genes; an object without its closing brace. */
  person: string;
  shownAnonymously: string;
  /** `userGenes` members by effective level, joined by commas, without braces. */
  genesByLevel: Readonly<Record<PrivacyLevel, string>>;
};

export function precomputeRecord(user: SnapshotUser, reference: UserReference): PrecomputedRecord {
  const person = personRecord(user, reference);
  return {
    person: JSON.stringify(person).slice(0, -1),
    shownAnonymously: JSON.stringify(shownAnonymously(person)),
    genesByLevel: genesByLevel(user, reference),
  };
}

function genesByLevel(user: SnapshotUser, reference: UserReference): PrecomputedRecord['genesByLevel'] {
  const members: Record<PrivacyLevel, string[]> = { [PRIVATE]: [], [SHARED]: [], [PUBLIC]: [] };
  for (const gene of user.genes) {
    const facts = reference.gene(gene.geneId);
    if (facts === undefined) continue;
    const level = effectiveLevel(gene.privacyLevel, user);
    members[level].push(geneMember(gene.geneId, userGeneRecord(facts, gene.tier, level)));
  }
  return { [PRIVATE]: members[PRIVATE].join(), [SHARED]: members[SHARED].join(), [PUBLIC]: members[PUBLIC].join() };
}

/** A row of `user_search`. */
type PrecomputedSearch = {
  nameFolded: string | null;
  lastNameFolded: string | null;
  organsFolded: string[];
  activeTermIds: number[];
};

/** Returns the folded texts and active terms by which a user is found. */
export function precomputeSearch(user: SnapshotUser, reference: UserReference): PrecomputedSearch {
  const terms = user.ontologyTerms.map(({ ontology, termId }) => reference.activeTerm(ontology, termId));
  return {
    nameFolded: user.name === null ? null : fold(user.name),
    lastNameFolded: user.lastName === null ? null : fold(user.lastName),
    organsFolded: user.organs.map(foldForEquality),
    activeTermIds: terms.filter((term) => term !== undefined),
  };
}

/** A text in which a search by description looks (rdp-protocol 3.3); an anonymised record still shows the names of organs. */
type PrecomputedText = { folded: string; shownAnonymously: boolean };

/** Returns the texts of a user that a search by description compares. */
export function precomputeTexts(user: SnapshotUser, reference: UserReference): PrecomputedText[] {
  const own = [
    user.description,
    ...Object.values(user.taxonDescriptions),
    ...user.ontologyTerms.map((term) => term.name),
  ];
  const organs = Object.values(organRecords(user, reference)).map((organ) => organ.name);
  return [
    ...own.filter((text) => text !== null).map((text) => ({ folded: fold(text), shownAnonymously: false })),
    ...organs.filter((text) => text !== null).map((text) => ({ folded: fold(text), shownAnonymously: true })),
  ];
}
