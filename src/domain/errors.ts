/** An error that a caller gets: its code is one of the catalogue, its sentence has the details of the case. */

import { ERRORS, type ErrorEntry, type ErrorForm } from '../api/errors.ts';
import { ownMember } from './own-member.ts';
import type { Phrase } from './phrases.ts';

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
