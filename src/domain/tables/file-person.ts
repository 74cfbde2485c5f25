/** What a file states of one person. Members that its columns do not state are missing. */

import type { SnapshotUser } from '../record/snapshot.ts';
import type { CellPlace } from './faults.ts';

/** The members of a user that a file can state. */
export type FileMembers = Pick<
  SnapshotUser,
  | 'name'
  | 'lastName'
  | 'organization'
  | 'department'
  | 'description'
  | 'phone'
  | 'website'
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
  | 'genes'
>;

export type FilePerson = {
  email: string;
  /** Of the first row about them. */
  place: CellPlace;
  members: Partial<FileMembers>;
};
