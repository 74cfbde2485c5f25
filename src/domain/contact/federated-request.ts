/** A request for access as one registry sends it to the registry of the record, and what that answers. */

import {
  type AccessForm,
  ANSWER_LANGUAGES,
  LONGEST_NAME,
  LONGEST_REASON,
  readAccessForm,
  SHORTEST_REASON,
} from './access-form.ts';

export type FederatedAccessRequest = { anonymousId: string; form: AccessForm };

/** What the registry of the record says of a request that it keeps. */
export type AccessReceipt = {
  /** By which whoever asks names it. */
  reference: string;
  receivedAt: string;
  /** Until when the address is to be confirmed, by the message that is on its way to it; null where none is sent. */
  confirmBy: string | null;
  /** The address of the page of the request, where nothing has to be confirmed; else null, as the message names it. */
  page: string | null;
};

export const ACCESS_REQUESTS_PATH = '/api/federated/access-requests';

export const ACCESS_REQUEST_ALLOWED = `"anonymousId", the anonymous id of a record of this registry, "name", up to ${LONGEST_NAME} characters, "contact", one e-mail address, and "reason", of ${SHORTEST_REASON} to ${LONGEST_REASON} characters; there may be "organisation", up to ${LONGEST_NAME} characters, and "language", one of ${ANSWER_LANGUAGES.join(', ')}`;

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Undefined for what is none. */
export function readFederatedRequest(body: unknown): FederatedAccessRequest | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { anonymousId, ...fields } = body as Record<string, unknown>;
  if (typeof anonymousId !== 'string' || !UUID.test(anonymousId)) return undefined;
  const { form, problems } = readAccessForm(fields);
  return problems.length > 0 ? undefined : { anonymousId, form };
}

/** What became of a request that was sent to the registry of the record. */
export type SentElsewhere =
  | { state: 'sent'; receipt: AccessReceipt }
  | { state: 'unknown-id' }
  | { state: 'too-many'; retryAfterSeconds: number }
  /** It was not taken, or nobody knows: it may be sent again. */
  | { state: 'failed' };

const REFERENCE = /^[\w-]{1,32}$/;

/**
 * The receipt in an answer of another registry; undefined where it is none.
 *
 * @param registryUrl its address: its pages are there, and nowhere else
 */
export function readReceipt(body: unknown, registryUrl: string): AccessReceipt | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { reference, receivedAt, confirmBy, page } = body as Record<string, unknown>;
  if (typeof reference !== 'string' || !REFERENCE.test(reference)) return undefined;
  const received = momentOf(receivedAt);
  if (received === undefined) return undefined;
  return {
    ...{ reference, receivedAt: received, confirmBy: momentOf(confirmBy) ?? null },
    page: typeof page === 'string' && isBelow(page, registryUrl) ? page : null,
  };
}

function momentOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40 || Number.isNaN(Date.parse(value))) return undefined;
  return new Date(value).toISOString();
}

function isBelow(page: string, registryUrl: string): boolean {
  const [at, base] = [URL.parse(page), URL.parse(registryUrl)];
  return at?.origin !== undefined && /^https?:/.test(page) && page.length <= 500 && at.origin === base?.origin;
}
