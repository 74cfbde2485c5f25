/** The one error of the client: what a registry refused, or why its answer could not be read. */

/** What went wrong on the way; every other code is the registry's own (docs/errors.md). */
export type OwnCode =
  /** No answer came: no connection, or a browser that may not read it. */
  | 'unreachable'
  /** The answer broke off before its end. */
  | 'cut'
  /** The answer is not in the form that was asked for. */
  | 'unreadable'
  /** The question cannot be put into an address. */
  | 'unaskable'
  /** A member of the question or of the options is none there is, such as a misspelt one; a registry says the same. */
  | 'unknown-parameter';

type About = { status: number | undefined; code: string; detail: string; retryAfterSeconds?: number | undefined };

/** A call that brought no answer. A call that its own signal ended rejects with the reason of that signal instead. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** The HTTP status; undefined when the registry gave none. */
  readonly status: number | undefined;
  /** An {@link OwnCode}, the code of a problem document, or `http-STATUS` where the registry names no code. */
  readonly code: string;
  /** One sentence for a person. */
  readonly detail: string;

  /** After how many seconds asking again is worth it, where the registry says so (`Retry-After`, as a number or a date). */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, detail, retryAfterSeconds }: About, options?: ErrorOptions) {
    super(detail, options);
    this.retryAfterSeconds = retryAfterSeconds;
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** An error of the client's own finding. */
export function ownError(code: OwnCode, detail: string, about: { status?: number; cause?: unknown } = {}): ClientError {
  const { status, cause } = about;
  return new ClientError({ status, code, detail }, cause === undefined ? undefined : { cause });
}
