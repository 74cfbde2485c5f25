/** The errors that a caller can get: code, status and sentence. `docs/errors.md` explains each. */

import { ownMember } from './own-member.ts';
import type { Phrase } from './phrases.ts';

/**
 * How the registry API words an error (rdp-protocol 1.14): `text` is the bare sentence, `document` the default error
 * document, `challenge` the sentence of a refused token with `WWW-Authenticate`.
 */
export type ErrorForm = 'text' | 'document' | 'challenge';

type Entry = { status: number; form: ErrorForm; sentence: string };

/** `{…}` in a sentence is replaced by a detail of the error. */
export const ERRORS = {
  'parameter-missing': { status: 400, form: 'document', sentence: "The parameter '{name}' is missing. {hint}" },
  'parameter-invalid': {
    status: 400,
    form: 'document',
    sentence: "The parameter '{name}' cannot be '{found}'. Allowed: {allowed}.",
  },
  'unknown-parameter': {
    status: 400,
    form: 'document',
    sentence: "There is no parameter '{found}' here. Allowed: {allowed}.",
  },
  'repeated-parameter': {
    status: 400,
    form: 'document',
    sentence: "The parameter '{name}' is given {found} times. Allowed: once.",
  },
  'parameter-garbled': {
    status: 400,
    form: 'document',
    sentence: "The parameter '{name}' holds characters that cannot be read. Allowed: text in UTF-8.",
  },
  'parameter-too-long': {
    status: 400,
    form: 'document',
    sentence: "The parameter '{name}' has a text of {found} characters. Allowed: at most {allowed}.",
  },
  'too-many-values': {
    status: 400,
    form: 'document',
    sentence: "The parameter '{name}' has {found} values. Allowed: at most {allowed}.",
  },
  'path-invalid': { status: 400, form: 'document', sentence: "'{found}' is not {allowed}." },
  'escape-invalid': {
    status: 400,
    form: 'document',
    sentence: "The address holds '{found}', which is no percent escape. Allowed: % and two hexadecimal digits.",
  },
  'path-forbidden': { status: 400, form: 'document', sentence: 'The path holds {found}, which no address here has.' },
  'address-too-long': {
    status: 414,
    form: 'document',
    sentence: 'The address has {found} characters. Allowed: {allowed}.',
  },
  'search-mode-missing': {
    status: 400,
    form: 'document',
    sentence: 'A search for researchers needs nameLike (with prefix), descriptionLike, or both.',
  },
  'sort-unknown': {
    status: 400,
    form: 'document',
    sentence: "The answer cannot be sorted by '{found}'. Allowed: {allowed}, each with ',asc' or ',desc'.",
  },
  'unknown-tier': { status: 400, form: 'text', sentence: 'Unknown tier: {tier}.' },
  'unknown-taxon-searched': { status: 404, form: 'text', sentence: 'Unknown taxon ID: {taxonId}.' },
  'empty-symbol': { status: 400, form: 'text', sentence: 'Gene symbol cannot be empty.' },
  'unknown-symbol': { status: 404, form: 'text', sentence: 'Unknown gene with symbol: {symbol}.' },
  'no-orthologs': { status: 404, form: 'text', sentence: 'Could not find any orthologs with given parameters.' },
  'ontology-lists-differ': {
    status: 400,
    form: 'text',
    sentence: "The 'ontologyNames' and 'ontologyTermIds' lists must have the same size.",
  },
  'unknown-ontologies': {
    status: 400,
    form: 'text',
    sentence: 'The following ontologies do not exist in this registry: {names}.',
  },
  'unknown-taxon': { status: 404, form: 'text', sentence: 'No taxon with ID {taxonId}.' },
  'unknown-ontology': { status: 404, form: 'text', sentence: 'No ontology {ontologyName}.' },
  'unknown-term': { status: 404, form: 'text', sentence: 'No ontology term {termId} in ontology {ontologyName}.' },
  'unknown-user': { status: 404, form: 'text', sentence: 'Unknown user with ID: {userId}.' },
  'unknown-anonymous-user': { status: 404, form: 'text', sentence: 'Unknown user with anonymous ID: {anonymousId}.' },
  'unknown-anonymous-gene': { status: 404, form: 'text', sentence: 'Unknown gene with anonymous ID: {anonymousId}.' },
  'access-denied': { status: 401, form: 'text', sentence: 'Access is denied' },
  'unknown-token': { status: 401, form: 'challenge', sentence: 'No user associated to the provided API token.' },
  'expired-token': { status: 401, form: 'challenge', sentence: 'API token is expired.' },
  'invalid-token': { status: 401, form: 'challenge', sentence: 'API token is invalid.' },
  'remote-account-missing': {
    status: 401,
    form: 'challenge',
    sentence: 'The remote search user is not configured correctly: {reason}.',
  },
  'no-endpoint': { status: 404, form: 'text', sentence: 'No endpoint found for your request URL.' },
  'no-page': { status: 404, form: 'document', sentence: 'There is nothing at this address.' },
  'method-not-allowed': {
    status: 405,
    form: 'document',
    sentence: '{method} is not possible here. Allowed: {allowed}.',
  },
  'not-acceptable': {
    status: 406,
    form: 'document',
    sentence: 'This address answers {offered}, which the Accept header excludes.',
  },
  'api-disabled': { status: 503, form: 'document', sentence: 'Public API is not available for this registry.' },
  'search-mode-disabled': {
    status: 503,
    form: 'document',
    sentence: 'Searching {what} is switched off in this registry.',
  },
  'anonymised-results-disabled': {
    status: 503,
    form: 'document',
    sentence: 'This registry issues no anonymous IDs: anonymized search results are switched off.',
  },
  'data-replaced': {
    status: 503,
    form: 'document',
    sentence: 'The data were replaced while this answer was put together. Please ask again.',
  },
  'data-not-read-yet': {
    status: 503,
    form: 'document',
    sentence: 'This registry is being read for the first time. Please ask again in some minutes.',
  },
  'data-not-compared-yet': {
    status: 503,
    form: 'document',
    sentence:
      'This registry has just started and is comparing its data with their source. Please ask again in a moment.',
  },
  'record-withheld': {
    status: 503,
    form: 'document',
    sentence:
      'This cannot be answered at the moment, as the data of this registry are being updated. Please ask again later.',
  },
  'data-too-old': {
    status: 503,
    form: 'document',
    sentence: 'This registry could not compare its data with their source for too long. Please ask again later.',
  },
  'state-unavailable': {
    status: 503,
    form: 'document',
    sentence: 'Access tokens, requests for access and feeds cannot be looked up at the moment. Please ask again later.',
  },
  'unknown-origin': {
    status: 400,
    form: 'document',
    sentence: "There is no registry '{found}' here. Allowed: {allowed}.",
  },
  'cursor-invalid': {
    status: 400,
    form: 'document',
    sentence: 'The cursor is not one that this registry wrote. Allowed: the cursor of an answer, unchanged.',
  },
  'cursor-of-another-question': {
    status: 400,
    form: 'document',
    sentence: 'The cursor belongs to another question. Allowed: the cursor with the parameters it came from.',
  },
  'paging-conflict': {
    status: 400,
    form: 'document',
    sentence: "'{found}' cannot be given here. {hint}",
  },
  'origin-record-unknown': { status: 404, form: 'document', sentence: '{origin} has no such record.' },
  'origin-access-denied': { status: 403, form: 'document', sentence: '{origin} does not let you read this record.' },
  'origin-unsupported': { status: 501, form: 'document', sentence: '{origin} {reason}.' },
  'origin-timed-out': { status: 504, form: 'document', sentence: '{origin} {reason}.' },
  'origin-failed': { status: 502, form: 'document', sentence: '{origin} {reason}.' },
  'origin-unavailable': { status: 503, form: 'document', sentence: '{origin} {reason}.' },
  'search-criterion-missing': {
    status: 400,
    form: 'document',
    sentence: 'At least one search criterion must be provided.',
  },
  'feed-too-broad': {
    status: 400,
    form: 'document',
    sentence: 'A feed is for a question that finds at most {allowed} people; this one finds {found}.',
  },
  'list-invalid': {
    status: 400,
    form: 'document',
    sentence: 'The list of genes cannot be read: there is {found}. Allowed: {allowed}.',
  },
  'list-too-long': {
    status: 400,
    form: 'document',
    sentence: 'The list has {found} genes. Allowed: at most {allowed}.',
  },
  'body-invalid': { status: 400, form: 'document', sentence: 'The body cannot be read. Allowed: {allowed}.' },
  'body-type-invalid': { status: 415, form: 'document', sentence: 'The body is {found}. Allowed: {allowed}.' },
  'body-too-large': { status: 413, form: 'document', sentence: 'The body has more than {allowed} bytes.' },
  'too-many-lists': {
    status: 503,
    form: 'document',
    sentence:
      'Too many lists of genes are being searched for, here or from your address. Please ask again in {retryAfterSeconds} seconds.',
  },
  'form-invalid': { status: 400, form: 'document', sentence: 'The form cannot be read. Allowed: {allowed}.' },
  'token-needed': { status: 401, form: 'challenge', sentence: 'This address needs the API token of an administrator.' },
  'administrators-only': {
    status: 403,
    form: 'document',
    sentence: 'This address is for administrators of this registry.',
  },
  'account-unfit': { status: 400, form: 'document', sentence: 'There is no account {found} that may use a token.' },
  'account-full': {
    status: 400,
    form: 'document',
    sentence: 'The account {found} has {allowed} tokens, the most allowed.',
  },
  'request-changed': {
    status: 409,
    form: 'document',
    sentence: 'The request has changed meanwhile: it is {found} now. Nothing was saved.',
  },
  'request-not-forwarded': {
    status: 409,
    form: 'document',
    sentence: 'The request cannot be forwarded by message: {reason}.',
  },
  'form-from-elsewhere': {
    status: 403,
    form: 'document',
    sentence: 'The form was sent by another website. Allowed: the page of this registry.',
  },
  'form-too-large': { status: 413, form: 'document', sentence: 'The form holds more than {allowed} bytes.' },
  'too-many-requests': {
    status: 429,
    form: 'document',
    sentence: 'Too many requests came from your address. Please try again in {minutes} min.',
  },
  'too-many-questions': {
    status: 429,
    form: 'document',
    sentence:
      'Too many questions came from your address or with your token. Please ask again in {retryAfterSeconds} seconds.',
  },
  'too-much-work': {
    status: 429,
    form: 'document',
    sentence:
      'Your address or your token asked for more records than may be within a minute. Please ask again in {retryAfterSeconds} seconds.',
  },
  'too-many-searches': {
    status: 503,
    form: 'document',
    sentence: 'Too many searches are under way here. Please ask again in {retryAfterSeconds} seconds.',
  },
  'too-much-unread': {
    status: 503,
    form: 'document',
    sentence:
      'Too many answers are waiting here until their readers take them. Please ask again in {retryAfterSeconds} seconds.',
  },
  'too-many-exports': {
    status: 503,
    form: 'document',
    sentence:
      'Too many files of searches are under way, here or from your address. Please ask again in {retryAfterSeconds} seconds.',
  },
  stopping: {
    status: 503,
    form: 'document',
    sentence: 'This registry is stopping. Please ask again in a moment.',
  },
  internal: {
    status: 500,
    form: 'document',
    sentence: 'Something went wrong here; it has been logged. Please try again later.',
  },
} as const satisfies Record<string, Entry>;

export type ErrorCode = keyof typeof ERRORS;
/** A value, or English words with the code and parameters from which other languages make theirs. */
export type ErrorDetail = string | number | Phrase;
export type ErrorDetails = Readonly<Record<string, ErrorDetail>>;

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

  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    const entry: Entry = ERRORS[code];
    // The error is a normal answer, so nobody needs its stack trace, which would cost more time than the answer.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(fill(entry.sentence, details));
    Error.stackTraceLimit = stackTraceLimit;
    this.code = code;
    this.status = entry.status;
    this.form = entry.form;
    this.details = details;
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
