/** Sends a partner a request for access to one of its records, for a caller here. */

import {
  ACCESS_REQUESTS_PATH,
  type FederatedAccessRequest,
  readReceipt,
  type SentElsewhere,
} from '../domain/contact/access-form.ts';
import { membersOf, parseJson } from './dialect/json-body.ts';
import type { Partner } from './partner/partner.ts';
import { PROBE_QUESTION, singleQuery } from './partner/partner-query.ts';

/** How long the request may take, because a caller waits for it. */
const SEND_MS = 10_000;
const HOUR_SECONDS = 3600;

/** Whether a partner accepts requests for access, as far as is known; RDP has no address for them. */
export function takesAccessRequests({ discovery }: Pick<Partner, 'discovery'>): boolean {
  return discovery.claimedOrigin()?.takesAccessRequests === true && !discovery.isThisRegistry();
}

/** Sends the request once: if the partner does not answer, nobody knows whether it has accepted it. Never rejects. */
export async function sendAccessRequest(
  partner: Partner,
  { anonymousId, form }: FederatedAccessRequest,
): Promise<SentElsewhere> {
  const { isConfigured, wasRefused } = partner.token;
  const credential = isConfigured && !wasRefused ? 'token' : 'none';
  const version = partner.discovery.version();
  const signal = AbortSignal.timeout(SEND_MS);
  try {
    const outcome = await partner.client.call(ACCESS_REQUESTS_PATH, {
      ...singleQuery({ question: PROBE_QUESTION, version, credential, signal }, partner.type),
      body: JSON.stringify({ anonymousId, ...form }),
    });
    if ('failure' in outcome) return { state: 'failed' };
    const { status, body, retryAfterSeconds } = outcome.reply;
    // Any other 404 means that the partner has no such address.
    if (status === 404 && membersOf(parseJson(body)).code === 'unknown-anonymous-user') return { state: 'unknown-id' };
    if (status === 429) return { state: 'too-many', retryAfterSeconds: retryAfterSeconds ?? HOUR_SECONDS };
    const receipt = status === 200 ? readReceipt(parseJson(body), partner.url) : undefined;
    return receipt === undefined ? { state: 'failed' } : { state: 'sent', receipt };
  } catch {
    // The request was aborted by its time-out, or the answer is not valid.
    return { state: 'failed' };
  }
}
