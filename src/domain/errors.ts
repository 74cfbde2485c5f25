/**
 * An error that a caller gets: its code is one of the catalogue, its sentence has the details of the case. A detail may
 * be a phrase, which is data as well: a code, parameters and the English words; pages in other languages have their own
 * words for each code.
 */

import { ERRORS, type ErrorEntry, type ErrorForm } from '../api/errors.ts';
import { isObject, ownMember } from './own-member.ts';

/** A code without parameters. */
type None = Record<never, never>;

/** The parameters of each code. */
type PhraseParams = {
  // The purpose of a parameter.
  'names-gene': None;
  'names-organism': None;
  'names-terms': None;
  'names-registry': None;
  'names-ontology': None;
  'typed-so-far': { example: string };
  'typed-by-somebody': None;
  'says-how-names-match': None;
  'one-of-formats': { formats: string };
  // Why a parameter cannot be given here.
  'cursor-knows-its-page': None;
  'stream-has-no-pages': None;
  'stream-counts-nothing': None;
  'no-records-no-pages': { granularity: string };
  // A value that is allowed, or was found.
  integer: None;
  'integer-from-to': { least: number; most: number };
  'from-to': { least: number; most: number };
  'from-to-at-size': { least: number; most: number };
  'part-of-path': { characters: number };
  'most-names': { names: number };
  names: { names: number };
  'key-of-registry': None;
  day: None;
  uuid: None;
  'utf-8': None;
  'json-in-utf-8': None;
  'form-in-utf-8': None;
  'the-path': None;
  'by-gene': None;
  'for-researchers': None;
  // Why a request for access is not forwarded by message.
  'sends-no-mail': None;
  'sender-unconfirmed': None;
  'closed-for-sender': None;
  answered: None;
  'waits-for-person': None;
  'with-the-person': None;
  'account-unreachable': None;
  // Why there is no account for the administrators of partners.
  'no-account-named': None;
  'no-such-account': { userId: number };
};

export type PhraseCode = keyof PhraseParams;
/** The words for each code, or a function that makes them. */
export type PhraseWords = {
  readonly [Code in PhraseCode]: string | ((params: PhraseParams[Code]) => string);
};
export type Phrase = { title: string; code: string; params: object };

const ENGLISH: PhraseWords = {
  'names-gene': 'It names the gene, for example symbol=BRCA1.',
  'names-organism': 'It names the organism, for example taxonId=9606 for human.',
  'names-terms': 'It names the terms, and may be repeated.',
  'names-registry': 'It names the registry, such as origin=local.',
  'names-ontology': 'It names the ontology, for example ontologyName=hp.',
  'typed-so-far': ({ example }) => `It is what was typed so far, for example ${example}.`,
  'typed-by-somebody': 'It is what somebody typed, for example text=KCNQ2.',
  'says-how-names-match': 'Give prefix=true for last names that start so, prefix=false for names that contain it.',
  'one-of-formats': ({ formats }) => `Allowed: ${formats}.`,
  'cursor-knows-its-page': 'The cursor knows its page and size; give it alone.',
  'stream-has-no-pages': 'A streamed search holds every record of each registry; pages are for the plain answer.',
  'stream-counts-nothing':
    'A streamed search holds every record of each registry; what is counted stands in the plain answer.',
  'no-records-no-pages': ({ granularity }) =>
    `An answer of granularity=${granularity} holds no records, and so no pages of them.`,
  integer: 'a whole number of at most 32 bits',
  'integer-from-to': ({ least, most }) => `a whole number from ${least} to ${most}`,
  'from-to': ({ least, most }) => `${least} to ${most}`,
  'from-to-at-size': ({ least, most }) => `${least} to ${most} at this size`,
  'part-of-path': ({ characters }) => `a part of at most ${characters} characters`,
  'most-names': ({ names }) => `at most ${names} names`,
  names: ({ names }) => `${names} names`,
  'key-of-registry': 'the key of a registry',
  day: 'a day such as 2026-03-01',
  uuid: 'a UUID',
  'utf-8': 'UTF-8',
  'json-in-utf-8': 'JSON in UTF-8',
  'form-in-utf-8': 'application/x-www-form-urlencoded in UTF-8',
  'the-path': 'The path',
  'by-gene': 'by gene',
  'for-researchers': 'for researchers',
  'sends-no-mail': 'this registry sends no mail',
  'sender-unconfirmed': 'its sender has not confirmed the address',
  'closed-for-sender': 'it is closed for its sender',
  answered: 'it is answered',
  'waits-for-person': 'it waits for its turn already',
  'with-the-person': 'it is with the person already',
  'account-unreachable': 'the account is gone, disabled, or has no e-mail address',
  'no-account-named': 'no account is named for it',
  'no-such-account': ({ userId }) => `no user can be found with ID ${userId}`,
};

type BareCode = { [Code in PhraseCode]: None extends PhraseParams[Code] ? Code : never }[PhraseCode];

export function phrase<Code extends BareCode>(code: Code): Phrase;
export function phrase<Code extends PhraseCode>(code: Code, params: PhraseParams[Code]): Phrase;
export function phrase(code: PhraseCode, params: object = {}): Phrase {
  return { title: wordsOf(ENGLISH, code, params), code, params };
}

/** Returns the words of a language for a code. */
export function wordsOf(words: PhraseWords, code: PhraseCode, params: object): string {
  const said = words[code] as string | ((given: object) => string);
  return typeof said === 'string' ? said : said(params);
}

export type ErrorCode = keyof typeof ERRORS;
/** A value, or English words with the code and parameters from which other languages make theirs. */
export type ErrorDetail = string | number | Phrase;
export type ErrorDetails = Readonly<Record<string, ErrorDetail>>;
/** One wrong parameter, or one wrong member of a body by its JSON pointer, with a sentence about it (RFC 9457). */
export type WrongMember = { parameter: string; detail: string } | { pointer: string; detail: string };

/** An error for the caller. Any other exception is logged, and answered as `internal`. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly form: ErrorForm;
  /** The values for the placeholders of the sentence. */
  readonly details: ErrorDetails;
  /** The methods that are allowed, where another one was refused. */
  readonly allowed: string | undefined;
  /** After how many seconds a retry is useful, from the detail of that name; undefined where that is unknown. */
  readonly retryAfterSeconds: number | undefined;

  /** What is wrong in the question, where more is known than the details tell. */
  readonly wrong: readonly WrongMember[];

  constructor(code: ErrorCode, details: ErrorDetails = {}, wrong: readonly WrongMember[] = []) {
    const entry: ErrorEntry = ERRORS[code];
    // The error is a normal answer, so nobody needs its stack trace, which would cost more time than the answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(fill(entry.sentence, details));
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = entry.status;
    this.form = entry.form;
    this.details = details;
    this.wrong = wrong;
    this.allowed = code === 'method-not-allowed' ? String(details.allowed) : undefined;
    const { retryAfterSeconds } = details;
    this.retryAfterSeconds = retryAfterSeconds === undefined ? undefined : Number(retryAfterSeconds);
  }
}

function fill(sentence: string, details: ErrorDetails): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => shown(ownMember(details, name))).trimEnd();
}

function shown(detail: ErrorDetail = ''): string {
  return typeof detail === 'object' ? detail.title : String(detail);
}

/** A member of a body that is missing or invalid. */
export type InvalidMember = { name: string; found: string; allowed: string };

/** Returns the error about members of a body. No value of theirs is repeated, as it may be about a patient. */
function membersInvalid(members: readonly [InvalidMember, ...InvalidMember[]]): RegistryError {
  const wrong = members.map((one) => ({
    pointer: `#/${one.name}`,
    detail: fill(ERRORS['member-invalid'].sentence, one),
  }));
  return new RegistryError('member-invalid', members[0], wrong);
}

/** @throws RegistryError `member-invalid` with these members, if there are any */
export function refuseMembers(wrong: readonly InvalidMember[]): void {
  const [first, ...others] = wrong;
  if (first !== undefined) throw membersInvalid([first, ...others]);
}

/** Returns in words what was found, with the length of a text and without the value itself. */
export function foundAs(value: unknown): string {
  return typeof value === 'string' ? `a text of ${value.length} characters` : kindOf(value);
}

/** Returns in words of which kind a value is that was read from JSON. */
export function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  return typeof value === 'string' ? 'a text' : typeof value === 'number' ? 'a number' : 'a yes or no';
}
