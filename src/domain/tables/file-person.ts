/** The data of one person in a file, without members for which the file has no column. */

import type { SnapshotUser } from '../record/snapshot.ts';
import type { CellPlace } from './faults.ts';

/** The members of a user that a file can have. */
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
  /** The place of the first row about the person. */
  place: CellPlace;
  members: Partial<FileMembers>;
};
