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
