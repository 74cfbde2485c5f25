/** What stands in the cells of a table of people, read one by one. Undefined stands for a text that is not allowed. */

import { fold } from '../folding.ts';
import { ACCOUNT_ROLES, type AccountRole, withAccountRole } from '../record/account-roles.ts';
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

/** An address as mail programs write it into a cell may say what it is. */
const MAIL_SCHEME = /^mailto:/i;
const EMAIL = /^[^\s@<>(),;:"]+@[^\s@<>(),;:"]+\.[^\s@<>(),;:".]+$/;
const LONGEST_EMAIL = 254;

export function readEmail(text: string): string | undefined {
  const email = text.replace(MAIL_SCHEME, '');
  return email.length <= LONGEST_EMAIL && EMAIL.test(email) ? email : undefined;
}

/** What two spellings of the same address have in common. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}

/** Without a level, nobody but administrators sees the record. */
export function readLevel(text: string): PrivacyLevel | undefined {
  return text === '' ? PRIVATE : LEVEL_WORDS.get(wordOf(text));
}

export function readYesNo(text: string): boolean | undefined {
  return text === '' ? false : YES_NO_WORDS.get(wordOf(text));
}

/** The roles of a new account; {@link withAccountRole} says what becomes of those that an account has. */
export function readRole(text: string): Role[] | undefined {
  const role = text === '' ? 'user' : ROLE_WORDS.get(wordOf(text));
  return role && withAccountRole([], role);
}

export function readPosition(text: string): ResearcherPosition | null | undefined {
  return text === '' ? null : POSITION_WORDS.get(wordOf(text));
}

export function readCategory(text: string): ResearcherCategory | undefined {
  return CATEGORY_WORDS.get(wordOf(text));
}

export function readTier(text: string): Tier | undefined {
  return TIER_WORDS.get(wordOf(text));
}

/** The values of a cell that holds several: separated by semicolons, bars or line breaks. */
export function piecesOf(text: string): string[] {
  return text
    .split(/[;|\r\n]+/)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
}

function wordOf(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '');
}
