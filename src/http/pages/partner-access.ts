/** Requests access to a record of a partner that takes such requests: the form is here, and its data are sent to the partner. */

import { readAccessForm } from '../../domain/contact/access-form.ts';
import type { SentElsewhere } from '../../domain/contact/federated-request.ts';
import { RegistryError } from '../../domain/errors.ts';
import { PUBLIC_VIEWER } from '../../domain/record/model.ts';
import { readRecord } from '../../domain/record/read-record.ts';
import type { AccessAtPartners } from '../../federation/federation.ts';
import type { RecordAtOrigin } from '../../federation/record-at-origin.ts';
import type { TakeTurn } from '../../registry/state/counted-uses.ts';
import type { AnsweredRecord } from '../../web/parts/people/found-record.ts';
import { networkOf } from '../request/network-of.ts';
import { type HourlyLimit, rateLimit } from '../request/rate-limit.ts';
import { type AccessOutcome, pretendedReceipt, type RequestAccess } from './access-request-routes.ts';

/** Limits what one sender uses of the number of requests that a partner accepts from this registry. */
const SENT: HourlyLimit = { name: 'requests-to-partners', callerOf: networkOf, mostOfCaller: 10, mostInAll: 150 };

/** Returns the handler of forms for a partner by its key; all partners share one limit. */
export function partnerRequester(access: AccessAtPartners, takeTurn: TakeTurn): (key: string) => RequestAccess {
  const sent = rateLimit(SENT, takeTurn);
  return (key) => async (anonymousId, fields, from) => {
    const { form, problems, isFromMachine } = readAccessForm(fields);
    if (problems.length > 0) return { state: 'mistaken', problems, form };
    if (isFromMachine) return { state: 'sent', receipt: pretendedReceipt(true), form };
    const turn = await sent.take(from);
    if (!turn.isAllowed) return { state: 'too-many', retryAfterSeconds: turn.retryAfterSeconds, form };
    return { ...toOutcome(await access.send(key, { anonymousId, form })), form };
  };
}

function toOutcome(sent: SentElsewhere): AccessOutcome {
  if (sent.state === 'failed') return { state: 'not-taken' };
  if (sent.state !== 'sent') return sent;
  const { page, ...receipt } = sent.receipt;
  return { state: 'sent', receipt: { ...receipt, page: page === null ? null : { url: page } } };
}

/**
 * Reads a record at its partner as the public sees it.
 *
 * @returns `unknown` if the partner no longer knows it, undefined if the partner does not answer
 */
export async function recordAtPartner(
  recordAtOrigin: RecordAtOrigin,
  { anonymousId, origin }: { anonymousId: string; origin: string },
  signal: AbortSignal,
): Promise<AnsweredRecord | 'unknown' | undefined> {
  let isUnknown = true;
  for (const kind of ['anonymous-gene', 'anonymous-user'] as const) {
    try {
      return readRecord<AnsweredRecord>(
        await recordAtOrigin({ question: { kind, anonymousId }, origin }, PUBLIC_VIEWER, signal),
      );
    } catch (error) {
      if (!(error instanceof RegistryError)) throw error;
      isUnknown &&= error.code === 'origin-record-unknown';
    }
  }
  return isUnknown ? 'unknown' : undefined;
}
