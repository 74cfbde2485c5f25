/** The columns of a table of people with one value for each person. */

import { parseOrcid, parseRor } from '../record/identifiers.ts';
import type { ColumnKey } from './columns.ts';
import type { FileMembers } from './file-person.ts';
import { readLevel, readPosition, readRole, readYesNo } from './values.ts';

type Member = Exclude<keyof FileMembers, 'researcherCategories' | 'organs' | 'ontologyTerms' | 'genes'>;
type Value = FileMembers[Member];

type SingleValue = {
  key: ColumnKey;
  member: Member;
  /** Whether an empty cell says nothing, because the value that it would stand for shows more. */
  keepsWhenEmpty?: true;
  /** Returns undefined for a text that is not allowed; an empty cell is a value, too. */
  read(text: string): Value | undefined;
};

const text = (key: ColumnKey & Member): SingleValue => ({
  key,
  member: key,
  read: (cell) => (cell === '' ? null : cell),
});

export const SINGLE_VALUES: readonly SingleValue[] = [
  text('name'),
  text('lastName'),
  text('organization'),
  text('department'),
  text('description'),
  text('phone'),
  text('website'),
  { key: 'orcid', member: 'orcid', read: (cell) => (cell === '' ? null : parseOrcid(cell)) },
  { key: 'ror', member: 'ror', read: (cell) => (cell === '' ? null : parseRor(cell)) },
  { key: 'level', member: 'privacyLevel', read: readLevel },
  { key: 'shared', member: 'shared', read: readYesNo },
  { key: 'hideGenelist', member: 'hideGenelist', keepsWhenEmpty: true, read: readYesNo },
  { key: 'role', member: 'roles', read: readRole },
  { key: 'position', member: 'researcherPosition', read: readPosition },
];
