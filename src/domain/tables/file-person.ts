/** The data of one person in a file, without members for which the file has no column. */

import type { PrivacyLevel, Tier } from '../record/model.ts';
import type { SnapshotUser } from '../record/snapshot.ts';
import type { TextMember } from '../record/text-members.ts';
import type { CellPlace } from './faults.ts';

/** The members of a user that a file can have. */
export type FileMembers = Pick<
  SnapshotUser,
  | TextMember
  | 'orcid'
  | 'ror'
  | 'privacyLevel'
  | 'shared'
  | 'hideGenelist'
  | 'roles'
  | 'researcherPosition'
  | 'researcherCategories'
  | 'organs'
  | 'ontologyTerms'
> & { genes: FileGene[] };

/** A gene of a person; `privacyLevel` is missing where the file says nothing of it. */
export type FileGene = { geneId: number; tier: Tier; privacyLevel?: PrivacyLevel };

export type FilePerson = {
  email: string;
  /** The place of the first row about the person. */
  place: CellPlace;
  members: Partial<FileMembers>;
  /** Whether the file has the level of people, and nothing in it for this one. */
  isLevelEmpty: boolean;
};
