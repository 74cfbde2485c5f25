/**
 * Reads the values of a cell of a table, such as a text, a number, a yes or no; and the data of one person in a file,
 * without members for which the file has no column.
 */

import { fold } from '../folding.ts';
import { parseOrcid, parseRor } from '../record/identifiers.ts';
import {
  PRIVATE,
  type PrivacyLevel,
  PUBLIC,
  RESEARCHER_CATEGORIES,
  type ResearcherCategory,
  type ResearcherPosition,
  type Role,
  SHARED,
  TIERS,
  type Tier,
} from '../record/model.ts';
import { ACCOUNT_ROLES, type AccountRole, withAccountRole } from '../record/permissions.ts';
import type { SnapshotUser } from '../record/snapshot.ts';
import { COLUMNS, type Column, type ColumnKey, type FileMember, TEXT_KEYS } from './columns.ts';
import type { CellPlace } from './faults.ts';

/** The members of a user that a file can have. */
export type FileMembers = Pick<SnapshotUser, Exclude<FileMember, 'genes'>> & { genes: FileGene[] };

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

const LEVEL_WORDS: ReadonlyMap<string, PrivacyLevel> = new Map([
  ...['0', 'private', 'prive', 'privee'].map((word) => [word, PRIVATE] as const),
  ...['1', 'shared', 'partage', 'partagee'].map((word) => [word, SHARED] as const),
  ...['2', 'public', 'publique'].map((word) => [word, PUBLIC] as const),
]);

const YES_NO_WORDS: ReadonlyMap<string, boolean> = new Map([
  ...['yes', 'true', '1', 'oui', 'vrai', 'y', 'x'].map((word) => [word, true] as const),
  ...['no', 'false', '0', 'non', 'faux', 'n'].map((word) => [word, false] as const),
]);

const POSITION_WORDS: ReadonlyMap<string, ResearcherPosition> = new Map(
  [
    'principalinvestigator',
    'pi',
    'chercheurprincipal',
    'chercheuseprincipale',
    'investigateurprincipal',
    'investigatriceprincipale',
  ].map((word) => [word, 'PRINCIPAL_INVESTIGATOR'] as const),
);

const ROLE_WORDS: ReadonlyMap<string, AccountRole> = new Map([
  ...ACCOUNT_ROLES.map((role) => [role, role] as const),
  ...['utilisateur', 'utilisatrice'].map((word) => [word, 'user'] as const),
  ...['administrator', 'administrateur', 'administratrice'].map((word) => [word, 'admin'] as const),
]);

const CATEGORY_WORDS: ReadonlyMap<string, ResearcherCategory> = new Map([
  ...RESEARCHER_CATEGORIES.map((category) => [wordOf(category), category] as const),
  ['autre', 'OTHER'],
]);

const TIER_WORDS: ReadonlyMap<string, Tier> = new Map(
  TIERS.flatMap((tier, index) =>
    [wordOf(tier), `t${index + 1}`, String(index + 1)].map((word) => [word, tier] as const),
  ),
);

/** Some programs write an address with this prefix into a cell. */
const MAIL_SCHEME = /^mailto:/i;
const EMAIL = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]+$/;
const LONGEST_EMAIL = 254;
/** Signs that nobody sees, such as marks of the direction of writing, which come along when an address is copied. */
const UNSEEN = /\p{Cf}/gu;

/** Reads an e-mail address, with or without `mailto:`, and without signs that nobody sees. */
export function readEmail(text: string): string | undefined {
  const email = text.replace(UNSEEN, '').replace(MAIL_SCHEME, '');
  return email.length <= LONGEST_EMAIL && EMAIL.test(email) ? email : undefined;
}

/** Returns a key that is equal for all spellings of an address: in letter case, accents as encoded, and signs that nobody sees. */
export function emailKey(email: string): string {
  const seen = email.replace(UNSEEN, '');
  // Longer texts are no addresses, and a long run of marks takes the square of its length.
  return (seen.length <= LONGEST_EMAIL ? seen.normalize('NFC') : seen).toLowerCase();
}

/** Reads a privacy level; an empty cell means private. */
export function readLevel(text: string): PrivacyLevel | undefined {
  return text === '' ? PRIVATE : plainly(LEVEL_WORDS, text);
}

/** Reads yes or no; an empty cell means no. */
function readYesNo(text: string): boolean | undefined {
  return text === '' ? false : plainly(YES_NO_WORDS, text);
}

/** Returns what a word means that decides who sees what: `2?`, `-1`, `admin?` and `not sure: public` are none. */
function plainly<Value>(words: ReadonlyMap<string, Value>, text: string): Value | undefined {
  const isPlain = /^(?:\d|[\p{L}\p{M}][\p{L}\p{M}\s.()·-]*\d?)$/u.test(text);
  return isPlain ? words.get(wordOf(text)) : undefined;
}

/** Reads the roles of a new account; {@link withAccountRole} defines the new roles of an existing one. */
function readRole(text: string): Role[] | undefined {
  const role = text === '' ? 'user' : plainly(ROLE_WORDS, text);
  return role && withAccountRole([], role);
}

function readPosition(text: string): ResearcherPosition | null | undefined {
  return text === '' ? null : POSITION_WORDS.get(wordOf(text));
}

export function readCategory(text: string): ResearcherCategory | undefined {
  return CATEGORY_WORDS.get(wordOf(text));
}

export function readTier(text: string): Tier | undefined {
  return plainly(TIER_WORDS, text);
}

/** Returns the values of a cell that has several, separated by semicolons, bars or line breaks. */
export function piecesOf(text: string): string[] {
  return text
    .split(/[;|\r\n]+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

function wordOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

type SingleMember = Exclude<FileMember, 'researcherCategories' | 'organs' | 'ontologyTerms' | 'genes'>;
/** Returns undefined for a text that is not allowed; an empty cell is a value, too. */
type ReadCell = (cell: string) => FileMembers[SingleMember] | undefined;

type SingleValue = {
  key: ColumnKey;
  member: SingleMember;
  /** Whether an empty cell says nothing, because the value that it would stand for shows more. */
  keepsWhenEmpty: boolean;
  read: ReadCell;
};

const orNull = (read: ReadCell) => (cell: string) => (cell === '' ? null : read(cell));

const READERS: readonly (readonly [key: ColumnKey, read: ReadCell])[] = [
  ...TEXT_KEYS.map((key) => [key, orNull((cell) => cell)] as const),
  ['orcid', orNull(parseOrcid)],
  ['ror', orNull(parseRor)],
  ['level', readLevel],
  ['shared', readYesNo],
  ['hideGenelist', readYesNo],
  ['role', readRole],
  ['position', readPosition],
];

export const SINGLE_VALUES: readonly SingleValue[] = READERS.map(([key, read]) => {
  const { member }: Column = COLUMNS[key];
  return { key, member: (member ?? key) as SingleMember, keepsWhenEmpty: key === 'hideGenelist', read };
});
