/** The error of the client: a refusal of the registry, or the reason why its answer could not be read. */

/** The codes of errors that the client finds itself; all other codes come from the registry (docs/errors.md). */
export type OwnCode =
  /** No answer arrived: there was no connection, or the browser may not read the answer. */
  | 'unreachable'
  /** The answer ended too early. */
  | 'cut'
  /** The answer does not have the requested format. */
  | 'unreadable'
  /** The question cannot be written as an address. */
  | 'unaskable'
  /** The question or the options have an unknown member, perhaps a misspelt one. Registries use the same code. */
  | 'unknown-parameter';

type About = { status: number | undefined; code: string; detail: string; retryAfterSeconds?: number | undefined };

/** A failed call. If the caller's own signal ended the call, it rejects with the reason of that signal instead. */
export class ClientError extends Error {
  override readonly name = 'ClientError';
  /** The HTTP status; undefined if there was no HTTP answer. */
  readonly status: number | undefined;
  /** An {@link OwnCode}, the code of a problem document, or `http-STATUS` if the registry gives no code. */
  readonly code: string;
  /** One sentence for the reader. */
  readonly detail: string;

  /** After how many seconds a retry is useful, if the registry says so (`Retry-After`, as a number or a date). */
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, code, detail, retryAfterSeconds }: About, options?: ErrorOptions) {
    super(detail, options);
    this.retryAfterSeconds = retryAfterSeconds;
    this.status = status;
    this.code = code;
    this.detail = detail;
  }
}

/** Makes an error that the client found itself. */
export function ownError(code: OwnCode, detail: string, about: { status?: number; cause?: unknown } = {}): ClientError {
  const { status, cause } = about;
  return new ClientError({ status, code, detail }, cause === undefined ? undefined : { cause });
}
