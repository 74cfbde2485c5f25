/** Reads the values of a cell of a table: a text, a number, a yes or no. */

import { fold } from '../folding.ts';
import { ACCOUNT_ROLES, type AccountRole, withAccountRole } from '../record/account-roles.ts';
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
import { type ColumnKey, TEXT_KEYS } from './columns.ts';
import type { FileMembers } from './file-person.ts';

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
  ...TEXT_KEYS.map(text),
  { key: 'orcid', member: 'orcid', read: (cell) => (cell === '' ? null : parseOrcid(cell)) },
  { key: 'ror', member: 'ror', read: (cell) => (cell === '' ? null : parseRor(cell)) },
  { key: 'level', member: 'privacyLevel', read: readLevel },
  { key: 'shared', member: 'shared', read: readYesNo },
  { key: 'hideGenelist', member: 'hideGenelist', keepsWhenEmpty: true, read: readYesNo },
  { key: 'role', member: 'roles', read: readRole },
  { key: 'position', member: 'researcherPosition', read: readPosition },
];
