/** A request for access as one registry sends it to the registry of the record, and the answer to it. */

import {
  type AccessForm,
  ANSWER_LANGUAGES,
  LONGEST_NAME,
  LONGEST_REASON,
  readAccessForm,
  SHORTEST_REASON,
} from './access-form.ts';

export type FederatedAccessRequest = { anonymousId: string; form: AccessForm };

/** The answer of the registry of the record when it accepts a request. */
export type AccessReceipt = {
  /** The name of the request, for its sender. */
  reference: string;
  receivedAt: string;
  /** Until when the sender must confirm the address by a link in a message; null where no message is sent. */
  confirmBy: string | null;
  /** The address of the page of the request where no confirmation is needed; otherwise null, as the message contains it. */
  page: string | null;
};

export const ACCESS_REQUESTS_PATH = '/api/federated/access-requests';

export const ACCESS_REQUEST_ALLOWED = `"anonymousId", the anonymous id of a record of this registry, "name", up to ${LONGEST_NAME} characters, "contact", one e-mail address, and "reason", of ${SHORTEST_REASON} to ${LONGEST_REASON} characters; there may be "organisation", up to ${LONGEST_NAME} characters, and "language", one of ${ANSWER_LANGUAGES.join(', ')}`;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Reads a request; undefined for anything else. */
export function readFederatedRequest(body: unknown): FederatedAccessRequest | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { anonymousId, ...fields } = body as Record<string, unknown>;
  if (typeof anonymousId !== 'string' || !UUID.test(anonymousId)) return undefined;
  const { form, problems } = readAccessForm(fields);
  return problems.length > 0 ? undefined : { anonymousId, form };
}

/** The result of sending a request to the registry of the record. */
export type SentElsewhere =
  | { state: 'sent'; receipt: AccessReceipt }
  | { state: 'unknown-id' }
  | { state: 'too-many'; retryAfterSeconds: number }
  /** The request was not accepted, or the result is unknown: it may be sent again. */
  | { state: 'failed' };

const REFERENCE = /^[\w-]{1,32}$/;

/**
 * Reads the receipt in an answer of another registry; undefined where the answer is none.
 *
 * @param registryUrl the address of the registry; the page of the request must have the same origin
 */
export function readReceipt(body: unknown, registryUrl: string): AccessReceipt | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { reference, receivedAt, confirmBy, page } = body as Record<string, unknown>;
  if (typeof reference !== 'string' || !REFERENCE.test(reference)) return undefined;
  const received = momentOf(receivedAt);
  if (received === undefined) return undefined;
  return {
    ...{ reference, receivedAt: received, confirmBy: momentOf(confirmBy) ?? null },
    page: typeof page === 'string' && isOfOrigin(page, registryUrl) ? page : null,
  };
}

function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40 || Number.isNaN(Date.parse(value))) return undefined;
  return new Date(value).toISOString();
}

function isOfOrigin(page: string, registryUrl: string): boolean {
  const [at, base] = [URL.parse(page), URL.parse(registryUrl)];
  return at?.origin !== undefined && /^https?:/.test(page) && page.length <= 500 && at.origin === base?.origin;
}
